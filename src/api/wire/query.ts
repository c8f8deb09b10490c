/**
 * From a query object to a query string in the service's dialect. Whatever cannot be sent as documented is refused
 * here, before a connection is opened.
 */

import {canonicalDecimal, isDecimal} from './decimal.ts';
import type {Dialect} from './dialect.ts';
import {int64, isDateTime, isText, membersIn, mustBe, refused} from './given.ts';
import {exactNumber} from './json.ts';
import {
  type CardQuery,
  cardQueryMembers,
  type EasyOptionQuery,
  easyOptionQueryMembers,
  limits,
  type OrderQuery,
  orderQueryMembers,
  type TradeQuery,
  tradeQueryMembers,
} from './records.ts';

/** How a member is checked and written. */
type Kind =
  | 'text'
  | 'page number'
  | 'size'
  | 'int32'
  | 'int64'
  | 'decimal'
  | 'date-time'
  | 'sort direction'
  | 'side'
  | 'millis';

const easyOptionKinds: Record<keyof EasyOptionQuery, Kind> = {
  search: 'text',
  pageNumber: 'page number',
  pageSize: 'size',
  wl: 'int32',
  sortByField: 'text',
  sortByDirection: 'sort direction',
  id: 'int64',
  accountId: 'int64',
  cardId: 'int64',
  positionId: 'int64',
  orderId: 'int64',
  type: 'text',
  status: 'text',
  direction: 'text',
  investmentCurrency: 'text',
  optionSymbol: 'text',
  optionSymbolContains: 'text',
  investmentAmountMin: 'decimal',
  investmentAmountMax: 'decimal',
  targetPriceMin: 'decimal',
  targetPriceMax: 'decimal',
  triggerPriceMin: 'decimal',
  triggerPriceMax: 'decimal',
  qtyMin: 'decimal',
  qtyMax: 'decimal',
  entryPriceMin: 'decimal',
  entryPriceMax: 'decimal',
  openTimeFrom: 'date-time',
  openTimeTo: 'date-time',
  closeTimeFrom: 'date-time',
  closeTimeTo: 'date-time',
  triggerTimeFrom: 'date-time',
  triggerTimeTo: 'date-time',
};

const cardKinds: Record<keyof CardQuery, Kind> = {
  search: 'text',
  pageNumber: 'page number',
  pageSize: 'size',
  wl: 'int32',
  sortByField: 'text',
  sortByDirection: 'sort direction',
  type: 'text',
  direction: 'text',
  active: 'text',
  underlying: 'text',
  underlyingContains: 'text',
  titleContains: 'text',
};

const orderKinds: Record<keyof OrderQuery, Kind> = {
  asset: 'text',
  type: 'text',
  page: 'size',
  pageSize: 'size',
};

const tradeKinds: Record<keyof TradeQuery, Kind> = {
  symbol: 'text',
  orderId: 'int64',
  positionId: 'int64',
  side: 'side',
  start: 'millis',
  end: 'millis',
  page: 'size',
  pageSize: 'size',
};

/** A member that is given, as text, and whether it is a number on the wire. */
interface Member {
  name: string;
  text: string;
  isNumber: boolean;
}

export function cardsQuery(query: CardQuery, dialect: Dialect): string {
  return searchDto(membersOf(query, cardQueryMembers, cardKinds), dialect);
}

export function easyOptionsQuery(query: EasyOptionQuery, dialect: Dialect): string {
  return searchDto(membersOf(query, easyOptionQueryMembers, easyOptionKinds), dialect);
}

export function ordersQuery(query: OrderQuery, {orders}: Dialect): string {
  const members = membersOf(query, orderQueryMembers, orderKinds);
  const {pageSize = 0} = query;
  if (pageSize > limits.ordersPageSize)
    throw refused(`A page of orders has at most 100 rows, not ${pageSize}.`);
  const names = {asset: orders.asset, type: orders.type, page: orders.page, pageSize: orders.page_size};
  return joined(members.map(({name, text}) => [names[name as keyof OrderQuery], text]));
}

