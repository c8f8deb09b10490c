import type {Question, SaidWords} from '../model/state.ts';

/**
 * When a question can have been heard to its end, where nobody sees it. The terminal has taken its last line,
 * as for eyes; and from then on each word takes its time to be spoken, behind all that was said before. Few
 * people have words spoken faster than this, and who waits a little longer loses nothing.
 */
const wordMs = 150;

/** With words that were just said, behind those that are still to be taken by the terminal. */
export function withWords(said: SaidWords | undefined, revision: number, words: number): SaidWords {
  return {revision, words: (said?.words ?? 0) + words, heardAt: said?.heardAt ?? Number.NEGATIVE_INFINITY};
}

/** The terminal has taken them: they are spoken from now on, or once what was said before is at its end. */
export function taken({revision, words, heardAt}: SaidWords, at: number): SaidWords {
  return {revision, words: 0, heardAt: Math.max(at, heardAt) + words * wordMs};
}

/** Asked for its proof once more, with nothing new to be said. */
export function carriedOver(said: SaidWords | undefined, question: Question): SaidWords | undefined {
  return said?.revision === question.revision ? {...said, revision: question.revision + 1} : said;
}

/** Whether the question was told as it stands, down to its key. */
export function isToldIn({said, revision}: Question): boolean {
  return said?.revision === revision;
}

/** Monotonic ms from when on its key counts: never before it was told, and taken, to its end. */
export function heardBy(question: Question): number {
  const {said} = question;
  return said === undefined || !isToldIn(question) || said.words > 0
    ? Number.POSITIVE_INFINITY
    : said.heardAt;
}
