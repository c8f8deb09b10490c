import type {Millis} from '../../../api/wire/records.ts';
import {createEventIndex, type EventIndex, type RecordedEvent} from './events.ts';
import type {Player} from './player.ts';
import {createSearch, isBefore} from './search.ts';
import type {Cue, Playhead} from './walk.ts';

/** What was looked for, and where it is; or that it is nowhere. */
type LookedFor = {readonly cue?: Cue; readonly said: string};

/** The looking for events and texts, which may take longer than a key may. */
export type Seeking = {
  readonly isOn: boolean;
  forEvent(direction: 1 | -1): void;
  forText(text: string, direction: 1 | -1): void;
  stop(): void;
  /**
   * Looks on until the time is up; undefined while nothing has come of it.
   * @throws {RecordingError} a segment cannot be read
   */
  work(isTimeUp: () => boolean): LookedFor | undefined;
  /** Reads the events of what was not looked at yet; whether anything is left. */
  readAhead(isTimeUp: () => boolean): boolean;
  /** The events that were found so far. */
  known(): readonly RecordedEvent[];
  /** What is looked for, and how far it has come. */
  words(): string;
};

export type SeekingNeeds = {
  readonly player: Player;
  /** Words that an event must hold; without any all events count. */
  readonly filter: string;
  /** Whether the screen shows a text there, in whatever letters it is typed. */
  readonly shows: (head: Playhead, text: string) => boolean;
  readonly clock: (at: Millis) => string;
};

/** A job under way: what is looked for, how far it has come, and the next piece of it. */
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
