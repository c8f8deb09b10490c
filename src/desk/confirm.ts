import type {Review, State} from './state.ts';
import type {Key} from './vocabulary.ts';

/**
 * Whether a key truly means "send". A held key, a burst, a paste, a key meant for the screen before: none may send an
 * order. So the review must have been on the screen, and the keyboard quiet, long enough for a person to have read it.
 */
export const settleMs = 150;

/** After a confirmation, further `y` are swallowed until this long without one. */
export const swallowMs = 300;

/** The key that confirms: another than `y` where the review asks twice. */
export function confirmKey(review: Review): 'y' | 'a' {
  return review.guard === undefined ? 'y' : 'a';
}

export type Confirmation = {readonly counts: true} | {readonly counts: false; readonly notice: string};

/**
 * Judges a press of the confirming key.
 * @param previousKeyAt monotonic ms of the key before it, whatever key that was
 */
export function judge(review: Review, key: Key, previousKeyAt: number): Confirmation {
  const again = `press ${confirmKey(review)} again`;
  const no = (why: string): Confirmation => ({counts: false, notice: `${why}: ${again}`});
  if (key.pasted || !key.alone) return no('That came in with other keys');
  if (review.reread.status === 'reading') return no('Still reading the record again');
  if (review.shownAt === undefined) return no('Not yet on the screen');
  if (key.at - review.shownAt < settleMs) return no('Only just on the screen');
  if (key.at - previousKeyAt < settleMs) return no('Too soon after another key');
  return {counts: true};
}

/** A `y` that is still the echo of a confirmation. */
export function isSwallowed(state: State, key: Key): boolean {
  return (key.name === 'y' || key.name === 'a') && key.at < state.keys.swallowYUntil;
}
