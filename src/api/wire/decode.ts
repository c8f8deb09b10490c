/** From the body of an answer to records and pages. Throws Unfit when it is not as documented. */
import type {ZodMiniType} from 'zod/mini';
import type {Clean} from '../http/redact.ts';
import {decodeJson, numberText, unmark} from './json.ts';
import type {EasyOptionCard, EasyOptionPage, JsonObject, Order, Page, Trade, Unreadable} from './records.ts';
import {
  cardsSchema,
  easyOptionsSchema,
  inList,
  type ListSchema,
  orderSchema,
  ordersSchema,
  type RowSource,
  type RowsRead,
  reasonOf,
  tradeSchema,
  tradesSchema,
} from './schemas.ts';
import {mostRows} from './values.ts';

/** The body is not what the interface documents; the message says in which way. */
export class Unfit extends Error {
  override readonly name = 'Unfit';
}

/** The page that was asked for, in the operation's own counting. */
export type AskedPage = {
  page: number;
  pageSize: number;
};

/** The JSON of a body, ready for the functions below: without the credential, which a service could echo. */
export function parseBody(text: string, clean: Clean): unknown {
  if (text.trim() === '') throw new Unfit('the body is empty');
  try {
    return clean(decodeJson(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new Unfit(
      /^\s*</.test(text) ? 'the body is a web page, not JSON' : 'the body is not JSON, or is cut short',
    );
  }
}

/** A plain array without a total: a short page is the last. */
export function decodeCards(answer: unknown, asked: AskedPage, source?: RowSource): Page<EasyOptionCard> {
  const rows = readRows(listIn(answer, 'the list of cards'), cardsSchema, source);
  return {...rows, ...asked, isLast: countOf(rows) < asked.pageSize};
}

/** PagedResultEasyOptionDto, whose pages count from 0. */
export function decodeEasyOptions(answer: unknown, asked: AskedPage, source?: RowSource): EasyOptionPage {
  const body = objectIn(answer, 'the page of Easy Options');
  const rows = readRows(listIn(body.content, 'content'), easyOptionsSchema, source);
  const page = count(body.page) ?? asked.page;
  const pageSize = size(body.size) ?? asked.pageSize;
  const total = count(body.totalElements);
  const {empty} = body;
  return {
    ...rows,
    total,
    page,
    pageSize,
    isLast: isLast(countOf(rows), page * pageSize, pageSize, total),
    totalPages: count(body.totalPages),
    numberOfElements: count(body.numberOfElements),
    empty: typeof empty === 'boolean' ? empty : undefined,
  };
}

export function decodeOrders(answer: unknown, asked: AskedPage, source?: RowSource): Page<Order> {
  return decodeItems(answer, asked, ordersSchema, 'the page of orders', source);
}

export function decodeTrades(answer: unknown, asked: AskedPage, source?: RowSource): Page<Trade> {
  return decodeItems(answer, asked, tradesSchema, 'the page of trades', source);
}

export function decodeOrder(answer: unknown): Order {
  return readRecord(answer, orderSchema, 'the order');
}

export function decodeTrade(answer: unknown): Trade {
  return readRecord(answer, tradeSchema, 'the trade');
}

/** A JSON object whose fields are not documented. */
export function decodeObject(answer: unknown): JsonObject {
  const body = objectIn(answer, 'the answer');
  if (!unmark(body)) throw new Unfit('the answer nests deeper than 100 levels');
  return body as JsonObject;
}

/** The generic paged list, whose pages count from 1. */
function decodeItems<Row>(
  answer: unknown,
  asked: AskedPage,
  schema: ListSchema<Row>,
  what: string,
  source: RowSource | undefined,
): Page<Row> {
  const body = objectIn(answer, what);
  const rows = readRows(listIn(body.items, 'items'), schema, source);
  const page = size(body.page) ?? asked.page;
  const pageSize = size(body.pageSize) ?? asked.pageSize;
  const total = count(body.total);
  return {
    ...rows,
    total,
    page,
    pageSize,
    isLast: isLast(countOf(rows), (page - 1) * pageSize, pageSize, total),
  };
}

/**
 * An empty page is the last. Without a total a short one is; with a total, one that reaches it: but a full page
 * that brings more than the total allows shows that the total is wrong, and proves nothing.
 */
function isLast(rows: number, before: number, pageSize: number, total: number | undefined): boolean {
  if (rows === 0) return true;
  if (total === undefined) return rows < pageSize;
  const after = before + rows;
  return after === total || (after > total && rows < pageSize);
}

/**
 * A list of millions would take half a minute and gigabytes.
 * @param source where the rows come from, if they are not in the list itself
 */
function readRows<Row>(
  items: unknown[],
  schema: ListSchema<Row>,
  source: RowSource = inList(items),
): RowsRead<Row> {
  if (source.length > mostRows)
    throw new Unfit(`it holds ${source.length} rows, more than can be read at once`);
  return schema.parse(source);
}

function readRecord<Row>(answer: unknown, schema: ZodMiniType<Row>, what: string): Row {
  const read = schema.safeParse(answer);
  if (!read.success) throw new Unfit(`${what} cannot be read: ${reasonOf(read.error.issues)}`);
  return read.data;
}

function objectIn(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Unfit(`${what} should be an object`);
  }
  return value as Record<string, unknown>;
}

function listIn(value: unknown, what: string): unknown[] {
  if (!Array.isArray(value)) throw new Unfit(`${what} should be a list`);
  return value;
}

function countOf({rows, unreadable}: {rows: unknown[]; unreadable: Unreadable[]}): number {
  return rows.length + unreadable.length;
}

/** A count from 0, where the envelope bears one that makes sense. */
function count(value: unknown): number | undefined {
  const number = Number(numberText(value));
  return Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/** A count from 1. */
function size(value: unknown): number | undefined {
  const number = count(value);
  return number === 0 ? undefined : number;
}
