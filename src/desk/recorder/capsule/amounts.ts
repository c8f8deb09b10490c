/**
 * Amounts are multiplied: prices by one factor, sizes by another, money by both, so that whatever is compared,
 * summed or multiplied comes out as it did. The factors are odd and no multiples of 5: an amount keeps its
 * decimals, each of them exact.
 */
import {canonicalDecimal} from '../../../api/wire/decimal.ts';
import {drawChance} from '../../chance.ts';

export type AmountKind = 'price' | 'size' | 'money';

export type Factors = Readonly<Record<AmountKind, number>>;

const choices = [3, 7, 9] as const;

export function drawFactors(seed: number): Factors {
  const [next, one] = drawChance(seed);
  const [, other] = drawChance(next);
  const price = choices[Math.floor(one * choices.length)] ?? 3;
  const size = choices[Math.floor(other * choices.length)] ?? 3;
  return {price, size, money: price * size};
}

const plain = /^(-?)(\d+)(?:\.(\d*))?$/;
const mostExact = 13;

/** The decimal that often, with as many digits behind its point; undefined where the text is none. */
export function scaled(text: string, factor: number): string | undefined {
  const [, sign = '', whole = '', fraction] = plain.exec(text) ?? [];
  if (whole === '') return undefined;
  const places = fraction?.length ?? 0;
  const digits = `${whole}${fraction ?? ''}`;
  const product = digits.length <= mostExact ? Number(digits) * factor : BigInt(digits) * BigInt(factor);
  const all = String(product).padStart(digits.length, '0');
  const point = all.length - places;
  return `${sign}${all.slice(0, point)}${fraction === undefined ? '' : `.${all.slice(point)}`}`;
}

/** A number for charts, as the decimal that it stands for. */
export function scaledNumber(value: number, factor: number): number {
  const text = canonicalDecimal(value);
  const product = text === undefined ? undefined : scaled(text, factor);
  return product === undefined ? value * factor : Number(product);
}

const typedNumber = /(?:\d[\d,]*\.?\d*|\.\d+)/g;
const thousands = /^[1-9]\d{0,2}(?:,\d{3})+$/;

/** The numbers in what is typed into a field, half typed ones too; thousands are marked as they were. */
export function scaledTyped(text: string, factor: number): string {
  return text.replace(typedNumber, number => {
    const [whole = '', ...fraction] = number.split('.');
    const isGrouped = thousands.test(whole);
    if (whole.includes(',') && !isGrouped) return number.replace(/\d/g, '0');
    const digits = whole.replaceAll(',', '');
    const bare = scaled([digits === '' ? '0' : digits, ...fraction].join('.'), factor) ?? '';
    const [head = '', ...tail] = bare.split('.');
    const shown = isGrouped ? grouped(head) : head;
    return [digits === '' && head === '0' ? '' : shown, ...tail].join('.');
  });
}

function grouped(digits: string): string {
  const first = digits.length % 3;
  const threes = digits.slice(first).match(/\d{3}/g) ?? [];
  return [...(first > 0 ? [digits.slice(0, first)] : []), ...threes].join(',');
}
