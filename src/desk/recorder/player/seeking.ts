import type {Millis} from '../../../api/wire/records.ts';
import {feedPanes, paneTitles} from '../../model/vocabulary.ts';
import type {PastEvent} from '../../past.ts';
import type {ActivityLine, State} from '../../state.ts';
import type {Recording} from '../file/opened.ts';
import {type Cue, following, followingWithin, type Player, type Playhead, startOf} from './player.ts';

type LookedFor = {readonly cue?: Cue; readonly said: string};

export type Seeking = {
  readonly isOn: boolean;
  forEvent(direction: 1 | -1): void;
  forText(text: string, direction: 1 | -1): void;
  stop(): void;
  /**
   * Continues until the time slice is used up; undefined while there is no result.
   * @throws {RecordingError} a segment cannot be read
   */
  work(isTimeUp: () => boolean): LookedFor | undefined;
  readAhead(isTimeUp: () => boolean): boolean;
  known(): readonly RecordedEvent[];
  words(): string;
};

export type SeekingNeeds = {
  readonly player: Player;
  readonly filter: string;
  readonly shows: (head: Playhead, text: string) => boolean;
  readonly clock: (at: Millis) => string;
};

type Job = {
  readonly what: string;
  reached(): Millis;
  work(isTimeUp: () => boolean): LookedFor | undefined;
};

export function createSeeking(needs: SeekingNeeds): Seeking {
  return new JobSeeking(needs);
}

class JobSeeking implements Seeking {
  readonly #needs: SeekingNeeds;
  readonly #index: EventIndex;
  #job: Job | undefined;

  constructor(needs: SeekingNeeds) {
    this.#needs = needs;
    const words = needs.filter.toLowerCase().split(/\s+/);
    this.#index = createEventIndex(needs.player.recording, ({text}) =>
      words.every(word => text.toLowerCase().includes(word)),
    );
  }

  get isOn(): boolean {
    return this.#job !== undefined;
  }

  forEvent(direction: 1 | -1): void {
    const {player, filter} = this.#needs;
    const {segments} = player.recording;
    const from: Cue = player.head;
    const what = filter.trim() === '' ? 'event' : `event with ${JSON.stringify(filter)}`;
    let {segment} = from;
    this.#job = {
      what,
      reached: () => segments[segment]?.from ?? player.head.at.wall,
      work: isTimeUp => {
        for (; segments[segment] !== undefined; segment += direction) {
          const events = this.#index.of(segment, isTimeUp);
          if (events === undefined) return undefined;
          const found = nextOf(events, from, direction);
          if (found !== undefined) return {cue: found, said: found.text};
        }
        return this.#nowhere(what, direction);
      },
    };
  }

  forText(text: string, direction: 1 | -1): void {
    const {player, shows} = this.#needs;
    const search = createSearch(player.recording, player.head, direction, head => shows(head, text));
    const what = JSON.stringify(text);
    this.#job = {
      what,
      reached: () => search.reached,
      work: isTimeUp => {
        const found = search.work(isTimeUp);
        if (found === 'unfinished') return undefined;
        return found === 'nowhere'
          ? this.#nowhere(what, direction)
          : {cue: found, said: `${what} comes here`};
      },
    };
  }

  stop(): void {
    this.#job = undefined;
  }

  work(isTimeUp: () => boolean): LookedFor | undefined {
    const found = this.#job?.work(isTimeUp);
    if (found !== undefined) this.#job = undefined;
    return found;
  }

  readAhead(isTimeUp: () => boolean): boolean {
    const segment = this.#index.unread(this.#needs.player.head.segment);
    if (segment === undefined) return false;
    this.#index.of(segment, isTimeUp);
    return true;
  }

  known(): readonly RecordedEvent[] {
    return this.#index.known();
  }

  words(): string {
    const job = this.#job;
    return job === undefined ? '' : `Looking for ${job.what}: ${this.#needs.clock(job.reached())}`;
  }

  #nowhere(what: string, direction: 1 | -1): LookedFor {
    const {player, clock} = this.#needs;
    const {from, to} = player.recording;
    const range = direction === 1 ? `after this, up to ${clock(to)}` : `before this, from ${clock(from)} on`;
    return {said: `No ${what} ${range}`};
  }
}

function nextOf(events: readonly RecordedEvent[], from: Cue, direction: 1 | -1): RecordedEvent | undefined {
  return direction === 1
    ? events.find(each => isBefore(from, each))
    : events.findLast(each => isBefore(each, from));
}

type TextSearch = {
  work(isTimeUp: () => boolean): Cue | 'nowhere' | 'unfinished';
  readonly reached: Millis;
};

/**
 * Finds the next place where a text appears that was not shown just before, or the last such place. A text on
 * the screen is found where it appears again.
 */
