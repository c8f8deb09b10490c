import type {Millis} from '../../../api/wire/records.ts';
import type {Began, Entry} from '../entries.ts';
import {RecordingError} from '../error.ts';

/** What was recorded of a session: from a file that `readRecording` opens, or from memory by `recordingOf`. */
export type Recording = {
  readonly began: Began;
  /** Wall time of the first snapshot, and of the newest thing in it. */
  readonly from: Millis;
  readonly to: Millis;
  /** What was written last is cut or damaged; all in front of it is there. */
  readonly isTorn: boolean;
  /** In the order of their writing, at least one. A clock that was set back sets back their times as well. */
  readonly segments: readonly Segment[];
  /** After so many ms what reads or plays it ends with `Unfinished`. */
  readonly sliceMs: number;
};

/** From one snapshot up to the next. */
export type Segment = {
  readonly from: Millis;
  readonly to: Millis;
  /**
   * Its snapshot and the messages behind it. Read when they are asked for; of a file the last few segments are
   * kept.
   * @throws {RecordingError} what was written cannot be understood
   * @throws {Unfinished} time is up: to be asked again
   */
  entries(): readonly Entry[];
};

/**
 * A recording in memory.
 * @param entries what it began with, then segments
 * @throws {RecordingError} they begin otherwise, or hold no snapshot
 */
export function recordingOf([first, ...rest]: readonly Entry[]): Recording {
  if (first?.type !== 'began')
    throw new RecordingError('This is no recording: it does not tell how it began.');
  const segments: Entry[][] = [];
  for (const entry of rest) {
    if (entry.type === 'snapshot') segments.push([]);
    if (segments.length === 0 || entry.type === 'began')
      throw new RecordingError('This is no recording: its messages follow on no snapshot.');
    segments.at(-1)?.push(entry);
  }
  return recordingFrom(
    first.began,
    segments.map(entries => ({from: timeOf(entries[0]), to: timeOf(entries.at(-1)), entries: () => entries})),
    false,
  );
}

/** @throws {RecordingError} there is nothing that could be shown */
export function recordingFrom(began: Began, segments: readonly Segment[], isTorn: boolean): Recording {
  const [first] = segments;
  const last = segments.at(-1);
  if (first === undefined || last === undefined)
    throw new RecordingError('The recording ends before its first picture.');
  return {began, from: first.from, to: last.to, isTorn, segments, sliceMs: Number.POSITIVE_INFINITY};
}

/** The wall time of an entry. */
function timeOf(entry: Entry | undefined): Millis {
  switch (entry?.type) {
    case 'msg':
      return entry.msg.now.wall;
    case 'snapshot':
      return entry.state.now.wall;
    case 'began':
      return entry.began.at;
    default:
      return Number.NaN;
  }
}
