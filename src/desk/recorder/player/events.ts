import {feedPanes, paneTitles} from '../../model/vocabulary.ts';
import type {ActivityLine, State} from '../../state.ts';
import type {Recording} from '../file/opened.ts';
import type {PastEvent} from '../past.ts';
import {type Cue, followingWithin, type Playhead, startOf} from './times.ts';

export type RecordedEvent = PastEvent & Cue & {readonly text: string};

/**
 * Events worth finding in a recording: new or changed lines of Activity (fills, results of writes, stops,
 * alerts, absences), a read that begins to fail, a message with money at stake, and a crash.
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

/** Lines that come from the journal at the start are older than the recording. */
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

export type EventIndex = {
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
