import type {FeedPane} from '../../account/model/vocabulary.ts';
import type {Member} from '../../account/resources/resource.ts';
import {headingOf, needOf, resources} from '../../account/resources/resources.ts';
import type {Millis} from '../../api/wire/records.ts';
import type {QueryOf} from '../state.ts';
import type {Condition, Demand} from './conditions.ts';
import {
  fieldOfMember,
  findMember,
  isDayShown,
  isPlainWord,
  type MemberToken,
  members,
  openWord,
  quote,
  quoteIfNeeded,
  readNamed,
  startOfName,
  type Token,
  tokenize,
  unquote,
  wordsOf,
} from './members.ts';
import {nearest} from './nearest.ts';
import {
  knownIn,
  type Range,
  type RangeEnd,
  ranges,
  readBound,
  readDecimal,
  readRange,
  readValue,
  shown,
  startsAfter,
  ungrouped,
  type Wrong,
} from './values.ts';

/** A condition as it was understood; without a member, the words to search for. */
export type Chip = {readonly member?: Member; readonly text: string};

export type ParsedFilter<P extends FeedPane = FeedPane> =
  | {
      readonly ok: true;
      readonly query: QueryOf[P];
      /** Checked on every row, sent or not. */
      readonly conditions: readonly Condition[];
      readonly pageSize: number | undefined;
      readonly chips: readonly Chip[];
      /** Undocumented words that are sent anyway: a typing error, or a newer service. */
      readonly doubts: readonly FilterError[];
    }
  | {readonly ok: false; readonly error: FilterError};

/** Unreadable text is refused: it never becomes a search word. @param now for `-2h` and `today` */
export function parseFilter<P extends FeedPane>(pane: P, text: string, now: Millis): ParsedFilter<P> {
  let reading: FilterReading = {pane, now, parts: [], words: [], doubts: []};
  for (const token of tokenize(text)) {
    const next = readToken(reading, token);
    if ('message' in next) return {ok: false, error: next};
    reading = next;
  }
  const {pageSize, ...query} = queryOf(reading);
  return {
    ok: true,
    // Every name comes from the pane's own table of members.
    query: query as QueryOf[P],
    pageSize: typeof pageSize === 'number' ? pageSize : undefined,
    conditions: [...reading.parts, ...wordsIn(reading)],
    chips: chipsOf(reading),
    doubts: reading.doubts,
  };
}

function readToken(reading: FilterReading, token: Token): FilterStep {
  if (token.isOpen) return wrongToken(token, 'the quote is not closed', `${token.raw}"`);
  const named = readNamed(token);
  if (named === undefined) return readWord(reading, token);
  const found = findMember(reading.pane, named.name);
  const atName = {at: named.nameAt, length: named.name.length};
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
  const headings = Object.keys(resources[pane].columns).map(each => headingOf(pane, each));
  const meant = nearest(name, [...known, ...headings.filter(each => !each.includes(' '))]);
  return meant === undefined
    ? {message: `unknown field ${shown(name)}`, members: known}
    : {message: `unknown field ${shown(name)}; did you mean ${meant}?`, nearest: meant, members: known};
}

function readCondition(reading: FilterReading, condition: Named): FilterStep {
  const {token, member, named} = condition;
  if (member.name === 'search' && named.operator !== '~' && !named.isNegated) {
    if (named.value.trim() === '') return noValue(token, member);
    return {...reading, words: [...reading.words, named.value]};
  }
  const range = ranges[member.kind.is];
  switch (named.operator) {
    case '~':
      return readContains(reading, condition);
    case '>':
    case '>=':
      return readEnd(reading, condition, 'from');
    case '<':
    case '<=':
      return readEnd(reading, condition, 'to');
    case ':':
    case '=':
    case '!=':
      if (member.isPart) return readContains(reading, condition);
      return range ? readRangeCondition(reading, condition, range) : readExact(reading, condition);
  }
}

