import type {FeedPane} from '../../account/model/vocabulary.ts';
import {type Column, type FilterKind, kindOf} from '../../account/resources/resource.ts';
import {headingOf, ofEach, resources, sortNameOf, sortNames} from '../../account/resources/resources.ts';
import {plain} from './nearest.ts';
import {aboutKind} from './read-values.ts';

/** `qty:1`, `title~moon`, `qty>=1`, `qty<=2` */
const hows = ['is', 'part', 'from', 'to'] as const;
type How = (typeof hows)[number];

/** Something that a pane can be narrowed by. */
export type Member = {
  readonly name: string;
  readonly kind: FilterKind;
  readonly about: string;
  /** A field of the records, or a computed column, if they have it. */
  readonly field: string | undefined;
  /** The names in the query of the service. Without one, only the page on the screen is narrowed. */
  readonly asks: {readonly [Each in How]?: string};
  /** Matched in part also with `:`. */
  readonly isPart?: true | undefined;
};

export const isHere = ({asks}: Member) => Object.keys(asks).length === 0;

/** Names in the query of the service that are no condition. */
export const useInstead: ReadonlyMap<string, string> = new Map([
  ['pagenumber', 'the page keys'],
  ['page', 'the page keys'],
  ['pagesize', 'page_size in the configuration file'],
  ['sortbyfield', 'the sort key'],
  ['sortbydirection', 'the sort key'],
  ['sort', 'the sort key'],
]);

const otherNames: ReadonlyMap<string, string> = new Map([
  ['starttimestamp', 'start'],
  ['endtimestamp', 'end'],
  ['timestamp', 'time'],
  ['underlying', 'asset'],
  ['symbol', 'optionSymbol'],
]);

/** `qtyMin` and `qtyMax` are the ends of `qty`, `titleContains` is a part of `title`. */
const namePattern = /^(.+?)(Min|From|Max|To|Contains)?$/;
const howAsked: Readonly<Record<string, How>> = {
  Min: 'from',
  From: 'from',
  Max: 'to',
  To: 'to',
  Contains: 'part',
};
const respelled: Readonly<Record<string, string>> = {start: 'timeFrom', end: 'timeTo'};

type AnyColumn = Pick<Column<never>, 'is' | 'words'>;

/** Everything that a pane can be narrowed by; what the service is asked for first. */
export const members: Readonly<Record<FeedPane, readonly Member[]>> = ofEach(({query, columns}, pane) => {
  const asked = new Map<string, Member>();
  for (const [spelling, kind] of Object.entries(query)) {
    if (useInstead.has(spelling.toLowerCase())) continue;
    const [, name = spelling, end = ''] = namePattern.exec(respelled[spelling] ?? spelling) ?? [];
    const of = sortNameOf(pane, columnCalled(pane, name) ?? name);
    const field = sortNames[pane].includes(of) ? of : undefined;
    const {asks, ...known} = asked.get(name) ?? {name, kind, about: aboutKind(kind), field, asks: {}};
    asked.set(name, {...known, asks: {...asks, [howAsked[end] ?? 'is']: spelling}});
  }
  const isAsked = (name: string) => [...asked.values()].some(({field}) => field === name);
  const narrowing = Object.entries<AnyColumn>(columns).flatMap(([name, {is, words}]): Member[] => {
    const {filter, isPart} = kindOf(is);
    const kind: FilterKind | undefined = words === undefined ? filter : {is: 'word', words};
    if (isAsked(name) || kind === undefined || !sortNames[pane].includes(name)) return [];
    return [{name, kind, about: 'this page only', field: name, asks: {}, isPart}];
  });
  return [...asked.values(), ...narrowing];
});

/** The column of a name, whatever its case, or of a heading as it is read on the screen. */
export function columnCalled(pane: FeedPane, typed: string): string | undefined {
  const wanted = plain(typed);
  const names = Object.keys(resources[pane].columns);
  return (
    names.find(name => plain(name) === wanted) ?? names.find(name => plain(headingOf(pane, name)) === wanted)
  );
}

type Found = {readonly member: Member; readonly how: How};

/** Its own name, that in the query, or the heading of its column names a member. */
export function findMember(pane: FeedPane, name: string): Found | undefined {
  const wanted = name.toLowerCase();
  for (const member of members[pane]) {
    if (member.name.toLowerCase() === wanted) return {member, how: 'is'};
    const how = hows.find(each => member.asks[each]?.toLowerCase() === wanted);
    if (how !== undefined) return {member, how};
  }
  const column = columnCalled(pane, name) ?? '';
  const {of = column} = resources[pane].columns[column] ?? {};
  const member = members[pane].find(each => each.field === of);
  if (member !== undefined) return {member, how: 'is'};
  const other = otherNames.get(wanted);
  return other === undefined ? undefined : findMember(pane, other);
}

export type Token = {readonly raw: string; readonly at: number; readonly isOpen: boolean};

const operators: Readonly<Record<string, How>> = {
  ...{':': 'is', '=': 'is', '!=': 'is', '~': 'part'},
  ...{'>': 'from', '>=': 'from', '<': 'to', '<=': 'to'},
};

/** `qty>=2` is the name `qty`, and from the value `2` on. */
export type MemberToken = {
  readonly name: string;
  readonly nameAt: number;
  /** `-status:CLOSED` or `status!=CLOSED` */
  readonly isNegated: boolean;
  readonly how: How;
  /** `<` or `>` */
  readonly isStrict: boolean;
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

/** Double quotes keep spaces; a backslash in them escapes the next character. A day as shown is one token. */
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
  const [whole = '', minus = '', name = '', sign = ''] = namedPattern.exec(token.raw) ?? [];
  const how = operators[sign];
  if (how === undefined) return undefined;
  const raw = token.raw.slice(whole.length);
  const valueAt = token.at + whole.length;
  return {
    name,
    nameAt: token.at + minus.length,
    isNegated: (minus === '-') !== (sign === '!='),
    how,
    isStrict: sign === '<' || sign === '>',
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
