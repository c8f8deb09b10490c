import type {Id, Order, Trade} from '../../../api/wire/records.ts';
import type {BookRows} from '../../book/rows.ts';
import {fillsOf, isFilledBy} from '../../words/orders.ts';
import type {AccountEvent} from './event.ts';
import {filledByOrder, orderEvent} from './proved.ts';

/** The orders that were listed last: what becomes of one, the list that it leaves does not tell. */
export type WorkingOrders = {
  readonly listed: ReadonlyMap<Id, Order>;
  /** Those that left the list and of which nothing tells the end yet, with when that was seen (monotonic). */
  readonly missing: ReadonlyMap<Id, number>;
  /** The list that `listed` is made of: the same one tells nothing new of what is on it. */
  readonly rows: readonly Order[] | undefined;
};

type Given = {
  readonly rows: Pick<BookRows, 'orders' | 'trades'>;
  /** The ids of those whose cancel is proved: that is told by itself. */
  readonly canceled: ReadonlySet<Id>;
  /** Monotonic ms. */
  readonly now: number;
  /** How long trades may come late (ms). */
  readonly tradesLag: number;
};

/** So many records are looked at in one step. */
export const rowsInStep = 2_000;

/**
 * How orders ended that left the list, step by step: filled where their trades tell, and gone where trades that
 * were read long enough after do not.
 */
export function* endedOrders(
  before: WorkingOrders,
  {rows: {orders, trades}, canceled, now, tradesLag}: Given,
): Generator<readonly AccountEvent[], WorkingOrders> {
  const {missing, rows} = before;
  if (!orders.isWhole || (orders.rows === rows && missing.size === 0)) return before;
  const open = new Map(orders.rows.filter(isOpen).map(order => [order.orderId, order]));
  const left = [...before.listed.values()].filter(({orderId}) => !open.has(orderId));
  const fills = left.length === 0 ? undefined : Map.groupBy(trades.rows, each => each.orderId);
  const waiting = new Map<Id, number>();
  let events: AccountEvent[] = [];
  for (const [at, order] of left.entries()) {
    if (at % rowsInStep === 0) {
      yield events;
      events = [];
    }
    const {orderId} = order;
    const since = missing.get(orderId) ?? now;
    const own = fills?.get(orderId);
    const hasTradesSince = trades.isWhole && (trades.began?.mono ?? -Infinity) >= since + tradesLag;
    if (canceled.has(orderId)) continue;
    if (own !== undefined && isFilled(order, own)) events.push(filledByOrder(order));
    else if (hasTradesSince && missing.has(orderId)) events.push(orderEvent('gone', order, undefined));
    else {
      open.set(orderId, order);
      waiting.set(orderId, since);
    }
  }
  yield events;
  return {listed: open, missing: waiting, rows: orders.rows};
}

const isOpen = ({orderId, status}: Order) => orderId !== '' && status !== 'FILLED' && status !== 'CANCELED';

/** The trade that completes it tells the price, and is the same event. */
function isFilled(order: Order, trades: readonly Trade[]): boolean {
  return trades.some(each => each.fillType === 'FILL') || isFilledBy(order, fillsOf(trades));
}
