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
  readonly stays: boolean;
};

type Sign = {readonly sign: string; readonly spoken: string; readonly tone: Tone};

export const signs: Readonly<Record<Notice['level'], Sign>> = {
  info: {sign: '', spoken: '', tone: 'plain'},
  good: {sign: '✓ ', spoken: '', tone: 'good'},
  warning: {sign: '! ', spoken: 'Warning: ', tone: 'warning'},
  danger: {sign: '!! ', spoken: 'Danger: ', tone: 'danger'},
};
