import type {Draft} from '../../intents/intent.ts';
import type {Moment} from '../../model/moment.ts';
import type {WrittenPane} from '../../model/vocabulary.ts';

/** One of several writes that one review confirmed. */
export type BatchItem = {
  readonly draft: Draft;
  /** `over`: a read showed that it had ended before; nothing was done to it. */
  readonly stands: 'waiting' | 'asked' | 'done' | 'over' | 'refused' | 'UNKNOWN' | 'NOT SENT' | 'BY HAND';
  readonly reason: string;
};

/** Several writes that go out one after another. */
export type Batch = {
  readonly items: readonly BatchItem[];
  readonly leaving: Leaving | undefined;
  readonly startedAt: Moment;
  readonly lastAskedAt: Moment;
  /** Why those that wait are not asked for any more. */
  readonly stopped: string | undefined;
};

/** Once they have ended optty quits, or asks again where anything is left. */
export type Leaving = {
  /** How many open orders are none of them. */
  readonly others: number;
};

/** A row that the person wrote to and stays on, until the answer comes. */
export type Onward = {readonly pane: WrittenPane; readonly target: string};

/** A list that is read before several of its records are reviewed. */
export type Gathering = {
  readonly number: number;
  readonly pane: WrittenPane;
  /** Those that were marked; without them all of the list are meant. */
  readonly ids: ReadonlySet<string> | undefined;
  /** The filter in force, as it was typed. */
  readonly filter: string;
  /** They are canceled so that optty can be quit. */
  readonly isToLeave: boolean;
};
