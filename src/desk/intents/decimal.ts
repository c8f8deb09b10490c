import type {Decimal} from '../../api/resources.ts';

/** Exact arithmetic on plain decimals, for comparing what was asked for with what is listed. */
type Scaled = {readonly digits: bigint; readonly scale: number};

function scaled(text: Decimal): Scaled | undefined {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (match === null) return undefined;
  const [, sign = '', whole = '', fraction = ''] = match;
  return {digits: BigInt(`${sign}${whole}${fraction}`), scale: fraction.length};
}

/** Negative, zero or positive as `a` is less than, equal to or more than `b`; undefined if one is no decimal. */
export function compare(a: Decimal, b: Decimal): number | undefined {
  if (a === b && /^\d+$/.test(a)) return 0;
  const [left, right] = [scaled(a), scaled(b)];
  if (left === undefined || right === undefined) return undefined;
  const scale = Math.max(left.scale, right.scale);
  const difference = raise(left, scale) - raise(right, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** The exact sum; undefined if a term is no decimal. */
export function sum(terms: readonly Decimal[]): Decimal | undefined {
  const all = terms.map(scaled);
  const scale = Math.max(0, ...all.map(each => each?.scale ?? 0));
  let digits = 0n;
  for (const each of all) {
    if (each === undefined) return undefined;
    digits += raise(each, scale);
  }
  return plain(digits, scale);
}

function raise(value: Scaled, scale: number): bigint {
  return value.digits * 10n ** BigInt(scale - value.scale);
}

function plain(digits: bigint, scale: number): Decimal {
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  const whole = text.slice(0, text.length - scale);
  const fraction = text.slice(text.length - scale).replace(/0+$/, '');
  return `${digits < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}
