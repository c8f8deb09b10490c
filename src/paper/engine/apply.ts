/**
 * The paper engine: `apply(book, command, now) → [book, events]`.
 *
 * A book is the whole state of the service. A command first advances time (`advance`), then succeeds or is
 * refused; the result is a new book, and the old one is unchanged. The events are the changed rows, followed by
 * the result of the command. The engine reads no clock and no random source: the market is a function of seed
 * and time, so the same commands at the same times give the same book.
 *
 * Invariants: the cash of all accounts and of the house equals the deposits; cash, sizes and holds are never
 * negative; an account's hold is the sum of the holds of its open orders; a market fill is never better than
 * the quote and never larger than its depth.
 */

import {intrinsic} from '../market/instruments.ts';
import {quoteInterval} from '../market/market.ts';
import {fromMicro, toMicro, turnoverOf} from '../market/money.ts';
import {
  type Book,
  type BookDraft,
  type BookEasyOption,
  type BookOrder,
  type CommandRefusal,
  deposit,
  openEasyOptions,
  openOrders,
  openPositions,
  putRow,
  type RowEvent,
  refuse,
  rowOf,
} from './book.ts';
import {
  type CloseEasyOptionCommand,
  closeEasyOption,
  expireEasyOption,
  followCancel,
  followOrders,
  type OpenEasyOptionCommand,
  openEasyOption,
  trigger,
} from './easy-options.ts';
import {accepts, endOrder, fill, instrumentNamed, match, pay} from './fills.ts';
import {type PlaceOrderCommand, placeOrder} from './orders.ts';

export type BookCommand =
  | {type: 'wait'}
  | {type: 'addAccount'}
  | OpenEasyOptionCommand
  | CloseEasyOptionCommand
  | PlaceOrderCommand
  | CancelOrderCommand
  | FillOrderCommand;

export type BookEvent =
  | RowEvent
  | CommandRefusal
  | {type: 'orderDone'; order: BookOrder}
  | {type: 'easyOptionDone'; easyOption: BookEasyOption};

/** @param now epoch milliseconds of service time, at least the book's own time */
export function apply(book: Book, command: BookCommand, now: number): [Book, BookEvent[]] {
  const draft: BookDraft = {book, changed: new Map()};
  const at = Math.max(Math.floor(now), book.time);
  advance(draft, at);
  const result = performs[command.type](draft, command as never, at);
  const outcome = result === undefined ? [] : [outcomeOf(result)];
  return [draft.book, [...draft.changed.values(), ...outcome]];
}

type Result = BookOrder | BookEasyOption | CommandRefusal;

type CommandOf<Type extends BookCommand['type']> = Extract<BookCommand, {type: Type}>;

const performs: {
  [Type in BookCommand['type']]: (
    draft: BookDraft,
    command: CommandOf<Type>,
    at: number,
  ) => Result | undefined;
} = {
  ...{wait: () => undefined, addAccount, placeOrder, cancelOrder, fillOrder},
  ...{openEasyOption, closeEasyOption},
};

function outcomeOf(result: Result): BookEvent {
  if ('kind' in result) return result;
  return 'orderType' in result
    ? {type: 'orderDone', order: result}
    : {type: 'easyOptionDone', easyOption: result};
}

function addAccount(draft: BookDraft): undefined {
  const {book} = draft;
  putRow(draft, 'account', {number: book.accounts.length, cash: deposit});
  putRow(draft, 'house', {...draft.book.house, paidIn: book.house.paidIn + deposit});
}

type CancelOrderCommand = {type: 'cancelOrder'; account: number; order: number};

/** Fills a limit order at its limit regardless of the market, for tests; cash is conserved. */
type FillOrderCommand = {
  type: 'fillOrder';
  order: number;
  /** A plain decimal; default: the remaining size. */
  size?: string | undefined;
};

function cancelOrder(
  draft: BookDraft,
  {account, order: number}: CancelOrderCommand,
  now: number,
): BookOrder | CommandRefusal {
  const order = draft.book.orders[number];
  if (order === undefined || order.account !== account) return notFound;
  if (order.status !== 'PENDING') return isFinal(order);
  const ended = endOrder(draft, order, 'CANCELED');
  if (order.easyOption !== undefined) followCancel(draft, order.easyOption, now);
  return ended;
}

function fillOrder(
  draft: BookDraft,
  {order: number, size: text}: FillOrderCommand,
  now: number,
): BookOrder | CommandRefusal {
  const order = draft.book.orders[number];
  if (order === undefined) return notFound;
  if (order.status !== 'PENDING') return isFinal(order);
  if (order.orderType !== 'LIMIT') return refuse('NOT_A_LIMIT_ORDER', 'A market order fills without a call');
  const {lot} = instrumentNamed(order.symbol).underlying;
  const left = order.size - order.filled;
  const size = text === undefined ? left : toMicro(text);
  if (size === undefined || size < lot || size % lot !== 0 || size > left)
    return refuse(
      'INVALID_SIZE',
      `The size must be a multiple of ${fromMicro(lot)}, up to ${fromMicro(left)}`,
      {left: fromMicro(left), leastSize: fromMicro(lot)},
    );
  fill(draft, order, order.price, size, now, true);
  return rowOf(draft.book.orders, number);
}

const notFound = refuse('ORDER_NOT_FOUND', 'There is no such order', {}, 'not-found');

const isFinal = ({status}: BookOrder): CommandRefusal =>
  refuse('ORDER_FINAL', `The order is already in a final state: ${status}`, {status}, 'conflict');

/** Lookahead of one search; an event in between invalidates the rest. */
const searchWindow = 3_600_000;

function advance(draft: BookDraft, to: number): void {
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
