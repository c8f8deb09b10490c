import type {Id, Millis} from '../../../api/wire/records.ts';
import type {Intent, Outcome} from '../../intents/intent.ts';
import type {StopProgress, StopRecord, StopWants} from '../../stop/record.ts';

/** The stop of a service, as every process on the journal sees it. */
export type StopJournal = {
  /** The one in force, looked at anew only once somebody has written: the same object until then. */
  seen(): StopRecord | undefined;
  /** Sets it in one commit; one that is set already stays as it is. */
  set(at: Millis): void;
  /** Takes it away, and with it what is under way. */
  lift(): void;
  /**
   * A review has confirmed what is to be ended: from now on it is under way, until it has ended or is lifted.
   * False where one for another account is under way, or none is set.
   */
  want(wants: StopWants, at: Millis, accountId: Id | undefined): boolean;
  /** Whether this process carries it out: one does, and another takes over from it when it is gone. */
  drive(at: Millis, accountId: Id | undefined): boolean;
  /** What proves how far it is. */
  facts(): StopFacts;
  /** Keeps the ids of orders that a read has listed: each is to be proved final. */
  learn(orderIds: readonly Id[]): void;
  /** Before a DELETE of an order by its id alone; undefined once the stop was lifted: then nothing is sent. */
  beginDelete(orderId: Id, at: Millis): number | undefined;
  endDelete(number: number, at: Millis, outcome: Outcome): void;
  /** How far it has come, for whoever looks. */
  report(progress: StopProgress): void;
  /** Ends it if no process has written since those facts: false otherwise. */
  finish(progress: StopProgress, facts: Pick<StopFacts, 'writes'>): boolean;
};

export type StopFacts = {
  /** Another text as soon as any process has begun or ended an attempt or a DELETE. */
  readonly writes: string;
  /** Intents of any process that have not ended, but for cancels in doubt whose order is proved final. */
  readonly open: readonly Intent[];
  /** Orders that the journal has learned of and that no answer has proved final. */
  readonly unproved: readonly Id[];
};
