import type {Id, Millis} from '../../api/wire/records.ts';
import type {Outcome} from '../intents/intent.ts';
import type {AccountRead} from './proof.ts';
import type {StopFacts, StopProgress, StopRecord, StopWants} from './record.ts';
import type {StopWork} from './work.ts';

export type StopRoom = {
  readonly record: StopRecord | undefined;
  /** Set here, but not yet in the journal: it applies to this process only, and is retried. */
  readonly unkept: {readonly at: Millis; readonly reason: string | undefined} | undefined;
  /** Defined if this dashboard carries the stop out, or would if no other process did. */
  readonly work: StopWork | undefined;
  readonly reviewing: number | undefined;
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

export type StopScope = {readonly easyOptions: boolean; readonly trades: boolean};

export type StopCommand =
  | {readonly type: 'lookForStop'}
  | {readonly type: 'setStop'; readonly at: Millis}
  | {readonly type: 'liftStop'}
  | {
      readonly type: 'wantStop';
      readonly wants: StopWants;
      readonly at: Millis;
      readonly accountId: Id | undefined;
    }
  | {
      readonly type: 'driveStop';
      readonly number: number;
      readonly at: Millis;
      readonly accountId: Id | undefined;
    }
  | {readonly type: 'readForStop'; readonly number: number; readonly scope: StopScope}
  /** A DELETE of an order that no list shows, journaled like every write. */
  | {readonly type: 'proveFinal'; readonly orderId: Id}
  | {readonly type: 'reportStop'; readonly progress: StopProgress}
  | {readonly type: 'finishStop'; readonly progress: StopProgress; readonly facts: StopFacts};

export type StopMsg =
  | {readonly type: 'seen'; readonly record: StopRecord | undefined}
  | {readonly type: 'unkept'; readonly what: 'set' | 'lift' | 'want'; readonly reason: string}
  | {readonly type: 'driven'; readonly number: number; readonly facts: StopFacts | undefined}
  | {readonly type: 'read'; readonly number: number; readonly read: AccountRead}
  | {readonly type: 'checked'; readonly orderId: Id; readonly outcome: Outcome | undefined}
  | {readonly type: 'due'; readonly number: number};
