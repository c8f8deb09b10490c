import type {Decimal} from './values.ts';

/** Prices are shorter; the limit stops a hostile exponent from expanding to megabytes. */
const maxDigits = 100;

const plain = /^-?\d+(?:\.\d+)?$/;
/** Canonical, except `-0` and `-0.0`. */
const canonical = /^(?:0|-?[1-9]\d*|-?(?:0|[1-9]\d*)\.\d*[1-9])$/;
const exponential = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

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
  const match = exponential.exec(text);
  if (match === null) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  return placePoint(sign, whole + fraction, whole.length + Number(exponent));
}

export function add(left: Decimal, right: Decimal): Decimal {
  return compose(joined(takeApart(left), takeApart(right)));
}

/** An exact partial sum: its value is `units / 10 ** scale`. */
type Parts = {readonly units: bigint; readonly scale: number};

export function sum(decimals: readonly Decimal[]): Decimal {
  return compose(decimals.reduce((all, each) => joined(all, takeApart(each)), nothing));
}

const nothing: Parts = {units: 0n, scale: 0};

function joined(left: Parts, right: Parts): Parts {
  if (left.scale === right.scale) return {units: left.units + right.units, scale: left.scale};
  const [fine, coarse] = left.scale > right.scale ? [left, right] : [right, left];
  return {units: fine.units + coarse.units * 10n ** BigInt(fine.scale - coarse.scale), scale: fine.scale};
}

export function subtract(left: Decimal, right: Decimal): Decimal {
  const [a, b, scale] = aligned(left, right);
  return compose({units: a - b, scale});
}

export function multiply(left: Decimal, right: Decimal): Decimal {
  const a = takeApart(left);
  const b = takeApart(right);
  return compose({units: a.units * b.units, scale: a.scale + b.scale});
}

/** Truncates toward zero to `scale` decimal places. @throws {RangeError} if `right` is zero */
export function divide(left: Decimal, right: Decimal, scale: number): Decimal {
  const [a, b] = aligned(left, right);
  return compose({units: (a * 10n ** BigInt(scale)) / b, scale});
}

/** Rounds half to even at `scale` decimal places. */
export function divideHalfEven(left: Decimal, right: Decimal, scale: number): Decimal {
  const [a, b] = aligned(left, right);
  const units = (a < 0n ? -a : a) * 10n ** BigInt(scale);
  const by = b < 0n ? -b : b;
  const whole = units / by;
  const twice = 2n * (units % by);
  const rounded = twice > by || (twice === by && whole % 2n === 1n) ? whole + 1n : whole;
  return compose({units: a < 0n === b < 0n ? rounded : -rounded, scale});
}

export function compare(left: Decimal, right: Decimal): -1 | 0 | 1 {
  const [a, b] = areShort(left, right) ? [Number(left), Number(right)] : aligned(left, right);
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Up to this many digits, floats keep the order. */
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
  return compose({units: -units, scale});
}

export function magnitude(decimal: Decimal): Decimal {
  return isNegative(decimal) ? negate(decimal) : decimal;
}

/** Rounds half away from zero to `scale` decimal places; for display only. */
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

function takeApart(decimal: Decimal): Parts {
  if (!plain.test(decimal)) throw new RangeError(`not a decimal: ${decimal.slice(0, 40)}`);
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

function compose({units, scale}: Parts): Decimal {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const point = digits.length - scale;
  return trim(units < 0n ? '-' : '', digits.slice(0, point), digits.slice(point));
}

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
