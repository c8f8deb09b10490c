import type {EasyOption, Id, Millis, Order, Trade} from '../../api/wire/records.ts';
import {type Intent, target} from '../intents/intent.ts';
import {unresolved} from '../intents/selectors.ts';
import {doneWords, easyOptionOf, orderOf} from '../intents/words.ts';
import {currentWrite} from '../intents/write.ts';
import {isWholeList} from '../model/rows.ts';
import {paneTitles} from '../model/vocabulary.ts';
import {isOver} from '../resources/easy-options.ts';
import {sideOf} from '../resources/figures.ts';
import type {ActivityLine, Feed, State} from '../state.ts';
import {amountWords} from '../words/amounts.ts';
import {easyOptionWords, endWords, nameWords} from '../words/easy-options.ts';
import {
  type Fills,
  fillPrice,
  fillsOf,
  isFilledBy,
  type KnownOrder,
  noLongerOpen,
  orderWords,
} from '../words/orders.ts';
import {eventLine, goneStage, type Happened, type News} from './news.ts';

type EventPane = 'easyOptions' | 'orders' | 'trades';

const finders: Readonly<Record<EventPane, (before: State, after: State, at: Millis) => Happened>> = {
  easyOptions: easyOptionEvents,
  orders: orderEvents,
  trades: tradeEvents,
};

/** Finds events by comparing a poll with the previous one. The first poll yields none. */
export function eventsBetween(before: State, after: State, pane: EventPane, at: Millis): Happened {
  return before.feeds[pane].loadedAt === undefined
    ? {lines: [], news: [], left: []}
    : finders[pane](before, after, at);
}

const mostEvents = 20;

/**
 * Limits the lines of one answer: a list whose ids all change must not flood Activity, the journal and the
 * bell. The most informative lines are kept, the others are counted.
 */
export function bounded({lines, news, left}: Happened, pane: EventPane, at: Millis): Happened {
  if (lines.length <= mostEvents) return {lines, news: news.slice(0, mostEvents), left};
  const saysLittle = (each: ActivityLine) => each.kind === 'gone' || each.kind === 'opened';
  const told = [...lines.filter(each => !saysLittle(each)), ...lines.filter(saysLittle)].slice(0, mostEvents);
  const rest = eventLine(at, 'more', {
    what: `and ${lines.length - mostEvents} more`,
    target: paneTitles[pane],
    amount: String(lines.length - mostEvents),
    outcome: 'not listed one by one',
  });
  const byWeight = [
    ...news.filter(each => each.level === 'good'),
    ...news.filter(each => each.level !== 'good'),
  ];
  return {lines: [...told, rest], news: byWeight.slice(0, mostEvents), left};
}

/**
 * Events of orders between two polls. The list holds open orders only, so one that left it was filled or
 * canceled, and only its trades say which. If the known trades do not, they are read. Cancels of our own are
 * reported by their intents.
 */
