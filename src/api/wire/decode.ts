/** Throws Unfit if a body does not match the documentation. Unknown fields and enum values are kept. */
import type {Clean} from '../redact.ts';
import type {Field} from './fields.ts';
import {decodeJson, numberText, unmark} from './json.ts';
import {
  cardTable,
  type Documented,
  type EasyOption,
  type EasyOptionCard,
  type EasyOptionPage,
  easyOptionTable,
  type JsonObject,
  type JsonValue,
  type Order,
  orderTable,
  type Page,
  type Trade,
  tradeTable,
  type Unreadable,
} from './records.ts';
import {capped, longestText, mostRows} from './values.ts';

export class Unfit extends Error {
  override readonly name = 'Unfit';
}

export type AskedPage = {page: number; pageSize: number};

export function parseBody(text: string, clean: Clean): unknown {
  if (text.trim() === '') throw new Unfit('the body is empty');
  try {
    return clean(decodeJson(text));
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
    throw new Unfit(
      /^\s*</.test(text) ? 'the body is a web page, not JSON' : 'the body is not JSON, or is cut short',
    );
  }
}

export function decodeCards(answer: unknown, asked: AskedPage): Page<EasyOptionCard> {
  const rows = readRows(listIn(answer, 'the list of cards'), readCard);
  return {...rows, ...asked, isLast: countOf(rows) < asked.pageSize};
}

export function decodeEasyOptions(answer: unknown, asked: AskedPage): EasyOptionPage {
  const body = objectIn(answer, 'the page of Easy Options');
  const rows = readRows(listIn(body.content, 'content'), readEasyOption);
  const page = {page: count(body.page) ?? asked.page, pageSize: size(body.size) ?? asked.pageSize};
  const {empty} = body;
  return {
    ...pageOf(rows, page, 0, count(body.totalElements)),
    totalPages: count(body.totalPages),
    numberOfElements: count(body.numberOfElements),
    empty: typeof empty === 'boolean' ? empty : undefined,
  };
}

export const decodeOrders = (answer: unknown, asked: AskedPage): Page<Order> =>
  decodeItems(answer, asked, readOrder, 'the page of orders');
export const decodeTrades = (answer: unknown, asked: AskedPage): Page<Trade> =>
  decodeItems(answer, asked, readTradeItem, 'the page of trades');
export const decodeOrder = (answer: unknown): Order => readRecord(answer, readOrder, 'the order');
export const decodeTrade = (answer: unknown): Trade => readRecord(answer, readTrade, 'the trade');

export function decodeObject(answer: unknown): JsonObject {
  const body = objectIn(answer, 'the answer');
  if (!unmark(body)) throw new Unfit('the answer nests deeper than 100 levels');
  return body as JsonObject;
}

function decodeItems<Row>(answer: unknown, asked: AskedPage, read: RowReader<Row>, what: string): Page<Row> {
  const body = objectIn(answer, what);
  const rows = readRows(listIn(body.items, 'items'), read);
  const page = {page: size(body.page) ?? asked.page, pageSize: size(body.pageSize) ?? asked.pageSize};
  return pageOf(rows, page, 1, count(body.total));
}

/** Without a total, a short page is the last. A full page that exceeds the total proves the total wrong. */
function pageOf<Row>(
  rows: RowsRead<Row>,
  {page, pageSize}: AskedPage,
  first: number,
  total?: number,
): Page<Row> {
  const given = countOf(rows);
  const after = (page - first) * pageSize + given;
  const isShort = given < pageSize && (total === undefined || after > total);
  return {...rows, total, page, pageSize, isLast: given === 0 || after === total || isShort};
}

type RowsRead<Row> = {readonly rows: Row[]; readonly unreadable: Unreadable[]};

/** Decoding millions of rows would take half a minute and gigabytes. */
function readRows<Row>(items: readonly unknown[], read: RowReader<Row>): RowsRead<Row> {
  if (items.length > mostRows) throw new Unfit(`it holds ${items.length} rows, more than can be read`);
  const rows: Row[] = [];
  const unreadable: Unreadable[] = [];
  items.forEach((item, index) => {
    const issues: string[] = [];
    const row = read(item, issues);
    if (issues.length === 0) rows.push(row);
    else unreadable.push({index, reason: reasonOf(issues)});
  });
  return {rows, unreadable};
}

