import {execFileSync, spawnSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it, onTestFinished} from 'vitest';
import {compileCache, program} from '../helpers/built.ts';
import {temporaryFolder} from '../helpers/folder.ts';
import {startTestPaper} from '../helpers/paper.ts';
import {eventually} from '../helpers/patience.ts';
import {act} from '../helpers/program.ts';
import {openTerminal, type TestTerminal} from '../helpers/terminal.ts';

const server = ['-L', 'optty', '-f', '/dev/null'];

/** What a person sees, and the screen that tmux keeps behind that. Questions name a letter, as on LIVE. */
function openInTmux(more: Record<string, string>) {
  const folder = temporaryFolder();
  const config = join(folder, 'config.toml');
  writeFileSync(config, '[profiles.a]\nconfirm = "letter"\n', {mode: 0o600});
  const own = {HOME: folder, TMUX_TMPDIR: folder, LC_ALL: 'C.UTF-8', NODE_COMPILE_CACHE: compileCache};
  const outside = {XDG_CONFIG_HOME: undefined, XDG_STATE_HOME: undefined, TMUX: undefined, STY: undefined};
  const env = {...process.env, ...own, ...outside, OPTTY_CONFIG: config, OPTTY_PROFILE: 'a', ...more};
  const person = openTerminal({
    ...{command: 'tmux', args: [...server, 'new-session', process.execPath, program], env},
  });
  onTestFinished(async () => {
    // It may have ended by itself.
    spawnSync('tmux', [...server, 'kill-server'], {env});
    await person.close();
  });
  const behind = () => execFileSync('tmux', [...server, 'capture-pane', '-p'], {env, encoding: 'utf8'});
  return {person, behind};
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

/** The built program where the answers of the terminal are no proof that a person sees anything. */
it('a terminal in tmux with delayed frames sends nothing for blind keys, and once for the letter seen', async () => {
  const paper = await startTestPaper({clock: 'real'}, onTestFinished);
  const opened = async () => (await paper.call('GET', '/v1/easy-options/search')).json.content.length;
  const {person, behind} = openInTmux({OPTTY_BASE_URL: paper.origin, OPTTY_TOKEN: paper.token});
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
  expect(reviewed).toMatch(letterAsked);
  await person.waitFor(letterAsked);
  await eventually(async () => {
    // Another one if the price has moved.
    const [, letter = ''] = letterAsked.exec(person.screen()) ?? [];
    await pressCalmly(person, letter);
    expect(person.screen()).toMatch(/OPEN(ING|ED[^:]*): /);
  });
  expect(await opened()).toBe(1);
});
