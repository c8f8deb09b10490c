import type {Millis} from '../../api/wire/records.ts';
import type {Msg} from '../model/messages.ts';
import type {State} from '../model/state.ts';
import type {TableMemory} from './table-memory.ts';

/** What a recording begins with. */
export type Began = {
  /** Of the frames and lines, rather than of the messages. */
  readonly format: number;
  /** Of the program that recorded. */
  readonly version: string;
  /** The hash of what messages and states are made of. */
  readonly schema: string;
  readonly at: Millis;
  readonly profile: string;
  readonly host: string;
  readonly pid: number;
  /** The time zone that local times were printed in. */
  readonly zone: string;
  /** Its names and amounts are not those of the account. */
  readonly isCapsule?: true | undefined;
  /** Of a capsule: what else whoever mends needs to know, and what tells nothing of anybody. */
  readonly facts?: Readonly<Record<string, string>> | undefined;
};

/**
 * A recording is what it began with, a snapshot, and then messages with a snapshot now and then, from which
 * reading can begin as well.
 */
export type Entry =
  | {readonly type: 'began'; readonly began: Began}
  | {
      readonly type: 'snapshot';
      readonly state: State;
      readonly table: TableMemory;
      /** Of the state, as it was before it was written. */
      readonly hash: string;
      /** What came before it, since the messages in front of it, was too much to be written. */
      readonly isAfterGap?: true;
    }
  /** Written before the desk takes it, so that what it came to grief over is there. */
  | {readonly type: 'msg'; readonly msg: Msg};
