import {type Instrument, parseSymbol} from '../market/instruments.ts';
import type {Level} from '../market/market.ts';
import {feeOn, feeRate, type Micro, mulDiv, turnoverOf, unit} from '../market/money.ts';
import {
  type Book,
  type BookDraft,
  type BookOrder,
  type BookPosition,
  type OrderSide,
  openOrders,
  openPositions,
  putRow,
  rowOf,
} from './book.ts';

export function instrumentNamed(symbol: string): Instrument {
  const instrument = parseSymbol(symbol);
  if (instrument === undefined) throw new Error(`The book names an option that cannot exist: ${symbol}.`);
  return instrument;
}

/** The remaining depth of the quote: its trades took from the best price on. */
export function liquidity({book}: BookDraft, symbol: string, side: OrderSide, at: number): Level[] {
  const quote = book.market.quoteAt(instrumentNamed(symbol), at);
  let taken = book.trades
    .filter(each => each.symbol === symbol && each.side === side && each.at >= quote.at)
    .reduce((sum, {size}) => sum + size, 0);
  return (side === 'BUY' ? quote.asks : quote.bids).map(({price, size}) => {
    const gone = Math.min(taken, size);
    taken -= gone;
    return {price, size: size - gone};
  });
}

/** A resting order is the maker and trades at its limit; an arriving order takes the quote's prices. */
export function match(draft: BookDraft, orderNumber: number, at: number, maker: boolean): void {
  const {symbol, side} = rowOf(draft.book.orders, orderNumber);
  for (const {price, size} of liquidity(draft, symbol, side, at)) {
    const order = rowOf(draft.book.orders, orderNumber);
    if (order.status !== 'PENDING' || !accepts(order, price)) return;
    const fillPrice = maker ? order.price : price;
    const wanted = wantedAt(order, fillPrice);
    const fillSize = Math.min(wanted, size);
    if (fillSize > 0) fill(draft, order, fillPrice, fillSize, at, maker);
    if (wanted <= size) return;
  }
}

export const accepts = (order: BookOrder, price: Micro): boolean =>
  order.orderType === 'MARKET' || (order.side === 'BUY' ? price <= order.price : price >= order.price);

/** A market BUY is sized by its investment: as many lots as the rest of it buys. */
function wantedAt(order: BookOrder, price: Micro): Micro {
  if (!isBudgeted(order)) return order.size - order.filled;
  return lotsFor(budgetLeft(order), price, instrumentNamed(order.symbol).underlying.lot);
}

export function lotsFor(amount: Micro, price: Micro, lot: Micro): Micro {
  const size = mulDiv(amount, unit, price);
  return size - (size % lot);
}

/** The part of a market BUY's hold that can buy contracts; the rest pays the fee. */
const budgetLeft = (order: BookOrder): Micro => mulDiv(order.hold, 10_000, 10_000 + feeRate.taker);

export function fill(
  draft: BookDraft,
  order: BookOrder,
  price: Micro,
  size: Micro,
  at: number,
  maker: boolean,
): void {
  const amount = turnoverOf(price, size);
  const fee = feeOn(amount, maker ? feeRate.maker : feeRate.taker);
  const position = moveContracts(draft, order, size, at);
  pay(draft, order.account, order.side === 'BUY' ? amount : -amount, fee);
  const filled = order.filled + size;
  const next: BookOrder = {
    ...order,
    filled,
    turnover: order.turnover + amount,
    fee: order.fee + fee,
    position: position.number,
    openedAt: order.openedAt ?? at,
  };
  const after = withSize({...next, hold: holdAfter(next, amount + fee)}, price);
  const isFull = after.filled === after.size;
  if (isFull) endOrder(draft, after, 'FILLED');
  else putRow(draft, 'order', after);
  putRow(draft, 'trade', {
    number: draft.book.trades.length,
    account: order.account,
    order: order.number,
    position: position.number,
    symbol: order.symbol,
    side: order.side,
    price,
    size,
    notional: amount,
    fee,
    maker,
    completes: isFull,
    at,
  });
}

/** Moves cash from the account to the house; a negative amount moves it back. */
export function pay(draft: BookDraft, account: number, amount: number, fee: number): void {
  const from = rowOf(draft.book.accounts, account);
  putRow(draft, 'account', {...from, cash: from.cash - amount - fee});
  const {house} = draft.book;
  putRow(draft, 'house', {...house, cash: house.cash + amount, fees: house.fees + fee});
}

const withSize = (order: BookOrder, price: Micro): BookOrder =>
  isBudgeted(order) ? {...order, size: order.filled + wantedAt(order, price)} : order;

const isBudgeted = (order: BookOrder): boolean => order.orderType === 'MARKET' && order.side === 'BUY';

/** The required hold: the maximum cost of the rest, or the contracts left to sell. */
export function holdFor(order: BookOrder): Micro {
  const rest = order.size - order.filled;
  if (order.side === 'SELL') return rest;
  const cost = turnoverOf(order.price, rest);
  return cost + feeOn(cost, feeRate.taker);
}

const holdAfter = (order: BookOrder, spent: Micro): Micro =>
  isBudgeted(order) ? order.hold - spent : holdFor(order);

/** Cash reserved for open orders, fees included. */
export const heldCash = (book: Book, account: number): Micro =>
  sumOfHolds(openOrders(book).filter(each => each.account === account && each.side === 'BUY'));

/** Contracts reserved for open SELL orders. */
export const heldContracts = (book: Book, position: number): Micro =>
  sumOfHolds(openOrders(book).filter(each => each.position === position && each.side === 'SELL'));

const sumOfHolds = (orders: readonly BookOrder[]): Micro => orders.reduce((sum, {hold}) => sum + hold, 0);

export const unfilled = {filled: 0, turnover: 0, fee: 0, hold: 0, status: 'PENDING'} as const;

export function endOrder(draft: BookDraft, order: BookOrder, status: 'FILLED' | 'CANCELED'): BookOrder {
  return putRow(draft, 'order', {...order, hold: 0, status});
}

function moveContracts(draft: BookDraft, order: BookOrder, size: Micro, at: number): BookPosition {
  const position = positionFor(draft, order);
  const left = position.size + (order.side === 'BUY' ? size : -size);
  return putRow(draft, 'position', {...position, size: left, closedAt: left === 0 ? at : undefined});
}

function positionFor(draft: BookDraft, order: BookOrder): BookPosition {
  const own = order.position === undefined ? undefined : rowOf(draft.book.positions, order.position);
  if (own !== undefined && own.closedAt === undefined) return own;
  const open = order.easyOption === undefined ? findPosition(draft, order.account, order.symbol) : undefined;
  return (
    open ?? {
      number: draft.book.positions.length,
      account: order.account,
      symbol: order.symbol,
      size: 0,
      easyOption: order.easyOption,
    }
  );
}

/** Ignores positions of Easy Options. */
export function findPosition({book}: BookDraft, account: number, symbol: string): BookPosition | undefined {
  return openPositions(book).find(
    each => each.account === account && each.symbol === symbol && each.easyOption === undefined,
  );
}
