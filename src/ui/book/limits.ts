import {limitsNow} from '../../desk/limits/left.ts';
import type {State} from '../../desk/model/state.ts';
import {usedWords} from '../../desk/words/bounds.ts';
import {sanitize} from '../../term/text/sanitize.ts';
import {cut} from '../format.ts';
import {rememberLast} from '../same.ts';
import type {Paint} from '../theme.ts';
import type {FigureBlock} from './pack.ts';

/** The limits in force, each with what is used and left of it: none before the account was read whole. */
export function createLimitWords(): (state: State) => readonly string[] {
  let state: State;
  // What is asked for and what is read are all that they are made of, beside the clock.
  const words = rememberLast(
    (_room: State['limits'], _rows: State['book']['rows'], _own: State['settings']['limits'], _at: number) =>
      limitsNow(state).map(each => sanitize(usedWords(each))),
  );
  return next => {
    state = next;
    const {limits, book, settings, now} = next;
    return words(limits, book.rows, settings.limits, Math.floor(now.wall / 60_000));
  };
}

/** A section of its own, without a figure to select: no record stands behind a limit. */
export function limitsBlock(words: readonly string[], columns: number, paint: Paint): readonly FigureBlock[] {
  if (words.length === 0) return [];
  const lines = [paint('dim', '  Limits'), ...words.map(each => `  ${cut(each, columns - 2)}`)];
  return [{lines, keys: lines.map(() => undefined)}];
}
