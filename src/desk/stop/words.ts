import type {State} from '../state.ts';
import {isEnd, type StopProgress, type StopRecord} from './record.ts';

export function stopWord({asked, progress}: StopRecord): string {
  if (asked === undefined) return 'STOPPED';
  return progress?.word ?? 'STOPPING';
}

/** `3 orders, 1 Easy Option, 2 not ended, 1 not proved final` */
export function stopCounts({counts, word}: StopProgress): string {
  if (isEnd(word)) return '';
  const {orders, easyOptions, intents, unproved} = counts;
  const count = (number: number | undefined, one: string, many: string) =>
    number === undefined ? [] : [`${number} ${number === 1 ? one : many}`];
  return [
    ...count(orders, 'order', 'orders'),
    ...count(easyOptions, 'Easy Option', 'Easy Options'),
    ...(intents === 0 ? [] : [`${intents} not ended`]),
    ...(unproved === 0 ? [] : [`${unproved} not proved final`]),
  ].join(', ');
}

/** If a later read lists an order, the reported end no longer holds. */
export function listedAgain({stop, feeds}: Pick<State, 'stop' | 'feeds'>): number {
  const {progress} = stop.record ?? {};
  const {loadedAt, rows, total} = feeds.orders;
  const isLater = progress !== undefined && isEnd(progress.word) && (loadedAt?.wall ?? 0) > progress.at;
  return isLater ? Math.max(rows.length, total ?? 0) : 0;
}
