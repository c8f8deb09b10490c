/**
 * What the service's documentation leaves open and the client has to know, each a named setting with a default.
 * The keys are those of the configuration file, in snake_case: what `optty doctor` finds out can be taken over
 * word for word.
 */
import * as z from 'zod/mini';
import {LinkError} from '../errors.ts';
import {frozenDeeply} from './frozen.ts';

export const searchDtoEncodings = ['flat', 'bracket', 'dot', 'json'] as const;
const sideCases = ['lower', 'upper'] as const;

export type Dialect = {
  /** How the members of searchDto are put into the query string. */
  readonly search_dto: (typeof searchDtoEncodings)[number];
  /** Query names of the list of orders. */
  readonly orders: {
    readonly asset: string;
    readonly type: string;
    readonly page: string;
    readonly page_size: string;
  };
  /** Query names of the list of trades, and the letter case of its side. */
  readonly trades: {
    readonly symbol: string;
    readonly order_id: string;
    readonly position_id: string;
    readonly side: string;
    readonly start: string;
    readonly end: string;
    readonly page: string;
    readonly page_size: string;
    readonly side_case: (typeof sideCases)[number];
  };
  readonly auth: {
    /** Whether the Easy Options operations get the credential too. */
    readonly easy_options: boolean;
  };
};

/** Some of the settings; the rest are the defaults. */
export type DialectSettings = {
  readonly [Name in keyof Dialect]?:
    | (Dialect[Name] extends object
        ? {readonly [Key in keyof Dialect[Name]]?: Dialect[Name][Key] | undefined}
        : Dialect[Name])
    | undefined;
};

/** The dialect when nothing is set. */
export const defaultDialect: Dialect = frozenDeeply({
  search_dto: 'flat',
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
    side_case: 'lower',
  },
  auth: {easy_options: true},
});

const {orders, trades} = defaultDialect;

const name = (text: string) =>
  z._default(z.string().check(z.regex(/^[\w.[\]-]+$/, 'must be a query name')), text);

/**
 * Made when it is asked for: whoever sets nothing starts without it.
 * @internal
 */
export const dialectSchema = () =>
  z.strictObject({
    search_dto: z._default(z.enum(searchDtoEncodings), defaultDialect.search_dto),
    orders: z.prefault(
      z.strictObject({
        asset: name(orders.asset),
        type: name(orders.type),
        page: name(orders.page),
        page_size: name(orders.page_size),
      }),
      {},
    ),
    trades: z.prefault(
      z.strictObject({
        symbol: name(trades.symbol),
        order_id: name(trades.order_id),
        position_id: name(trades.position_id),
        side: name(trades.side),
        start: name(trades.start),
        end: name(trades.end),
        page: name(trades.page),
        page_size: name(trades.page_size),
        side_case: z._default(z.enum(sideCases), trades.side_case),
      }),
      {},
    ),
    auth: z.prefault(
      z.strictObject({easy_options: z._default(z.boolean(), defaultDialect.auth.easy_options)}),
      {},
    ),
  });

/**
 * The settings given, the rest by default.
 * @internal
 * @throws {LinkError} of kind `input`, naming the first setting that cannot be used
 */
export function completeDialect(settings: DialectSettings | undefined): Dialect {
  if (settings === undefined) return defaultDialect;
  const read = dialectSchema().safeParse(settings);
  if (read.success) return frozenDeeply(read.data);
  const [issue] = read.error.issues;
  throw new LinkError(
    'input',
    'no',
    `The dialect cannot be used: ${issue === undefined ? '' : reason(issue)}.`,
  );
}

/** zod/mini has no words of its own. */
function reason(issue: z.core.$ZodIssue): string {
  const place = ['dialect', ...issue.path.map(String)].join('.');
  switch (issue.code) {
    case 'unrecognized_keys':
      return `there is no setting ${place}.${issue.keys[0]}`;
    case 'invalid_value':
      return `${place} must be one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_type':
      return `${place} must be of the type ${issue.expected}`;
    default:
      return `${place} ${issue.message}`;
  }
}
