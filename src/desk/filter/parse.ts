import type {Millis} from '../../api/wire/records.ts';
import type {QueryOf} from '../model/state.ts';
import type {FeedPane} from '../model/vocabulary.ts';
import {findMember, isRange, listTitles, type Member, members, wordsOf} from './members.ts';
import {nearest} from './nearest.ts';
import {printExact, printRange, printSearch} from './print.ts';
import {type MemberToken, readNamed, type Token, tokenize, unquote} from './tokens.ts';
import {type RangeEnd, readBound, readRange, readValue, shown, startsAfter, type Wrong} from './values.ts';

/** One condition of a filter, printed as it would be typed. */
export type Chip = {readonly member: string; readonly text: string};

/** What is wrong with a filter, where, and the text that was most likely meant in its place. */
export type FilterError = {
  readonly at: number;
  readonly length: number;
  readonly message: string;
  readonly nearest?: string | undefined;
  /** The members there are, where the name is none of them. */
  readonly members?: readonly string[] | undefined;
};

export type ParsedFilter<P extends FeedPane = FeedPane> =
  | {
      readonly ok: true;
      readonly query: QueryOf[P];
      /** Asked for with `pageSize:`; paging stands beside the query. */
      readonly pageSize: number | undefined;
      readonly chips: readonly Chip[];
      /** Words sent although the interface does not document them: a typing error, or a newer service. */
      readonly doubts: readonly FilterError[];
    }
  | {readonly ok: false; readonly error: FilterError};

/**
 * Reads a filter such as `status:ACTIVE qty:0.1..2 openTime:-2h.. bitcoin` into the query of the pane's list.
 * Conditions that the service cannot filter by are refused: nothing is filtered here in silence.
 * @param now what `-2h` and `today` are counted from
 */
export function parseFilter<P extends FeedPane>(pane: P, text: string, now: Millis): ParsedFilter<P> {
  let reading: FilterReading = {pane, now, query: {}, chips: [], words: [], doubts: []};
  for (const token of tokenize(text)) {
    const next = readToken(reading, token);
    if ('message' in next) return {ok: false, error: next};
    reading = next;
  }
  const {pageSize, ...query} = withSearch(reading).query;
  return {
    ok: true,
    // Every name in it comes from the pane's own table of members.
    query: query as QueryOf[P],
    pageSize: typeof pageSize === 'number' ? pageSize : undefined,
    chips: withSearch(reading).chips,
    doubts: reading.doubts,
  };
}

type FilterReading = {
  readonly pane: FeedPane;
  readonly now: Millis;
  readonly query: Readonly<Record<string, string | number>>;
  readonly chips: readonly (Chip & {
    readonly from?: RangeEnd | undefined;
    readonly to?: RangeEnd | undefined;
  })[];
  readonly words: readonly string[];
  readonly doubts: readonly FilterError[];
};

/** The filter as read so far, or what is wrong with it. */
type FilterStep = FilterReading | FilterError;
/** A token that says something of a member. */
type Condition = {readonly token: Token; readonly member: Member; readonly named: MemberToken};

function readToken(reading: FilterReading, token: Token): FilterStep {
  if (token.isOpen) return wrongToken(token, 'the quote is not closed', `${token.raw}"`);
  const named = readNamed(token);
  if (named === undefined) return readWord(reading, token);
  const found = findMember(reading.pane, named.name);
  const atName = {at: token.at, length: named.name.length};
  switch (found.as) {
    case 'unknown':
      return {...atName, ...unknownMember(reading.pane, named.name)};
    case 'refused':
      return {...atName, message: found.reason};
    case 'contains':
      return readContains(reading, {token, member: found.member, named});
    case 'end':
      return readEnd(reading, {token, member: found.member, named}, found.end);
    case 'member':
      return readCondition(reading, {token, member: found.member, named});
  }
}

function unknownMember(pane: FeedPane, name: string): Omit<FilterError, 'at' | 'length'> {
  const known = members[pane].map(member => member.name);
  const meant = nearest(name, known);
  return meant === undefined
    ? {message: `no ${shown(name)} here`, members: known}
    : {message: `no ${shown(name)} here; ${meant}?`, nearest: meant};
}

function readCondition(reading: FilterReading, condition: Condition): FilterStep {
  const {token, member, named} = condition;
  if (member.name === 'search' && named.operator !== '~') {
    if (named.value.trim() === '') return noValue(token, member);
    return {...reading, words: [...reading.words, named.value]};
  }
  switch (named.operator) {
    case '~':
      return readContains(reading, condition);
    case '>':
    case '<':
      return wrongToken(
        token,
        `ranges include their ends: write ${named.operator}=`,
        `${named.name}${named.operator}=${token.raw.slice(named.name.length + 1)}`,
      );
    case '>=':
      return readEnd(reading, condition, 'from');
    case '<=':
      return readEnd(reading, condition, 'to');
    case ':':
    case '=':
      return isRange(member.kind) ? readRangeCondition(reading, condition) : readExact(reading, condition);
  }
}

