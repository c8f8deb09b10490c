/**
 * What happens by itself: orders arrive and rest until a quote crosses them, triggers trade, options expire. It happens
 * at moments that the market alone decides, so it makes no difference how often or how late anyone looks.
 */
import {type EasyOption, type Order, rowOf} from './book.ts';
import {type Draft, pay, putPosition} from './draft.ts';
import {expireEasyOption, followOrders, trigger} from './easy-options.ts';
import {endOrder, instrumentNamed, match} from './fills.ts';
import {intrinsic} from './instruments.ts';
import {notional} from './money.ts';

/** Lets everything happen that is due up to and at `to`. */
export function advance(draft: Draft, to: number): void {
  for (let at = nextMoment(draft); at <= to; at = nextMoment(draft)) {
    draft.book = {...draft.book, time: at};
    expire(draft, at);
    if (at % 1000 === 0) for (const each of watched(draft)) trigger(draft, each, at);
    for (const number of due(draft, at)) matchDue(draft, number, at);
  }
  if (to > draft.book.time) draft.book = {...draft.book, time: to};
}

/** The next moment after the book's time at which something open may change; Infinity when nothing is open. */
function nextMoment(draft: Draft): number {
  const {book} = draft;
  let next = Number.POSITIVE_INFINITY;
  for (const number of book.openOrders) {
    const {arrivesAt, symbol} = rowOf(book.orders, number);
    const instrument = instrumentNamed(symbol);
    next = Math.min(
      next,
      arrivesAt > book.time ? arrivesAt : book.market.nextQuote(instrument, book.time),
      instrument.expiry,
    );
  }
  for (const number of book.openPositions) {
    next = Math.min(next, instrumentNamed(rowOf(book.positions, number).symbol).expiry);
  }
  if (watched(draft).length > 0) next = Math.min(next, (Math.floor(book.time / 1000) + 1) * 1000);
  return next;
}

/** The Easy Options that wait for their trigger. */
function watched({book}: Draft): EasyOption[] {
  return book.openEasyOptions
    .map(number => rowOf(book.easyOptions, number))
    .filter(({status, trigger: price}) => status === 'ACTIVE' && price !== undefined);
}

/** The open orders that meet a quote at this moment, by price and then by age. */
function due({book}: Draft, at: number): number[] {
  return book.openOrders
    .map(number => rowOf(book.orders, number))
    .filter(({arrivesAt, symbol}) => {
      if (arrivesAt >= at) return arrivesAt === at;
      return book.market.quoteAt(instrumentNamed(symbol), at).at === at;
    })
    .sort(byPriceAndTime)
    .map(({number}) => number);
}

function byPriceAndTime(one: Order, other: Order): number {
  if (one.orderType !== other.orderType) return one.orderType === 'MARKET' ? -1 : 1;
  if (one.side === other.side && one.orderType === 'LIMIT' && one.price !== other.price) {
    return one.side === 'BUY' ? other.price - one.price : one.price - other.price;
  }
  return one.number - other.number;
}

function matchDue(draft: Draft, number: number, at: number): void {
  const {orderType, easyOption} = rowOf(draft.book.orders, number);
  match(draft, number, at, orderType === 'LIMIT');
  if (easyOption !== undefined) followOrders(draft, easyOption, at);
}

/** Cancels the orders in what expires now and pays out the positions. */
function expire(draft: Draft, at: number): void {
  const {book} = draft;
  const isOver = (symbol: string) => instrumentNamed(symbol).expiry <= at;
  for (const number of book.openOrders) {
    const order = rowOf(draft.book.orders, number);
    if (isOver(order.symbol)) endOrder(draft, order, 'CANCELED', at);
  }
  for (const number of book.openPositions) {
    const position = rowOf(draft.book.positions, number);
    if (!isOver(position.symbol)) continue;
    const settled = settle(draft, number, at);
    if (position.easyOption !== undefined) expireEasyOption(draft, position.easyOption, settled, at);
  }
  for (const number of draft.book.openEasyOptions) {
    if (isOver(rowOf(draft.book.easyOptions, number).symbol)) expireEasyOption(draft, number, 0, at);
  }
}

function settle(draft: Draft, number: number, at: number): number {
  const position = rowOf(draft.book.positions, number);
  const instrument = instrumentNamed(position.symbol);
  const price = intrinsic(instrument, draft.book.market.spotAt(instrument.underlying, instrument.expiry));
  const amount = notional(price, position.size);
  pay(draft, position.account, -amount, 0);
  putPosition(draft, {...position, size: 0, closedAt: at, settled: amount});
  return amount;
}
