import type {Millis} from '../../api/wire/records.ts';
import type {FeedPane} from '../model/vocabulary.ts';
import {fieldOfMember, isRange, type Member, wordsOf} from './members.ts';
import {isPlainWords, type MemberToken, quote, quoteIfNeeded, type Token} from './tokens.ts';
import {type RangeEnd, readBound, readRange, readValue, startsAfter, type Wrong} from './values.ts';

/** The conditions on members, one at a time. */

/** What is wrong with a filter, where, and the text that was most likely meant in its place. */
export type FilterError = {
  readonly at: number;
  readonly length: number;
  readonly message: string;
  readonly nearest?: string | undefined;
  /** The members there are, where the name is none of them. */
  readonly members?: readonly string[] | undefined;
};

/** A condition as it was read. */
export type Clause = {
  readonly member: Member;
  readonly isNegated: boolean;
  readonly demand:
    | {readonly is: 'one of'; readonly values: readonly (string | number)[]}
    | {readonly is: 'part'; readonly values: readonly string[]}
    | {readonly is: 'between'; readonly from?: RangeEnd | undefined; readonly to?: RangeEnd | undefined};
  /** As it would be typed. */
  readonly text: string;
  readonly token: Token;
};

export type FilterReading = {
  readonly pane: FeedPane;
  readonly now: Millis;
  readonly parts: readonly Clause[];
  readonly words: readonly string[];
  readonly doubts: readonly FilterError[];
};

/** The filter as read so far, or what is wrong with it. */
export type FilterStep = FilterReading | FilterError;
/** A token that says something of a member. */
export type Named = {readonly token: Token; readonly member: Member; readonly named: MemberToken};

export function readExact(reading: FilterReading, condition: Named): FilterStep {
  const {token, member, named} = condition;
  if (member.exact === undefined && !member.isHere) {
    return wrongToken(
      token,
      `the service matches ${member.name} in part only: ${member.name}~word`,
      `${member.name}~${named.value}`,
    );
  }
  if (named.values.length > 1 && member.name === 'pageSize')
    return wrongToken(token, 'a page has one size', undefined);
  const values: (string | number)[] = [];
  const doubts: FilterError[] = [];
  for (const given of named.values) {
    if (given.text === '') return noValue(token, member);
    const value = readValue(member.kind, given.text, given.isQuoted);
    if ('wrong' in value) return wrongAt(given, value);
    if (value.doubt !== undefined) doubts.push(wrongAt(given, value.doubt));
    if (!values.includes(value.value)) values.push(value.value);
  }
  const text = printValues(member, values, {isNegated: named.isNegated});
  const part: Clause = {member, isNegated: named.isNegated, demand: {is: 'one of', values}, text, token};
  return withPart({...reading, doubts: [...reading.doubts, ...doubts]}, condition, part);
}

export function readContains(reading: FilterReading, condition: Named): FilterStep {
  const {token, member, named} = condition;
  if (member.contains === undefined && !(member.isHere && member.kind.is === 'text')) {
    return wrongToken(
      token,
      `the service cannot match a part of ${member.name}: write ${member.name}:`,
      `${member.name}:${named.value}`,
    );
  }
  const values = named.values.map(each => each.text);
  if (values.includes('')) return noValue(token, member);
  const text = printValues(member, values, {isNegated: named.isNegated, operator: '~'});
  return withPart(reading, condition, {
    member,
    isNegated: named.isNegated,
    demand: {is: 'part', values},
    text,
    token,
  });
}

export function readRangeCondition(reading: FilterReading, condition: Named): FilterStep {
  const {token, member, named} = condition;
  if (named.value === '') return noValue(token, member);
  const range = readRange(member.kind, named.value, reading.now);
  return 'wrong' in range ? wrongValue(token, named, range) : withRange(reading, condition, range);
}

export function readEnd(reading: FilterReading, condition: Named, end: 'from' | 'to'): FilterStep {
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

/** Two conditions on the ends of one range, `qty>=1 qty<=2`, are one. */
function withRange(
  reading: FilterReading,
  condition: Named,
  {from, to}: {readonly from?: RangeEnd | undefined; readonly to?: RangeEnd | undefined},
): FilterStep {
  const {token, member, named} = condition;
  const {isNegated} = named;
  const before = isNegated ? undefined : sameIn(reading, member, 'between');
  const known = before?.demand.is === 'between' ? before.demand : undefined;
  if ((known?.from && from) || (known?.to && to)) return twice(token, member);
  const ends = {from: from ?? known?.from, to: to ?? known?.to};
  if (ends.from && ends.to && startsAfter(ends.from, ends.to)) {
    return wrongToken(token, `the range of ${member.name} ends before it starts`, undefined);
  }
  const text = `${isNegated ? '-' : ''}${printRange(member.name, ends.from, ends.to)}`;
  const part: Clause = {member, isNegated, demand: {is: 'between', ...ends}, text, token};
  if (before === undefined) return withPart(reading, condition, part);
  return {...reading, parts: reading.parts.map(each => (each === before ? part : each))};
}

/** What is left out can be told of many; what is wanted of a member only once. */
function withPart(reading: FilterReading, {token, member}: Named, part: Clause): FilterStep {
  if (!part.isNegated && sameIn(reading, member, part.demand.is) !== undefined) return twice(token, member);
  const isBorne = fieldOfMember(reading.pane, member) !== undefined;
  if (part.isNegated && !isBorne)
    return wrongToken(
      token,
      `the records do not tell their ${member.name}: it cannot be left out`,
      undefined,
    );
  return {...reading, parts: [...reading.parts, part]};
}

function sameIn({parts}: FilterReading, member: Member, is: Clause['demand']['is']): Clause | undefined {
  return parts.find(each => each.member === member && !each.isNegated && each.demand.is === is);
}

export const wrongToken = (token: Token, message: string, nearest: string | undefined): FilterError => ({
  at: token.at,
  length: token.raw.length,
  message,
  nearest,
});

const wrongValue = (token: Token, {valueAt}: MemberToken, wrong: Wrong): FilterError =>
  wrongAt({at: valueAt, length: token.at + token.raw.length - valueAt}, wrong);

const wrongAt = (
  {at, length}: {readonly at: number; readonly length: number},
  {wrong, nearest}: Wrong,
): FilterError => ({at, length, message: wrong, nearest});

export const noValue = (token: Token, member: Member) =>
  wrongToken(token, `${member.name} needs a value: ${member.about}`, undefined);

const twice = (token: Token, member: Member) =>
  wrongToken(token, `${member.name} is given twice: write ${member.name}:one,other`, undefined);

/** A value that the documentation does not name is quoted: that is how one asks for it all the same. */
function printValues(
  {name, kind}: Member,
  values: readonly (string | number)[],
  {isNegated, operator = ':'}: {readonly isNegated: boolean; readonly operator?: ':' | '~'},
): string {
  const printed = values.map(each => {
    const value = String(each);
    return wordsOf(kind)?.includes(value) === false ? quote(value) : quoteIfNeeded(value);
  });
  return `${isNegated ? '-' : ''}${name}${operator}${printed.join(',')}`;
}

function printRange(name: string, from: RangeEnd | undefined, to: RangeEnd | undefined): string {
  const isOne = from !== undefined && from.text === to?.text && !from.isInstant;
  return `${name}:${isOne ? from.text : `${from?.text ?? ''}..${to?.text ?? ''}`}`;
}

export function printSearch(words: string): string {
  return isPlainWords(words) ? words : `search:${quote(words)}`;
}
