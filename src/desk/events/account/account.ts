import type {EasyOption, Id, Millis, Order, Trade} from '../../../api/wire/records.ts';
import type {BookReading} from '../../book/reading/known.ts';
import {bookRows} from '../../book/reading/reading.ts';
import type {BookRows} from '../../book/rows.ts';
import type {KnownOrder} from '../../words/orders.ts';
import type {AccountEvent} from './event.ts';
import {orderEvent, provedByEasyOption, provedByOrder, provedByTrade} from './proved.ts';
import {endedOrders, rowsInStep, type WorkingOrders} from './working.ts';

const eventLists = ['easyOptions', 'orders', 'trades'] as const;
type EventList = (typeof eventLists)[number];

/** The lists that events are found in, and those of them that were read to an end once. */
export type EventRows = Pick<BookRows, EventList> & {readonly ended: ReadonlySet<EventList>};

/** What a reading of the account tells of by now. */
export function eventRowsOf(reading: BookReading): EventRows {
  const {easyOptions, orders, trades} = bookRows(reading);
  const ended = new Set(eventLists.filter(list => reading.lists[list].ended !== undefined));
  return {easyOptions, orders, trades, ended};
}

/** A cancel that the service proved, by the answer to a DELETE or by a status. */
export type ProvedCancel = {readonly orderId: Id; readonly at: Millis; readonly order: KnownOrder};

/** What has been told of: what did not change since tells nothing new. */
export type AccountSeen = {
  readonly easyOptions: readonly EasyOption[];
  readonly orders: readonly Order[];
  readonly trades: readonly Trade[];
  readonly cancels: readonly ProvedCancel[];
  readonly working: WorkingOrders;
};

/** Before the first read, with the orders that an earlier process left working. */
export function nothingSeen(working: readonly Order[]): AccountSeen {
  const listed = new Map(working.map(order => [order.orderId, order]));
  const known = {listed, missing: new Map(), rows: undefined};
  return {easyOptions: [], orders: [], trades: [], cancels: [], working: known};
}

type Given = {
  readonly cancels: readonly ProvedCancel[];
  /** Monotonic ms. */
  readonly now: number;
  /** How long trades may come late (ms). */
  readonly tradesLag: number;
};

/**
 * What the account's records tell that they did not tell before, step by step: many rows take long. A list that
 * was not read to an end tells nothing yet; whether something was logged by another process, or in an earlier
 * life of this one, is the log's business.
 */
export function* accountEvents(
  seen: AccountSeen,
  rows: EventRows,
  {cancels: proved, now, tradesLag}: Given,
): Generator<readonly AccountEvent[], AccountSeen> {
  const {ended: read} = rows;
  const easyOptions = read.has('easyOptions') ? rows.easyOptions.rows : seen.easyOptions;
  const orders = read.has('orders') ? rows.orders.rows : seen.orders;
  const trades = read.has('trades') ? rows.trades.rows : seen.trades;
  const cancels = read.has('orders') ? proved : seen.cancels;
  const canceled = new Set(cancels.map(each => each.orderId));
  yield* newlyProved(seen.easyOptions, easyOptions, ({id}) => id, provedByEasyOption);
  yield* newlyProved(seen.orders, orders, ({orderId}) => orderId, provedByOrder);
  yield* newlyProved(seen.trades, trades, ({tradeId}) => tradeId, provedByTrade);
  yield* newlyProved(seen.cancels, cancels, ({orderId}) => orderId, provedByCancel);
  const working = yield* endedOrders(seen.working, {rows, canceled, now, tradesLag});
  return {easyOptions, orders, trades, cancels, working};
}

const provedByCancel = ({order, at}: ProvedCancel) => [orderEvent('canceled', order, at)];

/** What rows prove that have changed, and that their earlier selves did not prove. */
function* newlyProved<Row>(
  before: readonly Row[],
  rows: readonly Row[],
  idOf: (row: Row) => Id,
  proved: (row: Row) => AccountEvent[],
): Generator<readonly AccountEvent[], void> {
  const changed = rows.filter((row, index) => row !== before[index]);
  if (changed.length === 0) return;
  const earlier = new Map(
    before.filter((row, index) => row !== rows[index]).map(row => [idOf(row), row] as const),
  );
  const provedNow = (row: Row) => {
    const old = earlier.get(idOf(row));
    if (old === undefined || old === row) return old === undefined ? proved(row) : [];
    const ids = new Set(proved(old).map(({id}) => id));
    return proved(row).filter(({id}) => !ids.has(id));
  };
  for (let from = 0; from < changed.length; from += rowsInStep)
    yield changed.slice(from, from + rowsInStep).flatMap(provedNow);
}
