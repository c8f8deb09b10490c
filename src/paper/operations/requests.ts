import * as z from 'zod/mini';
import {canonicalDecimal} from '../../api/wire/decimal.ts';
import {isPlainObject} from '../../api/wire/given.ts';
import {
  type BodySchema,
  cardQueryTable,
  easyOptionQueryTable,
  fromIso,
  isInt64,
  type MemberKind,
  orderQueryTable,
  type QueryFrom,
  type Schema,
  sides,
  snakeCase,
  tradeQueryTable,
} from '../../api/wire/records.ts';
import {type QueryRules, searchMembers} from './dialect.ts';
import {invalid, type Reply} from './operation.ts';

type Table = Readonly<Record<string, MemberKind>>;

type Reading = readonly [expected: string, read: (text: string) => string | number | undefined];

const simple = {
  text: ['at most 255 characters', text => (text.length <= 255 ? text : undefined)],
  int64: ['a 64-bit integer', text => (isInt64(text) ? text : undefined)],
  decimal: ['a number', canonicalDecimal],
  'date-time': ['an ISO 8601 date-time', text => (fromIso(text) === undefined ? undefined : text)],
  millis: ['epoch milliseconds', text => (/^\d{1,15}$/.test(text) ? Number(text) : undefined)],
} satisfies Readonly<Record<string, Reading>>;

function readingOf(kind: MemberKind): Reading {
  if ('words' in kind)
    return [`one of ${kind.words.join(', ')}`, text => kind.words.find(word => word === text)];
  if (kind.is !== 'integer') return simple[kind.is];
  const {least, most} = kind;
  const isIn = (text: string) => /^-?\d{1,10}$/.test(text) && Number(text) >= least && Number(text) <= most;
  return [`an integer from ${least} to ${most}`, text => (isIn(text) ? Number(text) : undefined)];
}

/** @param names as the client spells them, for the refusal */
function membersOf<Each extends Table>(
  table: Each,
  textOf: (name: string) => string | null | undefined,
  names: Readonly<Record<string, string>> = {},
): QueryFrom<Each> | Reply {
  const members: Record<string, string | number> = {};
  const problems: [field: string, problem: string][] = [];
  for (const [name, kind] of Object.entries(table)) {
    const text = textOf(name) ?? undefined;
    if (text === undefined) continue;
    const [expected, read] = readingOf(kind);
    const value = read(text);
    if (value === undefined) problems.push([names[name] ?? name, `must be ${expected}`]);
    else members[name] = value;
  }
  const [first, ...more] = problems;
  return first === undefined ? (members as QueryFrom<Each>) : invalid(...first, more);
}

export function readSearch<Each extends Table>(
  table: Each,
  query: string,
  rules: QueryRules,
): QueryFrom<Each> | Reply {
  const members = searchMembers(new URLSearchParams(query), rules);
  if (members === undefined) return invalid('searchDto', 'must be a JSON object');
  return membersOf(table, name => members.get(name));
}

/** Query values by our names; the refusal uses the client's names. */
export function readQuery<Each extends Table>(
  table: Each,
  query: string,
  settings: Readonly<Record<string, string>>,
): QueryFrom<Each> | Reply {
  const given = new URLSearchParams(query);
  const named = (name: string) => settings[snakeCase(name)] ?? name;
  const names = Object.fromEntries(Object.keys(table).map(name => [name, named(name)]));
  return membersOf(table, name => given.get(named(name)), names);
}

const pageUpTo = (most: number) => ({is: 'integer', least: 1, most}) as const;
const oneOf = <Word extends string>(words: readonly Word[]) => ({is: 'one of', words}) as const;
/** The maximum page of searchDto is undocumented; ten thousand rows are about 6 MB. */
const pageSize = pageUpTo(10_000);

const searchOf =
  <Each extends Table>(table: Each) =>
  <Field extends string>(sortable: readonly Field[]) => ({
    ...table,
    ...{pageSize, sortByField: oneOf(sortable)},
  });

export const cardSearch = searchOf(cardQueryTable);
export const easyOptionSearch = searchOf(easyOptionQueryTable);

export const orderList = orderQueryTable;

export const tradeList = {
  ...tradeQueryTable,
  side: oneOf([...sides.map(side => side.toLowerCase()), ...sides]),
  pageSize: pageUpTo(1_000),
};

/** The body of a write, as the client was given it. An optional member may be null, which is none. */
export function readWrite<Given extends object>(schema: BodySchema<Given>, json: unknown): Given | Reply {
  if (!isPlainObject(json)) return invalid('body', 'must be a JSON object');
  const known = Object.keys(schema.shape).map(name => [name, json[name] ?? undefined]);
  return checked(z.safeEncode(schema as unknown as z.ZodMiniType<Given, Given>, Object.fromEntries(known)));
}

export const readBody = <Output>(schema: z.ZodMiniType<Output>, json: unknown): Output | Reply =>
  json === undefined ? invalid('body', 'must be JSON') : checked(schema.safeParse(json));

function checked<Output>(read: ReturnType<Schema<Output>['safeParse']>): Output | Reply {
  if (read.success) return read.data;
  const problems = read.error.issues.map(
    ({path, message}) => [path.join('.') || 'body', `must be ${message}`] as const,
  );
  const [[field, problem] = ['body', 'is not valid'], ...more] = problems;
  return invalid(field, problem, more);
}

/** Above 2^53, as a real service's ids often are, so that clients that use doubles fail here. */
const first = {
  order: 9_100_000_000_000_001n,
  trade: 9_200_000_000_000_001n,
  position: 9_300_000_000_000_001n,
  easyOption: 9_400_000_000_000_001n,
  account: 1_001n,
} as const;

export type IdKind = keyof typeof first;

export const idOf = (kind: IdKind, number: number): string => String(first[kind] + BigInt(number));

/** -1 for an id that this kind never has. */
export function numberOf(kind: IdKind, id: string): number {
  if (!isInt64(id)) return -1;
  const number = BigInt(id) - first[kind];
  return number >= 0n && number < 1_000_000_000_000n ? Number(number) : -1;
}

export const wantedNumber = (kind: IdKind, id: string | undefined): number | undefined =>
  id === undefined ? undefined : numberOf(kind, id);

export const invalidId = (id: string, field: string): Reply | undefined =>
  isInt64(id) ? undefined : invalid(field, 'must be a 64-bit integer');
