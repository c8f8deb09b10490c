import {
  add,
  compare,
  divide,
  isDecimal,
  isZero,
  multiply,
  parseDecimal,
  subtract,
  sum,
  toFixed,
} from '../../api/wire/decimal.ts';
import type {Decimal, EasyOption, Trade} from '../../api/wire/records.ts';

/** P/L is a string in the interface; a text that is not a decimal does not count. */
export function isCounted(value: string | undefined): value is Decimal {
  return value !== undefined && isDecimal(value);
}

export function plPercent({pl, investmentAmount}: Pick<EasyOption, 'pl' | 'investmentAmount'>) {
  return percentOf(pl, investmentAmount);
}

export function distancePercent(price: Decimal | undefined, ask: Decimal | undefined): Decimal | undefined {
  if (price === undefined || ask === undefined || !isDecimal(price) || !isDecimal(ask)) return undefined;
  return percentOf(subtract(price, ask), ask);
}

/** Cut to six places; undefined if a value is missing or not a decimal, or if the whole is 0. */
export function percentOf(part: string | undefined, whole: string | undefined): Decimal | undefined {
  if (part === undefined || whole === undefined || !isDecimal(part) || !isDecimal(whole)) return undefined;
  return isZero(whole) ? undefined : divide(multiply(part, '100'), whole, 6);
}

export const percentShown = (percent: Decimal | undefined) => percent && toFixed(percent, 2);

const inCents: ReadonlySet<string> = new Set('USD USDT USDC BUSD FDUSD TUSD USDP DAI EUR'.split(' '));
const mostSignificant = 6;

/** To the cent if the currency has cents, else six significant digits. Other texts stay unchanged. */
export function rounded(value: string | undefined, currency: string | undefined): string | undefined {
  if (value === undefined || !isDecimal(value) || !value.includes('.')) return value;
  if (inCents.has((currency ?? '').toUpperCase())) return toFixed(value, 2);
  const [head = '', fraction = ''] = value.split('.');
  const whole = head.replace(/^-?0*/, '');
  const zeros = Math.max(0, fraction.search(/[1-9]/));
  const places = Math.max(0, mostSignificant - whole.length) + (whole === '' ? zeros : 0);
  return add(toFixed(value, places), '0');
}

/** Orders carry no filled quantity. A repeated trade counts once. */
export function fillsByOrder(trades: readonly Trade[]): ReadonlyMap<string, Decimal> {
  const fills = new Map<string, Decimal>();
  const seen = new Set<string>();
  for (const {tradeId, orderId, filledSizeContracts} of trades) {
    if (orderId === undefined || filledSizeContracts === undefined || !isDecimal(filledSizeContracts))
      continue;
    if (seen.has(tradeId)) continue;
    if (tradeId !== '') seen.add(tradeId);
    fills.set(orderId, add(fills.get(orderId) ?? '0', filledSizeContracts));
  }
  return fills;
}

export type PositionTotals = {
  readonly net: Decimal;
  readonly bought: Leg;
  readonly sold: Leg;
  readonly fees: Decimal | undefined;
};

type Leg = {
  readonly contracts: Decimal;
  /** Weighted by contracts; undefined without trades. */
  readonly average: Decimal | undefined;
};

/** Undefined unless all trades are of one contract and have a side, price and size. */
export function positionTotals(trades: readonly Trade[]): PositionTotals | undefined {
  const isOne = new Set(trades.map(contractKey)).size === 1;
  if (!isOne || !trades.every(isWhole)) return undefined;
  const bought = legOf(trades.filter(each => each.tradeSide === 'BUY'));
  const sold = legOf(trades.filter(each => each.tradeSide === 'SELL'));
  return {
    net: subtract(bought.contracts, sold.contracts),
    bought,
    sold,
    fees: trades.every(({fee}) => isCounted(fee)) ? sum(trades.map(({fee = '0'}) => fee)) : undefined,
  };
}

const contractKey = ({asset, strikePrice, type, expiryDate}: Trade) =>
  [asset, strikePrice, type, expiryDate].join(' ');

const isWhole = ({tradeSide, openPrice, filledSizeContracts}: Trade) =>
  (tradeSide === 'BUY' || tradeSide === 'SELL') && isCounted(openPrice) && isCounted(filledSizeContracts);

function legOf(trades: readonly Trade[]): Leg {
  const contracts = sum(trades.map(({filledSizeContracts = '0'}) => filledSizeContracts));
  const paid = sum(
    trades.map(({openPrice = '0', filledSizeContracts = '0'}) => multiply(openPrice, filledSizeContracts)),
  );
  return {contracts, average: isZero(contracts) ? undefined : divide(paid, contracts, 12)};
}

/** The interface has a trade's side as BUY or SELL, but its filter in lower case. */
export const sideOf = ({tradeSide}: Trade) => tradeSide?.toUpperCase();

/** 0 if the trades exceed the size of the order. */
export function leftOf(size: Decimal | undefined, filled: Decimal | undefined): Decimal | undefined {
  if (size === undefined || filled === undefined || !isDecimal(size)) return size;
  return compare(size, filled) > 0 ? subtract(size, filled) : '0';
}

/** Premium and strike are assumed to be in one currency. */
export type Option = {
  readonly type: 'CALL' | 'PUT';
  readonly side: 'BUY' | 'SELL';
  readonly strike: Decimal;
  readonly premium: Decimal;
};

export function contractAt(
  premium: Decimal | undefined,
  {type, side, strikePrice}: Partial<Record<'type' | 'side' | 'strikePrice', string | undefined>>,
): Option | undefined {
  const known = (['CALL', 'PUT'] as const).find(each => each === type);
  const dealt = (['BUY', 'SELL'] as const).find(each => each === side);
  if (known === undefined || dealt === undefined || strikePrice === undefined || premium === undefined)
    return undefined;
  return {type: known, side: dealt, strike: strikePrice, premium};
}

export function breakEven({type, strike, premium}: Option): Decimal {
  return type === 'PUT' ? subtract(strike, premium) : add(strike, premium);
}

export function mostLost({type, side, strike, premium}: Option): Decimal | undefined {
  if (side === 'BUY') return premium;
  return type === 'PUT' ? subtract(strike, premium) : undefined;
}

export function notional({price, size}: {readonly price: Decimal; readonly size: Decimal}): Decimal {
  return multiply(price, size);
}

export function boughtAt(amount: Decimal, ask: Decimal | undefined): Decimal | undefined {
  return ask !== undefined && compare(ask, '0') > 0 ? divide(amount, ask, 6) : undefined;
}

export function isAmount(text: string): text is Decimal {
  return parseDecimal(text) !== undefined && isDecimal(text);
}
