import type {Millis} from '../../../api/wire/records.ts';
import type {Msg} from '../../messages.ts';
import type {Moment} from '../../model/moment.ts';
import type {State} from '../../state.ts';
import {update} from '../../update.ts';
import {type Entry, RecordingError, type TableMemory} from '../entries.ts';
import type {Recording} from '../file/opened.ts';

export type Cue = {readonly segment: number; readonly taken: number};

export type Playhead = Cue & {
  readonly state: State;
  readonly table: TableMemory;
  readonly at: Moment;
  readonly crash?: string;
  /** From here or before on, messages give another state than was recorded. */
  readonly differs?: true;
};

/** Draws the table along the way, because the visible rows depend on earlier frames: first with `from`. */
export type TableDrawer = (state: State, from?: TableMemory) => TableMemory;

/** Starts at the beginning. Methods throw RecordingError; the place then stays the same. */
export class Player {
  readonly recording: Recording;
  readonly #drawer: TableDrawer | undefined;
  /** The places of one segment up to the last one that was played, so that going back is quick. */
  #played: Playhead[];
  head: Playhead;

  constructor(recording: Recording, drawer?: TableDrawer) {
    this.recording = recording;
    this.#drawer = drawer;
    this.head = startOf(recording, 0);
    this.#played = [this.head];
  }

  state(): State {
    return this.head.state;
  }

  next(): Moment | undefined {
    const {segment} = this.head;
    const following = {segment: segment + 1, taken: 1};
    const entry = entryAt(this.recording, this.head) ?? entryAt(this.recording, following);
    if (entry?.type === 'msg') return entry.msg.now;
    const isLast = following.segment >= this.recording.segments.length;
    return isLast ? undefined : startOf(this.recording, following.segment).at;
  }

  seek(at: Millis): void {
    this.goTo(cueAt(this.recording, at));
  }

  goTo({segment, taken}: Cue): void {
    if (this.#played[0]?.segment !== segment) this.#played = [startOf(this.recording, segment)];
    const played = this.#played;
    let at = played[taken - 1] ?? played.at(-1) ?? this.head;
    this.#drawer?.(at.state, at === this.head ? undefined : at.table);
    for (;;) {
      const next = at.taken < taken ? followingWithin(this.recording, at) : undefined;
      if (next === undefined) break;
      at = {...next, table: this.#drawer?.(next.state) ?? next.table};
      played.push(at);
    }
    this.head = at;
  }

  step(by: 1 | -1): boolean {
    const {recording, head} = this;
    const {segment, taken} = head;
    const isLast = entryAt(recording, head) === undefined;
    if (by === 1 && isLast) {
      if (segment + 1 >= recording.segments.length) return false;
      this.#played = [across(recording, head)];
      this.goTo({segment: segment + 1, taken: 2});
      return true;
    }
    const to = by === 1 ? {segment, taken: taken + 1} : cueBefore(recording, head);
    if (to !== undefined) this.goTo(to);
    return to !== undefined;
  }
}

/** If the clock was set back, times repeat: the later place wins. */
function cueAt({segments}: Recording, at: Millis): Cue {
  const isUpTo = (entry: Entry) => entry.type === 'msg' && entry.msg.now.wall <= at;
  const found = segments.findLastIndex(each => each.from <= at);
  const segment = Math.max(0, found);
  // A snapshot has the time of the last tick: messages may lie between that and the snapshot.
  for (const each of segment === 0 ? [0] : [segment, segment - 1]) {
    const last = segments[each]?.entries().findLastIndex(isUpTo) ?? -1;
    if (last >= 0) return {segment: each, taken: last + 1};
  }
  return {segment, taken: 1};
}

function cueBefore({segments}: Recording, {segment, taken}: Cue): Cue | undefined {
  if (taken > 1) return {segment, taken: taken - 1};
  const before = segments[segment - 1]?.entries();
  return before && {segment: segment - 1, taken: Math.max(1, before.length - 1)};
}

export function startOf({segments}: Recording, segment: number): Playhead {
  const first = segments[segment]?.entries()[0];
  if (first?.type !== 'snapshot')
    throw new RecordingError('A part of the recording starts without the snapshot that its messages need.');
  const {state, table} = first;
  return {segment, taken: 1, state, table, at: state.now};
}

/** One message forward; undefined at the end. Its commands are dropped: a replay sends nothing. */
export function following(recording: Recording, head: Playhead): Playhead | undefined {
  const within = followingWithin(recording, head);
  if (within !== undefined || head.segment + 1 >= recording.segments.length) return within;
  const from = across(recording, head);
  return followingWithin(recording, from) ?? from;
}

export function followingWithin(recording: Recording, head: Playhead): Playhead | undefined {
  const entry = entryAt(recording, head);
  if (entry === undefined) return undefined;
  return entry.type === 'msg' ? taking(head, entry.msg) : {...head, taken: head.taken + 1};
}

function entryAt({segments}: Recording, {segment, taken}: Cue): Entry | undefined {
  return segments[segment]?.entries()[taken];
}

function taking({segment, taken, state, table, differs}: Playhead, msg: Msg): Playhead {
  const to = {segment, taken: taken + 1, table, at: msg.now, ...(differs && {differs})};
  try {
    return {...to, state: update(state, msg)[0]};
  } catch (error) {
    return {...to, state, crash: error instanceof Error ? error.message : String(error)};
  }
}

/** The end of a segment is the beginning of the next; if they differ, the recorded state wins. */
function across(recording: Recording, head: Playhead): Playhead {
  const next = startOf(recording, head.segment + 1);
  // Keeps the identity of the state, for caches of the drawing.
  return isSame(next.state, head.state) ? {...next, state: head.state} : {...next, differs: true};
}

/**
 * True if plain data is equal. Unset places of a list count as undefined.
 * @param known pairs of objects that were found equal, for many comparisons of states that share parts
 */
export function isSame(one: unknown, other: unknown, known?: WeakMap<object, object>): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (known?.get(one) === other) return true;
  if (Object.prototype.toString.call(one) !== Object.prototype.toString.call(other)) return false;
  const [parts, others] = [partsOf(one), partsOf(other)];
  const isEqual =
    parts.length === others.length && parts.every((part, at) => isSame(part, others[at], known));
  if (isEqual) known?.set(one, other);
  return isEqual;
}

function partsOf(value: object): readonly unknown[] {
  if (Array.isArray(value) || value instanceof Set) return [...value];
  return value instanceof Map ? [...value].flat() : [...Object.keys(value), ...Object.values(value)];
}
