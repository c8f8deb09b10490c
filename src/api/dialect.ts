/**
 * What the interface leaves open, each a named setting with a default. The keys are those of the TOML file, in
 * snake_case.
 */
import * as z from 'zod/mini';
import {cardFields, easyOptionFields} from './resources.ts';

export const searchDtoEncodings = ['flat', 'bracket', 'dot', 'json'] as const;
export const authSchemes = ['none', 'bearer', 'header', 'command'] as const;
export const sideCases = ['lower', 'upper'] as const;

export interface Dialect {
  /** How the members of searchDto are put into the query string. */
  search_dto: (typeof searchDtoEncodings)[number];
  /** Query names of the list of orders. */
  orders: {asset: string; type: string; page: string; page_size: string};
  /** Query names of the list of trades, and the letter case of its side. */
  trades: {
    symbol: string;
    order_id: string;
    position_id: string;
    side: string;
    start: string;
    end: string;
    page: string;
    page_size: string;
    side_case: (typeof sideCases)[number];
  };
  /** Fields that the service can sort by. */
  sort: {cards: string[]; easy_options: string[]};
  auth: {
    /** Unset means bearer when a token is given, else none. */
    scheme?: (typeof authSchemes)[number] | undefined;
    /** The header that bears the token under scheme `header`. */
    header?: string | undefined;
    /** The signing program and its arguments under scheme `command`; run without a shell. */
    command?: string[] | undefined;
    /** Whether the Easy Options operations get the credential too. */
    easy_options: boolean;
  };
}

const name = (text: string) =>
  z._default(z.string().check(z.regex(/^[\w.[\]-]+$/, 'must be a query name')), text);

/** An RFC 9110 field name that Node lets through. */
const headerName = z.string().check(z.regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'must be a header name'));

/** @internal */
export const dialectSchema = z.strictObject({
  search_dto: z._default(z.enum(searchDtoEncodings), 'flat'),
  orders: z.prefault(
    z.strictObject({
      asset: name('asset'),
      type: name('type'),
      page: name('page'),
      page_size: name('pageSize'),
    }),
    {},
  ),
  trades: z.prefault(
    z.strictObject({
      symbol: name('symbol'),
      order_id: name('orderId'),
      position_id: name('positionId'),
      side: name('tradeSide'),
      start: name('startTimestamp'),
      end: name('endTimestamp'),
      page: name('page'),
      page_size: name('pageSize'),
      side_case: z._default(z.enum(sideCases), 'lower'),
    }),
    {},
  ),
  sort: z.prefault(
    z.strictObject({
      cards: z._default(z.array(z.string()), [...cardFields]),
      easy_options: z._default(z.array(z.string()), [...easyOptionFields]),
    }),
    {},
  ),
  auth: z.prefault(
    z.strictObject({
      scheme: z.optional(z.enum(authSchemes)),
      header: z.optional(headerName),
      command: z.optional(z.array(z.string()).check(z.minLength(1))),
      easy_options: z._default(z.boolean(), true),
    }),
    {},
  ),
});

/** The dialect when nothing is set. */
export const defaultDialect: Dialect = dialectSchema.parse({});
