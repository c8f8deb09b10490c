import {canonicalDecimal, isDecimal} from './decimal.ts';
import type {Dialect} from './dialect.ts';
import {inputError, isDateTime, isText, membersIn, mustBe} from './given.ts';
import {
  type CardQuery,
  cardQueryTable,
  type EasyOptionQuery,
  easyOptionQueryTable,
  limits,
  type MemberKind,
  type OrderQuery,
  orderQueryTable,
  snakeCase,
  type TradeQuery,
  tradeQueryTable,
} from './inputs.ts';
import {exactNumber} from './json.ts';
import {isInt64, maxMillis, namesOf} from './values.ts';
import type {WriteRow} from './writes.ts';

type GivenMember = {name: string; text: string; isNumber: boolean};

export function cardsQuery(query: CardQuery, dialect: Dialect): string {
  return searchDto(membersOf(query, 'The query', cardQueryTable), dialect);
}

export function easyOptionsQuery(query: EasyOptionQuery, dialect: Dialect): string {
  return searchDto(membersOf(query, 'The query', easyOptionQueryTable), dialect);
}

export function ordersQuery(query: OrderQuery, {orders}: Dialect): string {
  const members = membersOf(query, 'The query', orderQueryTable);
  const {pageSize = 0} = query;
  if (pageSize > limits.ordersPageSize)
    throw inputError(`A page of orders has at most 100 rows, not ${pageSize}.`);
  return spelt(members, orders);
}

export function tradesQuery(query: TradeQuery, {trades}: Dialect): string {
  const members = membersOf(query, 'The query', tradeQueryTable);
  const {start, end} = query;
  if (start !== undefined && end !== undefined && start > end)
    throw inputError('The start of the time range is after its end.');
  const isLower = trades.side_case === 'lower';
  const cased = members.map(each =>
    each.name === 'side' && isLower ? {...each, text: each.text.toLowerCase()} : each,
  );
  return spelt(cased, trades);
}

function spelt(members: readonly GivenMember[], names: Readonly<Record<string, string>>): string {
  return joined(members.map(({name, text}) => [names[snakeCase(name)] ?? name, text]));
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
    case 'json':
      return joined([['searchDto', jsonOf(members)]]);
    default:
      return dialect.search_dto satisfies never;
  }
}

function joined(pairs: (readonly [name: string, text: string])[]): string {
  return pairs.map(([name, text]) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`).join('&');
}

function jsonOf(members: readonly GivenMember[]): string {
  const values = members.map(({name, text, isNumber}) => [name, isNumber ? exactNumber(text) : text]);
  return JSON.stringify(Object.fromEntries(values));
}

export function bodyOf(input: unknown, {called, schema}: NonNullable<WriteRow['body']>): string {
  const given: Readonly<Record<string, unknown>> = membersIn(input, called, namesOf(schema.shape));
  const {error, data} = schema.safeParse(given);
  if (error === undefined) return JSON.stringify(data);
  const [{path: [name = ''] = [], message = ''} = {}] = error.issues;
  throw mustBe(String(name), message, given[String(name)]);
}

/** Unknown members are refused, because the service would silently ignore the filter. */
function membersOf(input: unknown, what: string, table: Readonly<Record<string, MemberKind>>): GivenMember[] {
  const given = membersIn(input, what, Object.keys(table));
  return Object.entries(table).flatMap(([name, kind]) => {
    const value = given[name];
    if (value === undefined) return [];
    const [expected, text, isNumber = false] = written(kind, value);
    if (text === undefined) throw mustBe(name, expected, value);
    return [{name, text, isNumber}];
  });
}

function written(
  kind: MemberKind,
  value: unknown,
): readonly [expected: string, text: string | undefined, isNumber?: boolean] {
  switch (kind.is) {
    case 'text':
    case 'word':
      return ['text', isText(value) ? value : undefined];
    case 'one of':
      return [kind.words.join(' or '), kind.words.find(word => word === value)];
    case 'integer': {
      const expected = kind.least < 0 ? 'an integer of 32 bits' : `an integer from ${kind.least}`;
      return [expected, integerBetween(value, kind.least, kind.most), true];
    }
    case 'int64':
      return ['an integer of 64 bits in a string', isInt64(value) ? value : undefined, true];
    case 'decimal': {
      const text = typeof value === 'string' && isDecimal(value) ? canonicalDecimal(value) : undefined;
      return ['a decimal number in a string', text, true];
    }
    case 'date-time':
      return ['an ISO 8601 date and time', isDateTime(value) ? value : undefined];
    case 'millis':
      return ['epoch milliseconds', integerBetween(value, -maxMillis, maxMillis), true];
    default:
      return kind satisfies never;
  }
}

function integerBetween(value: unknown, least: number, most: number): string | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
    ? String(value)
    : undefined;
}
