import {age, type Moment} from '../../account/model/moment.ts';
import type {FeedPane} from '../../account/model/vocabulary.ts';
import type {Millis} from '../../api/wire/records.ts';
import {
  type Intent,
  type IntentStep,
  type Intents,
  isResolved,
  isSending,
  putIntent,
  type Reads,
} from './intent.ts';
import {canceledBy, sentKindOf} from './kinds/kinds.ts';

/** From now on whole reads of the account may settle it: those that begin later. */
export function readAnew(intents: Intents, intent: Intent, now: Moment): IntentStep {
  const put = putIntent(intents, intent);
  return [withReads(put, intent.id, {since: now, last: now, count: 0}), [{type: 'readAccount'}]];
}

export function withReads(intents: Intents, id: string, its: Reads): Intents {
  return {...intents, reads: {...intents.reads, [id]: its}};
}

/** Only the fills of a canceled order are open, if another is to follow it. */
export const listsFor = (intent: Intent): readonly FeedPane[] =>
  isResolved(intent) && canceledBy(intent.draft) !== undefined
    ? ['trades']
    : sentKindOf(intent.draft).settledBy;

const leastEveryMs = 250;
const mostEveryMs = 2_000;
const lateEveryMs = 10_000;
const fewerFromMs = 120_000;

/** The period of whole reads of a list for the writes that it may settle; undefined without one. */
export function readEveryMs({list, reads}: Intents, pane: FeedPane, now: Moment): Millis | undefined {
  const all = list.flatMap(each => {
    const its = reads[each.id];
    const isJudged = its !== undefined && !isSending(each) && listsFor(each).includes(pane);
    return isJudged ? everyMs(its, now) : [];
  });
  return all.length === 0 ? undefined : Math.min(...all);
}

/** Each time the write is twice as old as the last time, within limits. */
function everyMs({since, isWanted}: Reads, now: Moment): Millis {
  const ageMs = age(since, now);
  if (isWanted) return leastEveryMs;
  return ageMs > fewerFromMs ? lateEveryMs : Math.min(mostEveryMs, Math.max(leastEveryMs, ageMs / 2));
}