function readWord(reading: FilterReading, token: Token): FilterStep {
  const {pane} = reading;
  const isBare = !token.raw.includes('"');
  const {over} = resources[pane];
  if (isBare && token.raw.toLowerCase() === openWord && over !== undefined) return readOpen(reading, over);
  const start = isBare ? startOfName(token) : undefined;
  const meantMember = start === undefined ? undefined : findMember(pane, start.name);
  if (start !== undefined && meantMember?.as === 'member') {
    const meant = `${start.minus}${meantMember.member.name}:`;
    return wrongToken(token, `no condition: write ${meant}${exampleOf(meantMember.member)}`, meant);
  }
  if (isBare && token.raw.startsWith('-'))
    return wrongToken(token, 'only a field can be excluded, as in -type:…; use quotes for a word');
  const meant = isBare ? valueMeant(pane, token) : undefined;
  return meant === undefined ? readSearch(reading, token) : readCondition(reading, meant);
}

const exampleOf = (member: Member) => wordsOf(member.kind)?.[0] ?? 'value';

function readOpen(reading: FilterReading, over: readonly string[]): FilterStep {
  const found = findMember(reading.pane, 'status');
  if (found.as !== 'member') return reading;
  const {member} = found;
  const part = clauseOf(reading, {member, isNegated: true}, {is: 'one of', values: over}, openWord);
  return {...reading, parts: [...reading.parts, part]};
}

function readSearch(reading: FilterReading, token: Token): FilterStep {
  // A number and a day stand in titles without separators.
  const {raw} = token;
  const word = isDayShown(raw) ? raw.replaceAll(' ', '') : ungrouped(unquote(raw));
  if (word.trim() === '') return wrongToken(token, 'an empty word');
  const search = findMember(reading.pane, 'search');
  if (search.as === 'member') return {...reading, words: [...reading.words, word]};
  const meant = members[reading.pane].find(({name}) => name.toLowerCase() === word.toLowerCase());
  return wrongToken(
    token,
    `${resources[reading.pane].plural} have no text search: use a field, such as ${meant ? `${meant.name}:` : example(reading.pane)}`,
    meant && `${meant.name}:`,
  );
}

/**
 * A word that is a value is meant as one: `up` is `direction:UP`, a day is one of expiry. Without a
 * search, a number is a strike, and others are a symbol.
 */
function valueMeant(pane: FeedPane, token: Token): Named | undefined {
  const {raw: word, at} = token;
  const meant = (member: Member, operator: ':' | '~', value: string): Named => {
    const values = [{text: value, at, length: word.length, isQuoted: false}];
    const named = {name: member.name, nameAt: at, isNegated: false, operator, value, valueAt: at, values};
    return {token, member, named};
  };
  for (const member of members[pane]) {
    const value = knownIn(wordsOf(member.kind) ?? [], word);
    if (value !== undefined && !/^(true|false)$/i.test(word)) return meant(member, ':', value);
  }
  const expires = findMember(pane, 'expires');
  if (expires.as === 'member' && isDayShown(word)) {
    const day = new Date(`${word.slice(0, -2)}20${word.slice(-2)} UTC`);
    return meant(expires.member, ':', day.toISOString().slice(0, 10));
  }
  if (findMember(pane, 'search').as === 'member') return undefined;
  const strike = readDecimal(word);
  const of = findMember(pane, strike === undefined ? (textOf[pane] ?? '') : 'strikePrice');
  if (of.as !== 'member') return undefined;
  if (strike !== undefined) return meant(of.member, ':', strike);
  const isName =
    word.toLowerCase() === openWord ||
    members[pane].some(({name}) => name.toLowerCase() === word.toLowerCase());
  return isName ? undefined : meant(of.member, '~', word);
}

const textOf: Partial<Record<FeedPane, string>> = {orders: 'symbol', trades: 'asset'};

const example = (pane: FeedPane) => (pane === 'orders' ? 'asset:BTC' : 'symbol:NAME');

