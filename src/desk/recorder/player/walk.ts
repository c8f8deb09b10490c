import type {Msg} from '../../model/messages.ts';
import type {Moment} from '../../model/moment.ts';
import type {State} from '../../model/state.ts';
import {update} from '../../update.ts';
import type {Entry} from '../entries.ts';
import {RecordingError} from '../error.ts';
import type {Recording} from '../file/recording.ts';
import {hashOf} from '../hash.ts';
import type {TableMemory} from '../table-memory.ts';

/** A place in a recording. */
export type Cue = {
  readonly segment: number;
  /** How many entries of the segment have been taken; its snapshot is the first of them. */
  readonly taken: number;
};

/** A place in a recording, and what the desk knew there. */
export type Playhead = Cue & {
  readonly state: State;
  /** What the table remembered, as it was told last. */
  readonly table: TableMemory;
  readonly at: Moment;
  /** Why the program ended with the message that leads here, if it did. */
  readonly crash?: string;
  /** The recording has another state here than its messages make of the one before. */
  readonly differs?: true;
  /** Messages between this place and the one before it were left out. */
  readonly isAfterGap?: true;
};

/**
 * The beginning of a segment.
 * @throws {RecordingError} it cannot be read
 */
export function startOf(recording: Recording, segment: number): Playhead {
  const {state, table} = snapshotOf(recording, segment);
  return {segment, taken: 1, state, table, at: state.now};
}

function snapshotOf({segments}: Recording, segment: number): Extract<Entry, {type: 'snapshot'}> {
  const first = segments[segment]?.entries()[0];
  if (first?.type === 'snapshot') return first;
  throw new RecordingError(
    'A part of the recording begins without the picture that its messages go on from.',
  );
}

/**
 * A message on; undefined at the end. Its commands are thrown away: what is replayed sends nothing.
 * @throws {RecordingError} the segment that follows cannot be read
 */
export function following(recording: Recording, head: Playhead): Playhead | undefined {
  const isWithin = entryAt(recording, head) !== undefined;
  if (!isWithin && head.segment + 1 >= recording.segments.length) return undefined;
  const from = isWithin ? head : across(recording, head);
  const entry = entryAt(recording, from);
  // Nothing came in that segment: its beginning is a place of its own.
  if (entry === undefined) return from;
  // A segment has no other snapshot than its first entry, and no other beginning.
  return entry.type === 'msg' ? taking(from, entry.msg) : {...from, taken: from.taken + 1};
}

/** As `following`, but undefined at the end of the segment as well: nothing of the next one is read. */
export function followingWithin(recording: Recording, head: Playhead): Playhead | undefined {
  return entryAt(recording, head) === undefined ? undefined : following(recording, head);
}

/** When the message that follows came; undefined at the end. */
export function nextMoment(recording: Recording, {segment, taken}: Cue): Moment | undefined {
  const isLast = segment + 1 >= recording.segments.length;
  const entry = entryAt(recording, {segment, taken}) ?? entryAt(recording, {segment: segment + 1, taken: 1});
  if (entry?.type === 'msg') return entry.msg.now;
  return isLast ? undefined : startOf(recording, segment + 1).at;
}

function entryAt({segments}: Recording, {segment, taken}: Cue): Entry | undefined {
  return segments[segment]?.entries()[taken];
}

function taking({segment, taken, state, table, differs, isAfterGap}: Playhead, msg: Msg): Playhead {
  const to = {
    ...{segment, taken: taken + 1, table, at: msg.now, ...(differs && {differs})},
    // Nobody stops at the beginning of a segment that was walked into.
    ...(taken === 1 && isAfterGap && {isAfterGap}),
  };
  try {
    return {...to, state: update(state, msg)[0]};
  } catch (error) {
    return {...to, state, crash: error instanceof Error ? error.message : String(error)};
  }
}

/** The end of one segment is the beginning of the next; where they are not the same, the recording is right. */
function across(recording: Recording, head: Playhead): Playhead {
  const next = startOf(recording, head.segment + 1);
  const {hash, isAfterGap} = snapshotOf(recording, next.segment);
  if (isAfterGap) return {...next, isAfterGap};
  const isSame = hash === hashOf(head.state);
  // What was drawn of the state is then drawn of the same one.
  return isSame ? {...next, state: head.state} : {...next, differs: true};
}
