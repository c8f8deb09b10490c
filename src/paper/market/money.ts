/**
 * Money and contract sizes are integers of a millionth (micro-USDT, micro-contracts). Every underlying's tick
 * times its lot is a whole number of micro-USDT, so a notional is exact and no fill ever rounds.
 */

/** A millionth of a USDT, or of a contract; always a safe integer. */
export type Micro = number;

export const unit = 1_000_000;

/** The largest amount the service deals in: a thousand million USDT or contracts. */
export const largest: Micro = 1_000_000_000 * unit;

/** Reads plain decimal notation. Undefined when it is finer than a millionth or above the largest amount. */
export function toMicro(text: string): Micro | undefined {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text);
  if (match === null) return undefined;
  const whole = (match[1] ?? '').replace(/^0+(?=\d)/, '');
  const fraction = (match[2] ?? '').replace(/(?<!0)0+$/, '');
  if (fraction.length > 6 || whole.length > 10) return undefined;
  const micro = Number(whole) * unit + Number(fraction.padEnd(6, '0'));
  return micro <= largest ? micro : undefined;
}

/** Writes canonical decimal notation: no exponent, no trailing zeros. */
export function fromMicro(micro: Micro): string {
  const size = Math.abs(micro);
  const whole = Math.floor(size / unit);
  const fraction = size % unit;
  const sign = micro < 0 ? '-' : '';
  if (fraction === 0) return `${sign}${whole}`;
  return `${sign}${whole}.${String(fraction)
    .padStart(6, '0')
    .replace(/(?<!0)0+$/, '')}`;
}

/** `a * b / c`, rounded down, exact whatever the size of the product. */
export function mulDiv(a: number, b: number, c: number): number {
  const product = a * b;
  if (Number.isSafeInteger(product)) return Math.floor(product / c);
  return Number((BigInt(a) * BigInt(b)) / BigInt(c));
}

/** What `size` costs at `price`. */
export const turnoverOf = (price: Micro, size: Micro): Micro => mulDiv(price, size, unit);

/** The price of one contract, as it is shown: rounded down to a millionth. */
export const averagePrice = (turnover: Micro, size: Micro): Micro => mulDiv(turnover, unit, size);

/**
 * A decimal with any number of digits, also with an exponent, as a bound of amounts: the nearest millionth
 * above it, or below it. What lies beyond every amount is infinite. Undefined for what is no decimal.
 */
export function microBound(text: string, side: 'above' | 'below'): number | undefined {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const digits = BigInt(`${sign}${whole}${fraction}`);
  const shift = 6 + Number(exponent) - fraction.length;
  const divisor = 10n ** BigInt(Math.max(0, -shift));
  const scaled = digits * 10n ** BigInt(Math.max(0, shift));
  // BigInt division goes towards zero.
  const rest = scaled % divisor;
  const step = side === 'above' && rest > 0n ? 1n : side === 'below' && rest < 0n ? -1n : 0n;
  const micro = Number(scaled / divisor + step);
  return Number.isSafeInteger(micro) ? micro : micro * Number.POSITIVE_INFINITY;
}

/** Maker and taker fees, in hundredths of a percent of the notional. */
export const feeRate = {maker: 20, taker: 50} as const;

/**
 * The fee on a notional, rounded down: the fees of the parts are then never above the fee of the whole, so
 * what was held for an order always covers its fills.
 */
export const feeOn = (amount: Micro, rate: number): Micro => mulDiv(amount, rate, 10_000);
