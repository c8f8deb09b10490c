import type {Id, Millis, Order, Trade} from '../../api/wire/records.ts';
import {target} from '../intents/intent.ts';
import {writeOf} from '../intents/replace/write.ts';
import {sideOf} from '../model/figures.ts';
import type {State} from '../model/state.ts';
import {orderOf} from '../words/intents.ts';
import {fillsOf, type KnownOrder} from '../words/orders.ts';
import {contractOf, fillLine, isOfEasyOption} from './fills.ts';
import type {Happened, News} from './news.ts';
import {orderNews} from './orders.ts';

/** The fills that came between two polls: a line of Activity each, and what they make of their orders. */
export function tradeEvents(before: State, after: State, at: Millis): Happened {
  const [old, now] = [before.feeds.trades, after.feeds.trades];
  const others = now.rows.filter((trade, index) => trade !== old.rows[index]);
  if (now.page !== 0 || others.length === 0) return {lines: [], news: [], left: []};
  const ids = new Set(old.rows.map(each => each.tradeId));
  const since = (old.loadedAt?.wall ?? 0) - newnessMs;
  const fresh = others.filter(
    trade =>
      trade.tradeId !== '' &&
      !ids.has(trade.tradeId) &&
      (old.rows.length === 0 || (trade.openDate ?? Infinity) >= since),
  );
  const logged = new Set(after.activity.map(each => each.id));
  const orders = new Map(fresh.map(({orderId}) => [orderId, knownOrder(before, after, orderId)]));
  const lines = fresh.map(trade => fillLine(at, trade, orders.get(trade.orderId)));
  return {
    lines: lines.filter(line => !logged.has(line.id)),
    news: [...Map.groupBy(fresh, each => each.orderId)].flatMap(([orderId, trades]) =>
      newsOf(after, orderId, orders.get(orderId), trades),
    ),
    left: [],
  };
}

/** A trade may be listed late. */
const newnessMs = 120_000;

/** An order as the list had it, or as we placed it. */
function knownOrder(before: State, after: State, orderId: Id | undefined): KnownOrder | undefined {
  if (orderId === undefined) return undefined;
  const isIt = (order: Order) => order.orderId === orderId;
  const listed = [after.feeds.orders.rows.find(isIt), before.feeds.orders.rows.find(isIt)];
  const known = [...listed, after.left.get(orderId)?.order].find(each => each !== undefined);
  if (known !== undefined) return known;
  const placed = after.intents.list.find(
    each =>
      each.state === 'DONE' && writeOf(each).draft.kind === 'place' && each.resolvedRecordId === orderId,
  );
  return placed?.state === 'DONE' ? orderOf(placed) : undefined;
}

/**
 * An order whose trades are just being read is told of when they are; the orders of an Easy Option are its own
 * business, and it tells itself what becomes of it.
 */
function newsOf(
  state: State,
  orderId: Id | undefined,
  order: KnownOrder | undefined,
  fresh: readonly Trade[],
): News[] {
  const [first] = fresh;
  if (first === undefined || (orderId !== undefined && state.left.get(orderId)?.isRead === true)) return [];
  if (isOfEasyOption(state, {orderType: 'MARKET', ...first, ...order})) return [];
  if (orderId === undefined) return fresh.map(trade => ofTrade(trade, [trade]));
  const {feeds} = state;
  const all = feeds.trades.rows.filter(each => each.orderId === orderId);
  return [order === undefined ? ofTrade(first, all) : orderNews(order, fillsOf(all))];
}

/** Of an order that was never listed here its trades alone tell. */
function ofTrade(trade: Trade, trades: readonly Trade[]): News {
  const {orderId, tradeId, fillType, openPrice} = trade;
  const fills = fillsOf(trades);
  const isPart = fillType === 'PARTIAL_FILL';
  const known: KnownOrder = {
    orderId: orderId ?? '',
    side: sideOf(trade),
    symbol: contractOf(trade),
    size: fills.filled,
    price: isPart ? openPrice : undefined,
    status: isPart ? 'PARTLY FILLED' : 'FILLED',
  };
  const news = orderNews(known, isPart ? {...fills, filled: '0'} : fills);
  return orderId === undefined
    ? {...news, about: `trade ${tradeId}`}
    : {...news, about: target({kind: 'cancel', orderId}), stage: isPart ? fills.filled : 'FILLED'};
}
