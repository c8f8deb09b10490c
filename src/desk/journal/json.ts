import * as z from 'zod/mini';
import {isDecimal} from '../../api/wire/decimal.ts';
import {flag, millis} from '../../api/wire/fields.ts';
import {isPlainObject, jsonIn} from '../../api/wire/given.ts';
import {
  type EasyOption,
  easyOptionTable,
  type Id,
  type Order,
  orderTable,
  type Trade,
  tradeTable,
} from '../../api/wire/records.ts';
import {eventKinds, ownKinds} from '../events/event.ts';
import {type HaltProgress, haltEnds} from '../halt/record.ts';
import {type Draft, draftIn} from '../intents/kinds/kinds.ts';
import type {Outcome} from '../intents/outcome.ts';
import type {ActivityLine, Alert} from '../state.ts';

/**
 * JSON columns of the journal, validated when read. Data from a newer or broken program gets the most cautious
 * value: no answer, no proof, an unknown holder. It neither hides nor ends an intent.
 */

/** Undefined if a text is not of the schema. */
export const reader =
  <Value>(schema: z.ZodMiniType<Value>) =>
  (text: string): Value | undefined =>
    z.safeParse(schema, jsonIn(text)).data;

const orNone = <Schema extends z.ZodMiniType>(schema: Schema) => z.catch(z.optional(schema), undefined);

const detailSchema = z.object({
  offsetAtSend: orNone(z.number()),
  amending: orNone(
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

const keptIn = reader(detailSchema);

export type KeptDetail = ReturnType<typeof readDetail>;

export function readDetail(text: string) {
  const kept = keptIn(text);
  return {
    offsetAtSend: kept?.offsetAtSend,
    amending: kept?.amending,
    proof: kept?.proof ?? 'matched',
    candidates: kept?.candidates ?? [],
    noTrace: kept?.noTrace ?? false,
    said: kept?.said ?? {word: '', note: ''},
  };
}

/**
 * Without a draft nothing can be reconciled, so an unreadable one is an error.
 * @throws if the text is no draft
 */
export function readDraft(text: string): Draft {
  const read = draftIn(jsonIn(text));
  if ('wrong' in read) throw new TypeError(`The journal holds no draft: ${read.wrong}.`);
  return read.draft;
}

const idsIn = reader(z.array(z.string()));

export function readKnownBefore(text: string | null): readonly Id[] | undefined {
  return text === null ? undefined : idsIn(text);
}

/** Fields are texts, but for times and flags. */
function recordOf<Row>(table: Readonly<Record<string, unknown>>) {
  const typeOf = (field: unknown) => (field === millis ? 'number' : field === flag ? 'boolean' : 'string');
  return z.custom<Row>(
    value =>
      isPlainObject(value) &&
      Object.entries(table).every(([name, field]) =>
        ['undefined', typeOf(field)].includes(typeof value[name]),
      ),
  );
}

const order = recordOf<Order>(orderTable);

export const readOrder = reader(order);

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

/** Undefined if unreadable: the request then counts as sent, and its result must be read. */
export const readOutcome = reader(outcomeSchema);

const line = z.object({
  id: z.string(),
  at: z.number(),
  kind: z.enum([...eventKinds, ...ownKinds]),
  what: z.string(),
  target: z.string(),
  amount: z.string(),
  outcome: z.string(),
  requestId: z.optional(z.string()),
  latencyMs: z.optional(z.number()),
});

export const readActivity = reader<ActivityLine>(line);

const event = {id: z.string(), kind: z.enum(eventKinds), key: z.string()};
const eventSchema = z.discriminatedUnion('resource', [
  z.object({...event, resource: z.literal('easy-options'), record: recordOf<EasyOption>(easyOptionTable)}),
  z.object({...event, resource: z.literal('orders'), record: order}),
  z.object({...event, resource: z.literal('trades'), record: recordOf<Trade>(tradeTable)}),
]);

export const readEvent = reader(eventSchema);

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

export function readAlerts(text: string | undefined): readonly Alert[] {
  return z.safeParse(alertsSchema, jsonIn(text ?? '[]')).data ?? [];
}

const count = z.optional(z.number());
export const readProgress = reader<HaltProgress>(
  z.object({
    at: z.number(),
    word: z.enum([...haltEnds, 'HALTING', 'HELD']),
    isStuck: z.boolean(),
    proved: z.optional(z.enum(haltEnds)),
    left: z.array(z.string()),
    counts: z.object({orders: count, easyOptions: count, intents: z.number(), unproved: z.number()}),
    nothingListedSince: count,
  }),
);
