import * as z from 'zod/mini';
import {clockDoubtMs} from '../../../account/model/moment.ts';
import type {Guardrails} from '../../../account/model/vocabulary.ts';
import {isCounted} from '../../../account/resources/arithmetic.ts';
import {isAmount, notional} from '../../../account/resources/figures.ts';
import {amountWords, asItCame, inOnes, number} from '../../../account/words/text.ts';
import {noTime} from '../../../account/words/times.ts';
import {compare, multiply, parseDecimal} from '../../../api/wire/decimal.ts';
import {type Decimal, fromIso, type Id, isInt64, type Millis} from '../../../api/wire/records.ts';
import type {
  Contract,
  FieldKind,
  FormRules,
  Judged,
  ListedRows,
  ReviewLine,
  SeenRecord,
  Subject,
  Verdict,
  WholeRead,
  Write,
} from './kind.ts';

/** Most kinds agree on these. A kind states what differs. */
export const defaults = {
  record: () => undefined,
  places: () => undefined,
  cancels: () => undefined,
  replaces: () => undefined,
  makesRecord: false,
  guardrail: () => undefined,
  over: () => undefined,
  isOf: () => true,
  repeats: 'never',
  answer: 'no record',
  readFirst: {},
  like: (): readonly Id[] => [],
} as const;

/** For a kind about one Easy Option. */
export const ofEasyOption = {
  pane: 'easyOptions',
  record: (draft: OfEasyOption) => draft.easyOptionId,
  listed({easyOptionId}: OfEasyOption, _subject: Subject, rows: ListedRows) {
    const option = rows.row('easyOptions', easyOptionId);
    return option && {option};
  },
} as const;

type OfEasyOption = {readonly easyOptionId: Id};

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
  return [{label: 'Expires', value: iso, ...(at === undefined ? {note: noTime} : {at})}];
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
  return [{label, value, ...(note !== undefined && {note})}];
}

export const fields = {
  amount: {
    ...{name: 'amount', label: 'Investment', is: 'number', sizes: 'investment'},
    calledBy: /\b(?:investment ?amount|investment|amount)\b/i,
    judge(value, {guardrails}) {
      const {sends, error} = judgedNumber(value, 'Type the amount to invest.');
      return {sends, error: error ?? investmentForbidden(sends, guardrails)};
    },
  },
  cap: {
    ...{name: 'cap', label: 'Max ask (optional)', is: 'number'},
    calledBy: /\bcap\b/i,
    judge: value => (value.trim() === '' ? {sends: '', error: undefined} : judgedNumber(value, '')),
  },
  symbol: {
    ...{name: 'symbol', label: 'Symbol', is: 'text'},
    calledBy: /\bsymbol\b/i,
    judge: (value, rules) => judgedSymbol(typedSymbol(value, rules.symbols), rules),
  },
  side: {
    ...{name: 'side', label: 'Side', is: 'side'},
    calledBy: /\bside\b/i,
    judge(value) {
      const isSide = value === 'BUY' || value === 'SELL';
      return {sends: value, error: isSide ? undefined : 'Choose BUY or SELL.'};
    },
  },
  price: {
    ...{name: 'price', label: 'Price', is: 'number'},
    calledBy: /\bprice\b/i,
    judge: value => judgedNumber(value, 'Type the price.'),
  },
  size: {
    ...{name: 'size', label: 'Size', is: 'number', sizes: 'notional'},
    calledBy: /\b(?:size|quantity|qty)\b/i,
    judge: value => judgedNumber(value, 'Type the size.'),
  },
  positionId: {
    ...{name: 'positionId', label: 'Position id (optional)', is: 'number'},
    calledBy: /\bposition ?(?:id)?\b/i,
    judge(value) {
      const sends = value.trim();
      const isGood = sends === '' || isInt64(sends);
      return {sends, error: isGood ? undefined : 'A position id is a 64-bit integer.'};
    },
  },
} as const satisfies Readonly<Record<string, FieldKind>>;

const mostDigits = 32;

function judgedSymbol(sends: string, {guardrails, underlyings}: FormRules): Judged {
  if (sends === '') return {sends, error: 'Type the trading symbol.'};
  if (!/^\S{1,64}$/u.test(sends)) return {sends, error: 'A symbol has no spaces and at most 64 characters.'};
  return {sends, error: symbolForbidden(sends, guardrails, underlyings)};
}

function judgedNumber(value: string, missing: string): Judged {
  if (value.trim() === '') return {sends: '', error: missing};
  const typed = typedAmount(value);
  if ('wrong' in typed) return {sends: '', error: typed.wrong};
  const {sends} = typed;
  if (sends.replace('.', '').length > mostDigits) return {sends, error: `At most ${mostDigits} digits.`};
  return {sends, error: compare(sends, '0') <= 0 ? 'Must be above zero.' : undefined};
}

// Typed values. Only unambiguous spellings are accepted: a text that another country would read as another
// number is refused, and the message says what is accepted.
type TypedAmount = {readonly sends: Decimal} | {readonly wrong: string};

/** Digits with optional thousands commas, an optional point, and an optional suffix k or m. */
const spelling = /^([1-9]\d{0,2}(?:,\d{3})+|\d*)(?:\.(\d*))?([km]?)$/i;

/** A plain decimal is sent unchanged, with its zeros. */
export function typedAmount(text: string): TypedAmount {
  const trimmed = text.trim();
  if (parseDecimal(trimmed) !== undefined) return {sends: trimmed};
  const [, whole = '', fraction = '', letter = ''] = spelling.exec(trimmed) ?? [];
  if (whole === '' && fraction === '') return {wrong: trimmed.includes(',') ? ofCommas : ofNumbers};
  const digits = whole === '' ? '0' : whole.replaceAll(',', '');
  const typed = fraction === '' ? digits : `${digits}.${fraction}`;
  const by = inOnes[letter.toLowerCase()];
  return {sends: by === undefined ? typed : multiply(typed, by)};
}

const ofCommas = 'Use commas for thousands (12,500) and a point for decimals (0.5).';
const ofNumbers = 'Not a number (e.g. 12, 0.5, 12,500, 1k).';

/** Matches a known symbol regardless of case; else uses upper case if all known symbols do. */
export function typedSymbol(text: string, known: readonly string[]): string {
  const symbol = text.trim();
  if (known.includes(symbol)) return symbol;
  const [alike, ...others] = known.filter(each => each.toUpperCase() === symbol.toUpperCase());
  if (alike !== undefined) return others.length === 0 ? alike : symbol;
  return known.length > 0 && known.every(each => each === each.toUpperCase()) ? symbol.toUpperCase() : symbol;
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
  return {verdict: 'undecided', reason};
}
