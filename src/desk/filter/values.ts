import {compare} from '../../api/wire/decimal.ts';
import {isInt64, type MemberKind, type Millis} from '../../api/wire/records.ts';
import {nearest} from './nearest.ts';
import {parseTime} from './times.ts';

/** One end of a range: as it is printed, and as the service takes it. */
export type RangeEnd = {
  readonly text: string;
  readonly value: string | number;
  /** A point in time counted from now: by itself it is no range. */
  readonly isInstant: boolean;
};

export type Wrong = {readonly wrong: string; readonly nearest?: string | undefined};

/** A value that is sent as it was typed; where it is none of the documented words, that is doubted. */
export type Value = {readonly value: string | number; readonly doubt?: Wrong | undefined};

/** An exact value of a kind that is not a range. */
export function readValue(kind: MemberKind, text: string, isQuoted: boolean): Value | Wrong {
  switch (kind.is) {
    case 'text':
      return {value: text};
    case 'int64':
      return readId(text);
    case 'integer':
      return readInteger(text, kind.least, kind.most);
    case 'word':
      return isQuoted ? {value: text} : readWord(kind.words, text);
    case 'one of':
      return readOneOf(kind.words, text);
    case 'decimal':
    case 'date-time':
    case 'millis':
      return {wrong: 'a range is meant here'};
    default:
      return kind satisfies never;
  }
}

function readId(text: string): {readonly value: string} | Wrong {
  if (!/^-?\d{1,30}$/.test(text)) return {wrong: `${shown(text)} is no id: an id is a whole number`};
  const id = String(BigInt(text));
  return isInt64(id) ? {value: id} : {wrong: 'larger than any id can be'};
}

function readInteger(text: string, least: number, most: number): {readonly value: number} | Wrong {
  const number = /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
  const isWithin = number !== undefined && number >= least && number <= most;
  return isWithin ? {value: number + 0} : {wrong: `a whole number from ${least} to ${most}`};
}

/** Enums are open: the service may know words its interface does not tell. Quotes say that one is meant so. */
function readWord(words: readonly string[], text: string): Value {
  const known = knownIn(words, text);
  if (known !== undefined) return {value: known};
  return {value: text, doubt: unknown(`${shown(text)} is no documented word`, words, text)};
}

function readOneOf(words: readonly string[], text: string): Value | Wrong {
  const known = knownIn(words, text);
  return known === undefined ? unknown(`no ${shown(text)}`, words, text) : {value: known};
}

const knownIn = (words: readonly string[], text: string) =>
  words.find(word => word.toLowerCase() === text.toLowerCase());

function unknown(said: string, words: readonly string[], text: string): Wrong {
  const meant = nearest(text, words);
  return {wrong: `${said}${meant === undefined ? `: ${listed(words)}` : `; ${meant}?`}`, nearest: meant};
}

/** `a..b`, `a..`, `..b`, or one value that is both ends. */
export function readRange(
  kind: MemberKind,
  text: string,
  now: Millis,
): {readonly from?: RangeEnd; readonly to?: RangeEnd} | Wrong {
  const split = text.indexOf('..');
  if (split < 0) {
    const from = readBound(kind, text, 'from', now);
    if ('wrong' in from) return from;
    if (from.isInstant)
      return {wrong: `a moment, not a range: ${text}.. is since then`, nearest: `${text}..`};
    const to = readBound(kind, text, 'to', now);
    return 'wrong' in to ? to : {from, to};
  }
  const [left, right] = [text.slice(0, split), text.slice(split + 2)];
  if (left === '' && right === '') return {wrong: 'a range needs at least one end'};
  const from = left === '' ? undefined : readBound(kind, left, 'from', now);
  if (from && 'wrong' in from) return from;
  const to = right === '' ? undefined : readBound(kind, right, 'to', now);
  if (to && 'wrong' in to) return to;
  return {...(from && {from}), ...(to && {to})};
}

/** One end of a range. A date that starts a range means its first moment, one that ends it its last. */
export function readBound(kind: MemberKind, text: string, end: 'from' | 'to', now: Millis): RangeEnd | Wrong {
  if (kind.is === 'decimal') {
    const value = readDecimal(text);
    return value === undefined
      ? {wrong: `${shown(text)} is no number: write 1234.5`}
      : {text: value, value, isInstant: false};
  }
  if (kind.is !== 'date-time' && kind.is !== 'millis') return {wrong: 'no range here'};
  const span = parseTime(text, now);
  if (span === undefined)
    return {wrong: `${shown(text)} is no time: write 2026-11-01, 2026-11-01T08:00, -2h or today`};
  const at = end === 'from' ? span.first : span.last;
  return {
    text: text
      .trim()
      .toUpperCase()
      .replace(/^[+-]\d+\w$|^[A-Z]+$/, word => word.toLowerCase()),
    value: kind.is === 'millis' ? at : new Date(at).toISOString(),
    isInstant: span.isInstant,
  };
}

/** Digits with at most one point between digits; a sign is allowed, leading zeros are dropped. */
function readDecimal(text: string): string | undefined {
  const match = /^(-?)0*(\d{1,60}(?:\.\d{1,60})?)$/.exec(text);
  return match ? `${/^[0.]*$/.test(match[2] ?? '') ? '' : match[1]}${match[2]}` : undefined;
}

export function startsAfter(from: RangeEnd, to: RangeEnd): boolean {
  if (typeof from.value === 'number' && typeof to.value === 'number') return from.value > to.value;
  const [first, last] = [String(from.value), String(to.value)];
  return first.includes('T') ? first > last : compare(first, last) > 0;
}

/** What was typed, short enough for one line. */
export const shown = (text: string) => (text.length > 24 ? `${text.slice(0, 23)}…` : text);

const listed = (values: readonly string[]) =>
  values.length === 1 ? values.join() : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
