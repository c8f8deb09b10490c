/** The keys equal the configuration file's, so that findings of `optty doctor` can be copied into it. */
import * as z from 'zod/mini';
import {frozenDeeply, inputError} from './given.ts';

export const searchDtoEncodings = ['flat', 'bracket', 'dot', 'json'] as const;
const sideCases = ['lower', 'upper'] as const;

type Names<Name extends string> = Readonly<Record<Name, string>>;

export type Dialect = {
  /** Encoding of the members of searchDto in the query string. */
  readonly search_dto: (typeof searchDtoEncodings)[number];
  readonly orders: Names<'asset' | 'type' | 'page' | 'page_size'>;
  /** Query names of the list of trades, and the letter case of `side`. */
  readonly trades: Names<
    'symbol' | 'order_id' | 'position_id' | 'side' | 'start' | 'end' | 'page' | 'page_size'
  > & {readonly side_case: (typeof sideCases)[number]};
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

const name = (text: string) =>
  z._default(z.string().check(z.regex(/^[\w.[\]-]+$/, 'must be a query name')), text);

const namesIn = <Name extends string>(names: Names<Name>) =>
  Object.fromEntries(Object.entries<string>(names).map(([key, text]) => [key, name(text)])) as Record<
    Name,
    ReturnType<typeof name>
  >;

/** @internal Lazy, so that the default configuration starts without it. */
export const dialectSchema = () => {
  const {search_dto, orders, auth} = defaultDialect;
  const {side_case, ...trades} = defaultDialect.trades;
  const sideCase = z._default(z.enum(sideCases), side_case);
  return z.strictObject({
    search_dto: z._default(z.enum(searchDtoEncodings), search_dto),
    orders: z.prefault(z.strictObject(namesIn(orders)), {}),
    trades: z.prefault(z.strictObject({...namesIn(trades), side_case: sideCase}), {}),
    auth: z.prefault(z.strictObject({easy_options: z._default(z.boolean(), auth.easy_options)}), {}),
  });
};

/** @internal @throws {LinkError} of kind `input` */
export function completeDialect(settings: DialectSettings | undefined): Dialect {
  if (settings === undefined) return defaultDialect;
  const read = dialectSchema().safeParse(settings);
  if (read.success) return frozenDeeply(read.data);
  const names = read.error.issues.map(({path}) => ['dialect', ...path].join('.'));
  throw inputError(`The dialect cannot be used: check ${names.join(', ')}.`);
}
