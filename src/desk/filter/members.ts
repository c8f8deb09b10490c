import type {FeedPane} from '../../account/model/vocabulary.ts';
import {type FilterKind, kindOf, type Member} from '../../account/resources/resource.ts';
import {columnsByName, headingOf, ofEach, resources, sortNames} from '../../account/resources/resources.ts';
import {plain} from './nearest.ts';

/** Everything that a pane can be narrowed by; what the service is asked for first. */
export const members: Readonly<Record<FeedPane, readonly Member[]>> = ofEach((resource, pane) => {
  const asked = new Set(resource.members.flatMap(({name, also = []}) => [name, ...also]));
  const narrowing = columnsByName[pane].flatMap(([name, {is, words}]): Member[] => {
    const {filter, isPart} = kindOf(is);
    const kind: FilterKind | undefined = words === undefined ? filter : {is: 'word', words};
    if (asked.has(name) || kind === undefined || !sortNames[pane].includes(name)) return [];
    return [{name, kind, isHere: true, about: 'this page only', ...(isPart && {isPart})}];
  });
  return [...resource.members, ...narrowing];
});

/** The field or computed column of the records that a member is about, if they have it. */
export function fieldOfMember(pane: FeedPane, {name, also = [], field = name}: Member): string | undefined {
  return [field, ...also].find(each => sortNames[pane].includes(each));
}

/** The column of a name, whatever its case, or of a heading as it is read on the screen. */
export function columnCalled(pane: FeedPane, typed: string): string | undefined {
  const wanted = plain(typed);
  const names = columnsByName[pane].map(([name]) => name);
  return (
    names.find(name => plain(name) === wanted) ?? names.find(name => plain(headingOf(pane, name)) === wanted)
  );
}

/** A heading is a name: of the field that its column shows. */
function headed(pane: FeedPane, typed: string): FoundMember | undefined {
  const name = columnCalled(pane, typed) ?? '';
  const {of = name} = resources[pane].columns[name] ?? {};
  const member = members[pane].find(each => fieldOfMember(pane, each) === of);
  return member && {as: 'member', member};
}

export function wordsOf(kind: FilterKind): readonly string[] | undefined {
  return kind.is === 'word' || kind.is === 'one of' ? kind.words : undefined;
}

const byAKey: Record<string, string> = {
  pageNumber: 'use the page keys',
  page: 'use the page keys',
  sortByField: 'use the sort key',
  sortByDirection: 'use the sort key',
  sort: 'use the sort key',
};

type FoundMember =
  | {readonly as: 'member'; readonly member: Member}
  | {readonly as: 'end'; readonly member: Member; readonly end: 'from' | 'to'}
  | {readonly as: 'contains'; readonly member: Member}
  | {readonly as: 'refused'; readonly reason: string}
  | {readonly as: 'unknown'};

export function findMember(pane: FeedPane, name: string): FoundMember {
  const wanted = name.toLowerCase();
  const is = (spelling: string | undefined) => spelling?.toLowerCase() === wanted;
  for (const member of members[pane]) {
    if (is(member.name) || member.also?.some(is)) return {as: 'member', member};
    if (is(member.contains)) return {as: 'contains', member};
    if (is(member.from) || is(member.alsoFrom)) return {as: 'end', member, end: 'from'};
    if (is(member.to) || is(member.alsoTo)) return {as: 'end', member, end: 'to'};
  }
  const key = Object.keys(byAKey).find(is);
  if (key) return {as: 'refused', reason: byAKey[key] ?? ''};
  return headed(pane, name) ?? {as: 'unknown'};
}

export type Token = {readonly raw: string; readonly at: number; readonly isOpen: boolean};

const operators = [':', '=', '!=', '>=', '<=', '>', '<', '~'] as const;
type Operator = (typeof operators)[number];

/** `qty>=2` is the name `qty`, the operator `>=` and the value `2`. */
export type MemberToken = {
  readonly name: string;
  readonly nameAt: number;
  /** `-status:CLOSED` or `status!=CLOSED` */
  readonly isNegated: boolean;
  readonly operator: Operator;
  readonly value: string;
  readonly valueAt: number;
  readonly values: ReturnType<typeof splitValues>;
};

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** `04 DEC 26` */
export function isDayShown(text: string): boolean {
  const [, month = ''] = /^(?:0?[1-9]|[12]\d|3[01]) ([a-z]{3}) \d\d$/i.exec(text) ?? [];
  return months.includes(month.toLowerCase());
}

/** In double quotes, space is text and a backslash escapes the next character. A day as shown is one token. */
export function tokenize(text: string): Token[] {
  const found = text.matchAll(/(?:[^\s"]|"(?:[^"\\]|\\(?:.|$))*(?:"|$))+/gs);
  const words = [...found].map(({0: raw, index: at}) => ({raw, at, isOpen: !closed.test(raw)}));
  return words.flatMap((word, index) => {
    const dayAt = (from: number) =>
      words
        .slice(from, from + 3)
        .map(({raw}) => raw)
        .join(' ');
    if (isDayShown(dayAt(index))) return {...word, raw: dayAt(index)};
    return isDayShown(dayAt(index - 1)) || isDayShown(dayAt(index - 2)) ? [] : word;
  });
}

/** Each quote has an end. */
const closed = /^(?:[^"]|"(?:[^"\\]|\\.)*")*$/s;

const namedPattern = /^(-?)([A-Za-z][A-Za-z0-9_/%]*)(!=|>=|<=|[:=><~])/;

export function readNamed(token: Token): MemberToken | undefined {
  const [whole = '', minus = '', name = '', sign] = namedPattern.exec(token.raw) ?? [];
  const operator = operators.find(each => each === sign);
  if (operator === undefined) return undefined;
  const raw = token.raw.slice(whole.length);
  const valueAt = token.at + whole.length;
  return {
    name,
    nameAt: token.at + minus.length,
    isNegated: (minus === '-') !== (operator === '!='),
    operator,
    value: unquote(raw),
    valueAt,
    values: splitValues(raw, valueAt),
  };
}

export function startOfName({raw}: Token): {readonly minus: string; readonly name: string} | undefined {
  const [, minus = '', name = '', behind] = /^(-?)([A-Za-z][A-Za-z0-9_/%]*)(.?)/.exec(raw) ?? [];
  return name === '' || (minus === '' && behind === '') ? undefined : {minus, name};
}

function splitValues(raw: string, at: number) {
  const found = `,${raw}`.matchAll(/,((?:[^,"]|"(?:[^"\\]|\\(?:.|$))*(?:"|$))*)/gs);
  return [...found].map(({1: text = '', index}) => {
    const {length} = text;
    return {text: unquote(text), at: at + index, length, isQuoted: text.includes('"')};
  });
}

export function unquote(raw: string): string {
  return raw.replace(/"((?:[^"\\]|\\(?:.|$))*)(?:"|$)/gs, (_, quoted: string) =>
    quoted.replace(/\\(.?)/gs, '$1'),
  );
}

export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** Quotes only text that would not be parsed back unchanged. */
export function quoteIfNeeded(text: string): string {
  return /^[^\s",]+$/.test(text) ? text : quote(text);
}

export const isPlainWord = (word: string): boolean =>
  /^[^\s"-][^\s"]*$/.test(word) && !namedPattern.test(word) && word.toLowerCase() !== openWord;

export const openWord = 'open';
