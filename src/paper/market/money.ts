/** Integer millionths. Tick times lot is whole micro-USDT, so notionals are exact and fills never round. */

/** A millionth of a USDT or contract; always a safe integer. */
export type Micro = number;

export const unit = 1_000_000;

export const largest: Micro = 1_000_000_000 * unit;

/** Undefined if finer than a millionth or above the largest amount. */
export function toMicro(text: string): Micro | undefined {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text);
  if (match === null) return undefined;
  const whole = (match[1] ?? '').replace(/^0+(?=\d)/, '');
  const fraction = (match[2] ?? '').replace(/(?<!0)0+$/, '');
  if (fraction.length > 6 || whole.length > 10) return undefined;
  const micro = Number(whole) * unit + Number(fraction.padEnd(6, '0'));
  return micro <= largest ? micro : undefined;
}

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

export function mulDiv(a: number, b: number, c: number): number {
  const product = a * b;
  if (Number.isSafeInteger(product)) return Math.floor(product / c);
  return Number((BigInt(a) * BigInt(b)) / BigInt(c));
}

export const turnoverOf = (price: Micro, size: Micro): Micro => mulDiv(price, size, unit);

export const averagePrice = (turnover: Micro, size: Micro): Micro => mulDiv(turnover, unit, size);

export const feeRate = {maker: 20, taker: 50} as const;

/** Rounded down: the fees of the fills never exceed the fee of the whole, so the hold always covers them. */
export const feeOn = (amount: Micro, rate: number): Micro => mulDiv(amount, rate, 10_000);
