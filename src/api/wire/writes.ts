/**
 * The writes of the service, a row each: the client's method, what it sends and reads, the input of the paper
 * service and the tests of both are derived from it.
 */
import {namesOf} from './fields.ts';
import {decimal, int64, type MemberKind, oneOf, type ValueOf} from './inputs.ts';
import {sides} from './values.ts';

/** Text is not empty; an unsigned decimal is digits in a string. */
export type BodyKind = MemberKind | {readonly is: 'some text' | 'unsigned'};

type BodyKinds = Readonly<Record<string, BodyKind>>;

export type WriteRow = {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  /** A name in braces is replaced by the id. */
  readonly path: string;
  /** In errors. */
  readonly id?: string;
  readonly body?: {readonly called: string; readonly required: BodyKinds; readonly optional: BodyKinds};
  readonly answer: 'an object' | 'the order';
};

export const writes = {
  /** POST /v1/easy-options/open. Not idempotent and never retried; the answer's fields are undocumented. */
  openEasyOption: {
    method: 'POST',
    path: '/v1/easy-options/open',
    // Both are JSON numbers on the wire, with every digit.
    body: {called: 'The opening', required: {cardId: int64, investmentAmount: decimal}, optional: {}},
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
    body: {
      called: 'The order',
      // Price and size are strings on the wire. Without the key, an order could be placed twice.
      required: {
        idempotencyKey: {is: 'some text'},
        symbol: {is: 'some text'},
        price: {is: 'unsigned'},
        size: {is: 'unsigned'},
        side: oneOf(sides),
        orderType: oneOf(['LIMIT']),
      },
      optional: {positionId: int64},
    },
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

type BodyValueOf<Each> = Each extends {readonly is: 'some text' | 'unsigned'} ? string : ValueOf<Each>;

export type WriteName = keyof typeof writes;
export const writeNames = namesOf(writes);

/** The body of a write; `never` if it has none. */
export type WriteBody<Name extends WriteName> = (typeof writes)[Name] extends {
  body: {required: infer Required; optional: infer Optional};
}
  ? {-readonly [Member in keyof Required]: BodyValueOf<Required[Member]>} & {
      -readonly [Member in keyof Optional]?: BodyValueOf<Optional[Member]> | undefined;
    }
  : never;

/** Opens an Easy Option from a card. Both members are required. */
export type OpenEasyOption = WriteBody<'openEasyOption'>;

/** Creates a limit order. `price` and `size` match `^\d+(\.\d+)?$` and are sent as strings. */
export type CreateOrder = WriteBody<'createOrder'>;
