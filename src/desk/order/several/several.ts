import type {Draft} from '../../intents/intent.ts';
import type {Moment} from '../../model/moment.ts';
import type {WrittenPane} from '../../model/vocabulary.ts';

export type BatchItem = {
  readonly draft: Draft;
  /** `over`: a read showed that it had already ended, so nothing was sent. */
  readonly stands: 'waiting' | 'asked' | 'done' | 'over' | 'refused' | 'UNKNOWN' | 'NOT SENT' | 'RESOLVED';
  readonly reason: string;
};

export type Batch = {
  readonly items: readonly BatchItem[];
  readonly leaving: Leaving | undefined;
  readonly startedAt: Moment;
  readonly lastAskedAt: Moment;
  readonly stopped: string | undefined;
};

/** After the batch ends, optty quits, or asks again if orders are left. */
export type Leaving = {
  readonly others: number;
};

export type Onward = {readonly pane: WrittenPane; readonly target: string};

export type Gathering = {
  readonly number: number;
  readonly pane: WrittenPane;
  /** The marked rows; undefined for the whole list. */
  readonly ids: ReadonlySet<string> | undefined;
  readonly filter: string;
  readonly isToLeave: boolean;
};
