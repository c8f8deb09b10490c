import type {Id, Millis, Order, Trade} from '../../api/wire/records.ts';
import {target} from '../intents/intent.ts';
import {isWholeList} from '../model/rows.ts';
import type {ActivityLine, State} from '../model/state.ts';
import {amountWords} from '../words/amounts.ts';
import {type Fills, fillsOf, isFilledBy, type KnownOrder, noLongerOpen, orderWords} from '../words/orders.ts';
import {fillLine, isOfEasyOption} from './fills.ts';
import {eventLine, goneStage, type Happened, type News} from './news.ts';

/**
 * What became of orders between two polls. The list holds open ones only, so one that left it was filled or
 * canceled, and only its trades tell which: where those that are known do not, they are to be read. What we
 * cancelled ourselves its intent tells.
 */
export function orderEvents(before: State, after: State, at: Millis): Happened {
  const [old, now] = [before.feeds.orders, after.feeds.orders];
  const others = old.rows.filter((order, index) => order !== now.rows[index]);
  if (others.length === 0) return nothing;
  const listed = new Map(now.rows.map(each => [each.orderId, each]));
  const isWhole = isWholeList(old) && isWholeList(now);
  const ours = ourCancels(after);
  const trades = Map.groupBy(after.feeds.trades.rows, each => each.orderId);
  const each = others.map((order): Happened => {
    const still = listed.get(order.orderId);
    if (ours.has(order.orderId) || order.orderId === '') return nothing;
    if (still !== undefined) return turned(order, still, trades.get(order.orderId) ?? [], at);
    if (!isWhole || isOfEasyOption(after, order)) return nothing;
    const known = trades.get(order.orderId) ?? [];
    return isFilledBy(order, fillsOf(known)) ? settled(after, order, known, at) : {...nothing, left: [order]};
  });
  return {
    lines: each.flatMap(({lines}) => lines),
    news: each.flatMap(({news}) => news),
    left: each.flatMap(({left}) => left),
  };
}

const nothing: Happened = {lines: [], news: [], left: []};

/** One that came to nothing leaves the order to whatever becomes of it later. */
function ourCancels({intents}: State): ReadonlySet<Id> {
  const cancels = intents.list.flatMap(({draft, state}) =>
    (draft.kind === 'cancel' || draft.kind === 'replace') && state !== 'NOT SENT' && state !== 'REFUSED'
      ? [draft.orderId]
      : [],
  );
  return new Set(cancels);
}

/** A list that goes on to show what is over says itself how it ended. */
function turned(before: Order, order: Order, trades: readonly Trade[], at: Millis): Happened {
  const {status} = order;
  if (before.status === status || (status !== 'FILLED' && status !== 'CANCELED')) return nothing;
  const fills = fillsOf(trades);
  const [kind, what] =
    status === 'FILLED' ? (['filled', 'Filled'] as const) : (['cancelled', 'Canceled elsewhere'] as const);
  return {
    lines: [orderLine(at, kind, what, order, status)],
    news: [orderNews(order, fills)],
    left: [],
  };
}

/**
 * What is known of an order that left the list, once its trades were read, or could not be. The pane of trades
 * tells of those that it lists.
 */
export function settled(state: State, order: Order, trades: readonly Trade[], at: Millis): Happened {
  const fills = fillsOf(trades);
  const listed = new Set(state.feeds.trades.rows.map(each => each.tradeId));
  const logged = new Set(state.activity.map(each => each.id));
  const each = trades.map(trade => ({trade, line: fillLine(at, trade, order)}));
  const lines = each
    .filter(({trade, line}) => !listed.has(trade.tradeId) && !logged.has(line.id))
    .map(({line}) => line);
  if (isFilledBy(order, fills)) {
    const isInActivity = each.some(({line}) => lines.includes(line) || logged.has(line.id));
    const filled = isInActivity ? [] : [orderLine(at, 'filled', 'Filled', order, 'FILLED')];
    return {
      lines: [...lines, ...filled],
      news: [orderNews({...order, status: 'FILLED'}, fills)],
      left: [],
    };
  }
  const gone = orderLine(at, 'gone', 'No longer open', order, 'filled or canceled');
  return {lines: [...lines, gone], news: [orderNews({...order, status: noLongerOpen}, fills)], left: []};
}

/** What an order is, as news. */
export function orderNews(order: KnownOrder, fills: Fills): News {
  const stage = stageOf(order, fills);
  return {
    about: target({kind: 'cancel', orderId: order.orderId ?? ''}),
    stage,
    text: orderWords(order, fills),
    level: stage === 'CANCELED' ? 'info' : stage === goneStage ? 'warning' : 'good',
    pane: stage === 'CANCELED' || stage === goneStage ? 'orders' : 'trades',
  };
}

function stageOf(order: KnownOrder, fills: Fills): string {
  const {status} = order;
  if (status === 'FILLED' || status === 'CANCELED') return status;
  if (isFilledBy(order, fills)) return 'FILLED';
  return status === noLongerOpen ? goneStage : fills.filled;
}

function orderLine(
  at: Millis,
  kind: ActivityLine['kind'],
  what: string,
  order: Order,
  outcome: string,
): ActivityLine {
  const {orderId, side, symbol, size, price} = order;
  const amounts = [size, price].flatMap(each => (each === undefined ? [] : amountWords(each)));
  return eventLine(at, kind, {
    what,
    target: [side, symbol, `#${orderId}`].filter(Boolean).join(' '),
    amount: amounts.join(' at '),
    outcome,
  });
}
