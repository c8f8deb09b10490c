import type {Millis} from '../../../api/wire/records.ts';
import {feedPanes, paneTitles} from '../../model/vocabulary.ts';
import type {PastEvent} from '../../past.ts';
import type {ActivityLine, State} from '../../state.ts';
import {Unfinished} from '../entries.ts';
import type {Recording} from '../file/opened.ts';
import {type Cue, following, followingWithin, type Player, type Playhead, startOf} from './player.ts';

type Found = {readonly cue?: Cue; readonly said: string};

export type SeekingNeeds = {
  readonly player: Player;
  readonly filter: string;
  readonly shows: (head: Playhead, text: string) => boolean;
};

type Search = Generator<Millis, (Cue & {readonly text?: string}) | undefined>;

export class Seeking {
  readonly #needs: SeekingNeeds;
  readonly #clock: (at: Millis) => string;
  readonly #events: EventIndex;
  #job: {readonly what: string; readonly direction: 1 | -1; readonly search: Search} | undefined;
  #reached: Millis = 0;

  constructor(needs: SeekingNeeds, clock: (at: Millis) => string) {
    this.#needs = needs;
    this.#clock = clock;
    const words = needs.filter.toLowerCase().split(/\s+/);
    this.#events = new EventIndex(needs.player.recording, ({text}) =>
      words.every(word => text.toLowerCase().includes(word)),
    );
  }

  get isOn(): boolean {
    return this.#job !== undefined;
  }

  get events(): readonly RecordedEvent[] {
    return this.#events.known;
  }

  get words(): string {
    return this.#job === undefined ? '' : `Looking for ${this.#job.what}: ${this.#clock(this.#reached)}`;
  }

  forEvent(direction: 1 | -1): void {
    const {player, filter} = this.#needs;
    const what = filter.trim() === '' ? 'event' : `event with ${JSON.stringify(filter)}`;
    this.#begin(what, direction, this.#events.search(player.head, direction));
  }

  forText(text: string, direction: 1 | -1): void {
    const {player, shows} = this.#needs;
    const search = direction === 1 ? searchOn : searchBack;
    const isShown = (head: Playhead) => shows(head, text);
    this.#begin(JSON.stringify(text), direction, search(player.recording, player.head, isShown));
  }

  stop(): void {
    this.#job = undefined;
  }

  /** Continues until the time slice is used up; undefined while there is no result. */
  work(isTimeUp: () => boolean): Found | undefined {
    while (this.#job !== undefined && !isTimeUp()) {
      const {what, direction, search} = this.#job;
      const {done, value} = search.next();
      if (!done) {
        this.#reached = value;
        continue;
      }
      this.#job = undefined;
      if (value !== undefined) return {cue: value, said: value.text ?? `${what} comes here`};
      const {from, to} = this.#needs.player.recording;
      const [start, end] = [this.#clock(from), this.#clock(to)];
      return {
        said: `No ${what} ${direction === 1 ? `after this, up to ${end}` : `before this, from ${start} on`}`,
      };
    }
    return undefined;
  }

  /** @returns whether there is more to read */
  readAhead(isTimeUp: () => boolean): boolean {
    return this.#events.readNear(this.#needs.player.head.segment, isTimeUp);
  }

  #begin(what: string, direction: 1 | -1, search: Search): void {
    this.#job = {what, direction, search};
    this.#reached = this.#needs.player.head.at.wall;
  }
}

/** Reads on where a read was out of time. */
function* whole<Value>(reached: Millis, read: () => Value): Generator<Millis, Value> {
  for (;;) {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof Unfinished)) throw error;
      yield reached;
    }
  }
}

type IsShown = (head: Playhead) => boolean;

/** Finds the next place where a text appears that was not shown just before. */
function* searchOn(recording: Recording, from: Playhead, isShown: IsShown): Search {
  let [head, wasShown] = [from, isShown(from)];
  for (;;) {
    const next = yield* whole(head.at.wall, () => following(recording, head));
    if (next === undefined) return undefined;
    const shown = isShown(next);
    if (shown && !wasShown) return next;
    [head, wasShown] = [next, shown];
    yield head.at.wall;
  }
}

/** Segments can only be played forward: take the last hit of each, from the newest segment to the oldest. */
function* searchBack(recording: Recording, from: Playhead, isShown: IsShown): Search {
  let reached = from.at.wall;
  for (let {segment} = from; segment >= 0; segment--) {
    let head = yield* whole(reached, () => startOf(recording, segment));
    let wasShown = isShown(head);
    // Only the very first place has nothing before it.
    let found: Cue | undefined = wasShown && segment === 0 && isBefore(head, from) ? head : undefined;
    for (;;) {
      const next = yield* whole(reached, () => followingWithin(recording, head));
      if (next === undefined || !isBefore(next, from)) break;
      const shown = isShown(next);
      if (shown && !wasShown) found = next;
      [head, wasShown] = [next, shown];
      yield reached;
    }
    if (found !== undefined) return found;
    reached = recording.segments[segment]?.from ?? reached;
  }
  return undefined;
}

function isBefore(one: Cue, other: Cue): boolean {
  return one.segment < other.segment || (one.segment === other.segment && one.taken < other.taken);
}

type RecordedEvent = PastEvent & Cue & {readonly text: string};

/** A new or changed line of Activity, a first failed read, a message with money at stake, a crash. */
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
  return kind === 'halt' || /^(UNKNOWN|REJECTED|NOT SENT|CANCELED, NOT REPLACED)\b/.test(outcome);
}

export class EventIndex {
  /** Of all segments that are read, in their order. */
  known: readonly RecordedEvent[] = [];
  readonly #recording: Recording;
  readonly #wants: (event: RecordedEvent) => boolean;
  readonly #found = new Map<number, readonly RecordedEvent[]>();
  #reading: {head: Playhead; readonly events: RecordedEvent[]} | undefined;

  constructor(recording: Recording, wants: (event: RecordedEvent) => boolean) {
    this.#recording = recording;
    this.#wants = wants;
  }

  *search(from: Cue, direction: 1 | -1): Search {
    const {segments} = this.#recording;
    for (let {segment} = from; segments[segment] !== undefined; segment += direction) {
      const reached = segments[segment]?.from ?? 0;
      while (!(yield* whole(reached, () => this.#read(segment)))) yield reached;
      const events = this.#found.get(segment) ?? [];
      const next =
        direction === 1
          ? events.find(each => isBefore(from, each))
          : events.findLast(each => isBefore(each, from));
      if (next !== undefined) return next;
    }
    return undefined;
  }

  readNear(near: number, isTimeUp: () => boolean): boolean {
    const left = this.#recording.segments.map((_, segment) => segment).filter(each => !this.#found.has(each));
    const [segment] = left.sort((one, other) => Math.abs(one - near) - Math.abs(other - near));
    if (segment === undefined) return false;
    while (!isTimeUp() && !this.#read(segment));
    return true;
  }

  /** @returns whether the whole segment is read */
  #read(segment: number): boolean {
    if (this.#found.has(segment)) return true;
    if (this.#reading?.head.segment !== segment)
      this.#reading = {head: startOf(this.#recording, segment), events: []};
    const {head, events} = this.#reading;
    const next = followingWithin(this.#recording, head);
    if (next === undefined) {
      this.#found.set(segment, events);
      this.#reading = undefined;
      const all = [...this.#found].sort(([one], [other]) => one - other);
      if (events.length > 0) this.known = all.flatMap(([, each]) => each);
      return true;
    }
    this.#reading.head = next;
    const event = eventAt(head.state, next);
    if (event !== undefined && this.#wants(event)) events.push(event);
    return false;
  }
}
