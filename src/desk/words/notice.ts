import type {Moment} from '../model/moment.ts';

/** A message to the person. */
export type Notice = {
  readonly id: number;
  readonly text: string;
  readonly level: 'info' | 'good' | 'warning' | 'danger';
  readonly at: Moment;
  /** The record that it is about, named as targets of writes are: what is newer about it takes its place. */
  readonly about: string | undefined;
  /** It says why a key does nothing just here, and goes with that. */
  readonly isHint: boolean;
  /** It stays on top until it is taken note of. */
  readonly stays: boolean;
};
