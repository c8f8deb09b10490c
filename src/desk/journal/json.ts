import * as z from 'zod/mini';
import {isDecimal} from '../../api/wire/decimal.ts';
import {millis} from '../../api/wire/fields.ts';
import {isPlainObject, jsonIn} from '../../api/wire/given.ts';
import {type Id, type Order, orderFields, orderTable} from '../../api/wire/records.ts';
import {type Candidate, type Draft, draftSchema, type Intent, type Outcome} from '../intents/intent.ts';
import type {ActivityLine, Alert} from '../model/state.ts';
import type {Lease} from './lease.ts';

/**
 * What the journal keeps as JSON, proved as it is read. Of what a newer or broken program left there only what
 * claims least is believed: no answer, no proof, a holder that nobody here can see. No intent goes out of sight
 * for it, and none ends by it.
 */

/** What is kept of an intent in one column: of every state its own. */
export type KeptDetail = {
  readonly offsetAtSend: number | undefined;
  readonly replacing: Intent['replacing'];
  readonly proof: Extract<Intent, {state: 'DONE'}>['proof'];
  readonly candidates: readonly Candidate[];
  readonly noTrace: boolean;
  readonly said: Extract<Intent, {state: 'BY HAND'}>['said'];
};

const orNone = <Schema extends z.ZodMiniType>(schema: Schema) => z.catch(z.optional(schema), undefined);

const detailSchema = z.object({
  offsetAtSend: orNone(z.number()),
  replacing: orNone(
    z.object({
      write: z.number(),
      filled: orNone(z.string().check(z.refine(isDecimal))),
      isComplete: orNone(z.boolean()),
      isInsisted: orNone(z.boolean()),
    }),
  ),
  proof: orNone(z.enum(['proved', 'matched'])),
  candidates: orNone(z.array(z.object({recordId: z.string(), words: z.string(), isTaken: z.boolean()}))),
  noTrace: orNone(z.boolean()),
  said: orNone(z.object({word: z.string(), note: z.string()})),
});

export function readDetail(text: string): KeptDetail {
  const kept = z.safeParse(detailSchema, jsonIn(text)).data;
  return {
    offsetAtSend: kept?.offsetAtSend,
    replacing: kept?.replacing,
    proof: kept?.proof ?? 'matched',
    candidates: kept?.candidates ?? [],
    noTrace: kept?.noTrace ?? false,
    said: kept?.said ?? {word: '', note: ''},
  };
}

/**
 * What was asked for: without it nothing can be looked for, so one that cannot be read is no intent at all.
 * @throws where it is none
 */
export function readDraft(text: string): Draft {
  return draftSchema.parse(jsonIn(text));
}

/** Undefined where it is not known: then any record may be one that came after the send. */
export function readKnownBefore(text: string | null): readonly Id[] | undefined {
  return text === null ? undefined : z.safeParse(z.array(z.string()), jsonIn(text)).data;
}

/** An order as it was decoded when it came: its fields are texts, but for its times. */
const order = z.custom<Order>(
  value =>
    isPlainObject(value) &&
    typeof value.orderId === 'string' &&
    orderFields.every(name => ['undefined', typeOf(name)].includes(typeof value[name])),
);

const typeOf = (name: (typeof orderFields)[number]) => (orderTable[name] === millis ? 'number' : 'string');

/** The order that was kept; undefined for what is none. */
export function readOrder(text: string): Order | undefined {
  return z.safeParse(order, jsonIn(text)).data;
}

const words = z.string();
const outcomeSchema: z.ZodMiniType<Outcome> = z.discriminatedUnion('kind', [
  z.object({kind: z.literal('yes'), order: z.optional(order)}),
  z.object({kind: z.literal('garbled'), words}),
  z.object({
    kind: z.literal('status'),
    status: z.number(),
    ownBody: z.boolean(),
    words,
    retryAfterMs: z.optional(z.number()),
  }),
  z.object({kind: z.literal('lost'), words}),
  z.object({kind: z.literal('not sent'), words, mayRepeat: z.boolean()}),
]);

/** Undefined for what is no answer: then it counts as sent, and what became of it has to be read. */
export function readOutcome(text: string): Outcome | undefined {
  return z.safeParse(outcomeSchema, jsonIn(text)).data;
}

const leaseSchema: z.ZodMiniType<Lease> = z.object({
  hostname: z.string(),
  bootId: z.string(),
  pidNamespace: z.string(),
  pid: z.number(),
  startTime: z.string(),
});
/** Nobody can tell whether it runs: what it holds passes on by the word of the user alone. */
const unseen: Lease = {hostname: 'an unknown host', bootId: '?', pidNamespace: '?', pid: 0, startTime: ''};

export function readLease(text: string): Lease {
  return z.safeParse(leaseSchema, jsonIn(text)).data ?? unseen;
}

/** What a line may be of: one that is missing here does not compile. */
const kinds = {
  intent: 'intent',
  opened: 'opened',
  triggered: 'triggered',
  closed: 'closed',
  expired: 'expired',
  filled: 'filled',
  'partly filled': 'partly filled',
  cancelled: 'cancelled',
  changed: 'changed',
  gone: 'gone',
  alert: 'alert',
  away: 'away',
  program: 'program',
  journal: 'journal',
  several: 'several',
  stop: 'stop',
  more: 'more',
} as const satisfies {readonly [K in ActivityLine['kind']]: K};

const lineSchema = z.object({
  id: z.string(),
  at: z.number(),
  kind: z.enum(kinds),
  what: z.string(),
  target: z.string(),
  amount: z.string(),
  outcome: z.string(),
  requestId: z.optional(z.string()),
  latencyMs: z.optional(z.number()),
});

/** The line that was kept; none for one that says nothing to this program. */
export function readActivity(text: string): readonly ActivityLine[] {
  const line = z.safeParse(lineSchema, jsonIn(text)).data;
  return line === undefined ? [] : [{...line, requestId: line.requestId, latencyMs: line.latencyMs}];
}

const alertsSchema = z.array(
  z.object({
    id: z.string(),
    pane: z.enum(['cards', 'easyOptions']),
    rowId: z.string(),
    label: z.string(),
    field: z.string(),
    above: z.boolean(),
    level: z.string().check(z.regex(/^-?\d+(\.\d+)?$/)),
    hasRung: z.boolean(),
  }),
);

/** The alerts that were kept, all or none. */
export function readAlerts(text: string | undefined): readonly Alert[] {
  return z.safeParse(alertsSchema, jsonIn(text ?? '[]')).data ?? [];
}
