import {compare, isDecimal, isZero} from '../../api/wire/decimal.ts';
import {rounded as forTheEye} from '../resources/figures.ts';

const decimalPattern = /^(-?)(\d+)(\.\d+)?$/;
const longestNumber = 120;

/** `12345678.5` as `12,345,678.5`, without rounding; undefined if it is no decimal or too long. */
export function inGroups(text: string): string | undefined {
  const match = text.length > longestNumber ? null : decimalPattern.exec(text);
  if (match === null) return undefined;
  const [, sign = '', whole = '', fraction = ''] = match;
  return sign + grouped(whole) + fraction;
}

export function grouped(digits: string): string {
  const head = digits.length % 3 || 3;
  let text = digits.slice(0, head);
  for (let at = head; at < digits.length; at += 3) text += `,${digits.slice(at, at + 3)}`;
  return text;
}

export function amountWords(amount: string): string {
  return inGroups(amount) ?? asItCame(amount);
}

export function gainWords(amount: string): string {
  const sign = isDecimal(amount) && compare(amount, '0') > 0 ? '+' : '';
  return sign + amountWords(amount);
}

export function asItCame(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text;
}

const longestText = 60;

/** Rounded as in the table, unless that rounds it to zero; the details show every digit. */
export function profitWords(profit: string, currency: string | undefined): string {
  const named = currency === undefined || currency === '' ? '' : ` ${asItCame(currency)}`;
  return `P/L ${gainWords(rounded(profit, currency))}${named}`;
}

function rounded(profit: string, currency: string | undefined): string {
  const shown = forTheEye(profit, currency) ?? profit;
  return isDecimal(shown) && isZero(shown) ? profit : shown;
}
