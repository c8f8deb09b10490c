import type {ActivityLine, State} from '../../model/state.ts';
import {feedPanes, paneTitles} from '../../model/vocabulary.ts';
import type {Recording} from '../file/recording.ts';
import type {PastEvent} from '../past.ts';
import {type Cue, followingWithin, type Playhead, startOf} from './walk.ts';

/** Something that happened in a recording, where, and in words. */
export type RecordedEvent = PastEvent & Cue & {readonly text: string};

/**
 * What a person looks for in a day that is over: each line that came to Activity or changed there (fills, what
 * became of writes, the stop, alerts, being away), a read that began to fail, a message that money is at stake,
 * and the end of the program.
 */
function eventAt(before: State, after: Playhead): RecordedEvent | undefined {
  const {state, crash, segment, taken, at} = after;
  const told = crash === undefined ? whatCame(before, state) : grave(`The program ended: ${crash}`);
  return told && {...told, segment, taken, at: at.wall};
}

type Told = Pick<RecordedEvent, 'weight' | 'text'>;

const grave = (text: string): Told => ({weight: 'grave', text});

function whatCame(before: State, after: State): Told | undefined {
  const line = lineThatCame(before, after);
  if (line !== undefined) return {weight: isGrave(line) ? 'grave' : 'usual', text: wordsOf(line)};
  const failing = feedPanes.find(
    pane => before.feeds[pane].fault === undefined && after.feeds[pane].fault !== undefined,
  );
  if (failing !== undefined)
    return grave(`${paneTitles[failing]}: ${after.feeds[failing].fault?.text ?? ''}`);
  const message = after.messages.at(-1);
  const isNew = message !== undefined && message !== before.messages.at(-1);
  return isNew && message.level === 'danger' ? grave(message.text) : undefined;
}

/** What the journal tells of days before is no event of this one. */
function lineThatCame(before: State, after: State): ActivityLine | undefined {
  if (before.activity === after.activity || before.journal.status === 'opening') return undefined;
  const known = new Map(before.activity.map(each => [each.id, each]));
  return after.activity.find(each => {
    const old = known.get(each.id);
    return old === undefined || (old !== each && old.outcome !== each.outcome);
  });
}

function wordsOf({kind, what, target, amount, outcome}: ActivityLine): string {
  const first = what.toLowerCase().split(' ').includes(kind) ? [what] : [kind, what];
  return [...first, target, amount, outcome].filter(Boolean).join(' ');
}

function isGrave({kind, outcome}: ActivityLine): boolean {
  return kind === 'stop' || /^(UNKNOWN|REFUSED|NOT SENT|CANCELED NOT PLACED)\b/.test(outcome);
}

/** Finds the events of a recording, a segment at a time, and remembers those of each that it went through. */
export type EventIndex = {
  /** Of all segments that were gone through, the oldest first. */
  known(): readonly RecordedEvent[];
  /** Of a segment; undefined if the time was up first: to be asked again. */
  of(segment: number, isTimeUp: () => boolean): readonly RecordedEvent[] | undefined;
  /** The segment next to this one that has not been gone through, if there is one. */
  unread(near: number): number | undefined;
};

/** @param wanted whether an event is one of those that are asked for */
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
