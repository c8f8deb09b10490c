import type {Millis} from '../../api/wire/records.ts';
import type {StopRecord} from './record.ts';

/** What the desk knows of the stop of its service. */
export type StopRoom = {
  /** As the journal holds it, whoever set it. */
  readonly record: StopRecord | undefined;
  /** Pressed here, and the journal has not taken it: it holds here alone, and is tried again. */
  readonly unkept: {readonly at: Millis; readonly reason: string | undefined} | undefined;
};

export const noStop: StopRoom = {record: undefined, unkept: undefined};

export function isStopped({stop}: {readonly stop: StopRoom}): boolean {
  return stop.record !== undefined || stop.unkept !== undefined;
}

/** What is asked of the journal about the stop; the answer comes as a message. */
export type StopCommand =
  | {readonly type: 'look'}
  | {readonly type: 'set'; readonly at: Millis}
  | {readonly type: 'lift'};

export type StopMsg =
  /** What the journal holds; the same object as long as nobody has written. */
  | {readonly type: 'seen'; readonly record: StopRecord | undefined}
  /** The journal did not take it. */
  | {readonly type: 'unkept'; readonly what: 'set' | 'lift'; readonly reason: string};
