import {add, compare} from '../../../api/wire/decimal.ts';
import type {Decimal, Id, Trade} from '../../../api/wire/records.ts';
import type {Moment} from '../../model/moment.ts';
import type {DraftOf, ReadingProgress} from '../intent.ts';
import {isNumber} from '../reconcile/matching.ts';

/**
 * What an order filled before it was canceled, as its trades tell. They may come late, so a sum is complete
 * only where it is all of the order, or where it was read often enough over as long as they may take.
 */
export type FillsTold = {
  /** Contracts of the rows that are surely its own, each trade once. */
  readonly sum: Decimal;
  /** Why more of it may have filled than any number of such reads tells. */
  readonly flaw: string | undefined;
};

export function fillsTold(orderId: Id, rows: readonly Trade[]): FillsTold {
  const own = new Map(rows.filter(row => row.orderId === orderId).map(row => [row.tradeId, row]));
  const sizes = [...own.values()].map(row => row.filledSizeContracts);
  return {sum: sizes.filter(isFill).reduce(add, '0'), flaw: flawOf(orderId, rows)};
}

/** A fill takes off the size that is placed; one below 0 would add to it. */
const isFill = (size: string | undefined): size is Decimal => isNumber(size) && compare(size, '0') > 0;

function flawOf(orderId: Id, rows: readonly Trade[]): string | undefined {
  if (rows.some(row => row.orderId === undefined)) return 'Trades come without the id of their order.';
  if (rows.some(row => row.orderId !== orderId))
    return 'The service gives trades of other orders than it was asked for.';
  if (rows.some(row => row.tradeId === '' || !isFill(row.filledSizeContracts)))
    return 'A trade comes without its id or its size.';
  return undefined;
}

/** So often the same sum is read. */
const sameReads = 5;

/** Counts the reads in a row that told the same sum. */
export function countFills(
  look: ReadingProgress,
  before: Decimal | undefined,
  {sum, flaw}: FillsTold,
  beganAt: Moment,
): ReadingProgress {
  if (flaw !== undefined) return {...look, goodReads: 0, firstGood: undefined, failure: flaw};
  const isSame = before !== undefined && look.firstGood !== undefined && compare(before, sum) === 0;
  return {
    ...look,
    goodReads: isSame ? look.goodReads + 1 : 1,
    firstGood: isSame ? look.firstGood : beganAt,
    failure: undefined,
  };
}

/** Whether no further trade can come, by the reads up to the one that began at `beganAt`. */
export function areComplete(
  {size, tradesLagMs}: DraftOf<'replace'>,
  {sum, flaw}: FillsTold,
  {goodReads, firstGood}: ReadingProgress,
  beganAt: Moment,
): boolean {
  if (flaw !== undefined) return false;
  if (compare(sum, size) === 0) return true;
  return goodReads >= sameReads && firstGood !== undefined && beganAt.mono - firstGood.mono >= tradesLagMs;
}
