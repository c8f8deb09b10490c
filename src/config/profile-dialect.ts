import * as z from 'zod/mini';
import {type Dialect, defaultDialect, dialectSchema} from '../api/wire/dialect.ts';
import {cardFields, easyOptionFields} from '../api/wire/records.ts';

type Frozen<T> = {readonly [Name in keyof T]: T[Name] extends object | undefined ? Frozen<T[Name]> : T[Name]};

export type ProfileDialect = Frozen<z.output<ReturnType<typeof profileDialectSchema>>>;

/** Seconds. The service documents no lag, so a missing record proves nothing before this time has passed. */
const usualLag = 120;

export const defaultProfileDialect: ProfileDialect = {
  ...defaultDialect,
  sort: {cards: cardFields, easy_options: easyOptionFields},
  list_lag: usualLag,
  trades_lag: usualLag,
};

export function profileDialectSchema() {
  const {search_dto, orders, trades} = dialectSchema().shape;
  described(trades._zod.def.innerType.shape.side_case, 'Letter case of the side: `buy` or `BUY`.');
  return z.strictObject({
    search_dto: described(
      search_dto,
      'Query style of cards and Easy Options: `flat` is `?status=ACTIVE`, `bracket` is `?searchDto[status]=ACTIVE`, `dot` is `?searchDto.status=ACTIVE`, `json` is one `searchDto` of JSON.',
    ),
    orders,
    trades,
    sort: z.prefault(
      z.strictObject({
        cards: described(
          z._default(z.array(z.string()), [...cardFields]),
          'Fields that the service can sort cards by; other fields sort within the page, and are marked.',
        ),
        easy_options: described(
          z._default(z.array(z.string()), [...easyOptionFields]),
          'The same for Easy Options.',
        ),
      }),
      {},
    ),
    investment_currency: described(
      z.optional(currency()),
      'Currency of openings, for the review. Default: the one currency of all Easy Options of the account; else `currency not stated`.',
    ),
    list_lag: described(
      lag(),
      'Longest lag of the lists, in seconds: a missing record proves nothing before that. Always 0 on the paper service.',
    ),
    trades_lag: described(lag(), 'The same for fills and the list of trades.'),
    auth: authSchema(),
  });
}

export const currency = () =>
  z.string().check(z.regex(/^[A-Za-z0-9]{1,16}$/, 'must be a currency such as USDT'));

const lag = () => z._default(z.number().check(z.minimum(0), z.maximum(3_600)), usualLag);

function authSchema() {
  const headerName = z.string().check(z.regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'must be a header name'));
  const shape = {
    scheme: described(
      z.optional(z.enum(['none', 'bearer', 'header', 'command'])),
      '`bearer` is `Authorization: Bearer TOKEN`, `header` is `auth.header: TOKEN`, `command` runs `auth.command` for each request. Default `bearer` where there is a token, else `none`.',
    ),
    header: described(z.optional(headerName), 'Header of the token under `header`.'),
    command: described(
      z.optional(z.array(z.string()).check(z.minLength(1))),
      'The signing program and its arguments under `command`, run without a shell. It gets `{"method", "path", "body"}` as JSON on standard input and prints the headers as a JSON object.',
    ),
    easy_options: described(
      z._default(z.boolean(), defaultDialect.auth.easy_options),
      'Whether to send the credential with cards and Easy Options too.',
    ),
  };
  return z.prefault(z.strictObject(shape), {});
}

export function described<Schema extends z.ZodMiniType>(schema: Schema, description: string): Schema {
  z.globalRegistry.add(schema, {description});
  return schema;
}

/** The part that the client takes; undefined for the defaults. */
export function clientDialect(dialect: ProfileDialect): Dialect | undefined {
  if (dialect === defaultProfileDialect) return undefined;
  const {search_dto, orders, trades, auth} = dialect;
  return {search_dto, orders, trades, auth: {easy_options: auth.easy_options}};
}
