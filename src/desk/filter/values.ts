import {dayMs, durationMs, minuteMs, unitMs} from '../../account/model/vocabulary.ts';
import type {FilterKind} from '../../account/resources/resource.ts';
import {inOnes} from '../../account/words/text.ts';
import {compare, isDecimal, multiply} from '../../api/wire/decimal.ts';
import {fromIso, isDay, isInt64, type Millis} from '../../api/wire/records.ts';
import {nearest} from './nearest.ts';

export type RangeEnd = {
  readonly text: string;
  readonly value: string | number;
  /** A moment is no range: what to write in place of it. */
  readonly instead?: string | undefined;
  /** The end itself is left out. */
  readonly isStrict?: boolean;
};

export type Wrong = {readonly wrong: string; readonly nearest?: string | undefined};

type Value = {readonly value: string | number; readonly doubt?: Wrong | undefined};

export function readValue(kind: FilterKind, text: string, isQuoted: boolean): Value | Wrong {
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
    case 'span':
      return {wrong: 'a range is expected here'};
    default:
      return kind satisfies never;
  }
}

function readId(text: string): {readonly value: string} | Wrong {
  if (!/^-?\d{1,30}$/.test(text)) return {wrong: `not an id: ${shown(text)} (use a whole number)`};
  const id = String(BigInt(text));
  return isInt64(id) ? {value: id} : {wrong: 'too large for an id'};
}

function readInteger(text: string, least: number, most: number): {readonly value: number} | Wrong {
  const number = /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
  const isWithin = number !== undefined && number >= least && number <= most;
  return isWithin ? {value: number + 0} : {wrong: `a whole number from ${least} to ${most}`};
}

/** Enums are open: the service may know more words. Quotes mean that the word is intended. */
function readWord(words: readonly string[], text: string): Value {
  const known = knownIn(words, text);
  if (known !== undefined) return {value: known};
  return {value: text, doubt: unknown(`unknown value ${shown(text)}`, words, text)};
}

function readOneOf(words: readonly string[], text: string): Value | Wrong {
  const known = knownIn(words, text);
  return known === undefined ? unknown(`no ${shown(text)}`, words, text) : {value: known};
}

/** The screen says yes and no. */
const flags: ReadonlyMap<string, string> = new Map([
  ['yes', 'true'],
  ['no', 'false'],
]);

export const knownIn = (words: readonly string[], text: string) => {
  const wanted = text.toLowerCase();
  return words.find(word => word.toLowerCase() === wanted || word === flags.get(wanted));
};

function unknown(said: string, words: readonly string[], text: string): Wrong {
  const meant = nearest(text, words);
  return {wrong: `${said}${meant === undefined ? `: ${listed(words)}` : `; ${meant}?`}`, nearest: meant};
}

export function readRange(
  range: Range,
  text: string,
  now: Millis,
): {readonly from?: RangeEnd; readonly to?: RangeEnd} | Wrong {
  const split = text.indexOf('..');
  if (split < 0) {
    const from = readBound(range, text, 'from', now);
    if ('wrong' in from) return from;
    if (from.instead !== undefined)
      return {wrong: `a ${range.is}, not a range: use ${from.instead}`, nearest: `${text}..`};
    const to = readBound(range, text, 'to', now);
    return 'wrong' in to ? to : {from, to};
  }
  const [left, right] = [text.slice(0, split), text.slice(split + 2)];
  if (left === '' && right === '') return {wrong: 'a range needs at least one end'};
  const from = left === '' ? undefined : readBound(range, left, 'from', now);
  if (from && 'wrong' in from) return from;
  const to = right === '' ? undefined : readBound(range, right, 'to', now);
  if (to && 'wrong' in to) return to;
  return {...(from && {from}), ...(to && {to})};
}

/** As a start, a date means its first moment; as an end, its last. */
export function readBound(range: Range, text: string, end: 'from' | 'to', now: Millis): RangeEnd | Wrong {
  return range.read(text, end, now) ?? {wrong: `not a ${range.is}: ${shown(text)} (${range.hint})`};
}

/** A kind of value that is asked for between two ends. */
export type Range = {
  readonly read: (text: string, end: 'from' | 'to', now: Millis) => RangeEnd | undefined;
  readonly is: 'number' | 'time' | 'length of time';
  readonly hint: string;
  readonly compare: (value: string, end: string) => number;
  readonly examples: readonly {readonly text: string; readonly about: string}[];
};

const byAmount: Range['compare'] = (value, end) => (isDecimal(value) ? compare(value, end) : Number.NaN);

const times = (value: (at: Millis) => string | number): Range => ({
  read(text, end, now) {
    const span = parseTime(text, now);
    if (span === undefined) return undefined;
    const words = text.trim().toUpperCase();
    return {
      text: words.replace(/^[+-]?\d+[A-Z]$|^[A-Z]+$/, word => word.toLowerCase()),
      value: value(end === 'from' ? span.first : span.last),
      instead: span.isInstant ? `${text}.. for since then` : undefined,
    };
  },
  is: 'time',
  hint: 'use 2026-11-01, 2026-11-01T08:00, today, -2h or +6d',
  compare: (value, end) => millisOf(value) - millisOf(end),
  examples: [
    {text: '-1h..', about: 'the last hour'},
    {text: 'today', about: 'since midnight, UTC'},
    {text: 'yesterday', about: 'the day before, UTC'},
    {text: '-7d..', about: 'the last seven days'},
  ],
});

