/**
 * Schemas of what the service sends, with the types of zod's `infer`. Field names are the service's; int64 ids
 * are digit strings, prices and amounts are exact decimal strings, times are epoch milliseconds. Absent or null
 * fields are `undefined`.
 */
import * as z from 'zod/mini';
import {canonicalDecimal, isDecimal} from './decimal.ts';
import {isPlainObject} from './given.ts';
import {isMarked, numberText, unmark} from './json.ts';
import {
  capped,
  type Decimal,
  directions,
  easyOptionStatuses,
  easyOptionTypes,
  fillTypes,
  type Id,
  type Infer,
  type JsonObject,
  type JsonValue,
  longestId,
  longestText,
  maxMillis,
  namesOf,
  type OpenEnum,
  optionTypes,
  orderStatuses,
  orderTypes,
  type Schema,
  sides,
} from './values.ts';

/** One transform a field: it reads, refuses, and says what came instead. */
const field = <Value>(expects: string, read: (value: unknown) => Value | undefined) =>
  z.transform((value: unknown, {issues}): Value => {
    const is = read(value);
    if (is !== undefined) return is;
    const message = value === undefined ? 'is missing' : `must be ${expects}, not ${nameOf(value)}`;
    issues.push({code: 'custom', message, input: value});
    return z.NEVER;
  });

/** A number is accepted as its digits: nothing is lost. */
const text = field('a text', textOf);
/** Used for lookups and comparison, so a longer text makes the row unreadable instead of being truncated. */
const textId = field(`a text of at most ${longestId} characters`, value => {
  const read = textOf(value);
  return read !== undefined && read.length <= longestId ? read : undefined;
});
/** A number that the interface documents as text: other spellings than `-0.5` become that; a word stays. */
const amountText = field('a text', value => {
  const read = textOf(value);
  return read === undefined || isDecimal(read) ? read : (spelledOut(read) ?? read);
});
/** @internal */
export const flag = field('true or false', value => (typeof value === 'boolean' ? value : undefined));
const decimal = field('a number', decimalOf);
const integer = field('an integer', (value): Id | undefined => {
  const read = decimalOf(value);
  return read?.includes('.') ? undefined : read;
});
/** @internal */
export const millis = field('a time in epoch milliseconds', value => {
  const time = typeof value === 'number' ? value : Number(numberText(value));
  return Number.isInteger(time) && Math.abs(time) <= maxMillis ? time : undefined;
});
/** The documented words form the type; other values are kept unchanged. */
const word = <const Words extends readonly string[]>(_documented: Words) =>
  text as z.ZodMiniType<OpenEnum<Words[number]>, unknown>;

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && !isMarked(value) ? capped(value) : decimalOf(value);
}

function decimalOf(value: unknown): Decimal | undefined {
  if (typeof value === 'number') return canonicalDecimal(value);
  return isMarked(value) ? canonicalDecimal(value.slice(1)) : undefined;
}

const amount = /^\s{0,9}([+-]?)(\d{1,100}\.?\d{0,100}|\.\d{1,100})([eE][+-]?\d{1,9})?\s{0,9}$/;

/** `.5`, `5.`, `+5`, `-1E+2`, also between blanks. */
function spelledOut(text: string): Decimal | undefined {
  const [, sign = '', digits = '', exponent = ''] = amount.exec(text) ?? [];
  if (digits === '') return undefined;
  const whole = digits.startsWith('.') ? `0${digits}` : digits;
  return canonicalDecimal(sign.replace('+', '') + whole.replace(/\.$/, '') + exponent);
}

const undocumented = z.optional(z.custom<JsonObject>());
/** Undocumented fields that the service sent; ids and amounts are exact. */
export type Undocumented = {readonly also?: JsonObject | undefined};
export type Documented<Row> = Exclude<keyof Row, keyof Undocumented> & string;

const published = <Value>(
  schema: z.ZodMiniType<Value>,
): Schema<{readonly [Name in keyof Value]: Value[Name]}> => schema;

const record = <Shape extends z.core.$ZodShape>(shape: Shape) =>
  z.pipe(
    z.transform(partedBy(shape)),
    z.object({...shape, also: undocumented}, {error: ({input}) => `must be an object, not ${nameOf(input)}`}),
  );

/** Leaves nulls out, and moves undocumented fields to `also`. */
function partedBy(shape: object) {
  const documented = new Set(Object.keys(shape));
  return (source: unknown) => {
    if (!isPlainObject(source)) return source;
    const row: Record<string, unknown> = {};
    const others: [name: string, value: JsonValue][] = [];
    for (const name of Object.keys(source)) {
      const value = source[name] ?? null;
      if (!documented.has(name)) others.push([name, value as JsonValue]);
      else if (value !== null) row[name] = value;
    }
    const also = others.slice(0, mostFields).map(([name, value]) => [capped(name), bounded(value)]);
    // fromEntries makes `__proto__` an own field.
    if (also.length > 0) row.also = Object.fromEntries(also);
    return row;
  };
}

const mostFields = 64;

