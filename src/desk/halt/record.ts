import * as z from 'zod/mini';
import type {Id, Millis} from '../../api/wire/records.ts';
import type {Intent} from '../intents/intent.ts';

/**
 * A halt in the journal, one per service. From the commit that sets it to the one that lifts it, no process on
 * that journal sends anything that adds risk. Cancels and closes go out only after a review.
 */
export type HaltRecord = {
  readonly at: Millis;
  readonly by: string;
  readonly asked: HaltAsked | undefined;
  readonly progress: HaltProgress | undefined;
};

export type HaltAsked = {readonly at: Millis; readonly wants: HaltWants; readonly isOurs: boolean};

export type HaltWants = 'no orders' | 'flat';

export const haltEnds = ['NO ORDERS', 'NO ORDERS, NO EASY OPTIONS', 'FLAT'] as const;
export type HaltEnd = (typeof haltEnds)[number];

const count = z.optional(z.number());
export const progressSchema = z.object({
  at: z.number(),
  /** HELD: nothing of what is left can be ended now. */
  word: z.enum([...haltEnds, 'HALTING', 'HELD']),
  isStuck: z.boolean(),
  proved: z.optional(z.enum(haltEnds)),
  left: z.array(z.string()),
  counts: z.object({orders: count, easyOptions: count, intents: z.number(), unproved: z.number()}),
  /** Since when no read has listed anything; not a proof yet. */
  nothingListedSince: count,
});

export type HaltProgress = Readonly<z.infer<typeof progressSchema>>;

/** Typed to lift a halt: no key may do that by accident. */
export const liftingWord = 'resume';

export function isUnderWay({asked, progress}: HaltRecord): boolean {
  return asked !== undefined && (progress === undefined || !isEnd(progress.word));
}

export function isEnd(word: HaltProgress['word']): word is HaltEnd {
  return haltEnds.some(each => each === word);
}

/** The default time after which a halt is given up. */
export const longestHaltMs = 86_400_000;
const settleMs = 15_000;

/**
 * The outcome of a halt for a process without a terminal; undefined while it goes on. An outage ends it only by
 * the time limit.
 * @param elapsedMs since the process began with it
 */
export function haltOutcome(
  record: HaltRecord | undefined,
  {
    elapsedMs,
    timeoutMs = longestHaltMs,
    wall,
  }: {elapsedMs: number; timeoutMs?: number | undefined; wall: Millis},
): 'ended' | 'held' | 'out of time' | undefined {
  const progress = record?.asked && record.progress;
  if (progress !== undefined && isEnd(progress.word)) return 'ended';
  // An item that no operation closes is known to be stuck as soon as everything else is proved.
  const isSettled =
    progress !== undefined &&
    (progress.proved === 'NO ORDERS, NO EASY OPTIONS' || Math.abs(wall - progress.at) > settleMs);
  if (isSettled && progress.isStuck) return 'held';
  return elapsedMs >= timeoutMs ? 'out of time' : undefined;
}

export function endFor(wants: HaltWants): HaltEnd {
  return wants === 'flat' ? 'FLAT' : 'NO ORDERS';
}

export function haltedReason({by}: Pick<HaltRecord, 'by'>): string {
  return `HALTED by ${by}: new risk blocked until you type ${liftingWord} on Activity (u). Exits and reducing orders pass.`;
}

export type HaltFacts = {
  /** Changes as soon as any process asks for a write, or begins or ends an attempt or a DELETE. */
  readonly writes: string;
  readonly open: readonly Intent[];
  readonly unproved: readonly Id[];
  /** Orders that reduce a position, asked for after the review of the halt. */
  readonly closing: readonly Intent[];
};
