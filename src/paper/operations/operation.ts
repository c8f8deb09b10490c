/** An operation of docs/service.md: a function of request and service. Errors are ApiErrorV1. */
import type {BookCommand, BookEvent} from '../engine/apply.ts';
import type {Book, CommandRefusal} from '../engine/book.ts';
import type {QueryRules} from './dialect.ts';
import type {Wire} from './exact-json.ts';

export type Operation = (request: OperationRequest, work: Work) => Reply;

/** `id` is that of the path; '' without one. */
export type OperationRequest = {account: number; query: string; id: string; body: string};

export type Work = {
  book(): Book;
  /** Executes and stores a command; durable on return. */
  run(command: BookCommand): BookEvent;
  /** Wall clock in epoch milliseconds, for the age of idempotency keys. */
  wall(): number;
  reading: QueryRules;
  /** Service time this many milliseconds of the wall clock ago. */
  ago(ms: number): number;
  /** Trades are listed this many milliseconds of the wall clock late. */
  tradesLagMs: number;
};

export type Reply = {
  status: number;
  body: Wire;
  /** The body is rendered from this once the request id is known. */
  problem?: {error: string; message: string; details: Wire} | undefined;
  headers?: Record<string, string> | undefined;
};

export const isReply = (value: object): value is Reply =>
  'status' in value && typeof value.status === 'number';

export const okReply = (body: Wire): Reply => ({status: 200, body});

export const problemReply = (
  status: number,
  error: string,
  message: string,
  details: Wire = {},
  headers?: Record<string, string>,
): Reply => ({status, body: undefined, problem: {error, message, details}, headers});

type Problem = readonly [field: string, problem: string];

export const invalid = (field: string, problem: string, more: readonly Problem[] = []): Reply =>
  problemReply(
    400,
    'INVALID_REQUEST',
    `${field} ${problem}`,
    Object.fromEntries([[field, problem], ...more]),
  );

const statuses = {'not-found': 404, conflict: 409, business: 422} as const;

export const refusalReply = ({kind, error, message, details}: CommandRefusal): Reply =>
  problemReply(statuses[kind], error, message, details);