function queryOf({parts, words}: FilterReading): Record<string, string | number> {
  const query: Record<string, string | number> = {};
  for (const {member, isNegated, demand} of parts) {
    if (isNegated) continue;
    if (demand.is === 'between') {
      if (member.from && demand.from) query[member.from] = demand.from.value;
      if (member.to && demand.to) query[member.to] = demand.to.value;
    } else {
      const name = demand.is === 'part' ? member.contains : member.exact;
      const [value] = demand.values;
      if (name !== undefined && value !== undefined && demand.values.length === 1) query[name] = value;
    }
  }
  const [search] = words;
  return search === undefined ? query : {...query, search};
}

/** A search may take several words as a phrase or as any of them: it is asked for the first. */
function wordsIn({pane, words, now}: FilterReading): Condition[] {
  if (words.length === 0) return [];
  const demand = {is: 'words', values: words} as const;
  const kind = {is: 'word', words: []} as const;
  const of = {text: words.join(' '), pane, now, field: undefined, needs: undefined};
  return [{...of, kind, isNegated: false, demand, isAsked: words.length === 1}];
}

const chipsOf = ({parts, words}: FilterReading): Chip[] => [
  ...parts,
  ...words.map(word => ({text: isPlainWord(word) ? word : `search:${quote(word)}`})),
];

export type FilterError = {
  readonly at: number;
  readonly length: number;
  readonly message: string;
  readonly nearest?: string | undefined;
  readonly members?: readonly string[] | undefined;
};

type Clause = Condition & {readonly member: Member};

type FilterReading = {
  readonly pane: FeedPane;
  readonly now: Millis;
  readonly parts: readonly Clause[];
  readonly words: readonly string[];
  readonly doubts: readonly FilterError[];
};

type FilterStep = FilterReading | FilterError;
type Named = {readonly token: Token; readonly member: Member; readonly named: MemberToken};

function readExact(reading: FilterReading, condition: Named): FilterStep {
  const {token, member, named} = condition;
  if (member.exact === undefined && !member.isHere)
    return wrongToken(
      token,
      `the service matches ${member.name} in part only: ${member.name}~word`,
      `${member.name}~${named.value}`,
    );
  if (named.values.length > 1 && member.name === 'pageSize') return wrongToken(token, 'a page has one size');
  const values: (string | number)[] = [];
  const doubts: FilterError[] = [];
  for (const given of named.values) {
    if (given.text === '') return noValue(token, member);
    const value = readValue(member.kind, capitalized(member, given), given.isQuoted);
    if ('wrong' in value) return wrongAt(given, value);
    if (value.doubt !== undefined) doubts.push(wrongAt(given, value.doubt));
    if (!values.includes(value.value)) values.push(value.value);
  }
  const text = printValues(member, values, {isNegated: named.isNegated});
  return withPart(
    {...reading, doubts: [...reading.doubts, ...doubts]},
    condition,
    {is: 'one of', values},
    text,
  );
}

/** Symbols and currencies are capitals; quotes keep what is typed. */
const capitalized = ({name}: Member, {text, isQuoted}: MemberToken['values'][number]) =>
  isQuoted || !isCode.test(name) ? text : text.toUpperCase();

const isCode = /symbol|underlying|asset|currency|contract/i;

function readContains(reading: FilterReading, condition: Named): FilterStep {
  const {token, member, named} = condition;
  if (member.contains === undefined && !(member.isHere && member.kind.is === 'text'))
    return wrongToken(
      token,
      `the service cannot match a part of ${member.name}: write ${member.name}:`,
      `${member.name}:${named.value}`,
    );
  const values = named.values.map(each => capitalized(member, each));
  if (values.includes('')) return noValue(token, member);
  const text = printValues(member, values, {isNegated: named.isNegated, operator: '~'});
  return withPart(reading, condition, {is: 'part', values}, text);
}

function readRangeCondition(reading: FilterReading, condition: Named, of: Range): FilterStep {
  const {token, member, named} = condition;
  if (named.value === '') return noValue(token, member);
  const range = readRange(of, named.value, reading.now);
  return 'wrong' in range ? wrongValue(token, named, range) : withRange(reading, condition, range);
}

