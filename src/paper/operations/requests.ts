import * as z from 'zod/mini';
import {
  cardFields,
  cardQueryTable,
  easyOptionFields,
  easyOptionQueryTable,
  isDay,
  isInt64,
  type MemberKind,
  orderQueryTable,
  sides,
  snakeCase,
  tradeQueryTable,
  type WriteName,
} from '../../api/wire/records.ts';
import {type QueryRules, searchMembers} from './dialect.ts';
import {type Exact, isExact} from './json.ts';
import {invalid, isReply, type Reply} from './operation.ts';

const notInt64 = 'must be a 64-bit integer';
const int64 = z.string().check(z.refine(isInt64, notInt64));

const int32Between = (least: number, most: number) =>
  z.pipe(
    z
      .string()
      .check(z.regex(/^-?\d{1,10}$/, 'must be an integer'))
      .check(
        z.refine(text => Number(text) >= least && Number(text) <= most, `must be from ${least} to ${most}`),
      ),
    z.transform(Number),
  );

const decimal = z.string().check(z.regex(/^-?\d+(\.\d+)?([eE][+-]?\d{1,3})?$/, 'must be a number'));
const dateTime = z.pipe(
  z
    .string()
    .check(
      z.regex(
        /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/,
        'must be an ISO 8601 date-time',
      ),
    )
    .check(
      z.refine(text => !Number.isNaN(Date.parse(text)), 'must be an ISO 8601 date-time'),
      z.refine(text => isDay(text.slice(0, 10)), 'must be a day that there is'),
    ),
  z.transform(text => Date.parse(/^[^T]*T.*(?:Z|[+-]\d\d:?\d\d)$|^[^T ]+$/.test(text) ? text : `${text}Z`)),
);

const millis = z.pipe(
  z.string().check(z.regex(/^\d{1,15}$/, 'must be epoch milliseconds')),
  z.transform(Number),
);
const text = z.string().check(z.maxLength(255, 'must have at most 255 characters'));
const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, {error: `must be one of ${values.join(', ')}`});

type ReadMember<Each> = Each extends {readonly is: 'integer' | 'date-time' | 'millis'}
  ? number
  : Each extends {readonly words: readonly (infer Known)[]}
    ? Known
    : string;

const member = <Each extends MemberKind>(kind: Each) =>
  z.optional(schemaOf(kind) as z.ZodMiniType<ReadMember<Each>, unknown>);

function schemaOf(kind: MemberKind): z.ZodMiniType<unknown, unknown> {
  switch (kind.is) {
    case 'text':
      return text;
    case 'word':
    case 'one of':
      return oneOf(kind.words);
    case 'integer':
      return int32Between(kind.least, kind.most);
    case 'int64':
      return int64;
    case 'decimal':
      return decimal;
    case 'date-time':
      return dateTime;
    case 'millis':
      return millis;
    default:
      return kind satisfies never;
  }
}

const membersOf = <Table extends {readonly [Name in keyof Table]: MemberKind}>(table: Table) =>
  Object.fromEntries(Object.entries<MemberKind>(table).map(([name, kind]) => [name, member(kind)])) as {
    [Name in keyof Table]: ReturnType<typeof member<Table[Name]>>;
  };

/** The maximum page of searchDto is undocumented; ten thousand rows are about 6 MB. */
const searchPage = z.optional(int32Between(1, 10_000));

export const cardSearch = z.object({
  ...membersOf(cardQueryTable),
  pageSize: searchPage,
  sortByField: z.optional(oneOf(cardFields)),
});

export const easyOptionSearch = z.object({
  ...membersOf(easyOptionQueryTable),
  pageSize: searchPage,
  sortByField: z.optional(oneOf(easyOptionFields)),
});

export const orderList = z.object(membersOf(orderQueryTable));

export const tradeList = z.object({
  ...membersOf(tradeQueryTable),
  side: z.optional(oneOf([...sides.map(side => side.toLowerCase()), ...sides])),
  pageSize: z.optional(int32Between(1, 1_000)),
});

const digits = <Schema extends z.ZodMiniType<string, string>>(schema: Schema, message: string) =>
  z.pipe(
    z.pipe(
      z.custom<Exact>(isExact, message),
      z.transform(value => value.rawJSON),
    ),
    schema,
  );

export const wireDecimal = z
  .string()
  .check(z.regex(/^\d+(\.\d+)?$/, 'must match ^\\d+(\\.\\d+)?$'), z.maxLength(60, 'is too long'));

const someText = text.check(z.minLength(1, 'must not be empty'));
const id = digits(int64, 'must be an integer');

/** The bodies of writes. An optional member may be null, which is none. */
export const bodies = {
  openEasyOption: z.object({cardId: id, investmentAmount: digits(z.string(), 'must be a number')}),
  createOrder: z.object({
    ...{idempotencyKey: someText, symbol: someText, price: wireDecimal, size: wireDecimal},
    ...{side: oneOf(sides), orderType: oneOf(['LIMIT'])},
    positionId: z.pipe(
      z.nullish(id),
      z.transform(value => value ?? undefined),
    ),
  }),
} satisfies {[Name in WriteName]?: z.ZodMiniObject};

type Schema<Output> = z.ZodMiniType<Output, unknown>;

function check<Output extends object>(
  schema: Schema<Output>,
  input: unknown,
  names: Readonly<Record<string, string>> = {},
): Output | Reply {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const [[field, problem] = ['body', 'is not valid'], ...more] = result.error.issues.map(issue => {
    const path = issue.path.join('.') || 'body';
    const isType = issue.code === 'invalid_type';
    return [names[path] ?? path, isType ? `must be ${article(issue.expected)}` : issue.message] as const;
  });
  return invalid(field, problem, more);
}

const article = (kind: string): string => (/^[aeio]/.test(kind) ? `an ${kind}` : `a ${kind}`);

export const readBody = <Output extends object>(schema: Schema<Output>, parsed: unknown): Output | Reply =>
  parsed === undefined ? invalid('body', 'must be JSON') : check(schema, parsed);

export function readSearch<Output extends {sortByField?: string | undefined}>(
  schema: Schema<Output>,
  query: string,
  reading: QueryRules,
  sortable: readonly string[],
): Output | Reply {
  const {members} = searchMembers(new URLSearchParams(query), reading);
  if (members === undefined) return invalid('searchDto', 'must be a JSON object');
  const asked = check(schema, members);
  if (isReply(asked) || asked.sortByField === undefined || sortable.includes(asked.sortByField)) return asked;
  return invalid('sortByField', `must be one of ${sortable.join(', ')}`);
}

/** Query values by our names; the refusal uses the client's names. */
export function readQuery<Output extends object>(
  schema: Schema<Output> & {readonly shape: object},
  query: string,
  settings: Readonly<Record<string, string>>,
): Output | Reply {
  const given = new URLSearchParams(query);
  const names = Object.fromEntries(
    Object.keys(schema.shape).map(name => [name, settings[snakeCase(name)] ?? name]),
  );
  const values = Object.entries(names).flatMap(([ours, theirs]) => {
    // The last of repeated names counts.
    const value = given.getAll(theirs).at(-1);
    return value === undefined ? [] : [[ours, value]];
  });
  return check(schema, Object.fromEntries(values), names);
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

export const invalidId = (id: string, field = 'id'): Reply | undefined =>
  isInt64(id) ? undefined : invalid(field, notInt64);
