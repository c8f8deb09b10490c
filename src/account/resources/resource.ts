/** Columns, headings, filter, order, lists, details and docs read the one object of each resource. */
import type {Answer, CallOptions, Operations} from '../../api/contract.ts';
import type {
  CardQuery,
  Decimal,
  Documented,
  EasyOption,
  EasyOptionCard,
  EasyOptionQuery,
  MemberKind,
  Millis,
  Order,
  OrderQuery,
  Page,
  Trade,
  TradeQuery,
} from '../../api/wire/records.ts';

export const feedPanes = ['cards', 'easyOptions', 'orders', 'trades'] as const;
export type FeedPane = (typeof feedPanes)[number];

export type RowOf = {cards: EasyOptionCard; easyOptions: EasyOption; orders: Order; trades: Trade};
export type Row = RowOf[FeedPane];
export type QueryOf = {
  cards: CardQuery;
  easyOptions: EasyOptionQuery;
  orders: OrderQuery;
  trades: TradeQuery;
};

/** `at`: when it was first seen, in monotonic ms. */
export type SeenValue = {readonly at: number; readonly value: number};

export type Facts = {
  /** The time of the service. */
  readonly now: Millis;
  readonly cards: readonly EasyOptionCard[];
  readonly fills: ReadonlyMap<string, Decimal>;
  /** The watched numbers of earlier polls. */
  readonly polls: {readonly mono: number; readonly seen: (rowId: string) => readonly SeenValue[]};
};

/** Data that one read of the list does not have. */
export type Need = Exclude<keyof Facts, 'now'>;
export type FactsKnown = Pick<Facts, 'now'> & Partial<Facts>;

/** A span is a length of time in ms, which no query of the service has. */
export type FilterKind = MemberKind | {readonly is: 'span'};

/** `filter` is for columns that the service cannot filter by. */
type KindOfValue = {readonly filter?: FilterKind; readonly isPart?: true};
const decimal: MemberKind = {is: 'decimal'};

/** `money` and `gain` are rounded for display; other amounts stay exact. */
const kinds = {
  id: {filter: {is: 'int64'}},
  word: {},
  side: {},
  symbol: {filter: {is: 'text'}},
  text: {filter: {is: 'text'}},
  price: {filter: decimal},
  size: {filter: decimal},
  fee: {filter: decimal},
  money: {filter: decimal},
  gain: {filter: decimal},
  date: {filter: {is: 'date-time'}},
  millis: {filter: {is: 'millis'}},
  flag: {filter: {is: 'word', words: ['true', 'false']}},
  until: {filter: {is: 'date-time'}},
  span: {filter: {is: 'span'}},
  short: {},
  percent: {filter: decimal},
  gainPercent: {filter: decimal},
  trend: {filter: decimal},
  contract: {filter: {is: 'text'}, isPart: true},
} as const satisfies Readonly<Record<string, KindOfValue>>;
export type Kind = keyof typeof kinds;
export const kindOf = (is: Kind): KindOfValue => kinds[is];

type KindFor<Value> = Value extends boolean
  ? 'flag'
  : Value extends number
    ? 'millis'
    : 'id' | 'word' | 'side' | 'symbol' | 'text' | 'price' | 'size' | 'fee' | 'money' | 'gain' | 'date';

/** A documented word of an `OpenEnum`. */
type WordOf<Value> = Value extends string ? (string extends Value ? never : Value) : never;

type Computed<R, Known> = (row: R, facts: Known, rowId: string) => string | number | undefined;

export type Column<R> = {
  readonly is: Kind;
  /** The field that it shows in another way. */
  readonly of?: Documented<R>;
  readonly value?: Computed<R, Facts>;
  readonly needs?: Need;
  readonly heading?: string;
  readonly spoken?: string;
  /** The greatest number is hidden first on a narrow screen; without one, shown only on request. */
  readonly priority?: number;
  readonly least?: number;
  /** In a narrower table only if the profile names other columns than the usual ones. */
  readonly from?: number;
  /** Identifies the row: less important columns are hidden before it is cut. */
  readonly isName?: true;
  readonly currency?: (row: R) => string | undefined;
  /** Documented values of a field that the service cannot filter by. */
  readonly words?: readonly string[];
};

/** A computed value sees only what its column says that it needs. */
type ColumnGiven<R> = Column<R> &
  (
    | {readonly needs?: never; readonly value?: Computed<R, Pick<Facts, 'now'>>}
    | {[N in Need]: {readonly needs: N; readonly value: Computed<R, Pick<Facts, 'now' | N>>}}[Need]
  );

type Columns<R> = {
  readonly [Name in Documented<R>]: ColumnGiven<R> & {
    readonly is: KindFor<Exclude<R[Name], undefined>>;
    readonly words?: readonly WordOf<R[Name]>[];
  };
} & {readonly [name: string]: ColumnGiven<R>};

/** The number that sparklines, marks and alerts follow. */
export type Watch<R> = {
  readonly field: Documented<R>;
  readonly label: string;
  readonly name: (row: R) => string | undefined;
};

export type Prefill = Partial<
  Record<'symbol' | 'side' | 'price' | 'size' | 'positionId', string | undefined>
> & {
  readonly card?: EasyOptionCard | undefined;
  readonly contract?: Pick<Order, 'asset' | 'type' | 'strikePrice' | 'expiryDate'>;
};

export type Resource<P extends FeedPane> = {
  readonly title: string;
  readonly shortTitle: string;
  readonly slug: string;
  readonly singular: string;
  readonly plural: string;
  readonly id: Documented<RowOf[P]>;
  /** Final states. An undocumented state is not final. */
  readonly over?: readonly string[];
  readonly isPast?: (row: RowOf[P]) => boolean;
  /** Before the name of such a row, where no column with a priority says so at every width. */
  readonly pastWord?: string;
  readonly list: {
    readonly ask: (
      client: Operations,
      query: QueryOf[P],
      options?: CallOptions,
    ) => Promise<Answer<Page<RowOf[P]>>>;
    /** `page` starts at 0. */
    readonly paging: (page: number, pageSize: number) => Partial<QueryOf[P]>;
    readonly firstPage: 0 | 1;
    readonly mostRows: number;
  };
  readonly fields: readonly Documented<RowOf[P]>[];
  /** In the order of the screen. */
  readonly columns: Columns<RowOf[P]>;
  /** The members of its query. */
  readonly query: Readonly<Record<string, MemberKind>>;
  readonly watched?: Watch<RowOf[P]>;
  readonly prefill: (row: RowOf[P]) => Prefill;
};

export const fromZero = {
  firstPage: 0,
  paging: (pageNumber: number, pageSize: number) => ({pageNumber, pageSize}),
} as const;
export const fromOne = {
  firstPage: 1,
  paging: (page: number, pageSize: number) => ({page: page + 1, pageSize}),
} as const;

/** Lists without a limit document no maximum; 10,000 rows still arrive in one answer. */
export const largestPage = 10_000;

/** Numeric order for integers; any fixed order for other texts. */
export function compareIds(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}
