import {isAmount, notional} from '../../../account/resources/figures.ts';
import {amountWords, asItCame, number} from '../../../account/words/text.ts';
import {noTime} from '../../../account/words/times.ts';
import {fromIso} from '../../../api/wire/records.ts';
import type {LineRule, ReviewLine} from './ticket.ts';

// Review lines. Money comes from documented fields; a symbol is shown but never parsed.

/** The currency is that of all Easy Options, or the profile's: cards and orders bear none. */
export function inCurrency(sum: string, currency: string | undefined): string {
  return `${amountWords(sum)} ${currency ? asItCame(currency) : '(currency not stated)'}`;
}

export const amount = (value: string | undefined) => value && amountWords(value);

export const notionalWords = (price: string, size: string) =>
  isAmount(price) && isAmount(size) ? `notional ${number(notional({price, size}))}` : undefined;

export const isInstant = (date: Date | undefined): date is Date =>
  !Number.isNaN(date?.getTime() ?? Number.NaN);

export function expiryLines(iso: string | undefined): ReviewLine[] {
  if (iso === undefined) return [];
  const at = fromIso(iso);
  const time = at === undefined ? {value: iso, note: noTime} : {value: new Date(at).toISOString(), at};
  return [{label: 'Expires', rule: 'asks again', ...time}];
}

/** Quotes mark the end of the name: free text from the service must not look like part of the review. */
export function named(id: string, name: string | undefined): string {
  return name === undefined || name === '' ? `#${id}` : `#${id} "${name.replaceAll('"', "'")}"`;
}

export const decides = ({rule}: ReviewLine): boolean =>
  rule === 'decides' || rule === 'decides and asks again';

export const asksAgain = ({rule}: ReviewLine): boolean =>
  rule === 'asks again' || rule === 'decides and asks again';

/** The marks of a line that identifies what is traded. */
export const traded = {rule: 'decides and asks again', needsNoLabel: true} as const;

type Marks = Omit<Partial<ReviewLine>, 'label' | 'value' | 'rule'>;

/** A line that is left out without a value. */
export function some(
  label: string,
  value: string | undefined | false,
  rule: LineRule,
  more: Marks = {},
): ReviewLine[] {
  if (value === undefined || value === false || value === '') return [];
  return [{label, value, rule, ...more}];
}

export const askLine = (value: string | undefined, rule: LineRule, more: Marks = {}): ReviewLine[] =>
  some('Ask', value, rule, {...more, isAsk: true});
