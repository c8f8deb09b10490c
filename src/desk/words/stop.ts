import type {State} from '../model/state.ts';
import {isEnd, type StopProgress, type StopRecord} from '../stop/record.ts';

/** How far a stop has come, in a few words and without a time: whoever shows it has the clock. */
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

/** What a word was proved for stands no longer where a later read lists an order again. */
export function listedAgain({stop, feeds}: Pick<State, 'stop' | 'feeds'>): number {
  const {progress} = stop.record ?? {};
  const {loadedAt, rows, total} = feeds.orders;
  const isLater = progress !== undefined && isEnd(progress.word) && (loadedAt?.wall ?? 0) > progress.at;
  return isLater ? Math.max(rows.length, total ?? 0) : 0;
}
