import type {Millis} from '../../../api/wire/records.ts';
import type {Moment} from '../../model/moment.ts';
import type {State} from '../../state.ts';
import type {Entry, TableMemory} from '../entries.ts';
import {Unfinished} from '../error.ts';
import type {Recording} from '../file/opened.ts';
import {type Cue, following, followingWithin, nextMoment, type Playhead, startOf} from './times.ts';

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
