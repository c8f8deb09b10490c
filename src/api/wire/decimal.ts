import Big from 'big.js';
import type {Decimal} from './values.ts';

/** Prices are shorter; the limit stops a hostile exponent from expanding to megabytes. */
const maxDigits = 100;

const plain = /^-?\d+(?:\.\d+)?$/;
/** Canonical, except `-0` and `-0.0`. */
const canonical = /^(?:0|-?[1-9]\d*|-?(?:0|[1-9]\d*)\.\d*[1-9])$/;
const exponential = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Parses user input by the interface's pattern for price and size; undefined if it does not match. */
export function parseDecimal(text: string): Decimal | undefined {
  return /^\d+(\.\d+)?$/.test(text) ? text : undefined;
}

export function isDecimal(text: string): text is Decimal {
  return text.length <= maxDigits + 2 && plain.test(text);
}

/** Canonical plain notation of a JSON number; undefined if it needs more than 100 digits. */
export function canonicalDecimal(number: number | string): Decimal | undefined {
  const text = String(number);
  // In this range, a float prints without an exponent and without trailing zeros.
  if (typeof number === 'number' && Math.abs(number) >= 1e-6 && Math.abs(number) < 1e21) return text;
  if (text.length > maxDigits + 10) return undefined;
  if (canonical.test(text)) return text;
  if (!exponential.test(text)) return undefined;
  const exactly = new Big(text);
  const digits = Math.max(exactly.c.length, exactly.e + 1) - Math.min(0, exactly.e + 1);
  return digits > maxDigits ? undefined : written(exactly);
}

export const add = (left: Decimal, right: Decimal): Decimal => written(exact(left).plus(exact(right)));

export const sum = (decimals: readonly Decimal[]): Decimal =>
  written(decimals.reduce((all, each) => all.plus(exact(each)), zero));

const zero = new Big(0);

export const subtract = (left: Decimal, right: Decimal): Decimal => written(exact(left).minus(exact(right)));

export const multiply = (left: Decimal, right: Decimal): Decimal => written(exact(left).times(exact(right)));

/** Truncates toward zero to `scale` decimal places. @throws {Error} if `right` is zero */
export const divide = (left: Decimal, right: Decimal, scale: number): Decimal =>
  quotient(Truncated, left, right, scale);

/** Rounds half to even at `scale` decimal places. */
export const divideHalfEven = (left: Decimal, right: Decimal, scale: number): Decimal =>
  quotient(HalfEven, left, right, scale);

const Truncated = Big();
Truncated.RM = Big.roundDown;
const HalfEven = Big();
HalfEven.RM = Big.roundHalfEven;

function quotient(Rounded: typeof Big, left: Decimal, right: Decimal, scale: number): Decimal {
  Rounded.DP = scale;
  return written(new Rounded(left).div(exact(right)));
}

export function compare(left: Decimal, right: Decimal): -1 | 0 | 1 {
  if (!areShort(left, right)) return exact(left).cmp(exact(right));
  const [a, b] = [Number(left), Number(right)];
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Up to this many digits, floats keep the order. */
const exactDigits = 15;

function areShort(left: Decimal, right: Decimal): boolean {
  return left.length <= exactDigits && right.length <= exactDigits && plain.test(left) && plain.test(right);
}

export const isZero = (decimal: Decimal): boolean => isNothing(exact(decimal));

export function isNegative(decimal: Decimal): boolean {
  const number = exact(decimal);
  return number.s < 0 && !isNothing(number);
}

export const negate = (decimal: Decimal): Decimal => written(exact(decimal).neg());

export const magnitude = (decimal: Decimal): Decimal => written(exact(decimal).abs());

/** Rounds half away from zero to `scale` decimal places; for display only. */
export function toFixed(decimal: Decimal, scale: number): string {
  const rounded = exact(decimal).round(scale, Big.roundHalfUp);
  return rounded.abs().eq(zero) ? zero.toFixed(scale) : rounded.toFixed(scale);
}

function exact(decimal: Decimal): Big {
  if (!plain.test(decimal)) throw new RangeError(`not a decimal: ${decimal.slice(0, 40)}`);
  return new Big(decimal);
}

/** Without an exponent, a trailing zero or a sign of zero. */
const written = (number: Big): Decimal => (isNothing(number) ? '0' : number.toFixed());

const isNothing = ({c}: Big) => c[0] === 0;
