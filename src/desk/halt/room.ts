import type {Id, Millis} from '../../api/wire/records.ts';
import type {Outcome} from '../intents/intent.ts';
import type {AccountRead} from './proof.ts';
import type {HaltFacts, HaltProgress, HaltRecord, HaltWants} from './record.ts';
import type {HaltWork} from './work.ts';

export type HaltState = {
  readonly record: HaltRecord | undefined;
  /** Set here, but not yet in the journal: it applies to this process only, and is retried. */
  readonly unkept: {readonly at: Millis; readonly reason: string | undefined} | undefined;
  /** Defined if this dashboard carries the halt out, or would if no other process did. */
  readonly work: HaltWork | undefined;
  readonly reviewing: number | undefined;
  readonly isHandedOn: boolean;
};

export const noHalt: HaltState = {
  record: undefined,
  unkept: undefined,
  work: undefined,
  reviewing: undefined,
  isHandedOn: false,
};

export function isHalted({halt}: {readonly halt: HaltState}): boolean {
  return halt.record !== undefined || halt.unkept !== undefined;
}

export type HaltScope = {readonly easyOptions: boolean; readonly trades: boolean};

export type HaltCommand =
  | {readonly type: 'lookForHalt'}
  | {readonly type: 'setHalt'; readonly at: Millis}
  | {readonly type: 'liftHalt'}
  | {
      readonly type: 'wantHalt';
      readonly wants: HaltWants;
      readonly at: Millis;
      readonly accountId: Id | undefined;
    }
  | {
      readonly type: 'driveHalt';
      readonly number: number;
      readonly at: Millis;
      readonly accountId: Id | undefined;
    }
  | {readonly type: 'readForHalt'; readonly number: number; readonly scope: HaltScope}
  /** A DELETE of an order that no list shows, journaled like every write. */
  | {readonly type: 'proveFinal'; readonly orderId: Id}
  | {readonly type: 'reportHalt'; readonly progress: HaltProgress}
  | {readonly type: 'finishHalt'; readonly progress: HaltProgress; readonly facts: HaltFacts};

export type HaltMsg =
  | {readonly type: 'seen'; readonly record: HaltRecord | undefined}
  | {readonly type: 'unkept'; readonly what: 'set' | 'lift' | 'want'; readonly reason: string}
  | {readonly type: 'driven'; readonly number: number; readonly facts: HaltFacts | undefined}
  | {readonly type: 'read'; readonly number: number; readonly read: AccountRead}
  | {readonly type: 'checked'; readonly orderId: Id; readonly outcome: Outcome | undefined}
  | {readonly type: 'due'; readonly number: number};
