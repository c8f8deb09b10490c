/** Throws Unfit if a body does not match the documentation. Unknown fields and enum values are kept. */
import * as z from 'zod/mini';
import type {Clean} from '../redact.ts';
import {isPlainObject} from './given.ts';
import {decodeJson, numberText, unmark} from './json.ts';
import {
  cardSchema,
  type EasyOptionCard,
  type EasyOptionPage,
  easyOptionSchema,
  type JsonObject,
  lenient,
  type Order,
  orderSchema,
  type Page,
  type Schema,
  type SchemaIssue,
  type Trade,
  tradeItemSchema,
  tradeSchema,
  type Unreadable,
} from './records.ts';
import {mostRows} from './values.ts';

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

const count = lenient(wholeOf);
const size = lenient(value => wholeOf(value) || undefined);
/** Decoding millions of rows would take half a minute and gigabytes. */
const list = (what: string) =>
  z.array(z.unknown(), `${what} should be a list`).check(
    z.maxLength(mostRows, {
      error: ({input}) => `it holds ${(input as unknown[]).length} rows, more than can be read`,
    }),
  );

function wholeOf(value: unknown): number | undefined {
  const number = Number(numberText(value));
  return Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

const cardList = list('the list of cards');
const easyOptionPage = z.object(
  {
    content: list('content'),
    page: count,
    size,
    totalElements: count,
    totalPages: count,
    numberOfElements: count,
    empty: lenient(value => (typeof value === 'boolean' ? value : undefined)),
  },
  'the page of Easy Options should be an object',
);
const itemPage = (what: string) =>
  z.object({items: list('items'), page: size, pageSize: size, total: count}, `${what} should be an object`);
type ItemPage = z.infer<ReturnType<typeof itemPage>>;
const orderPage = itemPage('the page of orders');
const tradePage = itemPage('the page of trades');
const anObject = z.custom<JsonObject>(isPlainObject, 'the answer should be an object');

export function decodeCards(answer: unknown, asked: AskedPage): Page<EasyOptionCard> {
  const rows = readRows(fitting(cardList, answer), cardSchema);
  return {...rows, ...asked, isLast: countOf(rows) < asked.pageSize};
}

export function decodeEasyOptions(answer: unknown, asked: AskedPage): EasyOptionPage {
  const {content, ...of} = fitting(easyOptionPage, answer);
  const page = {page: of.page ?? asked.page, pageSize: of.size ?? asked.pageSize};
  const {totalPages, numberOfElements, empty} = of;
  const rows = readRows(content, easyOptionSchema);
  return {...pageOf(rows, page, 0, of.totalElements), totalPages, numberOfElements, empty};
}

export const decodeOrders = (answer: unknown, asked: AskedPage): Page<Order> =>
  decodeItems(fitting(orderPage, answer), asked, orderSchema);
export const decodeTrades = (answer: unknown, asked: AskedPage): Page<Trade> =>
  decodeItems(fitting(tradePage, answer), asked, tradeItemSchema);
export const decodeOrder = (answer: unknown): Order => readRecord(answer, orderSchema, 'the order');
export const decodeTrade = (answer: unknown): Trade => readRecord(answer, tradeSchema, 'the trade');

/** The decoder for each kind of answer to a write. */
export const writeAnswers = {'an object': decodeObject, 'the order': decodeOrder};

export function decodeObject(answer: unknown): JsonObject {
  const body = fitting(anObject, answer);
  if (!unmark(body)) throw new Unfit('the answer nests deeper than 100 levels');
  return body;
}

function decodeItems<Row>({items, total, ...of}: ItemPage, asked: AskedPage, schema: Schema<Row>): Page<Row> {
  const page = {page: of.page ?? asked.page, pageSize: of.pageSize ?? asked.pageSize};
  return pageOf(readRows(items, schema), page, 1, total);
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

function readRows<Row>(items: readonly unknown[], schema: Schema<Row>): RowsRead<Row> {
  const rows: Row[] = [];
  const unreadable: Unreadable[] = [];
  for (const [index, item] of items.entries()) {
    const read = schema.safeParse(item);
    if (read.success) rows.push(read.data);
    else unreadable.push({index, reason: reasonOf(read.error.issues)});
  }
  return {rows, unreadable};
}

function readRecord<Row>(answer: unknown, schema: Schema<Row>, what: string): Row {
  const read = schema.safeParse(answer);
  if (!read.success) throw new Unfit(`${what} cannot be read: ${reasonOf(read.error.issues)}`);
  return read.data;
}

function fitting<Whole>(schema: z.ZodMiniType<Whole>, answer: unknown): Whole {
  const read = schema.safeParse(answer);
  if (!read.success) throw new Unfit(read.error.issues[0]?.message);
  return read.data;
}

function countOf({rows, unreadable}: RowsRead<unknown>): number {
  return rows.length + unreadable.length;
}

function reasonOf(issues: readonly SchemaIssue[]): string {
  const first = issues.slice(0, 3).map(({path, message}) => [...path, message].join(' '));
  return first.join('; ') + (issues.length > 3 ? `; and ${issues.length - 3} more` : '');
}
