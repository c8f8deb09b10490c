import type {FeedPane} from '../../account/model/vocabulary.ts';
import {headingOf, needOf, resources} from '../../account/resources/resources.ts';
import type {Millis} from '../../api/wire/records.ts';
import type {QueryOf} from '../state.ts';
import type {Condition, Demand} from './conditions.ts';
import {
  findMember,
  isDayShown,
  isHere,
  isPlainWord,
  type Member,
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
  useInstead,
} from './members.ts';
import {nearest} from './nearest.ts';
import {
  doubtOf,
  type FilterError,
  FilterFault,
  knownIn,
  ranges,
  readBound,
  readDecimal,
  readRange,
  readValue,
  shown,
  startsAfter,
  ungrouped,
  wordsOf,
} from './read-values.ts';

/** A condition as it was understood; without a member, the words to search for. */
export type Chip = {readonly member?: Member; readonly text: string};

export type ParsedFilter<P extends FeedPane = FeedPane> =
  | {
      readonly ok: true;
      readonly query: QueryOf[P];
      /** Checked on every row, sent or not. */
      readonly conditions: readonly Condition[];
      readonly chips: readonly Chip[];
      /** Undocumented words that are sent anyway: a typing error, or a newer service. */
      readonly doubts: readonly FilterError[];
    }
  | {readonly ok: false; readonly error: FilterError};

/** Unreadable text is refused: it never becomes a search word. @param now for `-2h` and `today` */
export function parseFilter<P extends FeedPane>(pane: P, text: string, now: Millis): ParsedFilter<P> {
  try {
    return readFilter(pane, text, now);
  } catch (error) {
    if (error instanceof FilterFault) return {ok: false, error: error.error};
    throw error;
  }
}

function readFilter<P extends FeedPane>(pane: P, text: string, now: Millis): ParsedFilter<P> {
  const clauses: Clause[] = [];
  const words: string[] = [];
  const doubts: FilterError[] = [];
  for (const token of tokenize(text)) {
    const asked = readToken(pane, token);
    if (typeof asked === 'string') {
      words.push(asked);
      continue;
    }
    const {member, isNegated, values, how} = asked;
    const own = demandOf(asked, now);
    const at = clauses.findIndex(
      each => each.member === member && !each.isNegated && !isNegated && each.demand.is === own.is,
    );
    const demand = at < 0 ? own : joined(clauses[at]?.demand, own, asked);
    clauses.splice(at < 0 ? clauses.length : at, 1, clauseOf(pane, asked, demand, now));
    if (how === 'is') doubts.push(...values.flatMap(each => doubtOf(member.kind, each)));
  }
  return {
    ok: true,
    // Every name comes from the pane's own table of members.
    query: queryOf(clauses, words) as QueryOf[P],
    conditions: [...clauses, ...searchOf(pane, words, now)],
    chips: [...clauses, ...words.map(word => ({text: isPlainWord(word) ? word : `search:${quote(word)}`}))],
    doubts,
  };
}

/** A token that is a condition; `text` is what is shown of it, if it is not spelled as others are. */
type Asked = MemberToken & {readonly token: Token; readonly member: Member; readonly text?: string};

type Clause = Condition & {readonly member: Member; readonly demand: ValuesDemand};
type ValuesDemand = Exclude<Demand, {is: 'words'}>;

/** A word to search for, or a condition. */
function readToken(pane: FeedPane, token: Token): string | Asked {
  if (token.isOpen) throw wrong(token, 'the quote is not closed', `${token.raw}"`);
  const named = readNamed(token);
  if (named === undefined) return readWord(pane, token);
  const found = findMember(pane, named.name);
  if (found === undefined) throw unknownMember(pane, named);
  const {member} = found;
  const how = found.how !== 'is' ? found.how : named.how === 'is' && member.isPart ? 'part' : named.how;
  if (named.values.some(each => each.text === '')) throw noValue(token, member);
  if (member.name !== 'search' || how === 'part' || named.isNegated) return {...named, token, member, how};
  if (named.value.trim() === '') throw noValue(token, member);
  return named.value;
}

function unknownMember(pane: FeedPane, {name, nameAt}: MemberToken): FilterFault {
  const place = {at: nameAt, length: name.length};
  const instead = useInstead.get(name.toLowerCase());
  if (instead !== undefined) return new FilterFault(place, `use ${instead}`);
  const known = members[pane].map(member => member.name);
  const headings = Object.keys(resources[pane].columns).map(each => headingOf(pane, each));
  const meant = nearest(name, [...known, ...headings.filter(each => !each.includes(' '))]);
  const said = `unknown field ${shown(name)}${meant === undefined ? '' : `; did you mean ${meant}?`}`;
  return new FilterFault(place, said, {nearest: meant, members: known});
}

