/** By default the service accepts any encoding of searchDto; with a dialect it accepts only that one. */
import * as z from 'zod/mini';
import type {Dialect} from '../../api/wire/dialect.ts';
import {cardFields, easyOptionFields} from '../../api/wire/records.ts';
import {PaperOptionError} from '../errors.ts';

type Some<All> = {[Name in keyof All]?: All[Name] | undefined};

/** Missing settings use the default spelling. */
export type DialectChoice = {
  search_dto?: Dialect['search_dto'] | undefined;
  orders?: Some<Dialect['orders']> | undefined;
  trades?: Some<Dialect['trades']> | undefined;
  /** Sortable fields; others are a 400. */
  sort?: {cards?: readonly string[] | undefined; easy_options?: readonly string[] | undefined} | undefined;
  auth?: AuthChoice | undefined;
};

export type AuthChoice = {
  /** `none`: every request is the first account's. `header`: the token stands alone in `header`. */
  scheme?: 'none' | 'bearer' | 'header' | undefined;
  header?: string | undefined;
  /** If false, the Easy Options operations need no credential; without one they use the first account. */
  easy_options?: boolean | undefined;
};

/** An undefined encoding or letter case accepts any. */
export type QueryRules = {
  searchDto: Dialect['search_dto'] | undefined;
  sideCase: Dialect['trades']['side_case'] | undefined;
  orders: Dialect['orders'];
  trades: Omit<Dialect['trades'], 'side_case'>;
  sort: {cards: readonly string[]; easyOptions: readonly string[]};
};

const defaults = {
  orders: {asset: 'asset', type: 'type', page: 'page', page_size: 'pageSize'},
  trades: {
    symbol: 'symbol',
    order_id: 'orderId',
    position_id: 'positionId',
    side: 'tradeSide',
    start: 'startTimestamp',
    end: 'endTimestamp',
    page: 'page',
    page_size: 'pageSize',
  },
};

export function readingOf(choice: DialectChoice | undefined): QueryRules {
  return {
    searchDto: choice === undefined ? undefined : (choice.search_dto ?? 'flat'),
    sideCase: choice === undefined ? undefined : (choice.trades?.side_case ?? 'lower'),
    orders: chosen(defaults.orders, choice?.orders),
    trades: chosen(defaults.trades, choice?.trades),
    sort: {
      cards: choice?.sort?.cards ?? cardFields,
      easyOptions: choice?.sort?.easy_options ?? easyOptionFields,
    },
  };
}

function chosen<Names extends Record<string, string>>(usual: Names, choice: Some<Names> | undefined): Names {
  const names = Object.keys(usual).map(name => [name, choice?.[name] ?? usual[name]]);
  return Object.fromEntries(names) as Names;
}

const name = z.optional(z.string().check(z.regex(/^[\w.[\]-]+$/, 'must be a query name')));
const namesFor = <Names extends object>(usual: Names) =>
  Object.fromEntries(Object.keys(usual).map(each => [each, name])) as Record<keyof Names, typeof name>;
const headerName = z.string().check(z.regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'must be a header name'));

const dialectChoice = z.strictObject({
  search_dto: z.optional(z.enum(['flat', 'bracket', 'dot', 'json'])),
  orders: z.optional(z.strictObject(namesFor(defaults.orders))),
  trades: z.optional(
    z.strictObject({...namesFor(defaults.trades), side_case: z.optional(z.enum(['lower', 'upper']))}),
  ),
  sort: z.optional(
    z.strictObject({
      cards: z.optional(z.array(z.enum(cardFields))),
      easy_options: z.optional(z.array(z.enum(easyOptionFields))),
    }),
  ),
  auth: z.optional(
    z
      .strictObject({
        scheme: z.optional(z.enum(['none', 'bearer', 'header'])),
        header: z.optional(headerName),
        easy_options: z.optional(z.boolean()),
      })
      .check(
        z.refine(({scheme, header}) => (scheme === 'header') === (header !== undefined), {
          message: 'scheme "header" and header go together',
          path: ['header'],
        }),
      ),
  ),
});

/** @throws {PaperOptionError} with the invalid setting */
export function parseDialect(value: unknown): DialectChoice {
  const result = dialectChoice.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const place = issue?.path.join('.') ?? '';
  throw new PaperOptionError(
    'dialect',
    `${place === '' ? '' : `${place}: `}${issue?.message ?? 'is not valid'}.`,
  );
}

/** Members by our names, and the names in encodings that are not accepted. */
type SearchMembers = {
  members: Record<string, string> | undefined;
  unread: string[];
};

export function searchMembers(query: URLSearchParams, {searchDto}: QueryRules): SearchMembers {
  const members: Record<string, string> = {};
  const unread: string[] = [];
  const obeys = (encoding: Dialect['search_dto']) => searchDto === undefined || searchDto === encoding;
  for (const [given, value] of query) {
    const bracketed = /^searchDto\[(\w+)\]$/.exec(given)?.[1];
    const dotted = /^searchDto\.(\w+)$/.exec(given)?.[1];
    const encoding =
      bracketed !== undefined
        ? 'bracket'
        : dotted !== undefined
          ? 'dot'
          : given === 'searchDto'
            ? 'json'
            : 'flat';
    if (!obeys(encoding)) unread.push(given);
    else if (encoding === 'json') {
      const parsed = jsonMembers(value);
      if (parsed === undefined) return {members: undefined, unread};
      Object.assign(members, parsed);
    } else members[bracketed ?? dotted ?? given] = value;
  }
  return {members, unread};
}

function jsonMembers(text: string): Record<string, string> | undefined {
  if (text === '') return {};
  try {
    const parsed: unknown = JSON.parse(text, (_name, value: unknown, context?: {source?: string}) =>
      typeof value === 'number' ? (context?.source ?? String(value)) : value,
    );
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return undefined;
    const entries = Object.entries(parsed).filter(([, value]) => value !== null);
    return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
  } catch (error) {
    // Invalid or too deeply nested JSON: the caller answers 400.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}
