import {readFileSync} from 'node:fs';
import {describe, expect, it, onTestFinished} from 'vitest';
import {hearSession, session} from '../helpers/heard/session.ts';
import {back, enter, pressAll, silent, tasks} from '../helpers/heard/tasks.ts';
import {keyIn, type Listener, startListening, strayBytes} from '../helpers/listener.ts';
import {startTestPaper, type TestPaper, testStart} from '../helpers/paper.ts';
import {calm} from '../helpers/program.ts';
import type {TerminalOptions} from '../helpers/terminal.ts';

/**
 * What is done by who listens: the built program in a pseudo-terminal, of which nothing is known but its
 * transcript. What was done is asked of the service. A question takes as long as its words, so all run at once.
 */
async function listenTo(
  start: number,
  holds: (service: TestPaper) => Promise<void> = async () => {},
  options: Partial<TerminalOptions> = {},
): Promise<[TestPaper, Listener]> {
  const paper = await startTestPaper({clock: 'real', start});
  onTestFinished(() => paper.close());
  await holds(paper);
  const listener = startListening({
    ...options,
    env: {OPTTY_BASE_URL: paper.origin, OPTTY_TOKEN: paper.token},
  });
  onTestFinished(() => listener.end());
  await listener.hear(/PAPER, [\s\S]*Row 1, BTC|Row 1, BTC[\s\S]*PAPER, /);
  return [paper, listener];
}

/** The session in parts that need nothing of each other; they go first, for they take longest. */
const ways: readonly (readonly [does: string, of: readonly number[]])[] = [
  ['opened and closed', [0, 1, 2, 4]],
  ['filled, and UNKNOWN until it is ended by hand', [3, 5]],
  ['stopped and left', [6, 7]],
];

describe.concurrent('by ear alone', {timeout: 120_000}, () => {
  it.each(ways)('a session is gone through: %s, with no byte that erases or moves', async (_, of) => {
    const gone = session.filter((_part, index) => of.includes(index));
    const {parts, written} = await hearSession(gone);
    expect(parts).toHaveLength(of.length + 1);
    expect(strayBytes(written)).toEqual([]);
  });

  it('no part of the session is left out', () => {
    expect(ways.flatMap(([, of]) => of).toSorted()).toEqual([...session.keys()]);
  });

  it.each(tasks)('$does is done', async ({start = testStart, holds, keys, proves}) => {
    const [paper, listener] = await listenTo(start, holds);
    await pressAll(listener, keys);
    await proves(paper, listener.said());
    expect(strayBytes(listener.program.transcript)).toEqual([]);
  });

  it('a letter is drawn and spoken as a word where the terminal is not proved to answer', async () => {
    const [, listener] = await listenTo(testStart, undefined, {identity: {}});
    await listener.press('o', /Investment, empty/);
    for (const letter of '50') await listener.press(letter, silent);
    const question = await listener.press(enter, /to open 50\.\n/);
    expect(question).toMatch(/With Shift, press ([A-Z]), as in \w+, to open 50\.\n$/);
    // Long before that can have been heard.
    await calm();
    expect(await listener.press(keyIn(question), /again\.\n/)).toContain('Still being said, for ');
    await listener.press(back, /Investment, 50/);
  });
});

it('the session in the document is one that was heard: it says what each of its keys is to say', () => {
  const text = readFileSync(new URL('../../docs/listening.md', import.meta.url), 'utf8');
  for (const {does, keys, says} of session) {
    const said = `${text.split(`${does}\n\n\`\`\`text\n`)[1]?.split('```')[0]}`;
    for (const [, what] of keys) expect(said, does).toMatch(what);
    if (says !== undefined) expect(said, does).toMatch(says);
  }
});