function readWord(pane: FeedPane, token: Token): string | Asked {
  if (token.raw.includes('"')) return readSearch(pane, token);
  const {over} = resources[pane];
  const status = findMember(pane, 'status');
  if (token.raw.toLowerCase() === openWord && over !== undefined && status !== undefined)
    return {...meant(token, status.member, 'is', ...over), isNegated: true, text: openWord};
  const start = startOfName(token);
  const found = start && findMember(pane, start.name);
  if (start !== undefined && found?.how === 'is') {
    const name = `${start.minus}${found.member.name}:`;
    const example = wordsOf(found.member.kind)?.[0] ?? 'value';
    throw wrong(token, `no condition: write ${name}${example}`, name);
  }
  if (token.raw.startsWith('-'))
    throw wrong(token, 'only a field can be excluded, as in -type:…; use quotes for a word');
  return valueMeant(pane, token) ?? readSearch(pane, token);
}

function readSearch(pane: FeedPane, token: Token): string {
  // A number and a day stand in titles without separators.
  const {raw} = token;
  const word = isDayShown(raw) ? raw.replaceAll(' ', '') : ungrouped(unquote(raw));
  if (word.trim() === '') throw wrong(token, 'an empty word');
  if (findMember(pane, 'search') !== undefined) return word;
  const of = members[pane].find(({name}) => name.toLowerCase() === word.toLowerCase());
  const use = of ? `${of.name}:` : pane === 'orders' ? 'asset:BTC' : 'symbol:NAME';
  const said = `${resources[pane].plural} have no text search: use a field, such as ${use}`;
  throw wrong(token, said, of && `${of.name}:`);
}

const meant = (token: Token, member: Member, how: Asked['how'], ...values: readonly string[]): Asked => ({
  ...{token, member, how, name: member.name, nameAt: token.at, isNegated: false, isStrict: false},
  ...{value: values.join(), valueAt: token.at},
  values: values.map(text => ({text, at: token.at, length: token.raw.length, isQuoted: false})),
});

/**
 * A word that is a value is meant as one: `up` is `direction:UP`, a day is one of expiry. Without a
 * search, a number is a strike, and others are a symbol.
 */
function valueMeant(pane: FeedPane, token: Token): Asked | undefined {
  const {raw: word} = token;
  for (const member of members[pane]) {
    const value = knownIn(wordsOf(member.kind) ?? [], word);
    if (value !== undefined && !/^(true|false)$/i.test(word)) return meant(token, member, 'is', value);
  }
  const expires = findMember(pane, 'expires');
  if (expires !== undefined && isDayShown(word)) {
    const day = new Date(`${word.slice(0, -2)}20${word.slice(-2)} UTC`);
    return meant(token, expires.member, 'is', day.toISOString().slice(0, 10));
  }
  if (findMember(pane, 'search') !== undefined) return undefined;
  const strike = readDecimal(word);
  const of = findMember(pane, strike === undefined ? (textOf[pane] ?? '') : 'strikePrice');
  if (of === undefined) return undefined;
  if (strike !== undefined) return meant(token, of.member, 'is', strike);
  const isName = [openWord, ...members[pane].map(({name}) => name.toLowerCase())].includes(
    word.toLowerCase(),
  );
  return isName ? undefined : meant(token, of.member, 'part', word);
}

const textOf: Partial<Record<FeedPane, string>> = {orders: 'symbol', trades: 'asset'};

function demandOf({token, member, how, isStrict, value, valueAt, values}: Asked, now: Millis): ValuesDemand {
  const {name, kind, asks} = member;
  const place = {at: valueAt, length: token.at + token.raw.length - valueAt};
  const range = ranges[kind.is];
  const given = values.map(each => ({
    ...each,
    text: each.isQuoted ? each.text : capitalized(member, each.text),
  }));
  const refused = (why: string, write: string) => wrong(token, why, write + value);
  switch (how) {
    case 'part':
      if (asks.part === undefined && !(isHere(member) && kind.is === 'text'))
        throw refused(`the service cannot match a part of ${name}: write ${name}:`, `${name}:`);
      return {is: 'part', values: given.map(({text}) => text)};
    case 'from':
    case 'to': {
      if (range === undefined)
        throw refused(`the service knows no range of ${name}: write ${name}:`, `${name}:`);
      const bound = readBound(range, value, how, now, place);
      // The service's own ranges include their ends.
      const isOpen = isStrict && isHere(member) && range.is !== 'time';
      return {is: 'between', [how]: isOpen ? {...bound, isStrict} : bound};
    }
    case 'is':
      if (range !== undefined) return {is: 'between', ...readRange(range, value, now, place)};
      if (asks.is === undefined && !isHere(member))
        throw refused(`the service matches ${name} in part only: ${name}~word`, `${name}~`);
      return {is: 'one of', values: [...new Set(given.map(each => readValue(kind, each)))]};
    default:
      return how satisfies never;
  }
}

