/** By default the service accepts any encoding of searchDto; with a dialect it accepts only that one. */
import * as z from 'zod/mini';
import {type DialectSettings, dialectSchema} from '../../api/wire/dialect.ts';
import {isPlainObject} from '../../api/wire/given.ts';
import {numberText} from '../../api/wire/json.ts';
import {cardFields, easyOptionFields} from '../../api/wire/records.ts';
import {PaperOptionError} from '../errors.ts';
import {readJson} from './exact-json.ts';

/** Missing settings use the default spelling. */
export type DialectChoice = Omit<DialectSettings, 'auth'> & {
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

const headerName = z.string().check(z.regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'must be a header name'));
const {search_dto, orders, trades} = dialectSchema().shape;

const dialectChoice = z.strictObject({
  search_dto,
  orders,
  trades,
  sort: z.prefault(
    z.strictObject({
      cards: z._default(z.array(z.enum(cardFields)), [...cardFields]),
      easy_options: z._default(z.array(z.enum(easyOptionFields)), [...easyOptionFields]),
    }),
    {},
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

/** An undefined encoding or letter case accepts any. */
export type QueryRules = ReturnType<typeof readingOf>;

/** @throws {PaperOptionError} with the invalid setting */
export function readingOf(choice: DialectChoice | undefined) {
  const {success, data, error} = dialectChoice.safeParse(choice ?? {});
  if (!success) {
    const [{path, message} = {path: [], message: 'is not valid'}] = error.issues;
    throw new PaperOptionError('dialect', `${path.length === 0 ? '' : `${path.join('.')}: `}${message}.`);
  }
  const {side_case, ...trades} = data.trades;
  return {
    searchDto: choice && data.search_dto,
    sideCase: choice && side_case,
    orders: data.orders,
    trades,
    sort: data.sort,
  };
}

/** The members by name; undefined if they should be a JSON object and are not. */
export function searchMembers(
  query: URLSearchParams,
  {searchDto}: QueryRules,
): ReadonlyMap<string, string> | undefined {
  const members = new Map<string, string>();
  for (const [given, value] of query) {
    const [, bracketed, dotted] = /^searchDto(?:\[(\w+)\]|\.(\w+))$/.exec(given) ?? [];
    const encoding = bracketed ? 'bracket' : dotted ? 'dot' : given === 'searchDto' ? 'json' : 'flat';
    if (searchDto !== undefined && searchDto !== encoding) continue;
    if (encoding !== 'json') members.set(bracketed ?? dotted ?? given, value);
    else {
      const parsed = readJson(value || '{}');
      if (!isPlainObject(parsed)) return undefined;
      for (const [name, each] of Object.entries(parsed))
        if (each !== null) members.set(name, numberText(each) ?? String(each));
    }
  }
  return members;
}