const millisOf = (text: string) => (/^-?\d+$/.test(text) ? Number(text) : (fromIso(text) ?? Number.NaN));

export const ranges: {readonly [Is in FilterKind['is']]?: Range} = {
  decimal: {
    read(text) {
      const value = readDecimal(text);
      return value === undefined ? undefined : {text: value, value};
    },
    is: 'number',
    hint: 'a point for decimals, commas for thousands: 0.5, 12,500',
    compare: byAmount,
    examples: [],
  },
  'date-time': times(at => new Date(at).toISOString()),
  millis: times(at => at),
  span: {
    read(typed) {
      const text = typed.trim().toLowerCase();
      const isSpan = /^\d{1,6}[smhdw]$/.test(text);
      return isSpan ? {text, value: durationMs(text), instead: `${text}.. or ..${text}`} : undefined;
    },
    is: 'length of time',
    hint: 'e.g. 30m, 4h, 2d',
    compare: byAmount,
    examples: [
      {text: '..1h', about: 'less than an hour'},
      {text: '1d..', about: 'a day or more'},
    ],
  },
};

/** Without thousands separators. Another comma may be a decimal point, and stays. */
export const ungrouped = (text: string) =>
  text.replace(/(?<![\d.,])[1-9]\d{0,2}(?:,\d{3})+(?![\d,])/g, each => each.replaceAll(',', ''));

/** At most one point, between digits; a sign, k or m are allowed, leading zeros are dropped. */
export function readDecimal(given: string): string | undefined {
  const match = /^(-?)0*(\d{1,60}(?:\.\d{1,60})?)([km]?)$/i.exec(ungrouped(given));
  if (match === null) return undefined;
  const [, sign = '', digits = '', suffix = ''] = match;
  const signed = `${/^[0.]*$/.test(digits) ? '' : sign}${digits}`;
  return suffix === '' ? signed : multiply(signed, inOnes[suffix.toLowerCase()] ?? '1');
}

export function startsAfter(from: RangeEnd, to: RangeEnd): boolean {
  if (typeof from.value === 'number' && typeof to.value === 'number') return from.value > to.value;
  const [first, last] = [String(from.value), String(to.value)];
  return first.includes('T') ? first > last : compare(first, last) > 0;
}

export const shown = (text: string) => (text.length > 24 ? `${text.slice(0, 23)}…` : text);

const listed = (values: readonly string[]) =>
  values.length === 1 ? values.join() : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;

// All UTC. A date covers its day, a minute its minute; a range that ends with one includes it.
type TimeSpan = {readonly first: Millis; readonly last: Millis; readonly isInstant: boolean};

const latest = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

function parseTime(text: string, now: Millis): TimeSpan | undefined {
  const span = parseAnyTime(text.trim().toLowerCase(), now);
  return span !== undefined && span.first >= 0 && span.last <= latest ? span : undefined;
}

function parseAnyTime(text: string, now: Millis): TimeSpan | undefined {
  if (text === 'now') return instant(now);
  const today = Math.floor(now / dayMs) * dayMs;
  if (text === 'today') return {first: today, last: today + dayMs - 1, isInstant: false};
  if (text === 'yesterday') return {first: today - dayMs, last: today - 1, isInstant: false};
  const relative = /^([+-]?)(\d{1,6}[smhdw])$/.exec(text);
  if (relative) {
    const distance = durationMs(relative[2] ?? '');
    return instant(relative[1] === '-' ? now - distance : now + distance);
  }
  if (/^\d{11,14}$/.test(text)) return instant(Number(text));
  return parseDate(text);
}

const instant = (at: Millis): TimeSpan => ({first: at, last: at, isInstant: true});

const datePattern =
  /^(\d{4}-\d{2})(?:(-\d{2})(?:[t_]((?:[01]\d|2[0-3]):[0-5]\d)(?:(:[0-5]\d)(\.\d{1,3})?)?(z|[+-](?:0\d|1[0-4]):?[0-5]\d)?)?)?$/;

function parseDate(text: string): TimeSpan | undefined {
  const match = datePattern.exec(text);
  if (match === null) return undefined;
  const [, month = '', date, minute, second, fraction, zone = 'z'] = match;
  const whole = month + (date ?? '-01');
  if (!isDay(whole)) return undefined;
  const clock = `${minute ?? '00:00'}${second ?? ':00'}${fraction ?? ''}`;
  const first = Date.parse(
    `${whole}T${clock}${zone
      .toUpperCase()
      .replace(/(\d\d)$/, ':$1')
      .replace('::', ':')}`,
  );
  const length =
    date === undefined
      ? Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1) - first
      : minute === undefined
        ? dayMs
        : second === undefined
          ? minuteMs
          : fraction === undefined
            ? unitMs.s
            : 1;
  return {first, last: first + length - 1, isInstant: false};
}
