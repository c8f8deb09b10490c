/** A profile's dialect: what the client must know, what the desk sorts by, how the service is told who asks. */
import * as z from 'zod/mini';
import {type Dialect, defaultDialect, dialectSchema} from '../api/wire/dialect.ts';
import {cardFields, easyOptionFields} from '../api/wire/records.ts';

const authSchemes = ['none', 'bearer', 'header', 'command'] as const;

export type ProfileDialect = Dialect & {
  /** Fields that the service can sort by. */
  readonly sort: {readonly cards: readonly string[]; readonly easy_options: readonly string[]};
  /** What investments are in; unset means as everything on the account so far. */
  readonly investment_currency?: string | undefined;
  /** For how many seconds what was done may be missing from lists, and a fill from the trades. */
  readonly list_lag: number;
  readonly trades_lag: number;
  readonly auth: Dialect['auth'] & {
    /** Unset means bearer when a token is given, else none. */
    readonly scheme?: (typeof authSchemes)[number] | undefined;
    /** The header that bears the token under scheme `header`. */
    readonly header?: string | undefined;
    /** The signing program and its arguments under scheme `command`; run without a shell. */
    readonly command?: readonly string[] | undefined;
  };
};

/** Seconds. Nothing is documented: what proves that nothing is left waits for this long. */
const usualLag = 120;

/** A profile's dialect when nothing is set. */
export const defaultProfileDialect: ProfileDialect = {
  ...defaultDialect,
  sort: {cards: cardFields, easy_options: easyOptionFields},
  list_lag: usualLag,
  trades_lag: usualLag,
};

/** Made when a profile sets some of it. */
export function profileDialectSchema() {
  /** An RFC 9110 field name that Node lets through. */
  const headerName = z.string().check(z.regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'must be a header name'));
  const currency = z.string().check(z.regex(/^[A-Za-z0-9]{1,16}$/, 'must be a currency such as USDT'));
  const lag = z._default(z.number().check(z.minimum(0), z.maximum(3_600)), usualLag);
  const {auth: _auth, ...spellings} = dialectSchema().shape;
  return z.strictObject({
    ...spellings,
    sort: z.prefault(
      z.strictObject({
        cards: z._default(z.array(z.string()), [...cardFields]),
        easy_options: z._default(z.array(z.string()), [...easyOptionFields]),
      }),
      {},
    ),
    investment_currency: z.optional(currency),
    list_lag: lag,
    trades_lag: lag,
    auth: z.prefault(
      z.strictObject({
        scheme: z.optional(z.enum(authSchemes)),
        header: z.optional(headerName),
        command: z.optional(z.array(z.string()).check(z.minLength(1))),
        easy_options: z._default(z.boolean(), defaultDialect.auth.easy_options),
      }),
      {},
    ),
  });
}

/** What of it the client takes; undefined where nothing is set. */
export function clientDialect(dialect: ProfileDialect): Dialect | undefined {
  if (dialect === defaultProfileDialect) return undefined;
  const {search_dto, orders, trades, auth} = dialect;
  return {search_dto, orders, trades, auth: {easy_options: auth.easy_options}};
}
