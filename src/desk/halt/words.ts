import type {State} from '../state.ts';
import {type HaltProgress, type HaltRecord, isEnd} from './record.ts';

export function haltWord({asked, progress}: HaltRecord): string {
  if (asked === undefined) return 'HALTED';
  return progress?.word ?? 'HALTING';
}

/** `3 orders, 1 Easy Option, 2 not ended, 1 not confirmed final` */
export function haltCounts({counts, word}: HaltProgress): string {
  if (isEnd(word)) return '';
  const {orders, easyOptions, intents, unproved} = counts;
  const count = (number: number | undefined, one: string, many: string) =>
    number === undefined ? [] : [`${number} ${number === 1 ? one : many}`];
  return [
    ...count(orders, 'order', 'orders'),
    ...count(easyOptions, 'Easy Option', 'Easy Options'),
    ...(intents === 0 ? [] : [`${intents} not ended`]),
    ...(unproved === 0 ? [] : [`${unproved} not confirmed final`]),
  ].join(', ');
}

/** If a later read lists an order, the reported end no longer holds. */
export function listedAgain({halt, feeds}: Pick<State, 'halt' | 'feeds'>): number {
  const {progress} = halt.record ?? {};
  const {loadedAt, rows, total} = feeds.orders;
  const isLater = progress !== undefined && isEnd(progress.word) && (loadedAt?.wall ?? 0) > progress.at;
  return isLater ? Math.max(rows.length, total ?? 0) : 0;
}
