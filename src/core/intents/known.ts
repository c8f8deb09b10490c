/** Finds the record that is new to a write: only that one may prove that it was done. */
import {clockDoubtMs, type Moment} from '../../account/model/moment.ts';
import type {PortfolioRows} from '../../account/portfolio/rows.ts';
import type {Id, Millis} from '../../api/wire/records.ts';
import {type ByBoth, byBoth, passedMs} from '../limits/pending.ts';
import {mayHaveMadeMore} from './classify.ts';
import {timeByBoth} from './clock.ts';
import {type Intent, type Intents, isResolved} from './intent.ts';
import {orderReplaced, sentKindOf, target, type WriteDraft} from './kinds/kinds.ts';
import {lateMs} from './outcome.ts';

type Read = {
  readonly rows: PortfolioRows;
  /** When the last whole read of this process began. */
  readonly began: Moment | undefined;
  readonly lagMs: Millis;
};

/**
 * The ids of the records like it before it is sent: those of the last whole read, and own ones that lists may
 * show late. Undefined if that read may lack one that an earlier write made: then a match proves nothing.
 */
export function knownBefore(
  intents: Intents,
  draft: WriteDraft,
  {rows, began, lagMs}: Read,
): readonly Id[] | undefined {
  // Without a journal another process may have written.
  if (began === undefined || intents.journalProblem !== undefined) return undefined;
  const since = timeByBoth(intents, began);
  const earlier = intents.list.filter(each => isAlike(each.draft, draft));
  if (!earlier.every(each => isShown(each, since, lagMs))) return undefined;
  const replaced = orderReplaced(draft) ?? [];
  return [...new Set([sentKindOf(draft).like(draft, rows), replaced, earlier.flatMap(recordOf)].flat())];
}

/** Its record is known, or was listed when the read began. */
function isShown(earlier: Intent, began: ByBoth | undefined, lagMs: Millis): boolean {
  if (!mayHaveMadeAny(earlier)) return true;
  const endedAt = byBoth(earlier.changedAt, earlier.offsetAtSend);
  if (!isResolved(earlier) || began === undefined || endedAt === undefined) return false;
  // A person's word proves no arrival, and the answer to a repeat that came late none of those before.
  const mayBeLate = earlier.state === 'RESOLVED' || mayHaveMadeMore(earlier) > 0;
  return passedMs(endedAt, began) >= Math.max(lagMs, clockDoubtMs) + (mayBeLate ? lateMs : 0);
}

/** A later write that may have made the record: one after an open whose answer named none. */
export const mayBeOfLater = ({list}: Intents, intent: Intent, recordId: Id): boolean =>
  list
    .slice(list.findIndex(({id}) => id === intent.id) + 1)
    .some(
      each =>
        isAlike(each.draft, intent.draft) &&
        mayHaveMadeAny(each) &&
        each.knownBefore?.includes(recordId) !== true,
    );

const isAlike = (one: WriteDraft, other: WriteDraft): boolean =>
  one.kind === other.kind && target(one) === target(other);

/** A record that is not known to be its own. */
const mayHaveMadeAny = (each: Intent): boolean =>
  each.state === 'CONFIRMED'
    ? each.resolvedRecordId === undefined || mayHaveMadeMore(each) > 0
    : each.state !== 'REJECTED' && each.state !== 'NOT SENT';

const recordOf = (each: Intent): Id | readonly [] =>
  (each.state === 'CONFIRMED' && each.resolvedRecordId) || [];
