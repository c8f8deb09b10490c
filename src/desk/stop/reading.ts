import type {EasyOption, Millis, Order, Trade} from '../../api/wire/records.ts';
import type {Moment} from '../model/moment.ts';

/** A list as one read found it, from its first page to its last. */
export type ListRead<Row> = {
  /** When its first page was asked for. */
  readonly began: Moment;
  readonly rows: readonly Row[];
  readonly unreadable: number;
  readonly pages: number;
  /** The total on its first page and on its last. */
  readonly totals: readonly [number | undefined, number | undefined];
  /** Its last page was read. */
  readonly isWhole: boolean;
  /** No two of its rows have the same id. */
  readonly areUnique: boolean;
  /** Every id is above the one before it. */
  readonly isAscending: boolean;
  /** Why not, and for how long the service asks to be left alone. */
  readonly fault: {readonly text: string; readonly retryAfterMs?: number | undefined} | undefined;
};

/** What one round of a stop read; a list that it did not need is undefined. */
export type AccountRead = {
  readonly orders: ListRead<Order>;
  readonly easyOptions: ListRead<EasyOption> | undefined;
  readonly trades: ListRead<Trade> | undefined;
  /** The service's clock less ours, where an answer told it. */
  readonly offsetMs: Millis | undefined;
  /** The service proved that it is the paper service. */
  readonly isPaper: boolean;
};

/** Page 1 without a row, and a total of 0: no more than this read, and never a proof by itself. */
export function isEmptyList(read: ListRead<unknown>): boolean {
  return (
    read.fault === undefined &&
    read.isWhole &&
    read.rows.length + read.unreadable === 0 &&
    read.totals[0] === 0
  );
}

/**
 * Whether no row can have been missed: the totals of the first and the last page agree with each other and with
 * the rows, each of which came once.
 */
export function isAllOf({rows, unreadable, totals, isWhole, areUnique, fault}: ListRead<unknown>): boolean {
  const [first, last] = totals;
  const isCounted = first !== undefined && first === last && first === rows.length;
  return fault === undefined && isWhole && unreadable === 0 && isCounted && areUnique;
}

/** Over several pages rows that change move from one to another unseen, unless they come by rising ids. */
export function isInOrder({pages, isAscending}: ListRead<unknown>): boolean {
  return pages === 1 || isAscending;
}
