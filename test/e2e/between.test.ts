import {afterEach, describe, expect, it} from 'vitest';
import {type Between, openBetween} from '../helpers/between.ts';
import {type Identity, knownTerminal} from '../helpers/emulator.ts';
import {startTestPaper, type TestPaper} from '../helpers/paper.ts';
import {eventually} from '../helpers/patience.ts';
import {act, type Program, startProgram} from '../helpers/program.ts';
import type {TestTerminal} from '../helpers/terminal.ts';

/** The built program where the answers of the terminal are no proof that a person sees anything. */
let paper: TestPaper | undefined;
let program: Program | undefined;
let between: Between | undefined;

afterEach(async () => {
  await between?.end();
  await program?.end();
  await paper?.close();
  paper = program = between = undefined;
});

async function startService() {
  const service = await startTestPaper({clock: 'real'});
  paper = service;
  const opened = async () => {
    const {json} = await service.call('GET', '/v1/easy-options/search');
    return json.content.length as number;
  };
  return {env: {OPTTY_BASE_URL: service.origin, OPTTY_TOKEN: service.token}, opened};
}

async function startIn(identity: Identity) {
  const service = await startService();
  const screen = startProgram({env: service.env, identity});
  program = screen;
  await screen.waitFor('BTC above');
  return screen;
}

const letterAsked = /press ([A-Z]) to open/;

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
    between = await openBetween('tmux', env);
    const {person, behind} = between;
    await person.waitFor('BTC above');
    between.hold();
    await toReview(person, what => until(behind, what));
    await pressCalmly(person, 'y', 'y', 'a');
    const reviewed = await eventually(async () => {
      await pressCalmly(person, 'Y');
      expect(behind()).toMatch(/Not Y: press/);
      return behind();
    });
    expect(person.screen()).not.toMatch(letterAsked);
    expect(await opened()).toBe(0);
    between.release();
    const [, letter = ''] = letterAsked.exec(await person.waitFor(letterAsked)) ?? [];
    expect(reviewed).toContain(`press ${letter} to open`);
    await pressCalmly(person, letter.toLowerCase());
    await eventually(async () => {
      await pressCalmly(person, letter);
      expect(person.screen()).toMatch(/OPEN(ING|ED[^:]*): /);
    });
    expect(await opened()).toBe(1);
  });
});

describe('a directly connected terminal', () => {
  it('loses its proof after a suspension, if it is another terminal then', async () => {
    const identity = {...knownTerminal};
    const screen = await startIn(identity);
    const look = (what: RegExp) => screen.waitFor(what);
    expect(await toReview(screen, look)).toMatch(/y {2}open 25/);
    screen.press('\x1b');
    await screen.waitFor('Enter review');
    screen.press('\x1b');
    await screen.waitFor(shown => !shown.includes('Enter review'));
    identity.version = 'screen 5.0.0';
    const before = screen.bytes;
    screen.press('\x1a');
    await screen.waitFor(shown => screen.bytes > before && shown === '');
    // What is typed around a suspension may be meant for the shell and is dropped: so a key is pressed until it
    // is heard.
    const pressed = () => {
      screen.press('2');
      return screen.screen();
    };
    await until(pressed, /No rows/);
    screen.press('1');
    await screen.waitFor('BTC above');
    expect(await toReview(screen, look)).toMatch(letterAsked);
  });
});
