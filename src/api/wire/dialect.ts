/** The keys equal the configuration file's, so that findings of `optty doctor` can be copied into it. */
import * as z from 'zod/mini';
import {LinkError} from '../errors.ts';
import {frozenDeeply} from './given.ts';

export const searchDtoEncodings = ['flat', 'bracket', 'dot', 'json'] as const;
const sideCases = ['lower', 'upper'] as const;

export type Dialect = {
  /** Encoding of the members of searchDto in the query string. */
  readonly search_dto: (typeof searchDtoEncodings)[number];
  readonly orders: {
    readonly asset: string;
    readonly type: string;
    readonly page: string;
    readonly page_size: string;
  };
  /** Query names of the list of trades, and the letter case of `side`. */
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
    /** True if the Easy Options operations need the credential too. */
    readonly easy_options: boolean;
  };
};

export type DialectSettings = {
  readonly [Name in keyof Dialect]?:
    | (Dialect[Name] extends object
        ? {readonly [Key in keyof Dialect[Name]]?: Dialect[Name][Key] | undefined}
        : Dialect[Name])
    | undefined;
};

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

/** @internal Lazy, so that the default configuration starts without it. */
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

/** @internal @throws {LinkError} of kind `input` */
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
