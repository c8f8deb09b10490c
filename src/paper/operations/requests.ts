/** What clients may send, checked once at the edge. A failure names the first field that is wrong. */
import * as z from 'zod/mini';
import {cardFields, easyOptionFields, isInt64} from '../../api/wire/records.ts';
import {Exact} from './json.ts';

const int64 = z.string().check(z.refine(isInt64, 'must be a 64-bit integer'));

const int32Between = (least: number, most: number) =>
  z.pipe(
    z
      .string()
      .check(z.regex(/^-?\d{1,10}$/, 'must be an integer'))
      .check(
        z.refine(text => Number(text) >= least && Number(text) <= most, `must be from ${least} to ${most}`),
      ),
    z.transform(Number),
  );

const largestInt32 = 2 ** 31 - 1;
const decimal = z.string().check(z.regex(/^-?\d+(\.\d+)?([eE][+-]?\d{1,3})?$/, 'must be a number'));
const dateTime = z.pipe(
  z
    .string()
    .check(
      z.regex(
        /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/,
        'must be an ISO 8601 date-time',
      ),
    )
    .check(
      z.refine(text => !Number.isNaN(Date.parse(text)), 'must be an ISO 8601 date-time'),
      z.refine(isDayOfMonth, 'must be a day that there is'),
    ),
  z.transform(text => Date.parse(/^[^T]*T.*(?:Z|[+-]\d\d:?\d\d)$|^[^T ]+$/.test(text) ? text : `${text}Z`)),
);
/** `Date.parse` takes 30 February for 2 March. */
function isDayOfMonth(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
}

const millis = z.pipe(
  z.string().check(z.regex(/^\d{1,15}$/, 'must be epoch milliseconds')),
  z.transform(Number),
);
const text = z.string().check(z.maxLength(255, 'must have at most 255 characters'));
const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, {error: `must be one of ${values.join(', ')}`});

/** searchDto has no documented greatest page; ten thousand rows are a body of some 6 MB. */
const searchPaging = {
  pageNumber: z.optional(int32Between(0, largestInt32)),
  pageSize: z.optional(int32Between(1, 10_000)),
  wl: z.optional(int32Between(-largestInt32 - 1, largestInt32)),
  search: z.optional(text),
  sortByDirection: z.optional(oneOf(['ASC', 'DESC'])),
};

export const cardSearch = z.object({
  ...searchPaging,
  sortByField: z.optional(oneOf(cardFields)),
  type: z.optional(oneOf(['UP_DOWN', 'TOUCH'])),
  direction: z.optional(oneOf(['UP', 'DOWN'])),
  active: z.optional(oneOf(['true', 'false'])),
  underlying: z.optional(text),
  underlyingContains: z.optional(text),
  titleContains: z.optional(text),
});

export const easyOptionSearch = z.object({
  ...searchPaging,
  sortByField: z.optional(oneOf(easyOptionFields)),
  id: z.optional(int64),
  accountId: z.optional(int64),
  cardId: z.optional(int64),
  positionId: z.optional(int64),
  orderId: z.optional(int64),
  type: z.optional(oneOf(['UP_DOWN', 'TOUCH'])),
  status: z.optional(oneOf(['PENDING', 'ACTIVE', 'TRIGGERED', 'CLOSING', 'CLOSED', 'EXPIRED'])),
  direction: z.optional(oneOf(['UP', 'DOWN'])),
  investmentCurrency: z.optional(text),
  optionSymbol: z.optional(text),
  optionSymbolContains: z.optional(text),
  investmentAmountMin: z.optional(decimal),
  investmentAmountMax: z.optional(decimal),
  targetPriceMin: z.optional(decimal),
  targetPriceMax: z.optional(decimal),
  triggerPriceMin: z.optional(decimal),
  triggerPriceMax: z.optional(decimal),
  qtyMin: z.optional(decimal),
  qtyMax: z.optional(decimal),
  entryPriceMin: z.optional(decimal),
  entryPriceMax: z.optional(decimal),
  openTimeFrom: z.optional(dateTime),
  openTimeTo: z.optional(dateTime),
  closeTimeFrom: z.optional(dateTime),
  closeTimeTo: z.optional(dateTime),
  triggerTimeFrom: z.optional(dateTime),
  triggerTimeTo: z.optional(dateTime),
});

export const orderList = z.object({
  asset: z.optional(text),
  type: z.optional(oneOf(['CALL', 'PUT'])),
  page: z.optional(int32Between(1, largestInt32)),
  page_size: z.optional(int32Between(1, largestInt32)),
});

export const tradeList = z.object({
  symbol: z.optional(text),
  order_id: z.optional(int64),
  position_id: z.optional(int64),
  side: z.optional(oneOf(['buy', 'sell', 'BUY', 'SELL'])),
  start: z.optional(millis),
  end: z.optional(millis),
  page: z.optional(int32Between(1, largestInt32)),
  page_size: z.optional(int32Between(1, 1_000)),
});

export const pathId = z.object({id: int64});

/** A JSON number by its digits, checked like text. */
const digits = <Schema extends z.ZodMiniType<string, string>>(schema: Schema, message: string) =>
  z.pipe(
    z.pipe(
      z.custom<Exact>(value => value instanceof Exact, message),
      z.transform(value => value.text),
    ),
    schema,
  );

export const wireDecimal = z
  .string()
  .check(z.regex(/^\d+(\.\d+)?$/, 'must match ^\\d+(\\.\\d+)?$'), z.maxLength(60, 'is too long'));

export const openBody = z.object({
  cardId: digits(int64, 'must be an integer'),
  investmentAmount: digits(z.string(), 'must be a number'),
});

export const orderBody = z.object({
  idempotencyKey: z
    .string()
    .check(z.minLength(1, 'must not be empty'), z.maxLength(255, 'must have at most 255 characters')),
  symbol: z
    .string()
    .check(z.minLength(1, 'must not be empty'), z.maxLength(255, 'must have at most 255 characters')),
  price: wireDecimal,
  size: wireDecimal,
  side: oneOf(['BUY', 'SELL']),
  orderType: oneOf(['LIMIT']),
  positionId: z.optional(z.nullable(digits(int64, 'must be an integer'))),
});

/** A field that is wrong, and how. */
export interface Invalid {
  field: string;
  problem: string;
}

export function check<Output>(schema: z.ZodMiniType<Output, unknown>, input: unknown): Output | Invalid[] {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  return result.error.issues.map(issue => ({
    field: issue.path.join('.') || 'body',
    problem: issue.code === 'invalid_type' ? `must be ${article(issue.expected)}` : issue.message,
  }));
}

const article = (kind: string): string => (/^[aeio]/.test(kind) ? `an ${kind}` : `a ${kind}`);
