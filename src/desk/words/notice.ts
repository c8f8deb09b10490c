import type {Action} from '../keys.ts';
import type {Moment} from '../model/moment.ts';
import type {Tone} from '../model/vocabulary.ts';

export type Notice = {
  readonly id: number;
  readonly text: string;
  readonly level: 'info' | 'good' | 'warning' | 'danger';
  readonly at: Moment;
  /** The target of a write; a newer notice about it replaces this one. */
  readonly about: string | undefined;
  /** Explains why a key does nothing here, and goes when the view changes. */
  readonly isHint: boolean;
  /** The action that a hint says cannot act now: its reason follows the time. */
  readonly why?: Action | undefined;
  /** The result of a write of this dashboard. */
  readonly isOwn?: boolean | undefined;
  readonly stays: boolean;
  /** The id of an intent: the notice goes when that has ended. */
  readonly until?: string | undefined;
};

type Sign = {readonly sign: string; readonly spoken: string; readonly tone: Tone};

export const signs: Readonly<Record<Notice['level'], Sign>> = {
  info: {sign: '', spoken: '', tone: 'plain'},
  good: {sign: '✓ ', spoken: '', tone: 'good'},
  warning: {sign: '! ', spoken: 'Warning: ', tone: 'warning'},
  danger: {sign: '!! ', spoken: 'Danger: ', tone: 'danger'},
};
