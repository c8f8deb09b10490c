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
  if (iso === undefined) return [];
  return [{label: 'Expires', value: iso, decides: false, ...(at === undefined ? {note: noTime} : {at})}];
}

/** Quotes mark the end of the name: free text from the service must not look like part of the review. */
export function named(id: string, name: string | undefined): string {
  return name === undefined || name === '' ? `#${id}` : `#${id} "${name.replaceAll('"', "'")}"`;
}

/** Lines without which no key confirms. */
export const deciding = (lines: readonly ReviewLine[]): ReviewLine[] =>
  lines.map(line => ({...line, decides: true}));

export function some(label: string, value: string | undefined | false, note?: string): ReviewLine[] {
  if (value === undefined || value === false || value === '') return [];
  return [{label, value, decides: false, ...(note !== undefined && {note})}];
}
