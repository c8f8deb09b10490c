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

/**
 * How orders ended that left the list: filled where their trades tell, and gone where trades that were read
 * long enough after do not.
 */
export function endedOrders(
  {listed, missing}: WorkingOrders,
  {rows: {orders, trades}, canceled, now, tradesLag}: Given,
): {readonly events: readonly AccountEvent[]; readonly working: WorkingOrders} {
  if (!orders.isWhole) return {events: [], working: {listed, missing}};
  const open = new Map(orders.rows.filter(isOpen).map(order => [order.orderId, order]));
  const left = [...listed.values()].filter(({orderId}) => !open.has(orderId));
  if (left.length === 0) return {events: [], working: {listed: open, missing: new Map()}};
  const fills = Map.groupBy(trades.rows, each => each.orderId);
  const still = new Map(open);
  const waiting = new Map<Id, number>();
  const events = left.flatMap(order => {
    const {orderId} = order;
    const since = missing.get(orderId) ?? now;
    if (canceled.has(orderId)) return [];
    if (isFilled(order, fills.get(orderId) ?? [])) return [filledByOrder(order)];
    const hasTradesSince = trades.isWhole && (trades.began?.mono ?? -Infinity) >= since + tradesLag;
    if (hasTradesSince && missing.has(orderId)) return [orderEvent('gone', order, undefined)];
    still.set(orderId, order);
    waiting.set(orderId, since);
    return [];
  });
  return {events, working: {listed: still, missing: waiting}};
}

const isOpen = ({orderId, status}: Order) => orderId !== '' && status !== 'FILLED' && status !== 'CANCELED';

/** The trade that completes it tells the price, and is the same event. */
function isFilled(order: Order, trades: readonly Trade[]): boolean {
  return trades.some(each => each.fillType === 'FILL') || isFilledBy(order, fillsOf(trades));
}
