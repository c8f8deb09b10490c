/** The moments of events depend only on the market, not on when or how often the book is read. */

import {intrinsic} from '../market/instruments.ts';
import {quoteInterval} from '../market/market.ts';
import {turnoverOf} from '../market/money.ts';
import {
  type Book,
  type BookDraft,
  type BookEasyOption,
  type BookOrder,
  openEasyOptions,
  openOrders,
  openPositions,
  putRow,
  rowOf,
} from './book.ts';
import {expireEasyOption, followOrders, trigger} from './easy-options.ts';
import {accepts, endOrder, instrumentNamed, match, pay} from './fills.ts';

/** Lookahead of one search; an event in between invalidates the rest. */
const searchWindow = 3_600_000;

export function advance(draft: BookDraft, to: number): void {
  while (draft.book.time < to) {
    const horizon = Math.min(to, draft.book.time + searchWindow);
    const at = nextHappening(draft.book, horizon);
    draft.book = {...draft.book, time: Math.min(at, isIdle(draft.book) ? to : horizon)};
    if (at <= horizon) happen(draft, at);
  }
}

const isIdle = (book: Book): boolean =>
  [openOrders, openPositions, openEasyOptions].every(open => open(book).length === 0);

function happen(draft: BookDraft, at: number): void {
  expire(draft, at);
  if (at % 1000 === 0) for (const each of watched(draft.book)) trigger(draft, each, at);
  for (const number of due(draft, at)) matchDue(draft, number, at);
}

/** Infinity if nothing changes up to the horizon. Each search is limited by the results before it. */
function nextHappening(book: Book, horizon: number): number {
  let next = nextExpiry(book);
  for (const order of foremost(book)) {
    const found =
      order.arrivesAt > book.time ? order.arrivesAt : nextCrossing(book, order, Math.min(next, horizon));
    next = Math.min(next, found);
  }
  for (const easyOption of watched(book))
    next = Math.min(next, nextTouch(book, easyOption, Math.min(next, horizon)));
  return next;
}

function foremost(book: Book): BookOrder[] {
  const found = new Map<string | number, BookOrder>();
  for (const order of openOrders(book)) {
    const place = order.arrivesAt > book.time ? order.number : `${order.symbol} ${order.side}`;
    const before = found.get(place);
    if (before === undefined || byPriceAndTime(order, before) < 0) found.set(place, order);
  }
  return [...found.values()];
}

const nextExpiry = (book: Book): number =>
  Math.min(
    ...[...openOrders(book), ...openPositions(book)].map(({symbol}) => instrumentNamed(symbol).expiry),
  );

function nextCrossing({market, time}: Book, order: BookOrder, horizon: number): number {
  const instrument = instrumentNamed(order.symbol);
  for (let at = market.nextQuote(instrument, time); at <= horizon; at += quoteInterval) {
    const {asks, bids} = market.quoteAt(instrument, at);
    if (accepts(order, (order.side === 'BUY' ? asks : bids)[0]?.price ?? 0)) return at;
  }
  return Number.POSITIVE_INFINITY;
}

function nextTouch(
  {market, time}: Book,
  {symbol, direction, trigger: price}: BookEasyOption,
  horizon: number,
): number {
  const {underlying} = instrumentNamed(symbol);
  return price === undefined
    ? Number.POSITIVE_INFINITY
    : market.firstReach(underlying, price, direction, time + 1, horizon);
}

const watched = (book: Book): BookEasyOption[] =>
  openEasyOptions(book).filter(({status, trigger: price}) => status === 'ACTIVE' && price !== undefined);

function due({book}: BookDraft, at: number): number[] {
  return openOrders(book)
    .filter(({arrivesAt, symbol}) => {
      if (arrivesAt >= at) return arrivesAt === at;
      return book.market.quoteAt(instrumentNamed(symbol), at).at === at;
    })
    .sort(byPriceAndTime)
    .map(({number}) => number);
}

function byPriceAndTime(one: BookOrder, other: BookOrder): number {
  if (one.orderType !== other.orderType) return one.orderType === 'MARKET' ? -1 : 1;
  if (one.side === other.side && one.orderType === 'LIMIT' && one.price !== other.price)
    return one.side === 'BUY' ? other.price - one.price : one.price - other.price;
  return one.number - other.number;
}

function matchDue(draft: BookDraft, number: number, at: number): void {
  const {orderType, easyOption} = rowOf(draft.book.orders, number);
  match(draft, number, at, orderType === 'LIMIT');
  if (easyOption !== undefined) followOrders(draft, easyOption, at);
}

function expire(draft: BookDraft, at: number): void {
  const isOver = ({symbol}: {symbol: string}) => instrumentNamed(symbol).expiry <= at;
  for (const order of openOrders(draft.book).filter(isOver))
    endOrder(draft, rowOf(draft.book.orders, order.number), 'CANCELED');
  for (const {number, easyOption} of openPositions(draft.book).filter(isOver)) {
    const settled = settle(draft, number, at);
    if (easyOption !== undefined) expireEasyOption(draft, easyOption, settled, at);
  }
  for (const {number} of openEasyOptions(draft.book).filter(isOver)) expireEasyOption(draft, number, 0, at);
}

function settle(draft: BookDraft, number: number, at: number): number {
  const position = rowOf(draft.book.positions, number);
  const instrument = instrumentNamed(position.symbol);
  const price = intrinsic(instrument, draft.book.market.spotAt(instrument.underlying, instrument.expiry));
  const amount = turnoverOf(price, position.size);
  pay(draft, position.account, -amount, 0);
  putRow(draft, 'position', {...position, size: 0, closedAt: at, settled: amount});
  return amount;
}
