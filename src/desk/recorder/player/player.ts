import type {Millis} from '../../../api/wire/records.ts';
import type {Moment} from '../../model/moment.ts';
import type {State} from '../../model/state.ts';
import type {Entry} from '../entries.ts';
import {Unfinished} from '../error.ts';
import type {Recording} from '../file/recording.ts';
import type {TableMemory} from '../table-memory.ts';
import {createShelf} from './shelf.ts';
import {type Cue, following, followingWithin, nextMoment, type Playhead, startOf} from './walk.ts';

/** Goes through a recording: what the desk knew at any place of it, made by the same `update`. */
export type Player = {
  readonly recording: Recording;
  readonly head: Playhead;
  state(): State;
  table(): TableMemory;
  /** A message on or back; false at the end and at the beginning. */
  step(by: 1 | -1): boolean;
  /** To the last message up to a time, or to the beginning. */
  seek(at: Millis): void;
  goTo(cue: Cue): void;
  /** When the next message came; undefined at the end. */
  next(): Moment | undefined;
  /** The time from which on the messages make another state than was recorded, as far as it was played. */
  readonly differsFrom: Millis | undefined;
};

/** What draws the table along the way: it remembers, from state to state, which rows were in view. */
export type TableDrawer = {
  /** Goes on as from that memory. */
  take(memory: TableMemory): void;
  draw(state: State): void;
  tell(): TableMemory;
};

/** Messages between two places that are kept, and how many are. */
const keptEach = 64;
const mostKept = 96;
/** The last places before one that was gone to: the key for a message back is held down. */
const trailLength = 64;

/**
 * Stands at the beginning.
 * @throws {RecordingError} from every method: a segment cannot be read; the player stays where it was
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

  /** What was gone through is kept, so that the way on is shorter. */
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

  /** Draws a place, and keeps it if it is one of those that are. */
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

/** Where the last message up to a time is. Where a clock was set back, times come twice: the later is meant. */
function cueAt({segments}: Recording, at: Millis): Cue {
  const isUpTo = (entry: Entry) => entry.type === 'msg' && entry.msg.now.wall <= at;
  const segment = Math.max(
    0,
    segments.findLastIndex(each => each.from <= at),
  );
  // A snapshot bears the time of the last tick: messages may stand between that and itself.
  for (const each of segment === 0 ? [0] : [segment, segment - 1]) {
    const last = segments[each]?.entries().findLastIndex(isUpTo) ?? -1;
    if (last >= 0) return {segment: each, taken: last + 1};
  }
  return {segment, taken: 1};
}

/** Of a segment's beginning it is the place before the last message of the segment before. */
function cueBefore({segments}: Recording, {segment, taken}: Cue): Cue | undefined {
  if (taken > 1) return {segment, taken: taken - 1};
  const before = segments[segment - 1]?.entries();
  return before && {segment: segment - 1, taken: Math.max(1, before.length - 1)};
}