function orderEvents(before: State, after: State, at: Millis): Happened {
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

function ourCancels({intents}: State): ReadonlySet<Id> {
  const cancels = intents.list.flatMap(({draft, state}) =>
    (draft.kind === 'cancel' || draft.kind === 'amend') && state !== 'NOT SENT' && state !== 'REJECTED'
      ? [draft.orderId]
      : [],
  );
  return new Set(cancels);
}

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

function orderNews(order: KnownOrder, fills: Fills): News {
  const stage = orderStage(order, fills);
  return {
    about: target({kind: 'cancel', orderId: order.orderId ?? ''}),
    stage,
    text: orderWords(order, fills),
    level: stage === 'CANCELED' ? 'info' : stage === goneStage ? 'warning' : 'good',
    pane: stage === 'CANCELED' || stage === goneStage ? 'orders' : 'trades',
  };
}

function orderStage(order: KnownOrder, fills: Fills): string {
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

function tradeEvents(before: State, after: State, at: Millis): Happened {
  const [old, now] = [before.feeds.trades, after.feeds.trades];
  const others = now.rows.filter((trade, index) => trade !== old.rows[index]);
  if (now.page !== 0 || others.length === 0) return {lines: [], news: [], left: []};
  const ids = new Set(old.rows.map(each => each.tradeId));
  const since = (old.loadedAt?.wall ?? 0) - tradeNewnessMs;
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

const tradeNewnessMs = 120_000;

function knownOrder(before: State, after: State, orderId: Id | undefined): KnownOrder | undefined {
  if (orderId === undefined) return undefined;
  const isIt = (order: Order) => order.orderId === orderId;
  const listed = [after.feeds.orders.rows.find(isIt), before.feeds.orders.rows.find(isIt)];
  const known = [...listed, after.left.get(orderId)?.order].find(each => each !== undefined);
  if (known !== undefined) return known;
  const placed = after.intents.list.find(
    each =>
      each.state === 'CONFIRMED' &&
      currentWrite(each).draft.kind === 'place' &&
      each.resolvedRecordId === orderId,
  );
  return placed?.state === 'CONFIRMED' ? orderOf(placed) : undefined;
}

/**
 * Skips orders whose trades are being read: they are reported afterwards. Also skips orders that belong to an
 * Easy Option, which reports itself.
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
    status: isPart ? 'PARTIALLY FILLED' : 'FILLED',
  };
  const news = orderNews(known, isPart ? {...fills, filled: '0'} : fills);
  return orderId === undefined
    ? {...news, about: `trade ${tradeId}`}
    : {...news, about: target({kind: 'cancel', orderId}), stage: isPart ? fills.filled : 'FILLED'};
}

function isOfEasyOption(
  {feeds}: State,
  {orderId, positionId, orderType}: Pick<KnownOrder, 'orderId' | 'positionId' | 'orderType'>,
): boolean {
  if (orderType === 'LIMIT') return false;
  return feeds.easyOptions.rows.some(
    option =>
      (orderId !== undefined && option.orderId === orderId) ||
      (positionId !== undefined && orderType === 'MARKET' && option.positionId === positionId),
  );
}

function fillLine(at: Millis, trade: Trade, order: KnownOrder | undefined): ActivityLine {
  const {filledSizeContracts: size, openPrice, fillType, orderId, tradeId} = trade;
  const isPart = fillType === 'PARTIAL_FILL';
  const price = openPrice === undefined ? '' : ` @ ${amountWords(openPrice)}`;
  const named = [sideOf(trade) ?? order?.side, order?.symbol ?? contractOf(trade), `#${orderId ?? '?'}`];
  return eventLine(
    at,
    isPart ? 'partially filled' : 'filled',
    {
      what: isPart ? 'Partially filled' : 'Filled',
      target: named.filter(Boolean).join(' '),
      amount: size === undefined ? '' : amountWords(size),
      outcome: `${isPart ? 'PARTIALLY FILLED' : 'FILLED'}${price}`,
    },
    // Two partial fills of an order may look alike.
    `trade:${tradeId}`,
  );
}

function contractOf({asset, strikePrice, type}: Trade): string {
  const strike = strikePrice === undefined ? undefined : amountWords(strikePrice);
  return [asset, strike, type].filter(Boolean).join(' ');
}

function easyOptionEvents(before: State, after: State, at: Millis): Happened {
  const {rows} = before.feeds.easyOptions;
  const others = after.feeds.easyOptions.rows.filter((option, index) => option !== rows[index]);
  if (others.length === 0) return {lines: [], news: [], left: []};
  const old = new Map(rows.map(each => [each.id, each]));
  const changed = others.flatMap(option => {
    const known = old.get(option.id);
    if (known === option) return [];
    const kind =
      known === undefined ? kindOfNew(after, before.feeds.easyOptions, option) : kindOf(known, option);
    return kind === undefined ? [] : [{option, kind}];
  });
  return {
    lines: changed.map(({option, kind}) => optionLine(at, kind, option)),
    news: changed.map(({option}) => easyOptionNews(option)),
    left: [],
  };
}

/**
 * Easy Options that were not over and left a filtered list; each must be read to learn why. An unfiltered list
 * goes on to show ended ones, and on a partial page a row may have moved to another page. Closes of our own are
 * reported by their intents.
 */
export function easyOptionsLeft(before: State, after: State): readonly EasyOption[] {
  const [old, now] = [before.feeds.easyOptions, after.feeds.easyOptions];
  if (now.filterText === '' || old.loadedAt === undefined || !(isWholeList(old) && isWholeList(now)))
    return [];
  const others = old.rows.filter((option, index) => option !== now.rows[index]);
  if (others.length === 0) return [];
  const listed = new Set(now.rows.map(each => each.id));
  const closing = new Set(
    unresolved(after.intents).flatMap(({draft}) => (draft.kind === 'close' ? [draft.easyOptionId] : [])),
  );
  return others.filter(each => !isOver(each) && !listed.has(each.id) && !closing.has(each.id));
}

export function settledOption(known: EasyOption, option: EasyOption, at: Millis): Happened {
  const kind = kindOf(known, option);
  if (kind === undefined) return {lines: [], news: [], left: []};
  return {lines: [optionLine(at, kind, option)], news: [easyOptionNews(option)], left: []};
}

function easyOptionNews(option: EasyOption): News {
  return {
    about: target({kind: 'close', easyOptionId: option.id}),
    stage: optionStage(option),
    text: easyOptionWords(option),
    level: option.status === 'PENDING' || option.status === 'ACTIVE' ? 'good' : 'info',
    pane: 'easyOptions',
  };
}

function optionStage({status = '', plClosed}: EasyOption): string {
  return status === 'TRIGGERED' && plClosed !== undefined ? 'TRIGGERED, closed' : status;
}

type Kind = ActivityLine['kind'];

function kindOfNew(state: State, before: Feed, option: EasyOption): Kind | undefined {
  const isNew =
    option.openTime !== undefined && option.openTime >= (before.loadedAt?.wall ?? 0) - optionNewnessMs;
  return isNew && !isOwn(state, option) ? 'opened' : undefined;
}

/** Allowed difference between the service's clock and ours before a record counts as old. */
const optionNewnessMs = 5_000;

/** Easy Options that we opened are reported by their intents. */
function isOwn({intents, told}: State, {id, cardId}: EasyOption): boolean {
  return (
    told.has(target({kind: 'close', easyOptionId: id})) ||
    unresolved(intents).some(({draft}) => draft.kind === 'open' && draft.cardId === cardId)
  );
}

const kindOfStatus: Record<string, Kind> = {
  ACTIVE: 'opened',
  TRIGGERED: 'triggered',
  CLOSED: 'closed',
  EXPIRED: 'expired',
};

function kindOf(known: EasyOption, option: EasyOption): Kind | undefined {
  const {status} = option;
  if (optionStage(known) === optionStage(option)) return undefined;
  if (status === undefined || status === 'PENDING' || status === 'CLOSING') return undefined;
  return kindOfStatus[status] ?? 'changed';
}

function optionLine(at: Millis, kind: Kind, option: EasyOption): ActivityLine {
  const {investmentAmount, investmentCurrency, entryPrice, status} = option;
  const invested = investmentAmount === undefined ? [] : [amountWords(investmentAmount), investmentCurrency];
  const price = entryPrice === undefined ? '' : `at ${amountWords(entryPrice)}`;
  return eventLine(
    at,
    kind,
    {
      what: `Easy Option ${kind}`,
      target: `${nameWords(option)} #${option.id}`,
      amount: invested.filter(Boolean).join(' '),
      outcome: [status, kind === 'opened' ? price : endWords(option)].filter(Boolean).join(' '),
    },
    `${kind}:#${option.id}:${optionStage(option)}:${at}`,
  );
}

/**
 * The result of a write of our own, as news. The polls see the same later, and it is reported once. A fill
 * without a price is reported again by the trade that has the price.
 */
export function newsOfDone(intent: Intent, trades: readonly Trade[]): News | undefined {
  if (intent.state !== 'CONFIRMED') return undefined;
  const option = easyOptionOf(intent);
  if (option !== undefined) return easyOptionNews(option);
  const order = orderOf(intent);
  if (order === undefined) return undefined;
  const fills = fillsOf([...trades, ...(intent.seen?.trades ?? [])]);
  const news = {...orderNews(order, fills), text: doneWords(intent, order, fills)};
  return news.stage === 'FILLED' && fillPrice(order, fills) === undefined ? {...news, stage: '0'} : news;
}
