/**
 * Kinds of inputs, and the queries of the reads. Absent or undefined members are not sent. Each query is one
 * table; its type, names, checks and spelling, the filter fields and the paper service's input are derived from
 * it.
 */
import {
  type Decimal,
  directions,
  easyOptionStatuses,
  easyOptionTypes,
  type Id,
  type Millis,
  type OpenEnum,
  optionTypes,
  sides,
} from './values.ts';

type SimpleValues = {text: string; int64: Id; decimal: Decimal; 'date-time': string; millis: Millis};
type SimpleKind<Is> = Is extends keyof SimpleValues ? {readonly is: Is} : never;
type Word<Known extends string = string> = {readonly is: 'word'; readonly words: readonly Known[]};
type OneOf<Known extends string = string> = {readonly is: 'one of'; readonly words: readonly Known[]};
type Integer = {readonly is: 'integer'; readonly least: number; readonly most: number};

export type MemberKind = SimpleKind<keyof SimpleValues> | Word | OneOf | Integer;

export type ValueOf<Each> =
  Each extends Word<infer Known>
    ? OpenEnum<Known>
    : Each extends OneOf<infer Known>
      ? Known
      : Each extends {readonly is: keyof SimpleValues}
        ? SimpleValues[Each['is']]
        : number;

export type QueryFrom<Table> = {-readonly [Name in keyof Table]?: ValueOf<Table[Name]> | undefined};

const simple = <Is extends keyof SimpleValues>(is: Is): {readonly is: Is} => ({is});
const text = simple('text');
const int64 = simple('int64');
const decimal = simple('decimal');
const dateTime = simple('date-time');
const millis = simple('millis');
const largestInt32 = 0x7fffffff;
const int32From = (least: number): Integer => ({is: 'integer', least, most: largestInt32});
const word = <Known extends string>(words: readonly Known[]): Word<Known> => ({is: 'word', words});
const oneOf = <Known extends string>(words: readonly Known[]): OneOf<Known> => ({is: 'one of', words});
/** @internal The dialect's name of a member. */
export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

const sortDirections = ['ASC', 'DESC'] as const;
export type SortDirection = (typeof sortDirections)[number];

const searchMembers = {
  search: text,
  /** From 0; the service's default is 0. */
  pageNumber: int32From(0),
  /** The service's default is 40. */
  pageSize: int32From(1),
  /** Whitelist filter value, an int32. */
  wl: int32From(-largestInt32 - 1),
  sortByField: text,
  sortByDirection: oneOf(sortDirections),
};

export const cardQueryTable = {
  ...searchMembers,
  type: word(easyOptionTypes),
  direction: word(directions),
  /** A string on the wire; `true` and `false` are likely but undocumented. */
  active: word(['true', 'false']),
  underlying: text,
  underlyingContains: text,
  titleContains: text,
};

/** The searchDto of the list of cards. Pages count from 0. */
export type CardQuery = QueryFrom<typeof cardQueryTable>;

export const easyOptionQueryTable = {
  ...searchMembers,
  id: int64,
  accountId: int64,
  cardId: int64,
  positionId: int64,
  orderId: int64,
  type: word(easyOptionTypes),
  status: word(easyOptionStatuses),
  direction: word(directions),
  investmentCurrency: text,
  optionSymbol: text,
  optionSymbolContains: text,
  investmentAmountMin: decimal,
  investmentAmountMax: decimal,
  targetPriceMin: decimal,
  targetPriceMax: decimal,
  triggerPriceMin: decimal,
  triggerPriceMax: decimal,
  qtyMin: decimal,
  qtyMax: decimal,
  entryPriceMin: decimal,
  entryPriceMax: decimal,
  /** ISO 8601 date-time, like the following five. */
  openTimeFrom: dateTime,
  openTimeTo: dateTime,
  closeTimeFrom: dateTime,
  closeTimeTo: dateTime,
  triggerTimeFrom: dateTime,
  triggerTimeTo: dateTime,
};

/** The searchDto of the Easy Options search. Pages count from 0. */
export type EasyOptionQuery = QueryFrom<typeof easyOptionQueryTable>;

export const orderQueryTable = {
  asset: text,
  type: word(optionTypes),
  /** From 1; the service's default is 1. */
  page: int32From(1),
  /** 1 to 100; the service's default is 20. */
  pageSize: int32From(1),
};

/** Filters of the list of orders. Pages count from 1. */
export type OrderQuery = QueryFrom<typeof orderQueryTable>;

export const tradeQueryTable = {
  symbol: text,
  orderId: int64,
  positionId: int64,
  /** Sent in the dialect's letter case. */
  side: oneOf(sides),
  start: millis,
  end: millis,
  /** From 1; the service's default is 1. */
  page: int32From(1),
  /** The service's default is 20. */
  pageSize: int32From(1),
};

/** Filters of the list of trades. Pages count from 1. */
export type TradeQuery = QueryFrom<typeof tradeQueryTable>;

/** Documented limits. */
export const limits = Object.freeze({ordersPageSize: 100} as const);

/** Page sizes used if none is given. */
export const defaultPageSizes = Object.freeze({cards: 40, easyOptions: 40, orders: 20, trades: 20} as const);
