import {isAmount, notional} from '../../../account/resources/figures.ts';
import {amountWords, asItCame, number} from '../../../account/words/text.ts';
import {noTime} from '../../../account/words/times.ts';
import {fromIso} from '../../../api/wire/records.ts';
import type {ReviewLine} from './ticket.ts';

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
  const at = fromIso(iso);
  const facts = {asksAgain: true, ...(at === undefined ? {note: noTime} : {at})} as const;
  return iso === undefined ? [] : [{label: 'Expires', value: iso, decides: false, ...facts}];
}

/** Quotes mark the end of the name: free text from the service must not look like part of the review. */
export function named(id: string, name: string | undefined): string {
  return name === undefined || name === '' ? `#${id}` : `#${id} "${name.replaceAll('"', "'")}"`;
}

/** Of a line that identifies what is traded. */
export const traded = {asksAgain: true, needsNoLabel: true} as const;

/** A line that is left out without a value. */
export function some(
  label: string,
  value: string | undefined | false,
  more: Partial<ReviewLine> = {},
): ReviewLine[] {
  if (value === undefined || value === false || value === '') return [];
  return [{label, value, decides: false, ...more}];
}

export const askLine = (value: string | undefined, more: Partial<ReviewLine> = {}): ReviewLine[] =>
  some('Ask', value, {...more, isAsk: true});
