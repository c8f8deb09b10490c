import {compare, isDecimal, isZero} from '../../api/wire/decimal.ts';
import {rounded as forTheEye} from '../model/figures.ts';

const decimalPattern = /^(-?)(\d+)(\.\d+)?$/;
/** No price and no amount is longer: what is, is a text of digits, and is treated as texts are. */
const longestNumber = 120;

/**
 * `12345678.5` as `12,345,678.5`: exact, only the whole part is grouped. Undefined for what is no decimal, or
 * no sane one.
 */
export function inGroups(text: string): string | undefined {
  const match = text.length > longestNumber ? null : decimalPattern.exec(text);
  if (match === null) return undefined;
  const [, sign = '', whole = '', fraction = ''] = match;
  return sign + grouped(whole) + fraction;
}

/** A comma before every third digit from the right. */
export function grouped(digits: string): string {
  const head = digits.length % 3 || 3;
  let text = digits.slice(0, head);
  for (let at = head; at < digits.length; at += 3) text += `,${digits.slice(at, at + 3)}`;
  return text;
}

/** An amount or a price within a sentence; what is no decimal stands as it came. */
export function amountWords(amount: string): string {
  return inGroups(amount) ?? asItCame(amount);
}

/** As `amountWords`, with a plus before what is won. */
export function gainWords(amount: string): string {
  const sign = isDecimal(amount) && compare(amount, '0') > 0 ? '+' : '';
  return sign + amountWords(amount);
}

/** As much of a text from outside as a sentence bears. */
export function asItCame(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text;
}

const longestText = 60;

/**
 * A gain or a loss in its currency, as the table shows it, unless that leaves nothing of it: the details have
 * every digit.
 */
export function profitWords(profit: string, currency: string | undefined): string {
  const named = currency === undefined || currency === '' ? '' : ` ${asItCame(currency)}`;
  return `P/L ${gainWords(rounded(profit, currency))}${named}`;
}

function rounded(profit: string, currency: string | undefined): string {
  const shown = forTheEye(profit, currency) ?? profit;
  return isDecimal(shown) && isZero(shown) ? profit : shown;
}
