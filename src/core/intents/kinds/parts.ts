import * as z from 'zod/mini';
import {clockDoubtMs} from '../../../account/model/moment.ts';
import type {Guardrails} from '../../../account/model/vocabulary.ts';
import {isCounted} from '../../../account/resources/arithmetic.ts';
import {amountWords} from '../../../account/words/text.ts';
import {compare} from '../../../api/wire/decimal.ts';
import {type Decimal, type Id, isInt64, type Millis} from '../../../api/wire/records.ts';
import type {Contract, SeenRecord, Verdict, WholeRead, Write} from './kind.ts';

/** Most kinds agree on these. A kind states what differs. */
export const defaults = {
  guardrail: () => undefined,
  isOf: () => true,
  repeats: 'never',
  answer: 'no record',
  readFirst: {},
  like: (): readonly Id[] => [],
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

/** The service requires a 64-bit integer, but lists may contain any text as an id. */
export function idRefused(id: string): string | undefined {
  return isInt64(id) ? undefined : `Its id ${id} is not a 64-bit integer.`;
}

export const overWords = (status: string | undefined) => `It is ${status} already.`;

export const contract = () =>
  z.object({asset: shown(), type: shown(), strikePrice: shown(), expiryDate: z.optional(z.number())});

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
  return `The underlying of ${symbol} is unknown, and this profile allows only ${allowedUnderlyings.join(', ')}: place it from its card.`;
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

/** `maybe` if the record lacks a field that would decide. */
export type Fit = 'yes' | 'no' | 'maybe';

export function all(fits: readonly Fit[]): Fit {
  if (fits.includes('no')) return 'no';
  return fits.includes('maybe') ? 'maybe' : 'yes';
}

export function sameText(seen: string | undefined, wanted: string | undefined): Fit {
  if (seen === undefined || wanted === undefined) return 'maybe';
  return seen === wanted ? 'yes' : 'no';
}

export function sameNumber(seen: Decimal | undefined, wanted: Decimal | undefined): Fit {
  if (!isCounted(seen) || !isCounted(wanted)) return 'maybe';
  return compare(seen, wanted) === 0 ? 'yes' : 'no';
}

/**
 * Tells whether a time by the service's clock is after the first send, within the tolerance. The offset
 * before the send decides. If the clock was set back since then, times between the two offsets are
 * uncertain. Without an offset at the send, the result is never `no`.
 */
export function afterSend(at: Millis | undefined, write: Write<unknown>, {offsetMs}: WholeRead): Fit {
  const sentAt = write.attempts[0]?.startedAt.wall;
  if (at === undefined || offsetMs === undefined || sentAt === undefined) return 'maybe';
  const {offsetAtSend} = write;
  const sinceMs = at - sentAt + clockDoubtMs;
  if (offsetAtSend === undefined) return sinceMs >= offsetMs ? 'yes' : 'maybe';
  if (sinceMs >= offsetAtSend) return 'yes';
  if (sinceMs < offsetMs) return 'no';
  return offsetAtSend - offsetMs <= clockDoubtMs ? 'yes' : 'maybe';
}

export function newnessTo({knownBefore}: Write<unknown>): (id: Id) => Fit {
  if (knownBefore === undefined) return () => 'maybe';
  const known = new Set(knownBefore);
  return id => (known.has(id) ? 'no' : 'yes');
}

export type FoundRecord = {
  readonly recordId: Id;
  readonly fit: Fit;
  readonly words: string;
  readonly seen: SeenRecord;
};

/** Done only with one certain match and no other possible one. */
export function verdictOn(
  {knownBefore}: Write<unknown>,
  found: readonly FoundRecord[],
  none: string,
): Verdict {
  const fitting = found.filter(each => each.fit !== 'no');
  const [first, ...others] = fitting;
  if (first === undefined) return {verdict: 'none', reason: none};
  if (others.length === 0 && first.fit === 'yes') {
    const {recordId, seen} = first;
    return {verdict: 'done', recordId, seen, reason: `Found: ${first.words}.`};
  }
  const lacking = knownBefore === undefined ? 'may be from before' : 'details missing';
  const reason =
    others.length === 0
      ? `Possible match, ${lacking}: ${first.words}.`
      : `Possible matches: ${fitting.map(each => each.words).join('; ')}.`;
  return {verdict: 'undecided', reason, isSeveral: others.length > 0};
}
