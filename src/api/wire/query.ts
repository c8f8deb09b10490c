import {canonicalDecimal, isDecimal} from './decimal.ts';
import type {Dialect} from './dialect.ts';
import {inputError, int64, isDateTime, isText, membersIn, mustBe} from './given.ts';
import {
  type CardQuery,
  cardQueryTable,
  type EasyOptionQuery,
  easyOptionQueryTable,
  limits,
  type MemberKind,
  type OrderQuery,
  orderQueryTable,
  type TradeQuery,
  tradeQueryTable,
} from './inputs.ts';
import {exactNumber} from './json.ts';
import {maxMillis} from './values.ts';

type GivenMember = {
  name: string;
  text: string;
  isNumber: boolean;
};

export function cardsQuery(query: CardQuery, dialect: Dialect): string {
  return searchDto(membersOf(query, cardQueryTable), dialect);
}

export function easyOptionsQuery(query: EasyOptionQuery, dialect: Dialect): string {
  return searchDto(membersOf(query, easyOptionQueryTable), dialect);
}

export function ordersQuery(query: OrderQuery, {orders}: Dialect): string {
  const members = membersOf(query, orderQueryTable);
  const {pageSize = 0} = query;
  if (pageSize > limits.ordersPageSize)
    throw inputError(`A page of orders has at most 100 rows, not ${pageSize}.`);
  const names = {asset: orders.asset, type: orders.type, page: orders.page, pageSize: orders.page_size};
  return joined(members.map(({name, text}) => [names[name as keyof OrderQuery], text]));
}

export function tradesQuery(query: TradeQuery, {trades}: Dialect): string {
  const members = membersOf(query, tradeQueryTable);
  const {start, end} = query;
  if (start !== undefined && end !== undefined && start > end)
    throw inputError('The start of the time range is after its end.');
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

/** searchDto is required even if empty, so the page number is always sent. */
function searchDto(given: GivenMember[], dialect: Dialect): string {
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

/** Unknown members are refused, because the service would silently ignore the filter. */
function membersOf(query: unknown, table: Readonly<Record<string, MemberKind>>): GivenMember[] {
  const given = membersIn(query, 'The query', Object.keys(table));
  return Object.entries(table).flatMap(([name, kind]) => {
    const value = given[name];
    return value === undefined ? [] : [member(name, kind, value)];
  });
}

function member(name: string, kind: MemberKind, value: unknown): GivenMember {
  const text = written(name, kind, value);
  if (text === undefined) throw mustBe(name, expected(kind), value);
  return {name, text, isNumber: isNumber(kind)};
}

function isNumber({is}: MemberKind): boolean {
  return is === 'integer' || is === 'int64' || is === 'decimal' || is === 'millis';
}

function expected(kind: MemberKind): string {
  switch (kind.is) {
    case 'text':
    case 'word':
      return 'text';
    case 'one of':
      return kind.words.join(' or ');
    case 'integer':
      return kind.least < 0 ? 'an integer of 32 bits' : `an integer from ${kind.least}`;
    case 'int64':
      return 'an integer of 64 bits in a string';
    case 'decimal':
      return 'a decimal number in a string';
    case 'date-time':
      return 'an ISO 8601 date and time';
    case 'millis':
      return 'epoch milliseconds';
    default:
      return kind satisfies never;
  }
}

function written(name: string, kind: MemberKind, value: unknown): string | undefined {
  switch (kind.is) {
    case 'text':
    case 'word':
      return isText(value) ? value : undefined;
    case 'one of':
      return kind.words.find(word => word === value);
    case 'integer':
      return integerBetween(value, kind.least, kind.most);
    case 'int64':
      return int64(value, name);
    case 'decimal':
      return typeof value === 'string' && isDecimal(value) ? canonicalDecimal(value) : undefined;
    case 'date-time':
      return isDateTime(value) ? value : undefined;
    case 'millis':
      return integerBetween(value, -maxMillis, maxMillis);
    default:
      return kind satisfies never;
  }
}

function integerBetween(value: unknown, least: number, most: number): string | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
    ? String(value)
    : undefined;
}
