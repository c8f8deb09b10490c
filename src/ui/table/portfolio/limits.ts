import {limitsNow} from '../../../desk/gate/gate.ts';
import {usedLossWords, usedRateWords, usedWords} from '../../../desk/limits/words.ts';
import type {State} from '../../../desk/state.ts';
import {sanitize} from '../../../term/text/sanitize.ts';
import {cut, type Line} from '../../format.ts';
import {rememberLast} from '../../same.ts';
import type {FigureRow} from './block.ts';

/** Open amounts appear only after a complete read. */
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

/** Writes leave the last minute without an event. */
const lookAgainMs = 5_000;

/** Depends on the Portfolio as shown and on steps of 5 s, so that a replay gives the same text. */
export function createLimitWords(): (state: State) => readonly string[] {
  let state: State;
  let shown: readonly string[] = [];
  const words = rememberLast(
    (
      _room: State['limits'],
      rows: State['portfolio']['rows'],
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
    const {limits, portfolio, settings, intents, now} = next;
    const looked = now.wall - (now.wall % lookAgainMs);
    const told = words(limits, portfolio.rows, settings, intents.list, looked);
    if (told.length !== shown.length || told.some((each, index) => each !== shown[index])) shown = told;
    return shown;
  };
}

/** A limit has no records, so its line cannot be selected. */
export function limitsBlock(words: readonly string[], columns: number): readonly FigureRow[] {
  const heading: Line = [{text: '  Limits', tone: 'dim'}];
  return [heading, ...words.map((each): Line => [{text: `  ${cut(each, columns - 2)}`}])].map(line => ({
    line,
  }));
}
