import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it, type TestContext} from 'vitest';
import {createEventRunner} from '../../../src/desk/effects/events.ts';
import {temporaryFolder} from '../../helpers/folder.ts';
import {eventually} from '../../helpers/patience.ts';

const lines = (count: number): string[] => Array.from({length: count}, (_, number) => `{"id":"e${number}"}`);

function runnerOf({onTestFinished}: TestContext, script: string) {
  const folder = temporaryFolder(onTestFinished);
  const said: string[] = [];
  const env = {PATH: process.env.PATH, FOLDER: folder, OPTTY_TOKEN: 'secret'};
  const argv = ['sh', '-c', script, 'tell-me'];
  const runner = createEventRunner({argv, env, tell: text => said.push(text)});
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
    runner.run(lines(3));
    await eventually(() => expect(read('told')).toBe('{"id":"e0"}\n{"id":"e1"}\n{"id":"e2"}\n'));
    await runner.stop();
    expect(said).toEqual([]);
  });

  it('is reported as failed once, until it works again', async test => {
    const {runner, said} = runnerOf(test, 'case $(cat) in *e2*) exit 0;; *) exit 7;; esac');
    runner.run(lines(5));
    await eventually(() => expect(said).toHaveLength(2));
    await runner.stop();
    expect(said).toEqual(Array.from({length: 2}, () => 'on_event (sh) failed with exit code 7.'));
  });

  it('has at most a hundred waiting events, and the number of missed events is reported', async test => {
    const {runner, said} = runnerOf(test, 'cat > /dev/null');
    runner.run(lines(130));
    await eventually(() => expect(said).toHaveLength(1));
    await runner.stop();
    expect(said).toEqual(['on_event was not run for 30 events: 100 were already waiting.']);
  });

  it('is not run for waiting events when the watch ends, which is reported', async test => {
    const {runner, said, read} = runnerOf(test, 'cat >> $FOLDER/told; sleep 0.3');
    runner.run(lines(4));
    await runner.stop();
    expect(said).toEqual(['on_event was not run for 3 events that were waiting.']);
    expect(read('told')).toBe('{"id":"e0"}\n');
  });

  it('is killed after five seconds with all its child processes', async test => {
    const {runner, said, read} = runnerOf(test, 'sleep 60 & echo $! > $FOLDER/pid; wait');
    runner.run(lines(1));
    await eventually(() => expect(said).toEqual(['on_event (sh) did not end within 5 s and was stopped.']));
    await eventually(() => expect(isRunning(read('pid').trim())).toBe(false));
    await runner.stop();
  });

  it('is reported if it does not exist', async () => {
    const said: string[] = [];
    const given = {argv: ['/no/such/program'], env: {}};
    const runner = createEventRunner({...given, tell: text => said.push(text)});
    runner.run(lines(2));
    await eventually(() => expect(said).toEqual(['on_event (/no/such/program) was not found.']));
    await runner.stop();
  });
});
