import type {Millis} from '../../../api/wire/records.ts';
import type {Recording} from '../file/recording.ts';
import {type Cue, following, followingWithin, type Playhead, startOf} from './walk.ts';

/** Looks for a place in a recording, for as long at a time as it is let. */
export type TextSearch = {
  /** @throws {RecordingError} a segment cannot be read */
  work(isTimeUp: () => boolean): Cue | 'nowhere' | 'unfinished';
  /** How far it has looked. */
  readonly reached: Millis;
};

/**
 * Looks for the next place at which something is shown that was not just before, or for the last one before
 * this: who looks for what is on the screen already is led to where it comes again.
 */
export function createSearch(
  recording: Recording,
  from: Playhead,
  direction: 1 | -1,
  isShown: (head: Playhead) => boolean,
): TextSearch {
  return direction === 1 ? searchOn(recording, from, isShown) : searchBack(recording, from, isShown);
}

function searchOn(recording: Recording, from: Playhead, isShown: (head: Playhead) => boolean): TextSearch {
  let head = from;
  let wasShown = isShown(from);
  return {
    get reached() {
      return head.at.wall;
    },
    work(isTimeUp) {
      while (!isTimeUp()) {
        const next = following(recording, head);
        if (next === undefined) return 'nowhere';
        head = next;
        const shown = isShown(next);
        if (shown && !wasShown) return next;
        wasShown = shown;
      }
      return 'unfinished';
    },
  };
}

/** How far a segment was gone through, and the last place in it so far. */
type Passage = {head: Playhead; wasShown: boolean; found: Cue | undefined};

/** A segment is played forward alone: of each the last place counts, from the newest segment to the oldest. */
function searchBack(recording: Recording, from: Playhead, isShown: (head: Playhead) => boolean): TextSearch {
  const begin = (segment: number): Passage => {
    const head = startOf(recording, segment);
    const wasShown = isShown(head);
    // Of all beginnings only the very first has nothing before it.
    const isFirst = wasShown && segment === 0 && isBefore(head, from);
    return {head, wasShown, found: isFirst ? head : undefined};
  };
  let at: Passage | undefined;
  let segment = from.segment;
  let reached = from.at.wall;

  /** Through one segment; undefined if the time was up first. */
  const through = (isTimeUp: () => boolean): {found: Cue | undefined} | undefined => {
    at ??= begin(segment);
    while (!isTimeUp()) {
      const next = followingWithin(recording, at.head);
      if (next === undefined || !isBefore(next, from)) return at;
      const shown = isShown(next);
      if (shown && !at.wasShown) at.found = next;
      at.head = next;
      at.wasShown = shown;
    }
    return undefined;
  };

  return {
    get reached() {
      return reached;
    },
    work(isTimeUp) {
      for (;;) {
        const done = through(isTimeUp);
        if (done === undefined) return 'unfinished';
        if (done.found !== undefined) return done.found;
        if (segment === 0) return 'nowhere';
        reached = recording.segments[segment]?.from ?? reached;
        segment -= 1;
        at = undefined;
      }
    },
  };
}

export function isBefore(one: Cue, other: Cue): boolean {
  return one.segment < other.segment || (one.segment === other.segment && one.taken < other.taken);
}
