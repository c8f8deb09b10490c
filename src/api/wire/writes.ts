/**
 * The writes of the service, a row each: the client's method, what it sends and reads, the routes of the paper
 * service and the tests of both are derived from it.
 */
import * as z from 'zod/mini';
import {canonicalDecimal, isDecimal, parseDecimal} from './decimal.ts';
import {isText} from './given.ts';
import {exactNumber, numberText} from './json.ts';
import {type Decimal, type Id, isInt64, namesOf, type Schema, sides} from './values.ts';

/** Checks what the caller gives, and makes the JSON of the wire; backwards, the paper service reads that. */
export type BodySchema<Given> = Pick<Schema<object>, 'safeParse'> & {
  readonly shape: object;
  /** For zod's `input`. */
  readonly _zod: {readonly input: Given};
};

export type WriteRow = {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  /** A name in braces is replaced by the id. */
  readonly path: string;
  /** In errors. */
  readonly id?: string;
  readonly body?: {readonly called: string; readonly schema: BodySchema<object>};
  readonly answer: 'an object' | 'the order';
};

const body = <Given extends object>(
  schema: z.ZodMiniType<object, Given> & {readonly shape: object},
): BodySchema<{-readonly [Name in keyof Given]: Given[Name]}> => schema;

const text = <Value extends string>(expects: string, isSo: (value: string) => boolean) =>
  z.custom<Value>(value => typeof value === 'string' && isSo(value), expects);
const someText = text('text that is not empty', value => isText(value) && value.trim() !== '');
const unsigned = text<Decimal>(
  'digits with at most one point, in a string',
  value => isDecimal(value) && parseDecimal(value) !== undefined,
);
const int64 = z.codec(text<Id>('an integer of 64 bits in a string', isInt64), z.unknown(), {
  decode: exactNumber,
  encode: number => numberText(number) ?? '',
});
const decimal = z.codec(
  text<Decimal>(
    'a decimal number in a string',
    value => isDecimal(value) && canonicalDecimal(value) !== undefined,
  ),
  z.unknown(),
  {decode: exactNumber, encode: number => canonicalDecimal(numberText(number) ?? '') ?? ''},
);

/** Both are JSON numbers on the wire, with every digit. */
const openEasyOption = body(z.strictObject({cardId: int64, investmentAmount: decimal}));
/** Price and size are strings on the wire. Without the key, an order could be placed twice. */
const createOrder = body(
  z.strictObject({
    idempotencyKey: someText,
    symbol: someText,
    price: unsigned,
    size: unsigned,
    side: z.enum(sides, 'BUY or SELL'),
    orderType: z.literal('LIMIT', 'LIMIT'),
    positionId: z.optional(int64),
  }),
);

export const writes = {
  /** POST /v1/easy-options/open. Not idempotent and never retried; the answer's fields are undocumented. */
  openEasyOption: {
    method: 'POST',
    path: '/v1/easy-options/open',
    body: {called: 'The opening', schema: openEasyOption},
    answer: 'an object',
  },
  /** POST /v1/easy-options/{id}/close. `id` must be an int64; the answer's fields are undocumented. */
  closeEasyOption: {
    method: 'POST',
    path: '/v1/easy-options/{id}/close',
    id: 'The id of an Easy Option to close',
    answer: 'an object',
  },
  /** POST /v1/orders. The same order with the same `idempotencyKey` is safe to send again. */
  createOrder: {
    method: 'POST',
    path: '/v1/orders',
    body: {called: 'The order', schema: createOrder},
    answer: 'the order',
  },
  /** DELETE /v1/orders/{orderId}. Returns the order. */
  cancelOrder: {
    method: 'DELETE',
    path: '/v1/orders/{orderId}',
    id: 'The id of an order',
    answer: 'the order',
  },
} as const satisfies Readonly<Record<string, WriteRow>>;

export type WriteName = keyof typeof writes;
export const writeNames = namesOf(writes);

/** The body of a write; `never` if it has none. */
export type WriteBody<Name extends WriteName> = (typeof writes)[Name] extends {
  body: {schema: BodySchema<infer Given>};
}
  ? Given
  : never;

/** Opens an Easy Option from a card. Both members are required. */
export type OpenEasyOption = WriteBody<'openEasyOption'>;

/** Creates a limit order. `price` and `size` match `^\d+(\.\d+)?$` and are sent as strings. */
export type CreateOrder = WriteBody<'createOrder'>;
