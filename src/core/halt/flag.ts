import type {Feed} from '../../account/model/feed.ts';
import {counted} from '../../account/words/text.ts';
import {type HaltProgress, type HaltRecord, hasEnded, isUnderWay, type LeftItem} from './halt.ts';

export function haltWord({wants, progress}: HaltRecord): HaltProgress['word'] | 'HALTED' {
  return wants === undefined ? 'HALTED' : (progress?.word ?? 'HALTING');
}

/** `HALTED, NO ORDERS`. A halt that is not written yet has no record. */
export function haltState(record: HaltRecord | undefined): string {
  const word = record === undefined ? 'HALTED' : haltWord(record);
  return word === 'HALTING' || word === 'HALTED' ? word : `HALTED, ${word}`;
}

/** Lifting the halt ends this: `2 orders not confirmed`. Undefined if nothing is under way. */
export function notEnded(record: HaltRecord | undefined): string | undefined {
  if (!isUnderWay(record)) return undefined;
  const {orders = 0} = record.progress ?? {};
  return orders === 0 ? 'not confirmed yet' : `${counted(orders, 'order')} not confirmed`;
}

export const leftWords = ({what, why}: LeftItem): string => (why === '' ? what : `${what}: ${why}`);

/**
 * If a later read lists an order, the reported end no longer holds.
 * @param isLater this process asked for it after it saw that end: a clock that was set proves no order
 */
export function listedAgain(
  record: HaltRecord | undefined,
  list: Pick<Feed, 'rows' | 'total'>,
  {isLater, isAll}: {readonly isLater: boolean; readonly isAll: boolean},
): string | undefined {
  const count = Math.max(list.rows.length, list.total ?? 0);
  if (!hasEnded(record) || !isLater || count === 0) return undefined;
  return `LISTED AGAIN: ${isAll ? '' : 'at least '}${count} open`;
}
