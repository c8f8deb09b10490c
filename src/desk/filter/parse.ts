import type {Millis} from '../../api/wire/records.ts';
import {overStates} from '../model/figures.ts';
import type {QueryOf} from '../model/state.ts';
import type {FeedPane} from '../model/vocabulary.ts';
import type {Condition, Split} from './conditions.ts';
import {findMember, hasOpen, isRange, listTitles, type Member, members, wordsOf} from './members.ts';
import {nearest} from './nearest.ts';
import {planOf} from './plan.ts';
import {
  type FilterError,
  type FilterReading,
  type FilterStep,
  type Named,
  noValue,
  printSearch,
  readContains,
  readEnd,
  readExact,
  readRangeCondition,
  wrongToken,
} from './read.ts';
import {openWord, readNamed, startOfName, type Token, tokenize, unquote} from './tokens.ts';
import {shown} from './values.ts';

export type {FilterError} from './read.ts';

/** One condition of a filter, printed as it would be typed. */
export type Chip = {readonly member: string; readonly text: string};

export type ParsedFilter<P extends FeedPane = FeedPane> =
  | {
      readonly ok: true;
      /** What every search asks for. */
      readonly query: QueryOf[P];
      /** What more than one search is asked for. */
      readonly split: Split | undefined;
      /** What rows are held to, asked for or not. */
      readonly conditions: readonly Condition[];
      /** Asked for with `pageSize:`; paging stands beside the query. */
      readonly pageSize: number | undefined;
      readonly chips: readonly Chip[];
      /** Words sent although the interface does not document them: a typing error, or a newer service. */
      readonly doubts: readonly FilterError[];
    }
  | {readonly ok: false; readonly error: FilterError};

/**
 * Reads a filter such as `status:ACTIVE,PENDING qty:0.1..2 -type:TOUCH bitcoin` into what the pane's list is
 * asked for and what its rows are held to. What cannot be read is refused: nothing becomes a word to search
 * for that was meant otherwise.
 * @param now what `-2h` and `today` are counted from
 */
export function parseFilter<P extends FeedPane>(pane: P, text: string, now: Millis): ParsedFilter<P> {
  let reading: FilterReading = {pane, now, parts: [], words: [], doubts: []};
  for (const token of tokenize(text)) {
    const next = readToken(reading, token);
    if ('message' in next) return {ok: false, error: next};
    reading = next;
  }
  const {pageSize, ...query} = queryOf(reading);
  const plan = planOf(pane, reading.parts);
  const lost = reading.parts[plan.conditions.findIndex(each => !each.isAsked && each.field === undefined)];
  if (lost !== undefined) return {ok: false, error: wrongToken(lost.token, manySets, undefined)};
  return {
    ok: true,
    // Every name in it comes from the pane's own table of members.
    query: query as QueryOf[P],
    pageSize: typeof pageSize === 'number' ? pageSize : undefined,
    ...plan,
    chips: chipsOf(reading),
    doubts: reading.doubts,
  };
}

const manySets = 'one set at most, of 2 to 6 values, where the records do not tell the value';

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
  const meant = nearest(name, known);
  return meant === undefined
    ? {message: `no ${shown(name)} here`, members: known}
    : {message: `no ${shown(name)} here; ${meant}?`, nearest: meant, members: known};
}

function readCondition(reading: FilterReading, condition: Named): FilterStep {
  const {token, member, named} = condition;
  if (member.name === 'search' && named.operator !== '~' && !named.isNegated) {
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
        `${named.name}${named.operator}=${named.value}`,
      );
    case '>=':
      return readEnd(reading, condition, 'from');
    case '<=':
      return readEnd(reading, condition, 'to');
    case ':':
    case '=':
    case '!=':
      return isRange(member.kind) ? readRangeCondition(reading, condition) : readExact(reading, condition);
  }
}

function readWord(reading: FilterReading, token: Token): FilterStep {
  const {pane} = reading;
  const isBare = !token.raw.includes('"');
  if (isBare && token.raw.toLowerCase() === openWord && hasOpen(pane)) return readOpen(reading, token, pane);
  const start = isBare ? startOfName(token) : undefined;
  const meantMember = start === undefined ? undefined : findMember(pane, start.name);
  if (start !== undefined && meantMember?.as === 'member') {
    const meant = `${start.minus}${meantMember.member.name}:`;
    return wrongToken(token, `no condition: write ${meant}${exampleOf(meantMember.member)}`, meant);
  }
  if (isBare && token.raw.startsWith('-'))
    return wrongToken(
      token,
      'only a member can be left out, as in -type:…; quotes make it a word',
      undefined,
    );
  return readSearch(reading, token);
}

const exampleOf = (member: Member) => wordsOf(member.kind)?.[0] ?? 'value';

/** All that is not over. */
function readOpen(reading: FilterReading, token: Token, pane: keyof typeof overStates): FilterStep {
  const found = findMember(pane, 'status');
  if (found.as !== 'member') return reading;
  const demand = {is: 'one of', values: overStates[pane]} as const;
  return {
    ...reading,
    parts: [...reading.parts, {member: found.member, isNegated: true, demand, text: openWord, token}],
  };
}

function readSearch(reading: FilterReading, token: Token): FilterStep {
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

/** What one search can be asked for: of each member one value, one part or one range, and the words. */
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
  return words.length === 0 ? query : {...query, search: words.join(' ')};
}

function chipsOf({parts, words}: FilterReading): Chip[] {
  const chips = parts.map(({member, text}) => ({member: member.name, text}));
  return words.length === 0 ? chips : [...chips, {member: 'search', text: printSearch(words.join(' '))}];
}
