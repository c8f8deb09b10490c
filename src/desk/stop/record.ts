import type {Millis} from '../../api/wire/records.ts';

/**
 * A stop as the journal keeps it, one for each service: from the commit that sets it to the one that lifts it
 * no process on that journal sends what adds risk.
 */
export type StopRecord = {
  readonly at: Millis;
  /** Who set it, in words for a person. */
  readonly by: string;
};

/** The word that lifts a stop: it is typed, for no key may do that by accident. */
export const liftingWord = 'resume';

/** Why what adds risk is not sent, wherever that is found out. */
export function stoppedReason({by}: StopRecord): string {
  return `STOPPED by ${by}: nothing that adds risk goes out until the stop is lifted, by the word ${liftingWord} on Activity.`;
}
