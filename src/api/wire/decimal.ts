/**
 * Exact arithmetic on decimal strings. A Decimal is taken apart into a bigint and a scale, so that no value
 * passes through a float. Results are canonical: no leading zeros, no trailing zeros behind the point, never
 * `-0`.
 */
import type {Decimal} from './values.ts';

/** Longer numbers are no prices: the limit keeps a hostile exponent from growing into megabytes. */
const maxDigits = 100;

const plain = /^-?\d+(?:\.\d+)?$/;
/** Already canonical, `-0` and `-0.0` aside. */
const canonical = /^(?:0|-?[1-9]\d*|-?(?:0|[1-9]\d*)\.\d*[1-9])$/;
const exponential = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** Reads what a person typed by the interface's pattern for price and size; undefined when it is no decimal. */
export function parseDecimal(text: string): Decimal | undefined {
  return /^\d+(\.\d+)?$/.test(text) ? text : undefined;
}

/** Whether `text` is plain decimal notation and can be calculated with. */
export function isDecimal(text: string): text is Decimal {
  return text.length <= maxDigits + 2 && plain.test(text);
}

/**
 * Brings a JSON number or its text (exponents, signed zeros) into canonical plain notation; undefined when it
 * is no number or would need more than 100 digits.
 */
export function canonicalDecimal(number: number | string): Decimal | undefined {
  const text = String(number);
  // A float between these is written without an exponent and without needless zeros.
  if (typeof number === 'number' && Math.abs(number) >= 1e-6 && Math.abs(number) < 1e21) return text;
  if (text.length > maxDigits + 10) return undefined;
  if (canonical.test(text)) return text;
  const match = exponential.exec(text);
  if (match === null) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  return placePoint(sign, whole + fraction, whole.length + Number(exponent));
}

/** The sum, exact. */
export function add(left: Decimal, right: Decimal): Decimal {
  return sumOf(joinedSums(takeApart(left), takeApart(right)));
}

/** A float keeps so many digits of any decimal, and a hundred sums of such exactly. */
const fewDigits = 13;
const mostUnits = 10 ** 15;

/** All of them together, exact. */
export const sum = (decimals: readonly Decimal[]): Decimal => sumOf(withDecimals(emptySum, decimals));

/** A sum under way, exact: its value is `units / 10 ** scale`. */
export type RunningSum = {
  readonly units: bigint;
  readonly scale: number;
};

export const emptySum: RunningSum = {units: 0n, scale: 0};

/**
 * More decimals in the sum, or such as were in it out again. Short ones are counted as floats in units of their
 * last place.
 */
export function withDecimals(to: RunningSum, decimals: readonly Decimal[], sign: 1 | -1 = 1): RunningSum {
  const unitsByScale: number[] = [];
  let all = to;
  for (const decimal of decimals) {
    const point = decimal.indexOf('.');
    const scale = point < 0 ? 0 : decimal.length - point - 1;
    const units = (unitsByScale[scale] ?? 0) + sign * Math.round(Number(decimal) * 10 ** scale);
    if (decimal.length <= fewDigits && Math.abs(units) < mostUnits) unitsByScale[scale] = units;
    else {
      const exact = takeApart(decimal);
      all = joinedSums(all, {units: sign < 0 ? -exact.units : exact.units, scale: exact.scale});
    }
  }
  unitsByScale.forEach((units, scale) => {
    all = joinedSums(all, {units: BigInt(units), scale});
  });
  return all;
}

export function joinedSums(left: RunningSum, right: RunningSum): RunningSum {
  if (left.scale === right.scale) return {units: left.units + right.units, scale: left.scale};
  const [fine, coarse] = left.scale > right.scale ? [left, right] : [right, left];
  return {
    units: fine.units + coarse.units * 10n ** BigInt(fine.scale - coarse.scale),
    scale: fine.scale,
  };
}

/** Canonical, however it came about. */
export const sumOf = ({units, scale}: RunningSum): Decimal => compose(units, scale);

/** `left - right`, exact. */
export function subtract(left: Decimal, right: Decimal): Decimal {
  const [a, b, scale] = aligned(left, right);
  return compose(a - b, scale);
}

