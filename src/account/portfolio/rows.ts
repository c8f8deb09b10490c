import type {EasyOption, EasyOptionCard, Millis, Order, Trade} from '../../api/wire/records.ts';
import type {Moment} from '../model/moment.ts';

export type Whole<Row> = {
  readonly rows: readonly Row[];
  readonly began: Moment | undefined;
  /** When the read that began so ended. */
  readonly ended?: Moment | undefined;
  /** Since when the rows that can change are as they are here, where a check after `began` read them. */
  readonly asOf?: Moment | undefined;
  /** Every page was read, each row could be read, and none can have slipped between two pages. */
  readonly isWhole: boolean;
  readonly total: number | undefined;
  readonly unreadable: number;
  /** Why the last read is not whole. */
  readonly fault: string | undefined;
};

export type PortfolioRows = {
  readonly easyOptions: Whole<EasyOption>;
  readonly orders: Whole<Order>;
  readonly cards: Whole<EasyOptionCard>;
  /** From a time on: 30 days back, or the oldest working order. */
  readonly trades: Whole<Trade> & {readonly since: Millis};
};

const nothing: Whole<never> = {
  rows: [],
  began: undefined,
  isWhole: false,
  total: undefined,
  unreadable: 0,
  fault: undefined,
};

export function unreadRows(since: Millis): PortfolioRows {
  return {cards: nothing, easyOptions: nothing, orders: nothing, trades: {...nothing, since}};
}
