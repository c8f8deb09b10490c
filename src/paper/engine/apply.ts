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
  hasTouched,
  type OpenEasyOptionCommand,
  openEasyOption,
  trigger,
} from './easy-options.ts';
import {accepts, endOrder, fill, instrumentNamed, match, pay} from './fills.ts';
import {type PlaceOrderCommand, placeOrder} from './place-order.ts';

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

function advance(draft: BookDraft, to: number): void {
  while (draft.book.time < to) {
    const at = nextHappening(draft.book, to);
    draft.book = {...draft.book, time: at};
    happen(draft, at);
  }
}

function happen(draft: BookDraft, at: number): void {
  expire(draft, at);
  if (at % 1000 === 0) for (const each of watched(draft.book)) trigger(draft, each, at);
  for (const number of due(draft, at)) matchDue(draft, number, at);
}

/** At the latest `to`. An order arrives at any moment; all else happens on whole seconds. */
function nextHappening(book: Book, to: number): number {
  const orders = openOrders(book);
  const resting = orders.filter(({arrivesAt}) => arrivesAt <= book.time);
  const arrivals = orders.map(({arrivesAt}) => arrivesAt).filter(at => at > book.time);
  const touchable = watched(book);
  const expiries = [...orders, ...openPositions(book)].map(({symbol}) => instrumentNamed(symbol).expiry);
  const end = Math.min(to, ...expiries, ...arrivals);
  if (resting.length + touchable.length === 0) return end;
  for (let at = Math.floor(book.time / 1000) * 1000 + 1000; at < end; at += 1000)
    if (resting.some(each => isCrossed(book, each, at)) || touchable.some(each => hasTouched(book, each, at)))
      return at;
  return end;
}

function isCrossed({market}: Book, order: BookOrder, at: number): boolean {
  const {at: since, asks, bids} = market.quoteAt(instrumentNamed(order.symbol), at);
  return since === at && accepts(order, (order.side === 'BUY' ? asks : bids)[0]?.price ?? 0);
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
