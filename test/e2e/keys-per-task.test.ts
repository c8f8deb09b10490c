import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it, type TestContext} from 'vitest';
import {
  back,
  confirm,
  enter,
  type Task as HeardTask,
  tasks as listened,
  tab,
  today,
} from '../helpers/heard/tasks.ts';
import {openAndClose, openThree} from '../helpers/holdings.ts';
import {startTestPaper, type TestPaper, testStart} from '../helpers/paper.ts';
import {askedIn, calm, confirmed, type Program, startProgram} from '../helpers/program.ts';

/**
 * What a task takes, counted by pressing it: the built program in a pseudo-terminal, each key by itself, the
 * next one when the screen shows what this one did. The switch to its pane is no part of a task. Pressing is
 * mostly waiting, so several are done at once.
 */

/** What is pressed, and what a person sees before he goes on. */
type Press = readonly [key: string, shows: RegExp];

type Task = HeardTask & {
  takes: number;
  /** Up to where the task begins. */
  before?: readonly Press[];
};

/** The same task of who listens. */
const heard = (does: string) => listened.find(each => each.does === does) ?? expect.fail(does);

/** What expires next, what is at risk, what was made today. */
const glance = /next +\S+ \S+ \S+ in .*\n.*risk +[\d,.]+ USDT.*\n.*today +[+-][\d.]+ USDT/;

const cancels = (size: string): readonly Press[] => [
  ['x', /Cancel the order[\s\S]* {2}cancel/],
  [confirm, new RegExp(`CANCELED: BUY ${size} `)],
];

/** A limit order of the first card's option, of a size that the service refuses. */
const refused: readonly Press[] = [
  ['n', /▌ Price/],
  ['2k', /▌ Price +2k/],
  [tab, /▌ Size/],
  ['.00001', /▌ Size +\.00001/],
  [enter, confirmed],
  [confirm, /multiple of it/],
  [back, /q quit/],
];

const tasks: readonly Task[] = [
  {
    ...heard('opening 50 on the selected card'),
    takes: 5,
    keys: [
      ['o', /▌ Investment/],
      ['5', /Investment +5/],
      ['0', /Investment +50/],
      [enter, confirmed],
      [confirm, /OPEN(ING|ED).*for 50/],
    ],
  },
  {
    ...heard('a limit order of .5 at another price, 1k'),
    takes: 8,
    keys: [
      ['n', /▌ Price/],
      ['1', /▌ Price +1$/m],
      ['k', /▌ Price +1k/],
      [tab, /▌ Size/],
      ['.', /▌ Size +\./],
      ['5', /▌ Size +\.5/],
      [enter, confirmed],
      [confirm, /WORKING: BUY 0\.5 /],
    ],
  },
  {
    ...heard('correcting an order that was refused'),
    takes: 4,
    before: refused,
    keys: [
      ['f', /▌ Size +\.00001/],
      ['5', /▌ Size +5/],
      [enter, confirmed],
      [confirm, /(WORKING:|FILLED) BUY 5 /],
    ],
  },
  {
    ...heard('cancelling one order after another'),
    takes: 2,
    before: [['3', /BUY +10 +[\d,.]+ +\S+ +3 /], ...cancels('3')],
    keys: cancels('2'),
  },
  {
    does: 'sorting by P/L',
    takes: 2,
    holds: openThree,
    before: [['2', /ACTIVE/]],
    keys: [
      ['s', /Enter/],
      ['p', /P\/L▲/],
    ],
    proves: (_, screen) => expect(profits(screen)).toEqual(profits(screen).toSorted((a, b) => a - b)),
  },
  {
    does: 'sorting the other way',
    takes: 1,
    holds: openThree,
    before: [
      ['2', /ACTIVE/],
      ['s', /Enter/],
      ['p', /P\/L▲/],
    ],
    keys: [['=', /P\/L▼/]],
    proves: (_, screen) => expect(profits(screen)).toEqual(profits(screen).toSorted((a, b) => b - a)),
  },
  {
    ...heard('all that is not over'),
    takes: 6,
    before: [['2', /CLOSED/]],
    keys: [
      ['/', /search:/],
      ['o', /o/],
      ['p', /op/],
      ['e', /ope/],
      ['n', /open/],
      [enter, /^(?![\s\S]*CLOSED)[\s\S]*ACTIVE/],
    ],
    proves: (_, screen) => expect(profits(screen)).toHaveLength(2),
  },
  {
    ...heard('what expires next, what is at risk and what was made today'),
    takes: 1,
    keys: [['6', glance]],
    proves: (_, screen) => expect(screen).toMatch(glance),
  },
];

describe.concurrent('keys per task', () => {
  it('the Portfolio as the start pane shows the next expiry, the risk and the P/L without a key', async ({
    onTestFinished,
  }) => {
    const home = mkdtempSync(join(tmpdir(), 'optty-keys-'));
    onTestFinished(() => rmSync(home, {recursive: true, force: true}));
    writeFileSync(join(home, 'config.toml'), 'start_pane = "portfolio"\n', {mode: 0o600});
    const {screen} = await start(onTestFinished, today, openAndClose, {
      OPTTY_CONFIG: join(home, 'config.toml'),
    });
    await screen.waitFor(glance);
  });

  it.for(tasks)(
    '$does takes as many keys as documented: $takes',
    async ({takes, start: at = testStart, holds, before = [], keys, proves}, {onTestFinished}) => {
      const {paper, screen} = await start(onTestFinished, at, holds);
      await screen.waitFor(/2 Easy Options \d[\s\S]*BTC above/);
      for (const each of before) await press(screen, each);
      for (const each of keys) await press(screen, each);
      expect(keys).toHaveLength(takes);
      await proves(paper, screen.screen());
    },
  );
});

/** The program on a service of its own, both ended with the test. */
async function start(
  onTestFinished: TestContext['onTestFinished'],
  at: number,
  holds?: (service: TestPaper) => Promise<unknown>,
  env: Record<string, string> = {},
) {
  const paper = await startTestPaper({clock: 'real', start: at});
  onTestFinished(() => paper.close());
  await holds?.(paper);
  const screen = startProgram({env: {OPTTY_BASE_URL: paper.origin, OPTTY_TOKEN: paper.token, ...env}});
  onTestFinished(() => screen.end());
  return {paper, screen};
}

async function press(screen: Program, [key, shows]: Press) {
  // What acts rests for 300 ms after an answer, and `y` counts 500 ms after its question.
  await calm(650);
  screen.press(key === confirm ? (askedIn(screen.screen()) ?? 'y') : key);
  await screen.waitFor(shows);
}

/** P/L as the rows of Easy Options show it, from the top. */
function profits(screen: string): number[] {
  return [...screen.matchAll(/(?:ACTIVE|TRIGGERED) .*?([+-][\d,]+\.\d+)/g)].map(([, text = '']) =>
    Number(text.replaceAll(',', '')),
  );
}