function readEnd(reading: FilterReading, condition: Named, end: 'from' | 'to'): FilterStep {
  const {token, member, named} = condition;
  const range = ranges[member.kind.is];
  if (range === undefined)
    return wrongToken(
      token,
      `the service knows no range of ${member.name}: write ${member.name}:`,
      `${member.name}:${named.value}`,
    );
  if (named.value === '') return noValue(token, member);
  const bound = readBound(range, named.value, end, reading.now);
  if ('wrong' in bound) return wrongValue(token, named, bound);
  // The service's own ranges include their ends.
  const isStrict = member.isHere && range.is !== 'time' && /^[<>]$/.test(named.operator);
  return withRange(reading, condition, {[end]: isStrict ? {...bound, isStrict} : bound});
}

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
  if (ends.from && ends.to && startsAfter(ends.from, ends.to))
    return wrongToken(token, `the range of ${member.name} ends before it starts`);
  const text = `${isNegated ? '-' : ''}${printRange(member.name, ends.from, ends.to)}`;
  const demand = {is: 'between', ...ends} as const;
  if (before === undefined) return withPart(reading, condition, demand, text);
  const part = clauseOf(reading, {member, isNegated}, demand, text);
  return {...reading, parts: reading.parts.map(each => (each === before ? part : each))};
}

function withPart(
  reading: FilterReading,
  {token, member, named: {isNegated}}: Named,
  demand: Demand,
  text: string,
): FilterStep {
  if (!isNegated && sameIn(reading, member, demand.is) !== undefined) return twice(token, member);
  const part = clauseOf(reading, {member, isNegated}, demand, text);
  if (isNegated && part.field === undefined)
    return wrongToken(token, `${member.name} cannot be excluded: records do not have it`);
  if (!part.isAsked && part.field === undefined)
    return wrongToken(token, 'only one value, for a field that records do not have');
  return {...reading, parts: [...reading.parts, part]};
}

function clauseOf(
  {pane, now}: FilterReading,
  of: Pick<Clause, 'member' | 'isNegated'>,
  demand: Demand,
  text: string,
): Clause {
  const {member, isNegated} = of;
  // A search takes one value of a member, and excludes none.
  const isOne = demand.is === 'between' || demand.values.length === 1;
  return {
    ...{...of, text, pane, demand, kind: member.kind, field: fieldOfMember(pane, member)},
    now,
    needs: needOf(pane, member.name),
    isAsked: !isNegated && !member.isHere && isOne,
  };
}

function sameIn({parts}: FilterReading, member: Member, is: Clause['demand']['is']): Clause | undefined {
  return parts.find(each => each.member === member && !each.isNegated && each.demand.is === is);
}

const wrongToken = (token: Token, message: string, nearest?: string): FilterError => ({
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

const noValue = (token: Token, member: Member) =>
  wrongToken(token, `${member.name} needs a value: ${member.about}`);

const twice = (token: Token, member: Member) =>
  wrongToken(token, `${member.name} is given twice: write ${member.name}:one,other`);

/** An undocumented value is quoted; quotes mean that it is intended. */
function printValues(
  {name, kind}: Member,
  values: readonly (string | number)[],
  {isNegated, operator = ':'}: {readonly isNegated: boolean; readonly operator?: ':' | '~'},
): string {
  const printed = values.map(each => {
    const value = String(each);
    const isOwn =
      wordsOf(kind)?.includes(value) === false || (isCode.test(name) && value !== value.toUpperCase());
    return isOwn ? quote(value) : quoteIfNeeded(value);
  });
  return `${isNegated ? '-' : ''}${name}${operator}${printed.join(',')}`;
}

function printRange(name: string, from: RangeEnd | undefined, to: RangeEnd | undefined): string {
  if (from?.isStrict || to?.isStrict)
    return [
      from && `${name}>${from.isStrict ? '' : '='}${from.text}`,
      to && `${name}<${to.isStrict ? '' : '='}${to.text}`,
    ]
      .filter(Boolean)
      .join(' ');
  const isOne = from !== undefined && from.text === to?.text && from.instead === undefined;
  return `${name}:${isOne ? from.text : `${from?.text ?? ''}..${to?.text ?? ''}`}`;
}