function createSearch(
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

type Passage = {head: Playhead; wasShown: boolean; found: Cue | undefined};

/** Segments can only be played forward: take the last hit of each, from the newest segment to the oldest. */
function searchBack(recording: Recording, from: Playhead, isShown: (head: Playhead) => boolean): TextSearch {
  const begin = (segment: number): Passage => {
    const head = startOf(recording, segment);
    const wasShown = isShown(head);
    // Only the very first place has nothing before it.
    const isFirst = wasShown && segment === 0 && isBefore(head, from);
    return {head, wasShown, found: isFirst ? head : undefined};
  };
  let at: Passage | undefined;
  let segment = from.segment;
  let reached = from.at.wall;

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

function isBefore(one: Cue, other: Cue): boolean {
  return one.segment < other.segment || (one.segment === other.segment && one.taken < other.taken);
}

type RecordedEvent = PastEvent & Cue & {readonly text: string};

/**
 * Events worth finding in a recording: new or changed lines of Activity (fills, results of writes, stops,
 * alerts, absences), a read that begins to fail, a message with money at stake, and a crash.
 */
function eventAt(before: State, after: Playhead): RecordedEvent | undefined {
  const {state, crash, segment, taken, at} = after;
  const event = crash === undefined ? newEvent(before, state) : grave(`The program ended: ${crash}`);
  return event && {...event, segment, taken, at: at.wall};
}

type Event = Pick<RecordedEvent, 'weight' | 'text'>;

const grave = (text: string): Event => ({weight: 'grave', text});

function newEvent(before: State, after: State): Event | undefined {
  const line = newLine(before, after);
  if (line !== undefined) return {weight: isGrave(line) ? 'grave' : 'usual', text: textOf(line)};
  const failing = feedPanes.find(
    pane => before.feeds[pane].fault === undefined && after.feeds[pane].fault !== undefined,
  );
  if (failing !== undefined)
    return grave(`${paneTitles[failing]}: ${after.feeds[failing].fault?.text ?? ''}`);
  const message = after.messages.at(-1);
  const isNew = message !== undefined && message !== before.messages.at(-1);
  return isNew && message.level === 'danger' ? grave(message.text) : undefined;
}

/** Lines that come from the journal at the start are older than the recording. */
function newLine(before: State, after: State): ActivityLine | undefined {
  if (before.activity === after.activity || before.journal.status === 'opening') return undefined;
  const known = new Map(before.activity.map(each => [each.id, each]));
  return after.activity.find(each => {
    const old = known.get(each.id);
    return old === undefined || (old !== each && old.outcome !== each.outcome);
  });
}

function textOf({kind, what, target, amount, outcome}: ActivityLine): string {
  const first = what.toLowerCase().split(' ').includes(kind) ? [what] : [kind, what];
  return [...first, target, amount, outcome].filter(Boolean).join(' ');
}

function isGrave({kind, outcome}: ActivityLine): boolean {
  return kind === 'stop' || /^(UNKNOWN|REFUSED|NOT SENT|CANCELED NOT PLACED)\b/.test(outcome);
}

type EventIndex = {
  known(): readonly RecordedEvent[];
  of(segment: number, isTimeUp: () => boolean): readonly RecordedEvent[] | undefined;
  unread(near: number): number | undefined;
};

export function createEventIndex(
  recording: Recording,
  wanted: (event: RecordedEvent) => boolean,
): EventIndex {
  const found = new Map<number, readonly RecordedEvent[]>();
  let reading: {head: Playhead; readonly events: RecordedEvent[]} | undefined;
  let all: readonly RecordedEvent[] = [];

  const finish = (segment: number, events: readonly RecordedEvent[]) => {
    found.set(segment, events);
    reading = undefined;
    if (events.length > 0)
      all = [...found].toSorted(([one], [other]) => one - other).flatMap(([, each]) => each);
    return events;
  };

  return {
    known: () => all,
    of(segment, isTimeUp) {
      const done = found.get(segment);
      if (done !== undefined) return done;
      if (reading?.head.segment !== segment) reading = {head: startOf(recording, segment), events: []};
      const {events} = reading;
      while (!isTimeUp()) {
        const before = reading.head;
        const next = followingWithin(recording, before);
        if (next === undefined) return finish(segment, events);
        const event = eventAt(before.state, next);
        if (event !== undefined && wanted(event)) events.push(event);
        reading.head = next;
      }
      return undefined;
    },
    unread(near) {
      const left = recording.segments.map((_, segment) => segment).filter(segment => !found.has(segment));
      return left.toSorted((one, other) => Math.abs(one - near) - Math.abs(other - near))[0];
    },
  };
}
