// The flag of a halt is in the journal within 100 ms of its key: on a pane, in dialogs, forms and text fields,
// and on a screen of 10x3. The file is read all the time, so the figures hold the wait for a core. Fails by
// its exit code.
//
//   npm run soak -- flag [TIMES]
import {mkdtempSync, readdirSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {setTimeout as pause} from 'node:timers/promises';
import {homeIn, program} from '../helpers/built.ts';
import {rest} from '../helpers/holdings.ts';
import {startTestPaper} from '../helpers/paper.ts';
import {openTerminal, type TestTerminal} from '../helpers/terminal.ts';

const times = Number(process.argv[2] ?? 5);
const mostMs = 100;
const token = 'test-token';

/** The keys that open the place, and what shows it. */
const places: Readonly<Record<string, readonly [keys: readonly string[], shows: string | RegExp]>> = {
  'a pane': [['1'], 'o open'],
  details: [['1', '\r'], 'Esc'],
  'the form of an opening': [['1', 'o'], 'Investment'],
  'the form of an order': [['1', 'n'], 'Symbol'],
  'the form of an amend': [['3', 'm'], 'Amend order'],
  'the review of a cancel': [['3', 'x'], /cancel the order/i],
  'the review of several': [['3', 'X'], /Cancel/],
  'a filter': [['1', '/'], 'Tab search'],
  'the sort': [['1', 's'], 'Sort by'],
  'an alert': [['1', 'a'], /Alert/],
  'the position': [['2', 'p'], 'Esc'],
  help: [['?'], '/ search'],
  'the search in the help': [['?', '/'], 'Esc'],
  messages: [['M'], 'Messages of this session'],
  'the palette': [[':'], 'Esc'],
  'the question before it quits': [['q'], 'Quit'],
};

/** There `!` is text. */
const typed = ['a filter', 'the search in the help', 'the palette'];

const folder = mkdtempSync(join(tmpdir(), 'optty-flag-'));
const paper = await startTestPaper({clock: 'real', token});
const env = {...process.env, ...homeIn(folder), OPTTY_TOKEN: token, TERM: 'xterm-256color'};

try {
  await rest(paper, '0.1', '5');
  const [card] = (await paper.call('GET', '/v1/easy-options/list')).json;
  await paper.call('POST', '/v1/easy-options/open', {cardId: card.id, investmentAmount: 50});
  const terminal = openTerminal({
    command: process.execPath,
    args: [program, '--base-url', paper.origin],
    env,
  });
  await terminal.waitFor('o open', 60_000);
  await pause(2_000);
  const journal = new DatabaseSync(journalIn(folder), {timeout: 2_000});
  let isGood = true;
  for (const name of Object.keys(places)) isGood = (await measure(name)) && isGood;
  terminal.resize(10, 3);
  await pause(1_000);
  const small = await takenIn(terminal, journal, '!');
  isGood = tell('a screen of 10x3', small) && isGood;
  await terminal.close();
  console.log(isGood ? 'good' : `BAD: more than ${mostMs} ms`);
  process.exitCode = isGood ? 0 : 1;

  async function measure(name: string): Promise<boolean> {
    const [keys, shows] = places[name] ?? [[], ''];
    const took: number[] = [];
    for (let time = 0; time < times; time++) {
      for (const key of keys) {
        terminal.press(key);
        await pause(400);
      }
      await terminal.waitFor(shows, 30_000);
      took.push(...(await takenIn(terminal, journal, typed.includes(name) ? '\x1c' : '!')));
      for (const _ of [1, 2, 3]) {
        terminal.press('\x1b');
        await pause(150);
      }
    }
    return tell(name, took);
  }
} finally {
  await paper.close();
  rmSync(folder, {recursive: true, force: true});
}

/** Presses the key, waits for the flag, and lifts it as `resume` does. */
async function takenIn(terminal: TestTerminal, journal: DatabaseSync, key: string): Promise<number[]> {
  const flag = journal.prepare('SELECT count(*) AS count FROM halts WHERE lifted_at IS NULL');
  const pressedAt = performance.now();
  terminal.press(key);
  while (flag.get()?.count === 0) {
    if (performance.now() - pressedAt > 30_000) throw new Error('No halt in the journal.');
    await new Promise(setImmediate);
  }
  const ms = performance.now() - pressedAt;
  await pause(300);
  journal.prepare('UPDATE halts SET lifted_at = ? WHERE lifted_at IS NULL').run(Date.now());
  await pause(1_500);
  return [ms];
}

function tell(name: string, took: readonly number[]): boolean {
  const most = Math.max(...took);
  const median = took.toSorted((a, b) => a - b)[Math.floor(took.length / 2)] ?? 0;
  console.log(
    `${name.padEnd(30)} median ${median.toFixed(1)} ms, most ${most.toFixed(1)} ms of ${took.length}`,
  );
  return most <= mostMs;
}

function journalIn(state: string): string {
  const name = readdirSync(state, {recursive: true, encoding: 'utf8'}).find(each =>
    each.endsWith('journal.db'),
  );
  if (name === undefined) throw new Error('There is no journal.');
  return join(state, name);
}
