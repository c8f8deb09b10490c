import {readFileSync} from 'node:fs';
import {expect, it, onTestFinished} from 'vitest';
import {strayBytes} from '../helpers/heard/ears.ts';
import {session} from '../helpers/heard/session.ts';
import {back, enter, pressAll, silent, type} from '../helpers/heard/tasks.ts';
import {type Listener, startListening} from '../helpers/listener.ts';
import {startTestPaper, testStart} from '../helpers/paper.ts';
import type {TerminalOptions} from '../helpers/terminal.ts';

/**
 * The built program in a pseudo-terminal, in real time. What is done by ear beside this is tested where nobody
 * waits for words to be spoken: test/commands/dashboard/reader.
 */
async function listening(options: Partial<TerminalOptions> = {}): Promise<Listener> {
  const paper = await startTestPaper({clock: 'real', start: testStart});
  onTestFinished(() => paper.close());
  const env = {OPTTY_BASE_URL: paper.origin, OPTTY_TOKEN: paper.token};
  const listener = startListening({...options, env});
  onTestFinished(() => listener.end());
  await listener.hear(/PAPER, [\s\S]*Row 1, BTC|Row 1, BTC[\s\S]*PAPER, /);
  return listener;
}

/** At 150 ms a word, as a person hears them. */
it('a review is confirmed by its spoken key', async () => {
  const listener = await listening({identity: {}});
  await pressAll(listener, [['o', /Investment, empty/], ...type('50')]);
  await listener.press(enter, /to open 50\.\n/);
  const question = listener.said().slice(listener.said().lastIndexOf('Open an Easy Option.\n'));
  expect(question).toMatch(/Press y to open 50\.\n$/);
  await listener.confirm(/OPEN(?:ING|ED)/);
  await listener.press('q', silent);
  expect(strayBytes(listener.written())).toEqual([]);
});

it('a review can be left at any time', async () => {
  const listener = await listening();
  await pressAll(listener, [['o', /Investment, empty/], ...type('50'), [enter, /Press y to open 50\.\n/]]);
  await listener.press(back, /Investment, 50/);
  await listener.press(back, /Cards, row 1 of/);
});

it('the parts of a session in the document were really spoken: each key has the documented words', () => {
  const text = readFileSync(new URL('../../docs/listening.md', import.meta.url), 'utf8');
  for (const {does, keys, says} of session.filter(({isShown}) => isShown)) {
    const said = `${text.split(`${does}\n\n\`\`\`text\n`)[1]?.split('```')[0]}`;
    for (const [, what] of keys) expect(said, does).toMatch(what);
    if (says !== undefined) expect(said, does).toMatch(says);
  }
});
