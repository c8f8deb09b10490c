import {existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, it, vi} from 'vitest';
import type {Msg} from '../../src/desk/model/messages.ts';
import {readRecording} from '../../src/desk/recorder/file/opened.ts';
import {listRecordings} from '../../src/desk/recorder/file/sessions.ts';
import {startTestPaper, type TestPaper} from '../helpers/paper.ts';
import {type Program, startProgram} from '../helpers/program.ts';

let program: Program | undefined;
let paper: TestPaper | undefined;
let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'optty-e2e-'));
});
afterEach(async () => {
  await program?.end();
  await paper?.close();
  rmSync(home, {recursive: true, force: true});
  program = paper = undefined;
});

const folder = () => join(home, '.local/state/optty/recordings');

async function start(config = '', env: Record<string, string> = {}): Promise<Program> {
  mkdirSync(join(home, '.config/optty'), {recursive: true});
  writeFileSync(join(home, '.config/optty/config.toml'), config, {mode: 0o600});
  program = startProgram({home, env});
  await program.waitFor('BTC above');
  return program;
}

/** Recording begins behind the first picture. */
const recorded = () =>
  vi.waitFor(() => expect(listRecordings(folder())[0]?.bytes).toBeGreaterThan(0), {timeout: 20_000});

function messages(session = 0): readonly Msg[] {
  const {segments} = readRecording(listRecordings(folder())[session]?.path ?? '');
  return segments.flatMap(each => each.entries()).flatMap(entry => (entry.type === 'msg' ? [entry.msg] : []));
}

const keysIn = (all: readonly Msg[]) => all.flatMap(msg => (msg.type === 'pressed' ? [msg.key.name] : []));

it('keeps a session from its first message to the key that ends it', async () => {
  const screen = await start();
  await recorded();
  screen.press('2');
  await screen.waitFor('There are none.');
  screen.press('q');
  await screen.exit;
  const all = messages();
  expect(all.map(({type}) => type)).toEqual(expect.arrayContaining(['started', 'arrived', 'tick']));
  expect(keysIn(all)).toEqual(['2', 'q']);
  expect(readRecording(listRecordings(folder())[0]?.path ?? '').began).toMatchObject({
    profile: 'paper',
    host: 'embedded',
    pid: screen.pid,
  });
});

it.each(['SIGHUP', 'SIGTERM'])('has all that happened when %s ends it', async signal => {
  const screen = await start();
  await recorded();
  screen.press('2');
  await screen.waitFor('There are none.');
  screen.kill(signal);
  await screen.exit;
  expect(keysIn(messages())).toEqual(['2']);
});

it('keeps none where the profile does not want it', async () => {
  const screen = await start('record = false\n');
  await screen.waitFor(text => !text.includes('journal'));
  screen.press('q');
  await screen.exit;
  expect(existsSync(folder())).toBe(false);
});

it('keeps no token that somebody types', async () => {
  const token = 'Zx9-4kQ7_pL2mV8w';
  paper = await startTestPaper({clock: 'real', token});
  const screen = await start('', {OPTTY_BASE_URL: paper.origin, OPTTY_TOKEN: token});
  await recorded();
  screen.press(':');
  await screen.waitFor(/choose/);
  screen.press(token);
  await screen.waitFor(token);
  screen.press('\x1b');
  await screen.waitFor(text => !text.includes(token));
  screen.press('q');
  await screen.exit;
  const all = JSON.stringify(messages());
  expect(all).toContain('*'.repeat(token.length));
  expect(all).not.toContain(token.slice(0, 8));
});

it('says in one sentence that it cannot record, and goes on', async () => {
  mkdirSync(join(home, '.local/state/optty'), {recursive: true});
  writeFileSync(folder(), 'a file');
  const screen = await start();
  await screen.waitFor('not recorded');
  expect(screen.screen()).toMatch(/something else\s+stands there/);
  await screen.waitFor(/● <?\d/);
  expect(readdirSync(join(home, '.local/state/optty'))).toContain('journal.db');
});
