import type {Millis} from '../../api/wire/records.ts';
import type {Msg} from '../messages.ts';
import type {State} from '../state.ts';

/** Raise it if messages, states or entries change (a test then fails) or how they are written. */
export const recordingVersion = 56;

export type Began = {
  /** The `recordingVersion` of the program that recorded it. */
  readonly format: number;
  readonly version: string;
  readonly at: Millis;
  readonly profile: string;
  readonly host: string;
  readonly pid: number;
  readonly zone: string;
  readonly isRedacted?: true | undefined;
};

/** Its beginning, a snapshot, then messages and further snapshots, where reading can also begin. */
export type Entry =
  | {readonly type: 'began'; readonly began: Began}
  | {readonly type: 'snapshot'; readonly state: State; readonly table: TableMemory}
  /** Written before the desk applies it, so that a message that makes it throw is included. */
  | {readonly type: 'msg'; readonly msg: Msg};

export function timeOf(entry: Entry): Millis {
  switch (entry.type) {
    case 'began':
      return entry.began.at;
    case 'snapshot':
      return entry.state.now.wall;
    case 'msg':
      return entry.msg.now.wall;
    default:
      return entry satisfies never;
  }
}

/** Memory of the table drawing between frames: the only visible state outside of `State`. */
export type TableMemory = {
  readonly rows: {readonly of: string; readonly start: number; readonly needs: Needs};
  readonly figures: {
    readonly start: number;
    readonly width: number;
    readonly needs: ReadonlyMap<string, Needs>;
  };
};

/** Column widths only grow while a table is in view, so that a new digit does not move columns. */
export type Needs = ReadonlyMap<string, Need>;

/** In cells; numbers have separate space for the whole part, and for the point and decimals. */
export type Need = {readonly whole: number; readonly fraction: number; readonly name: number};

/** A recording cannot be read, or not from here on; the message gives the reason and the remedy. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError';
}
