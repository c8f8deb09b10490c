import type {Id, Millis} from '../../api/wire/records.ts';
import type {Outcome} from '../intents/intent.ts';
import type {StopFacts} from '../journal/stop/contract.ts';
import type {AccountRead} from './reading.ts';
import type {StopProgress, StopRecord, StopWants} from './record.ts';
import type {StopWork} from './work.ts';

/** What the desk knows of the stop of its service. */
export type StopRoom = {
  /** As the journal holds it, whoever set it. */
  readonly record: StopRecord | undefined;
  /** Pressed here, and the journal has not taken it: it holds here alone, and is tried again. */
  readonly unkept: {readonly at: Millis; readonly reason: string | undefined} | undefined;
  /** While one is under way that this dashboard carries out, or would if nobody else did. */
  readonly work: StopWork | undefined;
  /** What is open is being read for the review of it; the number of that read. */
  readonly reviewing: number | undefined;
  /** A process without a terminal goes on with it once this dashboard has quit. */
  readonly isHandedOn: boolean;
};

export const noStop: StopRoom = {
  record: undefined,
  unkept: undefined,
  work: undefined,
  reviewing: undefined,
  isHandedOn: false,
};

export function isStopped({stop}: {readonly stop: StopRoom}): boolean {
  return stop.record !== undefined || stop.unkept !== undefined;
}

/** Which lists a read of the account takes in. */
export type StopScope = {readonly easyOptions: boolean; readonly trades: boolean};

/** What is asked of the journal and the service about the stop; each answer comes as a message. */
export type StopCommand =
  | {readonly type: 'look'}
  | {readonly type: 'set'; readonly at: Millis}
  | {readonly type: 'lift'}
  | {
      readonly type: 'want';
      readonly wants: StopWants;
      readonly at: Millis;
      readonly accountId: Id | undefined;
    }
  /** Whether it is ours to carry out, and what the journal holds towards its proof. */
  | {
      readonly type: 'drive';
      readonly number: number;
      readonly at: Millis;
      readonly accountId: Id | undefined;
    }
  | {readonly type: 'read'; readonly number: number; readonly scope: StopScope}
  /** A DELETE of an order that no list shows, journaled as every write is. */
  | {readonly type: 'check'; readonly orderId: Id}
  | {readonly type: 'report'; readonly progress: StopProgress}
  | {readonly type: 'finish'; readonly progress: StopProgress; readonly facts: StopFacts}
  | {readonly type: 'wait'; readonly number: number; readonly ms: number};

export type StopMsg =
  /** What the journal holds; the same object as long as nobody has written. */
  | {readonly type: 'seen'; readonly record: StopRecord | undefined}
  /** The journal did not take it. */
  | {readonly type: 'unkept'; readonly what: 'set' | 'lift' | 'want'; readonly reason: string}
  | {readonly type: 'driven'; readonly number: number; readonly facts: StopFacts | undefined}
  | {readonly type: 'read'; readonly number: number; readonly read: AccountRead}
  /** Undefined where nothing was sent. */
  | {readonly type: 'checked'; readonly orderId: Id; readonly outcome: Outcome | undefined}
  | {readonly type: 'due'; readonly number: number};
