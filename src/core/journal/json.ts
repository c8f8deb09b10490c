import * as z from 'zod/mini';
import {isPlainObject, jsonIn} from '../../api/wire/given.ts';
import type {Id} from '../../api/wire/records.ts';
import {lineSchema} from '../events/line.ts';
import {progressSchema} from '../halt/halt.ts';
import {type Draft, draftIn, type WriteDraft, writeOf} from '../intents/kinds/kinds.ts';
import {orderSchema, outcomeSchema} from '../intents/outcome.ts';

/**
 * JSON columns of the journal, validated when read. Data from a newer or broken program gets the most cautious
 * value: no answer, no proof, an unknown holder. It neither hides nor ends an intent.
 */

export const reader =
  <Value>(schema: z.ZodMiniType<Value>) =>
  (text: string): Value | undefined =>
    z.safeParse(schema, jsonIn(text)).data;

const orNone = <Schema extends z.ZodMiniType>(schema: Schema) => z.catch(z.optional(schema), undefined);

const detailSchema = z.object({
  offsetAtSend: orNone(z.number()),
  addsTo: orNone(z.object({currency: orNone(z.string()), underlying: orNone(z.string())})),
  notReplaced: orNone(z.string()),
  underHalt: orNone(z.number()),
  isContradicted: orNone(z.boolean()),
  isAcknowledged: orNone(z.boolean()),
  proof: z.catch(z.enum(['proved', 'matched']), 'matched'),
  said: z.catch(z.object({word: z.string(), note: z.string(), afterYes: z.optional(z.literal(true))}), {
    word: '',
    note: '',
  }),
});

/** The fields of an intent that a row keeps beside its columns. */
export const detailNames = Object.keys(detailSchema.shape);

export type KeptDetail = z.infer<typeof detailSchema>;

export function readDetail(text: string): KeptDetail {
  const kept = jsonIn(text);
  return z.parse(detailSchema, isPlainObject(kept) ? kept : {});
}

/**
 * Without a draft nothing can be reconciled, so an unreadable one is an error.
 * @throws if the text is no draft
 */
export function readDraft(text: string): Draft {
  const read = draftIn(jsonIn(text));
  if ('refused' in read) throw new TypeError(`The journal holds no draft: ${read.refused}.`);
  return read.draft;
}

export const readWrite = (text: string): WriteDraft => writeOf(readDraft(text));

const idsIn = reader(z.array(z.string()));

export function readKnownBefore(text: string | null): readonly Id[] | undefined {
  return text === null ? undefined : idsIn(text);
}

export const readOrder = reader(orderSchema);

/** Undefined if unreadable: the request then counts as sent, and its result must be read. */
export const readOutcome = reader(outcomeSchema);

export const readActivity = reader(lineSchema);

export const readCredentials = reader(z.array(z.object({fingerprint: z.string(), source: z.string()})));

export const readProgress = reader(progressSchema);

/**
 * Several writes that one key asked for, with the last earlier write of the target of each. It is stored once:
 * the later writes in the journal show which of these were asked for since.
 */
const severalSchema = z.object({
  at: z.number(),
  asked: z.array(z.object({draft: z.unknown(), before: z.optional(z.string())})),
});
export type Several = Readonly<z.infer<typeof severalSchema>>;
export const readSeveral = reader(severalSchema);

/** The note that the journal lacks later writes. */
export const lackName = 'lack';
export const readLack = reader(z.object({count: z.number()}));
