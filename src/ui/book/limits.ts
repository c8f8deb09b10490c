import {limitsNow} from '../../desk/limits/left.ts';
import type {Measure} from '../../desk/limits/measures.ts';
import type {State} from '../../desk/model/state.ts';
import {madeOfWords, usedLossWords, usedRateWords, usedWords} from '../../desk/words/bounds.ts';
import {sanitize} from '../../term/text/sanitize.ts';
import {cut} from '../format.ts';
import {rememberLast} from '../same.ts';
import type {Paint} from '../theme.ts';
import type {FigureBlock} from './pack.ts';

/** The limits in force, each with what is used and left of it; what is open only once it was read whole. */
export function limitSentences(state: State): readonly string[] {
  const now = limitsNow(state);
  if (now === undefined) return [];
  const all = [
    ...now.measures.map(usedWords),
    ...now.losses.map(usedLossWords),
    ...now.rates.map(usedRateWords),
  ];
  return all.map(each => sanitize(each));
}

/** Of each limit in force, what is used of it and where that comes from. */
export function limitSources(state: State): readonly string[] {
  const now = limitsNow(state);
  if (now === undefined) return [];
  const day = (zone: string) =>
    `\`plClosed\` of Easy Options that ended today, a day of ${zone}, which the journal keeps.`;
  const count = 'Openings and orders that the journal was asked for in the last 60 s, by all dashboards.';
  return [
    ...now.measures.map(each => `${usedWords(each)}. ${rules[each.what]} ${madeOfWords(each)}.`),
    ...now.losses.map(each => `${usedLossWords(each)}. ${day(each.zone)}`),
    ...now.rates.map(each => `${usedRateWords(each)}. ${count}`),
  ].map(each => sanitize(each, {maxCells: 1_000}));
}

const rules: Readonly<Record<Measure['what'], string>> = {
  investment: '`investmentAmount` of Easy Options that are not over:',
  count: 'Easy Options that are not over:',
  notional: '`price` times what is unfilled of orders, and `openPrice` times the contracts of open fills:',
};

/** Writes leave the last minute by themselves. */
const lookAgainMs = 5_000;

/**
 * The same lines as before while they say the same. They are of the account as the Book shows it, and of the
 * beginning of the five seconds that it is looked at in: whoever looks at a state later is told the same of it.
 */
export function createLimitWords(): (state: State) => readonly string[] {
  let state: State;
  let shown: readonly string[] = [];
  const words = rememberLast(
    (
      _room: State['limits'],
      rows: State['book']['rows'],
      _own: State['settings'],
      _asked: State['intents']['list'],
      wall: number,
    ) => {
      const {rounds, now} = state;
      const reading = {...rounds.reading, rows};
      return limitSentences({...state, now: {...now, wall}, rounds: {...rounds, reading}});
    },
  );
  return next => {
    state = next;
    const {limits, book, settings, intents, now} = next;
    const looked = now.wall - (now.wall % lookAgainMs);
    const told = words(limits, book.rows, settings, intents.list, looked);
    if (told.length !== shown.length || told.some((each, index) => each !== shown[index])) shown = told;
    return shown;
  };
}

/** A section of its own, without a figure to select: no record stands behind a limit. */
export function limitsBlock(words: readonly string[], columns: number, paint: Paint): readonly FigureBlock[] {
  if (words.length === 0) return [];
  const lines = [paint('dim', '  Limits'), ...words.map(each => `  ${cut(each, columns - 2)}`)];
  return [{lines, keys: lines.map(() => undefined)}];
}
