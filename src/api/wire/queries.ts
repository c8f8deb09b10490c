/**
 * What the nine operations take. Every member is optional unless it says otherwise; a member that is
 * absent or undefined is not sent, and the service's own default holds.
 */
import type {Decimal, Direction, EasyOptionStatus, EasyOptionType, Id, Millis, OptionType} from './values.ts';

export type SortDirection = 'ASC' | 'DESC';

/** The searchDto of the list of cards. Pages count from 0. */
export interface CardQuery {
  search?: string | undefined;
  /** From 0; the service's default is 0. */
  pageNumber?: number | undefined;
  /** The service's default is 40. */
  pageSize?: number | undefined;
  /** Whitelist filter value, an int32. */
  wl?: number | undefined;
  sortByField?: string | undefined;
  sortByDirection?: SortDirection | undefined;
  type?: EasyOptionType | undefined;
  direction?: Direction | undefined;
  /** A string on the wire: `true` or `false` are likely, not documented. */
  active?: string | undefined;
  underlying?: string | undefined;
  underlyingContains?: string | undefined;
  titleContains?: string | undefined;
}

/** The searchDto of the search of Easy Options. Pages count from 0. */
export interface EasyOptionQuery {
  search?: string | undefined;
  /** From 0; the service's default is 0. */
  pageNumber?: number | undefined;
  /** The service's default is 40. */
  pageSize?: number | undefined;
  /** Whitelist filter value, an int32. */
  wl?: number | undefined;
  sortByField?: string | undefined;
  sortByDirection?: SortDirection | undefined;
  id?: Id | undefined;
  accountId?: Id | undefined;
  cardId?: Id | undefined;
  positionId?: Id | undefined;
  orderId?: Id | undefined;
  type?: EasyOptionType | undefined;
  status?: EasyOptionStatus | undefined;
  direction?: Direction | undefined;
  investmentCurrency?: string | undefined;
  optionSymbol?: string | undefined;
  optionSymbolContains?: string | undefined;
  investmentAmountMin?: Decimal | undefined;
  investmentAmountMax?: Decimal | undefined;
  targetPriceMin?: Decimal | undefined;
  targetPriceMax?: Decimal | undefined;
  triggerPriceMin?: Decimal | undefined;
  triggerPriceMax?: Decimal | undefined;
  qtyMin?: Decimal | undefined;
  qtyMax?: Decimal | undefined;
  entryPriceMin?: Decimal | undefined;
  entryPriceMax?: Decimal | undefined;
  /** ISO 8601 date-time; so are the five that follow. */
  openTimeFrom?: string | undefined;
  openTimeTo?: string | undefined;
  closeTimeFrom?: string | undefined;
  closeTimeTo?: string | undefined;
  triggerTimeFrom?: string | undefined;
  triggerTimeTo?: string | undefined;
}

/** The filters of the list of orders. Pages count from 1. */
export interface OrderQuery {
  /** Symbol of the underlying asset. */
  asset?: string | undefined;
  type?: OptionType | undefined;
  /** From 1; the service's default is 1. */
  page?: number | undefined;
  /** 1 to 100; the service's default is 20. */
  pageSize?: number | undefined;
}

/** The filters of the list of trades. Pages count from 1. */
export interface TradeQuery {
  symbol?: string | undefined;
  orderId?: Id | undefined;
  positionId?: Id | undefined;
  /** Sent in the letter case that the dialect names. */
  side?: 'BUY' | 'SELL' | undefined;
  start?: Millis | undefined;
  end?: Millis | undefined;
  /** From 1; the service's default is 1. */
  page?: number | undefined;
  /** The service's default is 20. */
  pageSize?: number | undefined;
}

/** Opens an Easy Option from a card. Both are required. */
export interface OpenEasyOption {
  cardId: Id;
  investmentAmount: Decimal;
}

/** Creates a limit order. `price` and `size` match `^\d+(\.\d+)?$` and go out as strings. */
export interface CreateOrder {
  idempotencyKey: string;
  symbol: string;
  price: Decimal;
  size: Decimal;
  side: 'BUY' | 'SELL';
  orderType: 'LIMIT';
  positionId?: Id | undefined;
}

export const cardQueryMembers = Object.freeze([
  'search',
  'pageNumber',
  'pageSize',
  'wl',
  'sortByField',
  'sortByDirection',
  'type',
  'direction',
  'active',
  'underlying',
  'underlyingContains',
  'titleContains',
] as const satisfies readonly (keyof CardQuery)[]);

export const easyOptionQueryMembers = Object.freeze([
  'search',
  'pageNumber',
  'pageSize',
  'wl',
  'sortByField',
  'sortByDirection',
  'id',
  'accountId',
  'cardId',
  'positionId',
  'orderId',
  'type',
  'status',
  'direction',
  'investmentCurrency',
  'optionSymbol',
  'optionSymbolContains',
  'investmentAmountMin',
  'investmentAmountMax',
  'targetPriceMin',
  'targetPriceMax',
  'triggerPriceMin',
  'triggerPriceMax',
  'qtyMin',
  'qtyMax',
  'entryPriceMin',
  'entryPriceMax',
  'openTimeFrom',
  'openTimeTo',
  'closeTimeFrom',
  'closeTimeTo',
  'triggerTimeFrom',
  'triggerTimeTo',
] as const satisfies readonly (keyof EasyOptionQuery)[]);

export const orderQueryMembers = Object.freeze([
  'asset',
  'type',
  'page',
  'pageSize',
] as const satisfies readonly (keyof OrderQuery)[]);

export const tradeQueryMembers = Object.freeze([
  'symbol',
  'orderId',
  'positionId',
  'side',
  'start',
  'end',
  'page',
  'pageSize',
] as const satisfies readonly (keyof TradeQuery)[]);

export const openEasyOptionMembers = Object.freeze([
  'cardId',
  'investmentAmount',
] as const satisfies readonly (keyof OpenEasyOption)[]);

export const createOrderMembers = Object.freeze([
  'idempotencyKey',
  'symbol',
  'price',
  'size',
  'side',
  'orderType',
  'positionId',
] as const satisfies readonly (keyof CreateOrder)[]);

/** The documented limits. Lengths bind what is sent, never what is read. */
export const limits = Object.freeze({
  ordersPageSize: 100,
  cardUnderlyingMinLength: 3,
  cardTitleLength: 100,
  cardDescriptionLength: 255,
  cardTradingIdeaLength: 255,
  cardTargetPriceMin: 0,
} as const);

/** The page sizes that hold when none is asked for. */
export const defaultPageSizes = Object.freeze({cards: 40, easyOptions: 40, orders: 20, trades: 20} as const);