export function tradesQuery(query: TradeQuery, {trades}: Dialect): string {
  const members = membersOf(query, tradeQueryMembers, tradeKinds);
  const {start, end} = query;
  if (start !== undefined && end !== undefined && start > end)
    throw refused('The start of the time range is after its end.');
  const names: Record<keyof TradeQuery, string> = {
    symbol: trades.symbol,
    orderId: trades.order_id,
    positionId: trades.position_id,
    side: trades.side,
    start: trades.start,
    end: trades.end,
    page: trades.page,
    pageSize: trades.page_size,
  };
  const cased = (side: string) => (trades.side_case === 'lower' ? side.toLowerCase() : side);
  return joined(
    members.map(({name, text}) => [names[name as keyof TradeQuery], name === 'side' ? cased(text) : text]),
  );
}

/** searchDto is required even when it is empty, so the page number is always spelled out. */
function searchDto(given: Member[], dialect: Dialect): string {
  const members = given.some(({name}) => name === 'pageNumber')
    ? given
    : [...given, {name: 'pageNumber', text: '0', isNumber: true}];
  switch (dialect.search_dto) {
    case 'flat':
      return joined(members.map(({name, text}) => [name, text]));
    case 'bracket':
      return joined(members.map(({name, text}) => [`searchDto[${name}]`, text]));
    case 'dot':
      return joined(members.map(({name, text}) => [`searchDto.${name}`, text]));
    case 'json': {
      const values = members.map(({name, text, isNumber}) => [name, isNumber ? exactNumber(text) : text]);
      return joined([['searchDto', JSON.stringify(Object.fromEntries(values))]]);
    }
    default:
      return dialect.search_dto satisfies never;
  }
}

function joined(pairs: (readonly [name: string, text: string])[]): string {
  return pairs.map(([name, text]) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`).join('&');
}

/** The members that are given, checked. A member of another name would silently filter nothing, so it is refused. */
function membersOf<Name extends string>(
  query: unknown,
  names: readonly Name[],
  kinds: Record<Name, Kind>,
): Member[] {
  const given = membersIn(query, 'The query', names);
  return names.flatMap(name => {
    const value = given[name];
    return value === undefined ? [] : [member(name, kinds[name], value)];
  });
}

function member(name: string, kind: Kind, value: unknown): Member {
  const text = written(name, kind, value);
  if (text === undefined) throw mustBe(name, expectations[kind], value);
  return {
    name,
    text,
    isNumber: kind !== 'text' && kind !== 'side' && kind !== 'date-time' && kind !== 'sort direction',
  };
}

const expectations: Record<Kind, string> = {
  text: 'text',
  'page number': 'an integer from 0',
  size: 'an integer from 1',
  int32: 'an integer of 32 bits',
  int64: 'an integer of 64 bits in a string',
  decimal: 'a decimal number in a string',
  'date-time': 'an ISO 8601 date and time',
  'sort direction': 'ASC or DESC',
  side: 'BUY or SELL',
  millis: 'epoch milliseconds',
};

/** The text of the value on the wire; undefined when it is not of its kind. */
function written(name: string, kind: Kind, value: unknown): string | undefined {
  switch (kind) {
    case 'text':
      return isText(value) ? value : undefined;
    case 'page number':
      return integerBetween(value, 0, 0x7fffffff);
    case 'size':
      return integerBetween(value, 1, 0x7fffffff);
    case 'int32':
      return integerBetween(value, -0x80000000, 0x7fffffff);
    case 'millis':
      return integerBetween(value, -8.64e15, 8.64e15);
    case 'int64':
      return int64(value, name);
    case 'decimal':
      return typeof value === 'string' && isDecimal(value) ? canonicalDecimal(value) : undefined;
    case 'date-time':
      return isDateTime(value) ? value : undefined;
    case 'side':
      return value === 'BUY' || value === 'SELL' ? value : undefined;
    case 'sort direction':
      return value === 'ASC' || value === 'DESC' ? value : undefined;
    default:
      return kind satisfies never;
  }
}

function integerBetween(value: unknown, least: number, most: number): string | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
    ? String(value)
    : undefined;
}
