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

export type Place = {readonly at: number; readonly length: number};

export type FilterError = Place & {
  readonly message: string;
  readonly nearest?: string | undefined;
  readonly members?: readonly string[] | undefined;
};

export class FilterFault extends Error {
  readonly error: FilterError;

  constructor({at, length}: Place, message: string, more: Partial<FilterError> = {}) {
    super(message);
    this.error = {at, length, message, ...more};
  }
}

export function wordsOf(kind: FilterKind): readonly string[] | undefined {
  return kind.is === 'word' || kind.is === 'one of' ? kind.words : undefined;
}

type Given = Place & {readonly text: string; readonly isQuoted: boolean};

/** Enums are open: the service may know more words. Quotes mean that the word is intended. */
export function readValue(kind: FilterKind, given: Given): string | number {
  const {text, isQuoted} = given;
  switch (kind.is) {
    case 'int64': {
      const id = /^-?\d{1,30}$/.test(text) ? String(BigInt(text)) : undefined;
      if (id === undefined) throw new FilterFault(given, `not an id: ${shown(text)} (use a whole number)`);
      if (!isInt64(id)) throw new FilterFault(given, 'too large for an id');
      return id;
    }
    case 'integer': {
      const {least, most} = kind;
      const number = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
      if (number >= least && number <= most) return number + 0;
      throw new FilterFault(given, `a whole number from ${least} to ${most}`);
    }
    case 'word':
      return (isQuoted ? undefined : knownIn(kind.words, text)) ?? text;
    case 'one of': {
      const known = knownIn(kind.words, text);
      if (known === undefined) throw unknownWord(given, `no ${shown(text)}`, kind.words);
      return known;
    }
    default:
      return text;
  }
}

/** A word that is sent although the interface does not have it. */
export function doubtOf(kind: FilterKind, given: Given): readonly FilterError[] {
  const {text, isQuoted} = given;
  if (kind.is !== 'word' || isQuoted || knownIn(kind.words, text) !== undefined) return [];
  return [unknownWord(given, `unknown value ${shown(text)}`, kind.words).error];
}

function unknownWord(given: Given, said: string, words: readonly string[]): FilterFault {
  const meant = nearest(given.text, words);
  const message = `${said}${meant === undefined ? `: ${listed(words)}` : `; ${meant}?`}`;
  return new FilterFault(given, message, {nearest: meant});
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

type Ends = {readonly from?: RangeEnd | undefined; readonly to?: RangeEnd | undefined};

export function readRange(range: Range, text: string, now: Millis, place: Place): Ends {
  const split = text.indexOf('..');
  const endOf = (text: string, end: 'from' | 'to') =>
    text === '' ? undefined : readBound(range, text, end, now, place);
  if (split >= 0) {
    const [from, to] = [endOf(text.slice(0, split), 'from'), endOf(text.slice(split + 2), 'to')];
    if (from ?? to) return {from, to};
    throw new FilterFault(place, 'a range needs at least one end');
  }
  const from = readBound(range, text, 'from', now, place);
  if (from.instead === undefined) return {from, to: readBound(range, text, 'to', now, place)};
  throw new FilterFault(place, `a ${range.is}, not a range: use ${from.instead}`, {nearest: `${text}..`});
}

/** A date means its first moment as a start, and its last as an end. */
export function readBound(
  range: Range,
  text: string,
  end: 'from' | 'to',
  now: Millis,
  place: Place,
): RangeEnd {
  const bound = range.read(text, end, now);
  if (bound !== undefined) return bound;
  throw new FilterFault(place, `not a ${range.is}: ${shown(text)} (${range.hint})`);
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

/** The values that a condition takes, beside its name. */
export function aboutKind(kind: FilterKind): string {
  const range = ranges[kind.is];
  if (range !== undefined) return `a ${range.is}, or a range`;
  const words = wordsOf(kind) ?? [];
  if (words.length > 2) return `${words.slice(0, 2).join(', ')}, …`;
  return words.length > 0 ? listed(words) : kind.is === 'text' ? 'a text' : 'a whole number';
}

/** Drops thousands separators. Another comma may be a decimal point, and stays. */
export const ungrouped = (text: string) =>
  text.replace(/(?<![\d.,])[1-9]\d{0,2}(?:,\d{3})+(?![\d,])/g, each => each.replaceAll(',', ''));

/** Allows one point between digits, a sign, k and m; leading zeros are dropped. */
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
