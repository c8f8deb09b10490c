import type {Moment} from '../model/moment.ts';

export type Notice = {
  readonly id: number;
  readonly text: string;
  readonly level: 'info' | 'good' | 'warning' | 'danger';
  readonly at: Moment;
  /** The target of a write; a newer notice about it replaces this one. */
  readonly about: string | undefined;
  /** Explains why a key does nothing here, and goes when the view changes. */
  readonly isHint: boolean;
  readonly stays: boolean;
};
