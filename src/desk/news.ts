import type {Moment} from '../account/model/moment.ts';
import type {Pane} from '../account/model/vocabulary.ts';
import type {ActivityLine} from '../core/events/line.ts';
import type {Action} from './keys.ts';

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
  /** Answers a key or a write of the person. */
  readonly isAnswer?: boolean | undefined;
  /** The action that follows it: its key, and the words of what that does, are shown while it can act. */
  readonly follows?: {readonly action: Action; readonly does: string} | undefined;
  readonly stays: boolean;
  /** The ids of intents: the notice goes when all have ended, and a canceled order has another in its place. */
  readonly until?: readonly string[] | undefined;
  /** The id of the order that may overfill. */
  readonly overfillBy?: string | undefined;
  /** The intent that is acknowledged with it. */
  readonly intentId?: string | undefined;
};

export type News = {
  readonly activity: readonly ActivityLine[];
  readonly activitySelected?: string | undefined;
  readonly notices: readonly Notice[];
  /** All notices of this session, newest last. */
  readonly messages: readonly Notice[];
  /** The last reported stage of the news of each record. */
  readonly told: ReadonlyMap<string, string>;
  /** The writes that were under way when the controls changed hands. */
  readonly handed: ReadonlySet<string>;
  readonly unvisited: ReadonlySet<Pane>;
  readonly away?: {readonly since: Moment; readonly reason: string} | undefined;
};

export const noNews: News = {
  ...{activity: [], notices: [], messages: []},
  ...{told: new Map(), handed: new Set(), unvisited: new Set()},
};
