import type {Millis} from '../../api/wire/records.ts';

export type PastEvent = {readonly at: Millis; readonly weight: 'usual' | 'grave'};

export type PastKey = {readonly key: string; readonly does: string};

export type LiveNow = {
  readonly isStale: boolean;
  readonly unknown: number;
  readonly stop: string | undefined;
  readonly fills: number;
};

/** Shown while the screen replays the past. Only the drawn state has it, never the desk's or a recorded one. */
export type Past = {
  readonly kind: 'replay' | 'back';
  readonly at: Millis;
  readonly from: Millis;
  readonly to: Millis;
  readonly isPlaying: boolean;
  readonly speed: number;
  readonly events: readonly PastEvent[];
  /** The most important first: the rest is left out if there is little room. */
  readonly keys: readonly PastKey[];
  readonly isHelp?: true;
  readonly asked?: {readonly what: string; readonly text: string};
  readonly said?: string;
  readonly live?: LiveNow;
};
