import {execFileSync, spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, afterEach, describe, expect, it} from 'vitest';
import {compileCache, program} from '../helpers/built.ts';
import {startTestPaper, type TestPaper} from '../helpers/paper.ts';
import {eventually} from '../helpers/patience.ts';
import {act} from '../helpers/program.ts';
import {openTerminal, type TestTerminal} from '../helpers/terminal.ts';

/** The built program where the answers of the terminal are no proof that a person sees anything. */
const folder = mkdtempSync(join(tmpdir(), 'optty-between-'));
const server = ['-L', 'optty', '-f', '/dev/null'];
let paper: TestPaper | undefined;
let person: TestTerminal | undefined;

afterAll(() => rmSync(folder, {recursive: true, force: true}));

afterEach(async () => {
  // It may have ended by itself.
  spawnSync('tmux', [...server, 'kill-server'], {env: {...process.env, TMUX_TMPDIR: folder}});
  await person?.close();
  await paper?.close();
  paper = person = undefined;
});

/** What a person sees, and the screen that tmux keeps behind that. */
function openInTmux(more: Record<string, string>) {
  const own = {HOME: folder, TMUX_TMPDIR: folder, LC_ALL: 'C.UTF-8', NODE_COMPILE_CACHE: compileCache};
  const outside = {XDG_CONFIG_HOME: undefined, XDG_STATE_HOME: undefined, TMUX: undefined, STY: undefined};
  const env = {...process.env, ...own, ...outside, ...more};
  person = openTerminal({
    ...{command: 'tmux', args: [...server, 'new-session', process.execPath, program], env},
  });
  const behind = () => execFileSync('tmux', [...server, 'capture-pane', '-p'], {env, encoding: 'utf8'});
  return {person, behind};
}

/** A profile whose questions name a letter on paper too, as they do on LIVE. */
function byLetter() {
  const file = join(folder, 'config.toml');
  writeFileSync(file, '[profiles.a]\nconfirm = "letter"\n', {mode: 0o600});
  return {OPTTY_CONFIG: file, OPTTY_PROFILE: 'a'};
}

async function startService() {
  const service = await startTestPaper({clock: 'real'});
  paper = service;
  const opened = async () => {
    const {json} = await service.call('GET', '/v1/easy-options/search');
    return json.content.length as number;
  };
  return {env: {OPTTY_BASE_URL: service.origin, OPTTY_TOKEN: service.token}, opened};
}

const letterAsked = /press ([a-z]) to open/;

/** Up to the review of an opening, waiting for nothing but what `look` tells. */
async function toReview(screen: TestTerminal, look: (what: RegExp) => Promise<string>): Promise<string> {
  await act(screen, 'o', /Investment/, look);
  screen.press('25');
  await look(/Investment +25/);
  screen.press('\r');
  return look(/Open an Easy Option[\s\S]*Quote \d+ s old · r /);
}

/** Presses a key as calmly as a confirmation wants it: that pause is what is told apart here. */
async function pressCalmly(screen: TestTerminal, ...keys: string[]) {
  for (const key of keys) {
    await new Promise(resolve => setTimeout(resolve, 400));
    screen.press(key);
  }
}

const until = (look: () => string, what: RegExp) =>
  eventually(() => {
    const seen = look();
    expect(seen).toMatch(what);
    return seen;
  });

describe('a terminal in tmux with delayed frames', () => {
  it('sends nothing for blind key presses, and sends once for the letter on the screen', async () => {
    const {env, opened} = await startService();
    const {person, behind} = openInTmux({...env, ...byLetter()});
    await person.waitFor('BTC above');
    // A terminal that does not read holds the picture back; tmux goes on behind it.
    person.stopReading();
    await toReview(person, what => until(behind, what));
    await pressCalmly(person, 'y', 'y');
    const reviewed = await eventually(async () => {
      await pressCalmly(person, 'y');
      expect(behind()).toMatch(/Not y: press/);
      return behind();
    });
    expect(person.screen()).not.toMatch(letterAsked);
    expect(await opened()).toBe(0);
    person.startReading();
    const [, letter = ''] = letterAsked.exec(await person.waitFor(letterAsked)) ?? [];
    expect(reviewed).toContain(`press ${letter} to open`);
    await eventually(async () => {
      await pressCalmly(person, letter);
      expect(person.screen()).toMatch(/OPEN(ING|ED[^:]*): /);
    });
    expect(await opened()).toBe(1);
  });
});
