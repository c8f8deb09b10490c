import type {Millis} from '../../../api/wire/records.ts';
import type {Msg} from '../../messages.ts';
import type {Moment} from '../../model/moment.ts';
import type {State} from '../../state.ts';
import {update} from '../../update.ts';
import {type Entry, RecordingError, type TableMemory, Unfinished} from '../entries.ts';
import type {Recording} from '../file/opened.ts';
import {hashOf} from '../hash.ts';

export type Cue = {
  readonly segment: number;
  readonly taken: number;
};

export type Playhead = Cue & {
  readonly state: State;
  readonly table: TableMemory;
  readonly at: Moment;
  readonly crash?: string;
  readonly differs?: true;
  readonly isAfterGap?: true;
};

export type Player = {
  readonly recording: Recording;
  readonly head: Playhead;
  state(): State;
  table(): TableMemory;
  step(by: 1 | -1): boolean;
  seek(at: Millis): void;
  goTo(cue: Cue): void;
  next(): Moment | undefined;
  /** The first time, as far as played, at which replay gives another state than was recorded. */
  readonly differsFrom: Millis | undefined;
};

/** Draws the table along the way, because the visible rows depend on earlier frames. */
export type TableDrawer = {
  take(memory: TableMemory): void;
  draw(state: State): void;
  tell(): TableMemory;
};

const keptEach = 64;
const mostKept = 96;
/** The places just before a target: the key for one message back is held down. */
const trailLength = 64;

/**
 * Starts at the beginning.
 * @throws {RecordingError} from every method: a segment cannot be read; the place stays the same
 * @throws {Unfinished} likewise
 */
export function createPlayer(recording: Recording, drawer?: TableDrawer): Player {
  return new RecordingPlayer(recording, drawer);
}

class RecordingPlayer implements Player {
  readonly recording: Recording;
  head: Playhead;
  differsFrom: Millis | undefined;
  readonly #drawer: TableDrawer | undefined;
  readonly #shelf = createShelf(mostKept);
  readonly #trail = createShelf(trailLength);

  constructor(recording: Recording, drawer: TableDrawer | undefined) {
    this.recording = recording;
    this.head = startOf(recording, 0);
    this.#drawer = drawer;
  }

  state(): State {
    return this.head.state;
  }

  table(): TableMemory {
    return this.head.table;
  }

  next(): Moment | undefined {
    return nextMoment(this.recording, this.head);
  }

  seek(at: Millis): void {
    this.goTo(cueAt(this.recording, at));
  }

  goTo(cue: Cue): void {
    const until = performance.now() + this.recording.sliceMs;
    let at = this.#nearest(cue);
    this.#drawer?.take(at.table);
    this.#drawer?.draw(at.state);
    while (at.taken < cue.taken) {
      const next = followingWithin(this.recording, at);
      if (next === undefined) break;
      at = this.#pass(next);
      if (cue.taken - at.taken < trailLength) this.#trail.keep(at);
      if (at.taken % keptEach === 0 && performance.now() >= until) this.#pause();
    }
    this.#stand(at);
  }

  #pause(): never {
    this.#drawer?.take(this.head.table);
    throw new Unfinished();
  }

  step(by: 1 | -1): boolean {
    if (by === 1) {
      const next = following(this.recording, this.head);
      if (next !== undefined) this.#stand(this.#pass(next));
      return next !== undefined;
    }
    const before = cueBefore(this.recording, this.head);
    if (before !== undefined) this.goTo(before);
    return before !== undefined;
  }

  #nearest(cue: Cue): Playhead {
    const [one, other] = [this.#trail.nearest(cue), this.#shelf.nearest(cue)];
    const best = (one?.taken ?? 0) > (other?.taken ?? 0) ? one : other;
    return best ?? startOf(this.recording, cue.segment);
  }

  #pass(next: Playhead): Playhead {
    this.#drawer?.draw(next.state);
    const isKept = next.taken % keptEach === 0;
    const passed = this.#drawer === undefined ? next : {...next, table: this.#drawer.tell()};
    if (isKept) this.#shelf.keep(passed);
    return passed;
  }

  #stand(head: Playhead): void {
    this.head = head;
    if (head.differs && head.at.wall < (this.differsFrom ?? Number.POSITIVE_INFINITY))
      this.differsFrom = head.at.wall;
  }
}

/** If the clock was set back, times repeat: the later place wins. */
function cueAt({segments}: Recording, at: Millis): Cue {
  const isUpTo = (entry: Entry) => entry.type === 'msg' && entry.msg.now.wall <= at;
  const segment = Math.max(
    0,
    segments.findLastIndex(each => each.from <= at),
  );
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

type Shelf = {
  keep(head: Playhead): void;
  nearest(cue: Cue): Playhead | undefined;
};

/**
 * States share unchanged parts, so a place costs only its changes.
 * @param most places; the least recently used ones are dropped
 */
function createShelf(most: number): Shelf {
  const kept = new Map<string, Playhead>();
  const keyOf = ({segment, taken}: Cue) => `${segment} ${taken}`;
  const touch = (head: Playhead) => {
    const key = keyOf(head);
    kept.delete(key);
    kept.set(key, head);
  };
  return {
    keep(head) {
      touch(head);
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    },
    nearest({segment, taken}) {
      let best: Playhead | undefined;
      for (const each of kept.values())
        if (each.segment === segment && each.taken <= taken && each.taken > (best?.taken ?? 0)) best = each;
      if (best !== undefined) touch(best);
      return best;
    },
  };
}

/** @throws {RecordingError} the segment cannot be read */
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
 * One message forward; undefined at the end. Its commands are dropped: a replay sends nothing.
 * @throws {RecordingError} the next segment cannot be read
 */
export function following(recording: Recording, head: Playhead): Playhead | undefined {
  const isWithin = entryAt(recording, head) !== undefined;
  if (!isWithin && head.segment + 1 >= recording.segments.length) return undefined;
  const from = isWithin ? head : across(recording, head);
  const entry = entryAt(recording, from);
  if (entry === undefined) return from;
  return entry.type === 'msg' ? taking(from, entry.msg) : {...from, taken: from.taken + 1};
}

export function followingWithin(recording: Recording, head: Playhead): Playhead | undefined {
  return entryAt(recording, head) === undefined ? undefined : following(recording, head);
}

function nextMoment(recording: Recording, {segment, taken}: Cue): Moment | undefined {
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
    // Replay does not stop at the beginning of a segment, so the gap belongs to its first message.
    ...(taken === 1 && isAfterGap && {isAfterGap}),
  };
  try {
    return {...to, state: update(state, msg)[0]};
  } catch (error) {
    return {...to, state, crash: error instanceof Error ? error.message : String(error)};
  }
}

/** The end of a segment is the beginning of the next; if they differ, the recorded state wins. */
function across(recording: Recording, head: Playhead): Playhead {
  const next = startOf(recording, head.segment + 1);
  const {hash, isAfterGap} = snapshotOf(recording, next.segment);
  if (isAfterGap) return {...next, isAfterGap};
  const isSame = hash === hashOf(head.state);
  // Keeps the identity of the state, for caches of the drawing.
  return isSame ? {...next, state: head.state} : {...next, differs: true};
}
