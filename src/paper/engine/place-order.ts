import {parseSymbol} from '../market/instruments.ts';
import {fromMicro, type Micro, toMicro} from '../market/money.ts';
import {
  type Book,
  type BookDraft,
  type BookOrder,
  type CommandRefusal,
  type OrderSide,
  putRow,
  refuse,
  rowOf,
} from './book.ts';
import {findPosition, heldCash, heldContracts, holdFor, match, unfilled} from './fills.ts';

export type PlaceOrderCommand = {
  type: 'placeOrder';
  account: number;
  key: string;
  symbol: string;
  side: OrderSide;
  price: string;
  size: string;
  position?: number | undefined;
  /** Wall time (default: service time): a fast clock must not expire keys sooner. */
  sentAt?: number | undefined;
};

/** Places a limit order, or finds the order with the same key, and returns its current state. */
export function placeOrder(
  draft: BookDraft,
  command: PlaceOrderCommand,
  now: number,
): BookOrder | CommandRefusal {
  const before = findByKey(draft.book, command.account, command.key, command.sentAt ?? now);
  if (before !== undefined) return isSamePayload(before, command) ? before : otherPayload;
  const terms = checkTerms(draft, command, now);
  if ('type' in terms) return terms;
  const order = newOrder(draft, command, terms, now);
  const short = checkCover(draft, command, order);
  if (short !== undefined) return short;
  putRow(draft, 'order', {...order, hold: holdFor(order)});
  match(draft, order.number, now, false);
  return rowOf(draft.book.orders, order.number);
}

type OrderTerms = {price: Micro; size: Micro};

function checkTerms(
  {book}: BookDraft,
  {symbol, price: priceText, size: sizeText}: PlaceOrderCommand,
  now: number,
): OrderTerms | CommandRefusal {
  const instrument = parseSymbol(symbol);
  if (instrument === undefined || !book.market.isListed(instrument, now))
    return refuse('UNKNOWN_SYMBOL', `No option ${symbol} is listed now`, {symbol});
  const {tick, lot} = instrument.underlying;
  const price = toMicro(priceText);
  if (price === undefined || price === 0 || price % tick !== 0)
    return refuse('INVALID_PRICE', `The price must be a positive multiple of ${fromMicro(tick)}`, {
      price: priceText,
      tick: fromMicro(tick),
    });
  const size = toMicro(sizeText);
  if (size === undefined || size < lot || size % lot !== 0)
    return refuse('INVALID_SIZE', `The size must be at least ${fromMicro(lot)} and a multiple of it`, {
      size: sizeText,
      leastSize: fromMicro(lot),
    });
  return {price, size};
}

function newOrder(
  draft: BookDraft,
  command: PlaceOrderCommand,
  {price, size}: OrderTerms,
  now: number,
): BookOrder {
  const {account, symbol, side, key, position} = command;
  return {
    number: draft.book.orders.length,
    account,
    symbol,
    side,
    orderType: 'LIMIT',
    price,
    size,
    ...unfilled,
    createdAt: now,
    arrivesAt: now,
    position: position ?? findPosition(draft, account, symbol)?.number,
    key,
    sentAt: command.sentAt ?? now,
    askedPosition: position,
  };
}

/** No short sales: a BUY needs cash, a SELL needs contracts. */
function checkCover(
  draft: BookDraft,
  command: PlaceOrderCommand,
  order: BookOrder,
): CommandRefusal | undefined {
  const named = command.position === undefined ? undefined : checkPosition(draft, command);
  if (named !== undefined) return named;
  if (order.side === 'BUY') return checkFunds(draft, order.account, holdFor(order));
  const position = order.position === undefined ? undefined : rowOf(draft.book.positions, order.position);
  const available = position === undefined ? 0 : position.size - heldContracts(draft.book, position.number);
  if (available >= order.size) return undefined;
  return refuse('NOTHING_TO_SELL', `Only ${fromMicro(available)} contracts can be sold`, {
    available: fromMicro(available),
    required: fromMicro(order.size),
  });
}

function checkPosition(
  {book}: BookDraft,
  {account, position: number = -1, symbol}: PlaceOrderCommand,
): CommandRefusal | undefined {
  const position = book.positions[number];
  if (position === undefined || position.account !== account || position.closedAt !== undefined)
    return refuse('UNKNOWN_POSITION', 'There is no such open position');
  if (position.symbol !== symbol)
    return refuse('OTHER_SYMBOL', `The position is in ${position.symbol}`, {symbol: position.symbol});
  if (position.easyOption !== undefined)
    return refuse('EASY_OPTION_POSITION', 'The position belongs to an Easy Option; close that instead');
  return undefined;
}

export function checkFunds({book}: BookDraft, account: number, required: Micro): CommandRefusal | undefined {
  const available = rowOf(book.accounts, account).cash - heldCash(book, account);
  if (available >= required) return undefined;
  return refuse(
    'INSUFFICIENT_FUNDS',
    `${fromMicro(required)} USDT needed, ${fromMicro(available)} available`,
    {available: fromMicro(available), required: fromMicro(required), currency: 'USDT'},
  );
}

/** Compares values: 1.50 and 1.5 are the same price. */
function isSamePayload(order: BookOrder, command: PlaceOrderCommand): boolean {
  return (
    order.symbol === command.symbol &&
    order.side === command.side &&
    order.price === toMicro(command.price) &&
    order.size === toMicro(command.size) &&
    order.askedPosition === command.position
  );
}

const otherPayload = refuse(
  'DUPLICATE_IDEMPOTENCY_KEY',
  'The idempotency key was used before with a different payload',
  {},
  'conflict',
);

/** Lifetime of an idempotency key, in wall time. */
const keyLife = 24 * 3_600_000;

/** Orders in older ledgers have service time only. */
function findByKey({orders}: Book, account: number, key: string, now: number): BookOrder | undefined {
  return orders.find(
    order =>
      order.account === account && order.key === key && now - (order.sentAt ?? order.createdAt) < keyLife,
  );
}
