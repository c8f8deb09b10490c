import {startTestPaper, type TestPaper, testStart} from '../paper.ts';
import type {Ears, Listened} from './ears.ts';

/** What is pressed, and what is heard of it. */
type Press = readonly [key: string, says: RegExp];

/** The key that the question names, once that can have been heard. */
const confirm = 'the key asked for';
/** A letter that is typed is told by whoever reads the screen out. */
export const silent = /^/;

export const type = (text: string): readonly Press[] => [...text].map(letter => [letter, silent]);

/** Presses the keys, each once it was heard what the one before it did. */
export async function pressAll(ears: Ears, keys: readonly Press[]): Promise<void> {
  for (const [key, says] of keys) {
    if (says !== silent) await ears.rest();
    if (key === confirm) await ears.confirm(says);
    else await ears.press(key, says);
  }
}

/** What the document shows of a session, in its words. */
export const opening = {
  does: 'To open an Easy Option for 50: `o`, `50`, Enter. The review is heard to its end, then the key is pressed.',
  keys: [['o', /Investment, empty\./], ...type('50'), ['\r', /to open 50\.\n/], [confirm, /OPEN(?:ING|ED)/]],
  says: /OPENED/,
} as const;

type HeardPart = {readonly does: string; readonly said: string};

/** What is heard of the start, and of an opening. */
export async function hearSession(
  listen: (paper: TestPaper) => Promise<Listened>,
): Promise<readonly HeardPart[]> {
  const paper = await startTestPaper({clock: 'real', start: testStart});
  const listener = await listen(paper);
  try {
    await listener.hear(/PAPER, [\s\S]*Row 1, |Row 1, [\s\S]*PAPER, /);
    const start = listener.said();
    await pressAll(listener, opening.keys);
    paper.serviceClock.advance(10_000);
    await listener.hear(opening.says);
    const said = listener.said().slice(start.length);
    // What acts rests after an answer.
    await listener.rest();
    await listener.press('q', silent);
    await listener.ended;
    return [
      {does: 'optty starts.', said: start},
      {does: opening.does, said},
    ];
  } finally {
    await listener.end();
    await paper.close();
  }
}
