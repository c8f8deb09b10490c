import * as z from 'zod/mini';
import {compare} from '../../../api/wire/decimal.ts';
import {type Decimal, isInt64} from '../../../api/wire/records.ts';
import type {Guardrails} from '../../model/vocabulary.ts';
import {isAmount, notional} from '../../resources/figures.ts';
import {amountWords, asItCame, number} from '../../words/text.ts';
import type {Contract, ReviewLine} from './kind.ts';

/** Most kinds agree on these. A kind states what differs. */
export const usual = {
  record: () => undefined,
  places: () => undefined,
  cancels: () => undefined,
  hasKey: false,
  learn: () => ({}),
  guardrail: () => undefined,
  over: () => undefined,
  repeats: 'never',
  answer: 'no record',
  readFirst: {409: 'conflict, to be read'},
  before: () => undefined,
  mayBeAskedAgain: false,
  isSeenAtOnce: false,
} as const;

// Draft fields. Amounts are exact plain decimals; ids are int64 as digits.

export const int64 = () => z.string().check(z.refine(isInt64, 'must be a 64-bit integer'));
export const positive = () =>
  z.string().check(
    z.maxLength(64, 'is too long'),
    z.regex(/^\d+(\.\d+)?$/, 'must be a plain decimal such as 12.5'),
    z.refine(text => /[1-9]/.test(text), 'must be more than 0'),
  );
export const decimal = () =>
  z.string().check(z.maxLength(64, 'is too long'), z.regex(/^\d+(\.\d+)?$/, 'must be a plain decimal'));
export const shown = () => z.optional(z.string());
export const symbol = () => z.string().check(z.minLength(1, 'is missing'), z.maxLength(1_000, 'is too long'));

export const contract = () =>
  z.object({asset: shown(), type: shown(), strikePrice: shown(), expiryDate: z.optional(z.number())});

// Guardrails

export function investmentForbidden(amount: Decimal, {maxInvestment}: Guardrails): string | undefined {
  return beyond('Investment', amount, maxInvestment, 'max_investment');
}

export function notionalForbidden(amount: Decimal, {maxNotional}: Guardrails): string | undefined {
  return beyond('Notional', amount, maxNotional, 'max_notional');
}

/** A symbol alone does not tell its underlying, and an unknown one is forbidden. */
export function symbolForbidden(
  symbol: string,
  guardrails: Guardrails,
  underlyings: ReadonlyMap<string, string>,
  contract?: Contract,
): string | undefined {
  const {allowedUnderlyings} = guardrails;
  const underlying = underlyings.get(symbol) ?? contract?.asset;
  if (underlying !== undefined || allowedUnderlyings === undefined)
    return underlyingForbidden(underlying, guardrails);
  return `The underlying of ${symbol} is unknown, and this profile allows only ${allowedUnderlyings.join(', ')}: place it from its card (n).`;
}

function beyond(
  what: string,
  amount: Decimal,
  limit: Decimal | undefined,
  setting: string,
): string | undefined {
  if (limit === undefined || compare(amount, limit) <= 0) return undefined;
  return `${what} ${amountWords(amount)} exceeds max ${amountWords(limit)}: reduce it, or raise ${setting}.`;
}

export function underlyingForbidden(
  underlying: string | undefined,
  {allowedUnderlyings}: Guardrails,
): string | undefined {
  if (allowedUnderlyings === undefined) return undefined;
  if (underlying !== undefined && allowedUnderlyings.includes(underlying)) return undefined;
  return `${underlying ?? 'This underlying'} is not allowed; this profile allows only ${allowedUnderlyings.join(', ')} (allowed_underlyings).`;
}

// Review lines. Money comes from documented fields; a symbol is shown but never parsed.

export function invested(investment: string, currency: string | undefined): string {
  return `${amountWords(investment)} ${currency ? asItCame(currency) : '(currency not stated)'}`;
}

export const amount = (value: string | undefined) => value && amountWords(value);

export const notionalWords = (price: string, size: string) =>
  isAmount(price) && isAmount(size) ? `notional ${number(notional({price, size}))}` : undefined;

export const isInstant = (date: Date | undefined): date is Date =>
  !Number.isNaN(date?.getTime() ?? Number.NaN);

export function expiryLines(iso: string | undefined): ReviewLine[] {
  const at = Date.parse(iso ?? '');
  return iso === undefined ? [] : [{label: 'Expires', value: iso, ...(!Number.isNaN(at) && {at})}];
}

/** Quotes mark the end of the name: free text from the service must not look like part of the review. */
export function named(id: string, name: string | undefined): string {
  return name === undefined || name === '' ? `#${id}` : `#${id} "${name.replaceAll('"', "'")}"`;
}

export function some(label: string, value: string | undefined | false, note?: string): ReviewLine[] {
  if (value === undefined || value === false || value === '') return [];
  return [{label, value, ...(note !== undefined && {note})}];
}
