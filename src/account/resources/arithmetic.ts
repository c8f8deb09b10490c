/**
 * One function each for the filled size, the size left, and the contracts held. A trade without a size does
 * not count, so a sum is a lower bound; a proof needs an exact one.
 */
import {compare, isDecimal, isZero, multiply, negate, subtract, sum} from '../../api/wire/decimal.ts';
import type {Decimal, Id, Order, Trade} from '../../api/wire/records.ts';
import {onceFor} from '../once.ts';

/** Some amounts are texts in the interface; one that is not a decimal does not count. */
export function isCounted(value: string | undefined): value is Decimal {
  return value !== undefined && isDecimal(value);
}

export function isPositive(value: string | undefined): value is Decimal {
  return isCounted(value) && compare(value, '0') > 0;
}

/** Records without the field are counted in `without`, not as 0. */
export type Amount = {readonly sum: Decimal; readonly without: number};

export function amountOf(values: readonly (string | undefined)[]): Amount {
  const told = values.filter(isCounted);
  return {sum: sum(told), without: values.length - told.length};
}

/**
 * The size that the trades of an order have filled: orders carry no such quantity. A repeated trade counts
 * once, and those without an id may all be one. `sum` is a lower bound, unless it is exact.
 */
export function filledBy(trades: readonly Trade[]) {
  const byId = new Map(trades.map(({tradeId, filledSizeContracts: size}) => [tradeId, size]));
  const sizes = [...byId.values()].filter(isPositive);
  const isClear = !byId.has('') || trades.length === 1;
  return {sum: sum(sizes), isExact: isClear && sizes.length === byId.size};
}

export const tradesByOrder = onceFor((trades: readonly Trade[]) => grouped(trades, 'orderId'));
export const tradesByPosition = onceFor((trades: readonly Trade[]) => grouped(trades, 'positionId'));

function grouped(
  trades: readonly Trade[],
  name: 'orderId' | 'positionId',
): ReadonlyMap<Id, readonly Trade[]> {
  const groups = new Map<Id, readonly Trade[]>();
  for (const [id, own] of Map.groupBy(trades, each => each[name])) if (id !== undefined) groups.set(id, own);
  return groups;
}

export const fillsByOrder = onceFor(
  (trades: readonly Trade[]): ReadonlyMap<Id, Decimal> =>
    new Map([...tradesByOrder(trades)].map(([id, own]) => [id, filledBy(own).sum])),
);

/** 0 if more has filled. */
export function leftOf(size: Decimal, filled: Decimal): Decimal {
  return compare(size, filled) > 0 ? subtract(size, filled) : '0';
}

/** Fills reduce only a size that is certainly in contracts. */
export function unfilledOf(order: Sized & {readonly size: Decimal}, filled: Decimal = '0'): Decimal {
  const {size, sizeContracts} = order;
  const isInContracts = isCounted(sizeContracts) && compare(size, sizeContracts) === 0;
  return leftOf(size, isInContracts ? filled : '0');
}

type Sized = {readonly [F in 'size' | 'sizeContracts']?: Order[F] | undefined};

export function isFilledBy({size, sizeContracts = size}: Sized, filled: Decimal): boolean {
  return isCounted(sizeContracts) && !isZero(sizeContracts) && compare(filled, sizeContracts) >= 0;
}

/** The price of what has filled comes with the order, and its size only with the trades, perhaps later. */
export function hasFilled({openPrice}: Pick<Order, 'openPrice'>): boolean {
  return isCounted(openPrice) && !isZero(openPrice);
}

/** True for a filled order of which no trade is listed, or that has paid more fees than its listed trades. */
export function hasUnlistedFill({fee}: Pick<Order, 'fee'>, listed: readonly Trade[]): boolean {
  const fees = listed.map(each => each.fee);
  const isTold = isCounted(fee) && fees.every(isCounted);
  // Each fee may be rounded.
  return listed.length === 0 || (isTold && compare(fee, multiply(sum(fees), '1.01')) > 0);
}

/** The interface has a trade's side as BUY or SELL, but its filter in lower case. */
export const sideOf = ({tradeSide}: Trade) => tradeSide?.toUpperCase();

/** Trades have no symbol: those that agree on all of this are of one contract. */
export const contractKey = ({
  asset,
  type,
  strikePrice,
  expiryDate,
}: Pick<Trade, 'asset' | 'type' | 'strikePrice' | 'expiryDate'>) =>
  [asset, type, strikePrice, expiryDate].join('\n');

/** Sold contracts are negative; undefined if the side or the size is not known. */
export function signedSize(trade: Trade): Decimal | undefined {
  const {filledSizeContracts: size} = trade;
  const side = sideOf(trade);
  if (!isCounted(size) || (side !== 'BUY' && side !== 'SELL')) return undefined;
  return side === 'BUY' ? size : negate(size);
}

/** Contracts bought minus contracts sold; undefined if a trade does not tell. */
export function netOf(trades: readonly Trade[]): Decimal | undefined {
  const sizes = trades.map(signedSize).filter(size => size !== undefined);
  return sizes.length === trades.length ? sum(sizes) : undefined;
}
