/**
 * From a query object to a query string in the service's dialect. Whatever cannot be sent as documented is refused
 * here, before a connection is opened.
 */

import {canonicalDecimal, isDecimal} from './decimal.ts';
import type {Dialect} from './dialect.ts';
import {LinkError} from './errors.ts';
import {exactNumber} from './json.ts';
import {
  type CardQuery,
  cardQueryMembers,
  type EasyOptionQuery,
  easyOptionQueryMembers,
  type Id,
  limits,
  type OrderQuery,
  orderQueryMembers,
  type TradeQuery,
  tradeQueryMembers,
} from './resources.ts';

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
  side: 'text',
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
  const {pageSize = 0} = query;
  if (pageSize > limits.ordersPageSize)
    throw refused(`A page of orders has at most 100 rows, not ${pageSize}.`);
  const names = {asset: orders.asset, type: orders.type, page: orders.page, pageSize: orders.page_size};
  return joined(
    membersOf(query, orderQueryMembers, orderKinds).map(member => [
      names[member.name as keyof OrderQuery],
      member.text,
    ]),
  );
}

export function tradesQuery(query: TradeQuery, {trades}: Dialect): string {
  const {start, end, side} = query;
  if (start !== undefined && end !== undefined && start > end)
    throw refused('The start of the time range is after its end.');
  if (side !== undefined && side !== 'BUY' && side !== 'SELL') throw refused('The side must be BUY or SELL.');
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
  const cased = trades.side_case === 'lower' ? side?.toLowerCase() : side;
  return joined(
    membersOf(query, tradeQueryMembers, tradeKinds).map(({name, text}) => [
      names[name as keyof TradeQuery],
      name === 'side' ? (cased ?? text) : text,
    ]),
  );
}

/** An id for a path or a body that takes an int64, whatever the interface gave it as. */
export function int64(id: Id, what: string): Id {
  const range = 1n << 63n;
  const isInt64 = /^-?\d{1,19}$/.test(id) && BigInt(id) >= -range && BigInt(id) < range;
  if (!isInt64)
    throw refused(`${what} must be an integer of 64 bits, not ${JSON.stringify(id.slice(0, 40))}.`);
  return id;
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
  query: {[Each in Name]?: unknown},
  names: readonly Name[],
  kinds: Record<Name, Kind>,
): Member[] {
  const unknown = Object.keys(query).find(name => !names.includes(name as Name));
  if (unknown !== undefined)
    throw refused(`There is no filter called ${unknown}: choose from ${names.join(', ')}.`);
  return names.flatMap(name => {
    const value = query[name];
    return value === undefined ? [] : [member(name, kinds[name], value)];
  });
}

function member(name: string, kind: Kind, value: unknown): Member {
  const text = written(kind, value);
  if (text === undefined)
    throw refused(`${name} ${expectations[kind]}, not ${JSON.stringify(value) ?? typeof value}.`);
  return {name, text, isNumber: kind !== 'text' && kind !== 'date-time' && kind !== 'sort direction'};
}

const expectations: Record<Kind, string> = {
  text: 'must be text',
  'page number': 'must be an integer from 0',
  size: 'must be an integer from 1',
  int32: 'must be an integer of 32 bits',
  int64: 'must be an integer of 64 bits',
  decimal: 'must be a decimal number',
  'date-time': 'must be an ISO 8601 date and time',
  'sort direction': 'must be ASC or DESC',
  millis: 'must be epoch milliseconds',
};

/** The text of the value on the wire; undefined when it is not of its kind. */
function written(kind: Kind, value: unknown): string | undefined {
  switch (kind) {
    case 'text':
      return typeof value === 'string' ? value : undefined;
    case 'page number':
      return integerBetween(value, 0, 0x7fffffff);
    case 'size':
      return integerBetween(value, 1, 0x7fffffff);
    case 'int32':
      return integerBetween(value, -0x80000000, 0x7fffffff);
    case 'millis':
      return integerBetween(value, -8.64e15, 8.64e15);
    case 'int64':
      return typeof value === 'string' ? int64(value, 'An id') : undefined;
    case 'decimal':
      return typeof value === 'string' && isDecimal(value) ? canonicalDecimal(value) : undefined;
    case 'date-time':
      return typeof value === 'string' && isDateTime(value) ? value : undefined;
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

function isDateTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) && !Number.isNaN(Date.parse(text));
}

function refused(message: string): LinkError {
  return new LinkError('input', 'no', message);
}