/** The product, exact. */
export function multiply(left: Decimal, right: Decimal): Decimal {
  const a = takeApart(left);
  const b = takeApart(right);
  return compose(a.units * b.units, a.scale + b.scale);
}

/**
 * `left / right` with at most `scale` digits behind the point, cut towards zero.
 * @throws {RangeError} when `right` is zero
 */
export function divide(left: Decimal, right: Decimal, scale: number): Decimal {
  const [a, b] = aligned(left, right);
  return compose((a * 10n ** BigInt(scale)) / b, scale);
}

/** Negative, zero or positive, as `left` is below, equal to or above `right`: fit for a sort. */
export function compare(left: Decimal, right: Decimal): -1 | 0 | 1 {
  const [a, b] = areShort(left, right) ? [Number(left), Number(right)] : aligned(left, right);
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A float keeps so many digits, and their order. */
const exactDigits = 15;

function areShort(left: Decimal, right: Decimal): boolean {
  return left.length <= exactDigits && right.length <= exactDigits && plain.test(left) && plain.test(right);
}

export function isZero(decimal: Decimal): boolean {
  return takeApart(decimal).units === 0n;
}

export function isNegative(decimal: Decimal): boolean {
  return takeApart(decimal).units < 0n;
}

export function negate(decimal: Decimal): Decimal {
  const {units, scale} = takeApart(decimal);
  return compose(-units, scale);
}

/** Without its sign. */
export function magnitude(decimal: Decimal): Decimal {
  return isNegative(decimal) ? negate(decimal) : decimal;
}

/** The nearest decimal with `scale` digits behind the point, halves away from zero: for the eye alone. */
export function toFixed(decimal: Decimal, scale: number): string {
  const {units, scale: from} = takeApart(decimal);
  const rounded =
    from <= scale ? units * 10n ** BigInt(scale - from) : divideRounded(units, 10n ** BigInt(from - scale));
  const digits = String(rounded < 0n ? -rounded : rounded).padStart(scale + 1, '0');
  const sign = rounded < 0n ? '-' : '';
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

function divideRounded(units: bigint, by: bigint): bigint {
  const half = units < 0n ? -by / 2n : by / 2n;
  return (units + half) / by;
}

function takeApart(decimal: Decimal): RunningSum {
  if (!plain.test(decimal)) throw new RangeError(`not a decimal: ${decimal.slice(0, 40)}`);
  return partsOf(decimal);
}

function partsOf(decimal: Decimal): RunningSum {
  const point = decimal.indexOf('.');
  if (point < 0) return {units: BigInt(decimal), scale: 0};
  return {
    units: BigInt(decimal.slice(0, point) + decimal.slice(point + 1)),
    scale: decimal.length - point - 1,
  };
}

function aligned(left: Decimal, right: Decimal): [a: bigint, b: bigint, scale: number] {
  const a = takeApart(left);
  const b = takeApart(right);
  const scale = Math.max(a.scale, b.scale);
  return [a.units * 10n ** BigInt(scale - a.scale), b.units * 10n ** BigInt(scale - b.scale), scale];
}

function compose(units: bigint, scale: number): Decimal {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const point = digits.length - scale;
  return trim(units < 0n ? '-' : '', digits.slice(0, point), digits.slice(point));
}

/** Writes `digits` with the point `place` digits from their left, which may lie outside of them. */
function placePoint(sign: string, digits: string, place: number): Decimal | undefined {
  const behindZeros = digits.replace(/^0+/, '');
  const significant = behindZeros.replace(/(?<!0)0+$/, '');
  if (significant === '') return '0';
  const point = place - (digits.length - behindZeros.length);
  if (Math.max(significant.length, point) - Math.min(0, point) > maxDigits) return undefined;
  if (point <= 0) return trim(sign, '0', '0'.repeat(-point) + significant);
  return trim(sign, significant.slice(0, point).padEnd(point, '0'), significant.slice(point));
}

function trim(sign: string, whole: string, fraction: string): Decimal {
  const head = whole.replace(/^0+(?=\d)/, '');
  const tail = fraction.replace(/(?<!0)0+$/, '');
  if (tail === '') return head === '0' ? '0' : sign + head;
  return `${sign}${head}.${tail}`;
}
