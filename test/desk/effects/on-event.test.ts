import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it, type TestContext} from 'vitest';
import type {LoggedEvent} from '../../../src/core/journal/log.ts';
import {createEventRunner} from '../../../src/desk/effects/events.ts';
import {temporaryFolder} from '../../helpers/folder.ts';
import {eventually} from '../../helpers/patience.ts';

const events = (count: number): LoggedEvent[] =>
  Array.from({length: count}, (_, number) => ({number, id: `e${number}`, line: `{"id":"e${number}"}`}));

function runnerOf(
  {onTestFinished}: TestContext,
  script: string,
  claim: (id: string) => boolean = () => true,
) {
  const folder = temporaryFolder(onTestFinished);
  const said: string[] = [];
  const env = {PATH: process.env.PATH, FOLDER: folder, OPTTY_TOKEN: 'secret'};
  const argv = ['sh', '-c', script, 'tell-me'];
  const runner = createEventRunner({argv, env, claim, tell: text => said.push(text)});
  return {runner, said, read: (name: string) => readFileSync(join(folder, name), 'utf8')};
}

/** One that has ended may wait for somebody to take note of it. */
function isRunning(pid: string): boolean {
  const path = `/proc/${pid}/stat`;
  return existsSync(path) && !/\) [ZX] /.test(readFileSync(path, 'utf8'));
}

/** Each waits for a program, so they run at once. */
describe.concurrent('the on_event program', () => {
  it('gets one event after another on its standard input', async test => {
    const {runner, said, read} = runnerOf(
      test,
      'test ! -e $FOLDER/busy || exit 9; touch $FOLDER/busy; cat >> $FOLDER/told; rm $FOLDER/busy',
    );
    runner.run(events(3));
    await eventually(() => expect(read('told')).toBe('{"id":"e0"}\n{"id":"e1"}\n{"id":"e2"}\n'));
    await runner.stop();
    expect(said).toEqual([]);
  });

  it('is not run for an event that another process handles', async test => {
    const {runner, read} = runnerOf(test, 'cat >> $FOLDER/told', id => id !== 'e0');
    runner.run(events(2));
    await eventually(() => expect(read('told')).toBe('{"id":"e1"}\n'));
    await runner.stop();
    expect(read('told')).toBe('{"id":"e1"}\n');
  });

  it('is reported as failed once, until it works again', async test => {
    const {runner, said} = runnerOf(test, 'case $(cat) in *e2*) exit 0;; *) exit 7;; esac');
    runner.run(events(5));
    await eventually(() => expect(said).toHaveLength(2));
    await runner.stop();
    expect(said).toEqual(Array.from({length: 2}, () => 'on_event (sh) failed with exit code 7.'));
  });

  it('has at most a hundred waiting events, and the number of missed events is reported', async test => {
    const {runner, said} = runnerOf(test, 'cat > /dev/null');
    runner.run(events(130));
    await eventually(() => expect(said).toHaveLength(1));
    await runner.stop();
    expect(said).toEqual(['on_event was not run for 30 events: 100 were already waiting.']);
  });

  it('is not run for waiting events when the watch ends, which is reported', async test => {
    const {runner, said, read} = runnerOf(test, 'cat >> $FOLDER/told; sleep 0.3');
    runner.run(events(4));
    await runner.stop();
    expect(said).toEqual(['on_event was not run for 3 events that were waiting.']);
    expect(read('told')).toBe('{"id":"e0"}\n');
  });

  it('is killed after five seconds with all its child processes', async test => {
    const {runner, said, read} = runnerOf(test, 'sleep 60 & echo $! > $FOLDER/pid; wait');
    runner.run(events(1));
    await eventually(() => expect(said).toEqual(['on_event (sh) did not end within 5 s and was stopped.']));
    await eventually(() => expect(isRunning(read('pid').trim())).toBe(false));
    await runner.stop();
  });

  it('is reported if it does not exist', async () => {
    const said: string[] = [];
    const given = {argv: ['/no/such/program'], env: {}, claim: () => true};
    const runner = createEventRunner({...given, tell: text => said.push(text)});
    runner.run(events(2));
    await eventually(() => expect(said).toEqual(['on_event (/no/such/program) was not found.']));
    await runner.stop();
  });
});
