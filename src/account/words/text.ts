import {isDecimal, isZero} from '../../api/wire/decimal.ts';
import {sanitize} from '../../text/sanitize.ts';
import {rounded} from '../resources/figures.ts';

export const nothing = '-';

const decimalPattern = /^(-?)(\d+)(\.\d+)?$/;

/** `12345678.5` as `12,345,678.5`; exact. Other text is only sanitized. */
export function number(text: string | undefined): string {
  return text === undefined ? nothing : (inGroups(text) ?? sanitize(text));
}

/** Like `number`, with a plus before gains: colour is never the only sign. */
export function signed(text: string | undefined): string {
  return text !== undefined && signOf(text) > 0 ? `+${number(text)}` : number(text);
}

/** 0 for zero and for anything but a number. */
export function signOf(text: string | undefined): -1 | 0 | 1 {
  if (text === undefined || !decimalPattern.test(text) || !/[1-9]/.test(text)) return 0;
  return text.startsWith('-') ? -1 : 1;
}

/** `1 order`, `2 orders` */
export function counted(count: number, noun: string): string {
  return `${number(String(count))} ${noun}${count === 1 ? '' : 's'}`;
}

export function yesNo(value: boolean | undefined): string {
  return value === undefined ? nothing : value ? 'yes' : 'no';
}

export function words(text: string | undefined): string {
  return text === undefined || text === '' ? nothing : sanitize(text);
}

/** Runs of blanks could make text of the service look like the program's own. */
export function unbroken(text: string): string {
  return sanitize(text).replace(/[\s\u2800\u{1d159}]+/gu, ' ');
}

export function flat(text: string): string {
  return unbroken(text).trim();
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const longestNumber = 120;

/** `12345678.5` as `12,345,678.5`, without rounding; undefined if it is no decimal or too long. */
export function inGroups(text: string): string | undefined {
  const match = text.length > longestNumber ? null : decimalPattern.exec(text);
  if (match === null) return undefined;
  const [, sign = '', whole = '', fraction = ''] = match;
  if (whole.length <= 3) return text;
  const first = whole.length % 3;
  const groups = [whole.slice(0, first), ...(whole.slice(first).match(/\d{3}/g) ?? [])];
  return sign + groups.filter(each => each !== '').join(',') + fraction;
}

export function amountWords(amount: string): string {
  return inGroups(amount) ?? asItCame(amount);
}

export function asItCame(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text;
}

const longestText = 60;

/** Rounded as in the table, unless that rounds it to zero; the details show every digit. */
export function profitWords(profit: string, currency: string | undefined): string {
  const shown = rounded(profit, currency) ?? profit;
  const told = isDecimal(shown) && isZero(shown) ? profit : shown;
  const named = currency === undefined || currency === '' ? '' : ` ${asItCame(currency)}`;
  return `${signed(told)}${named}`;
}

/** `1k`, `2.5m` */
export const inOnes: Readonly<Record<string, string>> = {k: '1000', m: '1000000'};
