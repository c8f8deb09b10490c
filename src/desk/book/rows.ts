import type {EasyOption, EasyOptionCard, Millis, Order, Trade} from '../../api/wire/records.ts';
import type {Moment} from '../model/moment.ts';

/** One list of the account, as far as it has been read. */
export type Whole<Row> = {
  /** Each once, by id ascending. One that did not change is the object of the read before. */
  readonly rows: readonly Row[];
  /** When the read began that they are true to. */
  readonly began: Moment | undefined;
  /** Every page was read, and the first and the last of them told the same total. */
  readonly isWhole: boolean;
  /** How many records came, and how many the service says there are. */
  readonly read: number;
  readonly total: number | undefined;
  /** Rows that came and could not be read: no figure holds them. */
  readonly unreadable: number;
  /** Why the last read failed; undefined where it did not. */
  readonly fault: string | undefined;
};

/** The whole account: what every figure of the book is made of. */
export type BookRows = {
  readonly easyOptions: Whole<EasyOption>;
  readonly orders: Whole<Order>;
  /** Active or not. */
  readonly cards: Whole<EasyOptionCard>;
  /** Those from a time on: 30 days back, or the oldest working order. */
  readonly trades: Whole<Trade> & {readonly since: Millis};
};

/** Whether a figure made of this list may lack something. */
export function isPartial({isWhole, unreadable}: Whole<unknown>): boolean {
  return !isWhole || unreadable > 0;
}

const nothing: Whole<never> = {
  rows: [],
  began: undefined,
  isWhole: false,
  read: 0,
  total: undefined,
  unreadable: 0,
  fault: undefined,
};

/** Before anything of the account was read. */
export function unreadRows(since: Millis): BookRows {
  return {cards: nothing, easyOptions: nothing, orders: nothing, trades: {...nothing, since}};
}
