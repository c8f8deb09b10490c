import {inOnes} from '../../../account/words/text.ts';
import {compare, multiply, parseDecimal} from '../../../api/wire/decimal.ts';
import {type Decimal, isInt64} from '../../../api/wire/records.ts';
import {investmentForbidden, symbolForbidden} from '../../../core/intents/kinds/parts.ts';
import type {FieldKind, FormRules, Judged} from './ticket.ts';

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