/** A value above the text limit is kept as the start of its JSON. */
function bounded(value: JsonValue): JsonValue {
  const holder = {value};
  if (!unmark(holder)) return '(nests deeper than 100 levels)';
  if (typeof value !== 'object' || value === null) return holder.value;
  const text = JSON.stringify(holder.value);
  return text.length <= longestText ? holder.value : capped(text);
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

const cardShape = {
  id: integer,
  type: word(easyOptionTypes),
  underlying: text,
  direction: word(directions),
  targetPrice: decimal,
  triggerPrice: z.optional(decimal),
  optionSymbol: z.optional(text),
  expiryDate: text,
  tradingIdea: z.optional(text),
  autoGenerated: z.optional(flag),
  active: z.optional(flag),
  title: text,
  description: z.optional(text),
  currentAskPrice: z.optional(decimal),
  currentOptionSymbol: z.optional(text),
};

/** A card from which an Easy Option can be opened. `expiryDate` is an ISO 8601 date-time, as it came. */
export const cardSchema = published(record(cardShape));
export type EasyOptionCard = Infer<typeof cardSchema>;
export const cardFields = namesOf(cardShape);

/** @internal */
const easyOptionShape = {
  id: textId,
  accountId: z.optional(integer),
  cardId: z.optional(integer),
  type: z.optional(word(easyOptionTypes)),
  status: z.optional(word(easyOptionStatuses)),
  direction: z.optional(word(directions)),
  investmentAmount: z.optional(decimal),
  investmentCurrency: z.optional(text),
  targetPrice: z.optional(decimal),
  triggerPrice: z.optional(decimal),
  optionSymbol: z.optional(text),
  positionId: z.optional(textId),
  orderId: z.optional(textId),
  qty: z.optional(decimal),
  entryPrice: z.optional(decimal),
  openTime: z.optional(millis),
  closeTime: z.optional(millis),
  triggerTime: z.optional(millis),
  cardName: z.optional(text),
  fee: z.optional(amountText),
  closePrice: z.optional(amountText),
  pl: z.optional(amountText),
  plClosed: z.optional(amountText),
};

/**
 * An Easy Option of the account. `id`, `positionId` and `orderId` are strings on the wire, as are `fee`,
 * `closePrice`, `pl` and `plClosed`: a decimal, or any other text as it came.
 */
export const easyOptionSchema = published(record(easyOptionShape));
export type EasyOption = Infer<typeof easyOptionSchema>;
export const easyOptionFields = namesOf(easyOptionShape);

/** @internal */
export const orderShape = {
  orderId: integer,
  positionId: z.optional(integer),
  symbol: z.optional(text),
  price: z.optional(decimal),
  size: z.optional(decimal),
  side: z.optional(word(sides)),
  orderType: z.optional(word(orderTypes)),
  status: z.optional(word(orderStatuses)),
  asset: z.optional(text),
  type: z.optional(word(optionTypes)),
  expiryDate: z.optional(millis),
  sizeUsdt: z.optional(decimal),
  sizeContracts: z.optional(decimal),
  strikePrice: z.optional(decimal),
  openPrice: z.optional(decimal),
  openDate: z.optional(millis),
  fee: z.optional(decimal),
  timestamp: z.optional(millis),
};

/** An order, as every order operation returns it. It has no filled quantity. */
export const orderSchema = published(record(orderShape));
export type Order = Infer<typeof orderSchema>;
export const orderFields = namesOf(orderShape);

/** @internal */
const tradeShape = {
  tradeId: integer,
  orderId: z.optional(integer),
  positionId: z.optional(integer),
  asset: z.optional(text),
  type: z.optional(word(optionTypes)),
  fillType: z.optional(word(fillTypes)),
  expiryDate: z.optional(millis),
  filledSizeUsdt: z.optional(decimal),
  filledSizeContracts: z.optional(decimal),
  strikePrice: z.optional(decimal),
  openPrice: z.optional(decimal),
  openDate: z.optional(millis),
  fee: z.optional(decimal),
  tradeSide: z.optional(word(sides)),
  maker: z.optional(flag),
};

/** A trade. It has neither symbol nor price. */
export const tradeSchema = published(record(tradeShape));
export type Trade = Infer<typeof tradeSchema>;
export const tradeFields = namesOf(tradeShape);

/** @internal The fields of list items are undocumented, so even the id may be missing; it is empty then. */
export const tradeItemSchema = published(record({...tradeShape, tradeId: z._default(integer, '')}));

/** @internal A field of an envelope: of another kind, it counts as absent. */
export const lenient = <Value>(read: (value: unknown) => Value | undefined) => z.optional(z.transform(read));
const words = lenient(value =>
  typeof value === 'string' && value !== '' ? value.slice(0, 1000) : undefined,
);
const errorShape = {
  error: words,
  message: words,
  requestId: words,
  details: lenient(value => {
    if (!isPlainObject(value) || !unmark(value) || JSON.stringify(value).length > longestText)
      return undefined;
    return value as JsonObject;
  }),
};

/** The body of a refusal. */
export const apiErrorSchema = published(z.object(errorShape));
export type ApiErrorV1 = Infer<typeof apiErrorSchema>;

/** A list row that could not be read; `index` counts from 0. */
export type Unreadable = {readonly index: number; readonly reason: string};

/** `page` counts from 0 for cards and Easy Options, from 1 for orders and trades. Cards have no `total`. */
export type Page<Row> = {
  readonly rows: readonly Row[];
  readonly unreadable: readonly Unreadable[];
  readonly total?: number | undefined;
  readonly page: number;
  readonly pageSize: number;
  /** True if no row can follow; false if unknown. */
  readonly isLast: boolean;
};

export type EasyOptionPage = Page<EasyOption> & {
  readonly totalPages?: number | undefined;
  readonly numberOfElements?: number | undefined;
  readonly empty?: boolean | undefined;
};

export * from './inputs.ts';
export * from './values.ts';
export * from './writes.ts';
