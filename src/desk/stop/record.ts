import type {Millis} from '../../api/wire/records.ts';

/**
 * A stop as the journal keeps it, one for each service: from the commit that sets it to the one that lifts it
 * no process on that journal sends what adds risk. What is canceled and closed besides a review has confirmed.
 */
export type StopRecord = {
  readonly at: Millis;
  /** Who set it, in words for a person. */
  readonly by: string;
  /** What is asked for besides; without it the flag alone is set. */
  readonly asked: StopAsked | undefined;
  /** How far it has come, as whoever carries it out told last. */
  readonly progress: StopProgress | undefined;
};

export type StopAsked = {
  readonly at: Millis;
  readonly wants: StopWants;
  /** Asked for with a credential of another account it is seen here, and carried out by others. */
  readonly isOurs: boolean;
};

/** Every open order is to be canceled; with `flat` every Easy Option is to be closed as well. */
export type StopWants = 'no orders' | 'flat';

/** What a stop may end as: each is said on its proof alone. */
export const stopEnds = ['NO ORDERS', 'NO ORDERS, NO EASY OPTIONS', 'FLAT'] as const;
export type StopEnd = (typeof stopEnds)[number];

export type StopProgress = {
  readonly at: Millis;
  /** HELD: nothing of what is left can be ended now. */
  readonly word: StopEnd | 'STOPPING' | 'HELD';
  /** No try and no wait can end any of it. */
  readonly isStuck: boolean;
  /** What has been proved on the way. */
  readonly proved: StopEnd | undefined;
  /** What is left, each with why, those that cannot be ended first. */
  readonly left: readonly string[];
  readonly counts: StopCounts;
  /** Since when no read listed anything; that proves nothing yet. */
  readonly nothingListedSince: Millis | undefined;
};

export type StopCounts = {
  /** Open orders and Easy Options by the last read; undefined where they have not been read. */
  readonly orders: number | undefined;
  readonly easyOptions: number | undefined;
  /** Intents of any process that have not ended. */
  readonly intents: number;
  /** Orders that this journal knows, that no list shows and that are not proved final. */
  readonly unproved: number;
};

/** The word that lifts a stop: it is typed, for no key may do that by accident. */
export const liftingWord = 'resume';

/** Whether there is something to carry out. */
export function isUnderWay({asked, progress}: StopRecord): boolean {
  return asked !== undefined && (progress === undefined || !isEnd(progress.word));
}

export function isEnd(word: StopProgress['word']): word is StopEnd {
  return stopEnds.some(each => each === word);
}

/** A stop is given up after a day, unless another time is asked for (ms). */
export const longestStopMs = 86_400_000;
/** Reads may settle within so long what looks stuck. */
const settleMs = 15_000;

/**
 * How a stop ends for a process that nobody looks at; undefined while it goes on. An outage, however long, ends
 * it by its time alone.
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
  // What no operation closes is known as soon as all else is proved.
  const isSettled =
    progress !== undefined &&
    (progress.proved === 'NO ORDERS, NO EASY OPTIONS' || Math.abs(wall - progress.at) > settleMs);
  if (isSettled && progress.isStuck) return 'held';
  return elapsedMs >= timeoutMs ? 'out of time' : undefined;
}

/** What ends a stop as it was asked for. */
export function endFor(wants: StopWants): StopEnd {
  return wants === 'flat' ? 'FLAT' : 'NO ORDERS';
}

/** Why what adds risk is not sent, wherever that is found out. */
export function stoppedReason({by}: Pick<StopRecord, 'by'>): string {
  return `STOPPED by ${by}: nothing that adds risk goes out until the stop is lifted, by the word ${liftingWord} on Activity.`;
}
