import type {Millis} from '../../../api/wire/records.ts';
import {feedPanes, paneTitles} from '../../model/vocabulary.ts';
import type {ActivityLine, State} from '../../state.ts';
import type {Recording} from '../file/opened.ts';
import {type Cue, followingWithin, type Playhead, startOf} from './player.ts';

/** The words for a place that is sought; undefined for any other. */
export type Sought = (before: Playhead, after: Playhead) => string | undefined;

export type Found = Cue & {readonly text: string};

/**
 * Looks for the next place, one message at a time; yields how far it is. Segments can only be played forward:
 * on the way back the last place of each counts.
 */
export function* search(
  recording: Recording,
  from: Playhead,
  direction: 1 | -1,
  sought: Sought,
): Generator<Millis, Found | undefined> {
  const {segments} = recording;
  for (let {segment} = from; segments[segment] !== undefined; segment += direction) {
    const isFirst = direction === 1 && segment === from.segment;
    let head = isFirst ? from : startOf(recording, segment);
    let found: Found | undefined;
    for (let next = followingWithin(recording, head); next; next = followingWithin(recording, head)) {
      if (direction === -1 && !isBefore(next, from)) break;
      const text = sought(head, next);
      if (text !== undefined) found = {segment, taken: next.taken, text};
      if (found !== undefined && direction === 1) return found;
      head = next;
      yield head.at.wall;
    }
    if (found !== undefined) return found;
  }
  return undefined;
}

function isBefore(one: Cue, other: Cue): boolean {
  return one.segment < other.segment || (one.segment === other.segment && one.taken < other.taken);
}

/** A new or changed line of Activity, a first failed read, a message with money at stake, a crash. */
export const eventIn: Sought = ({state: before}, {state: after, crash}) => {
  if (crash !== undefined) return `The program ended: ${crash}`;
  const line = newLine(before, after);
  if (line !== undefined) return textOf(line);
  const failing = feedPanes.find(
    pane => before.feeds[pane].fault === undefined && after.feeds[pane].fault !== undefined,
  );
  if (failing !== undefined) return `${paneTitles[failing]}: ${after.feeds[failing].fault?.text ?? ''}`;
  const message = after.messages.at(-1);
  const isNew = message !== undefined && message !== before.messages.at(-1);
  return isNew && message.level === 'danger' ? message.text : undefined;
};

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
