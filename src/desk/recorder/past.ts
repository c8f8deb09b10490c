import type {Millis} from '../../api/wire/records.ts';

/** What happened at a time: the keys for the next and the previous event go to these. */
export type PastEvent = {readonly at: Millis; readonly weight: 'usual' | 'grave'};

/** A key that acts in the past, as it stands on the keyboard, and what it does there. */
export type PastKey = {readonly key: string; readonly does: string};

/** How things stand now, while the picture is one of the past. */
export type LiveNow = {
  readonly isStale: boolean;
  /** Writes of which nobody knows what became of them. */
  readonly unknown: number;
  /** The word of the stop in force: `STOPPED`, `FLAT`. */
  readonly stop: string | undefined;
  /** Since one looks back. */
  readonly fills: number;
};

/**
 * What the screen says of itself when what is seen is not now. It is of the picture alone: the state that is
 * drawn has it, no state of a desk and none that is recorded.
 */
export type Past = {
  /** A recording that is replayed, or a look back while the service is polled. */
  readonly kind: 'replay' | 'back';
  readonly at: Millis;
  /** The first and the last instant that one can go to. */
  readonly from: Millis;
  readonly to: Millis;
  readonly isPlaying: boolean;
  /** How many times as fast as it was. */
  readonly speed: number;
  /** The oldest first. */
  readonly events: readonly PastEvent[];
  /** The most needed first: where there is little room the rest is left out. */
  readonly keys: readonly PastKey[];
  /** The help that is open is of these keys, rather than one that was open then. */
  readonly isHelp?: true;
  /** What is being typed: a text to find, a time to go to. */
  readonly asked?: {readonly what: string; readonly text: string};
  /** What the last key came to, where the picture does not show it. */
  readonly said?: string;
  /** While looking back. */
  readonly live?: LiveNow;
};
