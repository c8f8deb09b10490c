import type {Id, Millis} from '../../api/wire/records.ts';
import type {Intent} from '../intents/intent.ts';

/**
 * A stop in the journal, one per service. From the commit that sets it to the one that lifts it, no process on
 * that journal sends anything that adds risk. Cancels and closes go out only after a review.
 */
export type StopRecord = {
  readonly at: Millis;
  readonly by: string;
  readonly asked: StopAsked | undefined;
  readonly progress: StopProgress | undefined;
};

export type StopAsked = {
  readonly at: Millis;
  readonly wants: StopWants;
  readonly isOurs: boolean;
};

export type StopWants = 'no orders' | 'flat';

export const stopEnds = ['NO ORDERS', 'NO ORDERS, NO EASY OPTIONS', 'FLAT'] as const;
export type StopEnd = (typeof stopEnds)[number];

export type StopProgress = {
  readonly at: Millis;
  /** HELD: nothing of what is left can be ended now. */
  readonly word: StopEnd | 'STOPPING' | 'HELD';
  readonly isStuck: boolean;
  readonly proved: StopEnd | undefined;
  /** Open items with their reasons; those that cannot be ended come first. */
  readonly left: readonly string[];
  readonly counts: StopCounts;
  /** Since when no read has listed anything; not a proof yet. */
  readonly nothingListedSince: Millis | undefined;
};

type StopCounts = {
  readonly orders: number | undefined;
  readonly easyOptions: number | undefined;
  readonly intents: number;
  readonly unproved: number;
};

/** Typed to lift a stop: no key may do that by accident. */
export const liftingWord = 'resume';

export function isUnderWay({asked, progress}: StopRecord): boolean {
  return asked !== undefined && (progress === undefined || !isEnd(progress.word));
}

export function isEnd(word: StopProgress['word']): word is StopEnd {
  return stopEnds.some(each => each === word);
}

/** The default time after which a stop is given up. */
export const longestStopMs = 86_400_000;
const settleMs = 15_000;

/**
 * The outcome of a stop for a process without a terminal; undefined while it goes on. An outage ends it only by
 * the time limit.
 * @param elapsedMs since the process began with it
 */
export function stopOutcome(
  record: StopRecord | undefined,
  {
    elapsedMs,
    timeoutMs = longestStopMs,
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

export function endFor(wants: StopWants): StopEnd {
  return wants === 'flat' ? 'FLAT' : 'NO ORDERS';
}

export function stoppedReason({by}: Pick<StopRecord, 'by'>): string {
  return `STOPPED by ${by}: nothing that adds risk goes out until the stop is lifted, by the word ${liftingWord} on Activity.`;
}

export type StopFacts = {
  /** Changes as soon as any process begins or ends an attempt or a DELETE. */
  readonly writes: string;
  readonly open: readonly Intent[];
  readonly unproved: readonly Id[];
};
