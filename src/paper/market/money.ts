/**
 * Money and contract sizes are integers of a millionth (micro-USDT, micro-contracts). Every underlying's tick times its
 * lot is a whole number of micro-USDT, so a notional is exact and no fill ever rounds.
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
  const fraction = (match[2] ?? '').replace(/0+$/, '');
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
  return `${sign}${whole}.${String(fraction).padStart(6, '0').replace(/0+$/, '')}`;
}

/** `a * b / c`, rounded down, exact whatever the size of the product. */
export function mulDiv(a: number, b: number, c: number): number {
  const product = a * b;
  if (Number.isSafeInteger(product)) return Math.floor(product / c);
  return Number((BigInt(a) * BigInt(b)) / BigInt(c));
}

/** What `size` costs at `price`. */
export const notional = (price: Micro, size: Micro): Micro => mulDiv(price, size, unit);

/** Maker and taker fees, in hundredths of a percent of the notional. */
export const feeRate = {maker: 20, taker: 50} as const;

/**
 * The fee on a notional, rounded down: the fees of the parts are then never above the fee of the whole, so what was
 * held for an order always covers its fills.
 */
export const feeOn = (amount: Micro, rate: number): Micro => mulDiv(amount, rate, 10_000);
