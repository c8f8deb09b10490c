import {existsSync, mkdirSync, readdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it, type TestContext, vi} from 'vitest';
import type {Msg} from '../../src/desk/messages.ts';
import {readRecording} from '../../src/desk/recorder/file/opened.ts';
import {listRecordings} from '../../src/desk/recorder/file/sessions.ts';
import {startTestPaper, type TestPaper} from '../helpers/paper.ts';
import {openPlace} from '../helpers/place.ts';
import type {Program} from '../helpers/program.ts';

const token = 'Zx9-4kQ7_pL2mV8w';
let paper: TestPaper;
beforeAll(async () => {
  paper = await startTestPaper({clock: 'real', token});
});
afterAll(() => paper.close());

const served = () => ({OPTTY_BASE_URL: paper.origin, OPTTY_TOKEN: token});

/** A home of a test's own and what is recorded there. */
function openHome({onTestFinished}: TestContext) {
  const place = openPlace();
  onTestFinished(() => place.end());
  const state = join(place.home, '.local/state/optty');
  const folder = join(state, 'recordings');
  return {
    state,
    folder,
    async start(config = '', env: Record<string, string> = served()): Promise<Program> {
      const program = place.start(config, {env});
      await program.waitFor('BTC above');
      return program;
    },
    /** Recording begins behind the first picture. */
    recorded: () =>
      vi.waitFor(() => expect(listRecordings(folder)[0]?.bytes).toBeGreaterThan(0), {timeout: 20_000}),
    began: () => readRecording(listRecordings(folder)[0]?.path ?? '').began,
    messages(): readonly Msg[] {
      const {segments} = readRecording(listRecordings(folder)[0]?.path ?? '');
      const entries = segments.flatMap(each => each.entries());
      return entries.flatMap(entry => (entry.type === 'msg' ? [entry.msg] : []));
    },
  };
}

const keysIn = (all: readonly Msg[]) => all.flatMap(msg => (msg.type === 'pressed' ? [msg.key.name] : []));

/** What is recorded is on the disk within seconds, and several wait for it at once. */
describe.concurrent('the program', () => {
  it('records a session from its first message to the key that ends it', async test => {
    const at = openHome(test);
    const screen = await at.start('', {});
    await at.recorded();
    screen.press('2');
    await screen.waitFor('No rows.');
    screen.press('q');
    await screen.exit;
    const all = at.messages();
    expect(all.map(({type}) => type)).toEqual(expect.arrayContaining(['started', 'arrived', 'tick']));
    expect(keysIn(all)).toEqual(['2', 'q']);
    expect(at.began()).toMatchObject({profile: 'paper', host: 'embedded', pid: screen.pid});
  });

  it.for(['SIGHUP', 'SIGTERM'])('records everything before %s ends it', async (signal, test) => {
    const at = openHome(test);
    const screen = await at.start();
    await at.recorded();
    screen.press('2');
    await screen.waitFor('No rows.');
    screen.kill(signal);
    await screen.exit;
    expect(keysIn(at.messages())).toEqual(['2']);
  });

  it('records nothing if the profile turns recording off', async test => {
    const at = openHome(test);
    const screen = await at.start('record = false\n');
    await screen.waitFor(text => !text.includes('journal'));
    screen.press('q');
    await screen.exit;
    expect(existsSync(at.folder)).toBe(false);
  });

  it('records no token that the user types', async test => {
    const at = openHome(test);
    const screen = await at.start();
    await at.recorded();
    screen.press(':');
    await screen.waitFor(/choose/);
    screen.press(token);
    await screen.waitFor(token);
    screen.press('\x1b');
    await screen.waitFor(text => !text.includes(token));
    screen.press('q');
    await screen.exit;
    const all = JSON.stringify(at.messages());
    expect(all).toContain('*'.repeat(token.length));
    expect(all).not.toContain(token.slice(0, 8));
  });

  it('explains in one sentence that it cannot record, and continues', async test => {
    const at = openHome(test);
    mkdirSync(at.state, {recursive: true});
    writeFileSync(at.folder, 'a file');
    const screen = await at.start();
    await screen.waitFor('Recording stopped');
    expect(screen.screen()).toMatch(/something else\s+is there/);
    await screen.waitFor(/● <?\d/);
    expect(readdirSync(at.state)).toContain('journal.db');
  });
});