function readExact(reading: FilterReading, {token, member, named}: Condition): FilterStep {
  if (member.exact === undefined) {
    return wrongToken(
      token,
      `the service matches ${member.name} in part only: ${member.name}~word`,
      `${member.name}~${named.value}`,
    );
  }
  if (named.value === '') return noValue(token, member);
  const value = readValue(member.kind, named.value, named.isQuoted);
  if ('wrong' in value) return wrongValue(token, named, value);
  const {doubt} = value;
  if (member.exact in reading.query) return twice(token, member);
  return {
    ...reading,
    query: {...reading.query, [member.exact]: value.value},
    chips: [...reading.chips, {member: member.name, text: printExact(member, String(value.value))}],
    doubts: doubt === undefined ? reading.doubts : [...reading.doubts, wrongValue(token, named, doubt)],
  };
}

function readContains(reading: FilterReading, {token, member, named}: Condition): FilterStep {
  if (member.contains === undefined) {
    return wrongToken(
      token,
      `the service cannot match a part of ${member.name}: write ${member.name}:`,
      `${member.name}:${named.value}`,
    );
  }
  if (named.value === '') return noValue(token, member);
  if (member.contains in reading.query) return twice(token, member);
  return {
    ...reading,
    query: {...reading.query, [member.contains]: named.value},
    chips: [...reading.chips, {member: member.contains, text: printExact(member, named.value, '~')}],
  };
}

function readRangeCondition(reading: FilterReading, condition: Condition): FilterStep {
  const {token, member, named} = condition;
  if (named.value === '') return noValue(token, member);
  const range = readRange(member.kind, named.value, reading.now);
  return 'wrong' in range ? wrongValue(token, named, range) : withRange(reading, condition, range);
}

function readEnd(reading: FilterReading, condition: Condition, end: 'from' | 'to'): FilterStep {
  const {token, member, named} = condition;
  if (!isRange(member.kind)) {
    return wrongToken(
      token,
      `the service knows no range of ${member.name}: write ${member.name}:`,
      `${member.name}:${named.value}`,
    );
  }
  if (named.value === '') return noValue(token, member);
  const bound = readBound(member.kind, named.value, end, reading.now);
  if ('wrong' in bound) return wrongValue(token, named, bound);
  return withRange(reading, condition, {[end]: bound});
}

/** Two conditions on the ends of one range, `qty>=1 qty<=2`, are one chip. */
function withRange(
  reading: FilterReading,
  {token, member}: Condition,
  {from, to}: {readonly from?: RangeEnd | undefined; readonly to?: RangeEnd | undefined},
): FilterStep {
  const before = reading.chips.find(chip => chip.member === member.name);
  if ((before?.from && from) || (before?.to && to)) return twice(token, member);
  const ends = {from: from ?? before?.from, to: to ?? before?.to};
  if (ends.from && ends.to && startsAfter(ends.from, ends.to)) {
    return wrongToken(token, `the range of ${member.name} ends before it starts`, undefined);
  }
  const chip = {member: member.name, text: printRange(member.name, ends.from, ends.to), ...ends};
  return {
    ...reading,
    query: {
      ...reading.query,
      ...(member.from && ends.from && {[member.from]: ends.from.value}),
      ...(member.to && ends.to && {[member.to]: ends.to.value}),
    },
    chips: before ? reading.chips.map(each => (each === before ? chip : each)) : [...reading.chips, chip],
  };
}

function readWord(reading: FilterReading, token: Token): FilterStep {
  const word = unquote(token.raw);
  if (word.trim() === '') return wrongToken(token, 'an empty word', undefined);
  const search = findMember(reading.pane, 'search');
  if (search.as === 'member') return {...reading, words: [...reading.words, word]};
  const meant = memberOfValue(reading.pane, word);
  return wrongToken(
    token,
    `${listTitles[reading.pane]} have no search by words: name a member, such as ${meant ?? example(reading.pane)}`,
    meant,
  );
}

/** `CALL` alone, on a pane without search, is `type:CALL`. */
function memberOfValue(pane: FeedPane, word: string): string | undefined {
  for (const {name, kind} of members[pane]) {
    const value = wordsOf(kind)?.find(each => each.toLowerCase() === word.toLowerCase());
    if (value) return `${name}:${value}`;
    const nearName = name.toLowerCase() === word.toLowerCase();
    if (nearName) return `${name}:`;
  }
  return undefined;
}

const example = (pane: FeedPane) => (pane === 'orders' ? 'asset:BTC' : 'symbol:NAME');

function withSearch(reading: FilterReading): FilterReading {
  if (reading.words.length === 0) return reading;
  const search = reading.words.join(' ');
  return {
    ...reading,
    query: {...reading.query, search},
    chips: [...reading.chips, {member: 'search', text: printSearch(search)}],
    words: [],
  };
}

const wrongToken = (token: Token, message: string, nearest: string | undefined): FilterError => ({
  at: token.at,
  length: token.raw.length,
  message,
  nearest,
});

const wrongValue = (token: Token, named: MemberToken, {wrong, nearest}: Wrong): FilterError => ({
  at: named.valueAt,
  length: token.at + token.raw.length - named.valueAt,
  message: wrong,
  nearest,
});

const noValue = (token: Token, member: Member) =>
  wrongToken(token, `${member.name} needs a value: ${member.about}`, undefined);

const twice = (token: Token, member: Member) =>
  wrongToken(token, `${member.name} is given twice, and the service takes one`, undefined);