function readRecord<Row>(answer: unknown, read: RowReader<Row>, what: string): Row {
  const issues: string[] = [];
  const row = read(answer, issues);
  if (issues.length > 0) throw new Unfit(`${what} cannot be read: ${reasonOf(issues)}`);
  return row;
}

function objectIn(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Unfit(`${what} should be an object`);
  return value as Record<string, unknown>;
}

function listIn(value: unknown, what: string): unknown[] {
  if (!Array.isArray(value)) throw new Unfit(`${what} should be a list`);
  return value;
}

function countOf({rows, unreadable}: {rows: unknown[]; unreadable: Unreadable[]}): number {
  return rows.length + unreadable.length;
}

function count(value: unknown): number | undefined {
  const number = Number(numberText(value));
  return Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

function size(value: unknown): number | undefined {
  const number = count(value);
  return number === 0 ? undefined : number;
}

type RowReader<Row> = (source: unknown, issues: string[]) => Row;

const readCard = reader<EasyOptionCard>(cardTable);
const readEasyOption = reader<EasyOption>(easyOptionTable);
const readOrder = reader<Order>(orderTable);
const readTrade = reader<Trade>(tradeTable);
/** List items are undocumented, so even the id may be missing; it is empty then. */
const readTradeItem = reader<Trade>(
  {...tradeTable, tradeId: {...tradeTable.tradeId, isRequired: false}},
  {tradeId: ''},
);

type Fields<Row> = Readonly<Record<Documented<Row>, Field<unknown>>>;

function reader<Row extends object>(fields: Fields<Row>, missing?: Partial<Row>): RowReader<Row> {
  const named = Object.entries<Field<unknown>>(fields).map(([name, field]) => ({name, ...field}));
  const isKnown = (name: string) => Object.hasOwn(fields, name);
  return (source, issues) => {
    const row: Record<string, unknown> = {...missing};
    if (typeof source !== 'object' || source === null || Array.isArray(source)) {
      issues.push(`must be an object, not ${nameOf(source)}`);
      return row as Row;
    }
    let found = 0;
    for (const field of named) {
      const value = (source as Record<string, unknown>)[field.name];
      if (value !== undefined) found++;
      const isThere = value !== undefined && value !== null;
      const read = isThere ? field.read(value) : undefined;
      if (read !== undefined) row[field.name] = read;
      else if (isThere || field.isRequired)
        issues.push(
          `${field.name} ${isThere ? `must be ${field.expects}, not ${nameOf(value)}` : 'is missing'}`,
        );
    }
    const also = Object.keys(source).length === found ? undefined : alsoOf(source, isKnown);
    if (also !== undefined) row.also = also;
    return row as Row;
  };
}

function reasonOf(issues: readonly string[]): string {
  const first = issues.slice(0, 3).join('; ');
  return issues.length > 3 ? `${first}; and ${issues.length - 3} more` : first;
}

function nameOf(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  const shown =
    numberText(value) ?? (typeof value === 'string' ? JSON.stringify(value.slice(0, 24)) : String(value));
  return shown.length <= 24 ? shown : `${shown.slice(0, 23)}…`;
}

const mostFields = 64;

/** The first 64 unknown fields; a value above the text limit is kept as the start of its JSON. */
function alsoOf(source: object, isKnown: (name: string) => boolean): JsonObject | undefined {
  const names = Object.keys(source).filter(name => !isKnown(name));
  if (names.length === 0) return undefined;
  // fromEntries makes `__proto__` an own field.
  return Object.fromEntries(
    names.slice(0, mostFields).map(name => [capped(name), bounded((source as JsonObject)[name] ?? null)]),
  );
}

function bounded(value: JsonValue): JsonValue {
  const holder = {value};
  if (!unmark(holder)) return '(nests deeper than 100 levels)';
  if (typeof value !== 'object' || value === null) return holder.value;
  const text = JSON.stringify(holder.value);
  return text.length <= longestText ? holder.value : capped(text);
}
