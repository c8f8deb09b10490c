import {compare} from '../../../api/wire/decimal.ts';
import type {Id, Order, Trade} from '../../../api/wire/records.ts';
import type {DraftOf, Intent} from '../intent.ts';
import {
  afterSend,
  all,
  type Fit,
  type FoundRecord,
  filledBy,
  newnessTo,
  sameNumber,
  sameText,
  type Verdict,
  verdictOn,
  type WholeRead,
} from './matching.ts';

/**
 * The list of orders does not echo the key, so an order is known by symbol, side, price, size and time, among
 * those that were not there before the send. One that filled at once is in no list of open orders: its trades
 * show it, known by the contract, the side and the sum of their sizes, as they bear no symbol.
 */
export function reconcilePlace(intent: Intent, draft: DraftOf<'place'>, read: WholeRead): Verdict {
  const sought: Sought = {intent, draft, read, isNew: newnessTo(intent)};
  const listed = read.orders.map(
    (order): FoundRecord => ({
      recordId: order.orderId,
      fit: orderFit(sought, order),
      words: `order #${order.orderId} ${order.side ?? ''} ${order.size ?? '?'} at ${order.price ?? '?'}`,
      seen: {order},
    }),
  );
  const isListed = new Set(read.orders.map(order => order.orderId));
  const filled = [...byOrder(read.trades)]
    .filter(([orderId]) => !isListed.has(orderId))
    .map(
      ([orderId, trades]): FoundRecord => ({
        recordId: orderId === '' ? `trades ${trades.map(trade => trade.tradeId).join(' ')}` : orderId,
        fit: fillsFit(sought, orderId, trades),
        words: orderId === '' ? 'trades without an order id' : `order #${orderId}, filled`,
        seen: {trades},
      }),
    );
  return verdictOn([...listed, ...filled], 'No new order or trade like it is listed.');
}

type Sought = {
  readonly intent: Intent;
  readonly draft: DraftOf<'place'>;
  readonly read: WholeRead;
  readonly isNew: (id: Id) => Fit;
};

function orderFit({intent, draft, read, isNew}: Sought, order: Order): Fit {
  return all([
    isNew(order.orderId),
    sameText(order.symbol, draft.symbol),
    sameText(order.side, draft.side),
    sameNumber(order.price, draft.price),
    sameNumber(order.size, draft.size),
    afterSend(order.timestamp, intent, read),
  ]);
}

/** Trades of each order; those that name none come under an empty id. */
function byOrder(trades: readonly Trade[]): Map<string, Trade[]> {
  const groups = new Map<string, Trade[]>();
  for (const trade of trades) {
    const orderId = trade.orderId ?? '';
    const group = groups.get(orderId);
    if (group === undefined) groups.set(orderId, [trade]);
    else group.push(trade);
  }
  return groups;
}

function fillsFit({intent, draft, read, isNew}: Sought, orderId: string, trades: readonly Trade[]): Fit {
  const each = trades.flatMap(trade => [
    sameText(trade.tradeSide?.toUpperCase(), draft.side),
    sameText(trade.asset, draft.contract?.asset),
    sameText(trade.type, draft.contract?.type),
    sameNumber(trade.strikePrice, draft.contract?.strikePrice),
    sameExpiry(trade, draft),
    afterSend(trade.openDate, intent, read),
  ]);
  return all([orderId === '' ? 'maybe' : isNew(orderId), ...each, sumFit(trades, draft)]);
}

/** Where both name an expiry they must agree; where one does not, the other parts decide. */
function sameExpiry(trade: Trade, draft: DraftOf<'place'>): Fit {
  const wanted = draft.contract?.expiryDate;
  return trade.expiryDate === undefined || wanted === undefined || trade.expiryDate === wanted ? 'yes' : 'no';
}

/** All of it filled, or it may be the start of it; more than was asked for is another order. */
function sumFit(trades: readonly Trade[], draft: DraftOf<'place'>): Fit {
  const filled = filledBy(trades);
  if (filled === undefined) return 'maybe';
  const difference = compare(filled, draft.size);
  if (difference < 0) return 'maybe';
  return difference === 0 ? 'yes' : 'no';
}
