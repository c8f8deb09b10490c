import {serviceClock} from '../../core/intents/clock.ts';
import {usedLossWords, usedRateWords, usedWords} from '../../core/limits/words.ts';
import {sanitize} from '../../text/sanitize.ts';
import type {State} from '../state.ts';
import {limitsNow} from './gate-now.ts';

/** Open amounts appear only after a complete read. */
export function limitSentences(state: State): readonly string[] {
  const now = limitsNow(state);
  if (now === undefined) return [];
  const all = [
    ...(now.old !== undefined && now.measures.length + now.losses.length > 0 ? [now.old] : []),
    ...now.measures.map(each => usedWords(each, at => serviceClock(state, at))),
    ...now.losses.map(usedLossWords),
    ...now.rates.map(usedRateWords),
  ];
  return all.map(each => sanitize(each));
}