/** The two ends of a range may be given apart; all else is given once. */
function joined(before: ValuesDemand | undefined, own: ValuesDemand, {token, member}: Asked): ValuesDemand {
  const areEnds = before?.is === 'between' && own.is === 'between';
  if (areEnds && !(before.from && own.from) && !(before.to && own.to))
    return {is: 'between', from: before.from ?? own.from, to: before.to ?? own.to};
  throw wrong(token, `${member.name} is given twice: write ${member.name}:one,other`);
}

function clauseOf(
  pane: FeedPane,
  {token, member, isNegated, text}: Asked,
  demand: ValuesDemand,
  now: Millis,
): Clause {
  const {name, kind, field} = member;
  // A search takes one value of a member, and excludes none.
  const isOne = demand.is === 'between' || demand.values.length === 1;
  const isAsked = !isNegated && !isHere(member) && isOne;
  if (demand.is === 'between' && demand.from && demand.to && startsAfter(demand.from, demand.to))
    throw wrong(token, `the range of ${name} ends before it starts`);
  if (field === undefined && isNegated)
    throw wrong(token, `${name} cannot be excluded: records do not have it`);
  if (field === undefined && !isAsked)
    throw wrong(token, 'only one value, for a field that records do not have');
  return {
    ...{member, isNegated, pane, demand, kind, field, now, isAsked, needs: needOf(pane, name)},
    text: text ?? `${isNegated ? '-' : ''}${printed(member, demand)}`,
  };
}

function queryOf(clauses: readonly Clause[], [search]: readonly string[]): Record<string, string | number> {
  const query: Record<string, string | number> = {};
  const ask = (name: string | undefined, value: string | number | undefined) => {
    if (name !== undefined && value !== undefined) query[name] = value;
  };
  for (const {member, demand, isAsked} of clauses) {
    const {asks} = member;
    if (!isAsked) continue;
    if (demand.is !== 'between') ask(demand.is === 'part' ? asks.part : asks.is, demand.values[0]);
    else {
      ask(asks.from, demand.from?.value);
      ask(asks.to, demand.to?.value);
    }
  }
  ask('search', search);
  return query;
}

/** A search may take several words as a phrase or as any of them: it is asked for the first. */
function searchOf(pane: FeedPane, words: readonly string[], now: Millis): readonly Condition[] {
  if (words.length === 0) return [];
  const demand = {is: 'words', values: words} as const;
  const kind = {is: 'word', words: []} as const;
  const of = {text: words.join(' '), pane, now, field: undefined, needs: undefined};
  return [{...of, kind, isNegated: false, demand, isAsked: words.length === 1}];
}

/** Symbols and currencies are capitals; quotes keep what is typed. */
const capitalized = ({name}: Member, text: string) => (isCode.test(name) ? text.toUpperCase() : text);

const isCode = /symbol|underlying|asset|currency|contract/i;

const wrong = ({at, raw}: Token, message: string, nearest?: string) =>
  new FilterFault({at, length: raw.length}, message, {nearest});

const noValue = (token: Token, {name, about}: Member) => wrong(token, `${name} needs a value: ${about}`);

/** An undocumented value is quoted; quotes mean that it is intended. */
function printed(member: Member, demand: ValuesDemand): string {
  const {name, kind} = member;
  if (demand.is === 'between') return printRange(name, demand);
  const values = demand.values.map(each => {
    const value = String(each);
    const isOwn = wordsOf(kind)?.includes(value) === false || value !== capitalized(member, value);
    return isOwn ? quote(value) : quoteIfNeeded(value);
  });
  return `${name}${demand.is === 'part' ? '~' : ':'}${values.join(',')}`;
}

function printRange(name: string, {from, to}: Extract<Demand, {is: 'between'}>): string {
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
