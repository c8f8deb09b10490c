import * as z from 'zod/mini';
import {jsonIn} from '../../../api/wire/given.ts';
import {type StopProgress, stopEnds} from '../../stop/record.ts';

const count = z.optional(z.number());
const schema = z.object({
  at: z.number(),
  word: z.enum([...stopEnds, 'STOPPING', 'HELD']),
  isStuck: z.boolean(),
  proved: z.optional(z.enum(stopEnds)),
  left: z.array(z.string()),
  counts: z.object({orders: count, easyOptions: count, intents: z.number(), unproved: z.number()}),
  nothingListedSince: count,
});

/** How far a stop has come; what cannot be read is not begun, and so nothing is said to have ended. */
export function readProgress(text: string): StopProgress | undefined {
  const kept = z.safeParse(schema, jsonIn(text)).data;
  if (kept === undefined) return undefined;
  const {counts, proved, nothingListedSince} = kept;
  const {orders, easyOptions} = counts;
  return {...kept, proved, nothingListedSince, counts: {...counts, orders, easyOptions}};
}
