import * as z from 'zod/mini';
import type {Moment} from '../../account/model/moment.ts';
import {isPlainObject} from '../../api/wire/given.ts';
import {flag, type Millis, millis, type Order, orderShape} from '../../api/wire/records.ts';

/** Fields are texts, but for times and flags. */
function recordSchema<Row>(shape: Readonly<Record<string, z.ZodMiniType>>) {
  const isOf = (field: z.ZodMiniType, kind: z.ZodMiniType) =>
    field === kind || (field instanceof z.ZodMiniOptional && field.def.innerType === kind);
  const typeOf = (field: z.ZodMiniType) =>
    isOf(field, millis) ? 'number' : isOf(field, flag) ? 'boolean' : 'string';
  return z.custom<Row>(
    value =>
      isPlainObject(value) &&
      Object.entries(shape).every(([name, field]) =>
        ['undefined', typeOf(field)].includes(typeof value[name]),
      ),
  );
}

export const orderSchema = recordSchema<Order>(orderShape);

const words = z.string();

/** Fact about one attempt; `classify` decides what it proves. Without one, it may still be under way. */
export const outcomeSchema = z.discriminatedUnion('kind', [
  /** 2xx with a documented body; place and cancel bring the order. */
  z.object({kind: z.literal('yes'), order: z.optional(orderSchema)}),
  z.object({kind: z.literal('garbled'), words}),
  z.object({
    kind: z.literal('status'),
    status: z.number(),
    /** ApiErrorV1, or a JSON object with a message. */
    ownBody: z.boolean(),
    words,
    retryAfterMs: z.optional(z.number()),
  }),
  /** No complete answer, and the request may have arrived. */
  z.object({kind: z.literal('lost'), words}),
  /** No request header was written. `mayRepeat` is false if a repeat would fail the same way. */
  z.object({kind: z.literal('not sent'), words, mayRepeat: z.boolean()}),
]);

export type Outcome = Readonly<z.infer<typeof outcomeSchema>>;

/** Journaled before the connection opens, and again with its result. */
export type Attempt = {
  /** The epoch of the controls under which this process made it. */
  readonly epoch?: number | undefined;
  readonly number: number;
  readonly by: 'user' | 'itself';
  /** Monotonic times and automatic repeats are valid in one process only. */
  readonly process: 'this' | 'earlier';
  readonly startedAt: Moment;
  /** The machine slept, or its clock was set, between the commit and the first byte. */
  readonly isUnsteady?: boolean | undefined;
  readonly result?:
    | {
        readonly at: Moment;
        readonly outcome: Outcome;
        readonly requestId?: string | undefined;
        readonly latencyMs?: number | undefined;
      }
    | undefined;
};

/** The records of orders in the service's answers, oldest first. */
export const ordersAnswered = ({attempts}: {readonly attempts: readonly Attempt[]}): readonly Order[] =>
  attempts.flatMap(({result}) => (result?.outcome.kind === 'yes' ? (result.outcome.order ?? []) : []));

export const saidYes = ({attempts}: {readonly attempts: readonly Attempt[]}): boolean =>
  attempts.some(({result}) => result?.outcome.kind === 'yes');

/** It proves that nothing was done, and the next write of its kind waits. */
export const isRateLimit = (outcome: Outcome | undefined): outcome is Extract<Outcome, {kind: 'status'}> =>
  outcome?.kind === 'status' && outcome.status === 429;

export function mayHaveArrived(attempt: Attempt): boolean {
  return attempt.result?.outcome.kind !== 'not sent';
}

/** For so long after an attempt began it may arrive: 10 s to its deadline, and a service that is late. */
export const lateMs = 25_000;

/** The status of an answer in the service's own words; undefined for any other result. */
export function ownStatus(outcome: Outcome | undefined): number | undefined {
  return outcome?.kind === 'status' && outcome.ownBody ? outcome.status : undefined;
}

/**
 * DELETEs prove an order final by their status: an own 409, or two own 404s with the lag of the lists between
 * them, since a new order may not be found at once. No other status does.
 */
export function isFinalBy(attempts: readonly Attempt[], listLagMs: Millis): boolean {
  const answered = (status: number) => attempts.filter(each => ownStatus(each.result?.outcome) === status);
  if (answered(409).length > 0) return true;
  const all = answered(404);
  return all.some((one, at) => all.slice(at + 1).some(other => apartMs(one, other) >= listLagMs));
}

/** A clock that was set forward proves no time. The monotonic one is of one process. */
function apartMs(one: Attempt, other: Attempt): number {
  const wall = other.startedAt.wall - one.startedAt.wall;
  return one.process === 'this' ? Math.min(wall, other.startedAt.mono - one.startedAt.mono) : wall;
}
