/** Integer millionths. Tick times lot is whole micro-USDT, so notionals are exact and fills never round. */

import {isDecimal, multiply, parseDecimal} from '../../api/wire/decimal.ts';

/** A millionth of a USDT or contract; always a safe integer. */
export type Micro = number;

export const unit = 1_000_000;

export const largest: Micro = 1_000_000_000 * unit;

/** Undefined if finer than a millionth or above the largest amount. */
export function toMicro(text: string): Micro | undefined {
  const micro = parseDecimal(text) && isDecimal(text) ? multiply(text, String(unit)) : '';
  return /^\d+$/.test(micro) && Number(micro) <= largest ? Number(micro) : undefined;
}

/** Exact: up to 15 digits, a float prints as the decimal that it stands for. */
export const fromMicro = (micro: Micro): string => String(micro / unit);

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
