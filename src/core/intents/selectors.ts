import type {Moment} from '../../account/model/moment.ts';
import type {Id} from '../../api/wire/records.ts';
import {reasons} from './classify.ts';
import {
  become,
  beingSent,
  type Intent,
  type IntentMsgOf,
  type IntentStep,
  type Intents,
  isFollowed,
  isResolved,
  isSending,
} from './intent.ts';
import type {Asked, PlacedOrder} from './kinds/kind.ts';
import {
  askedTarget,
  canceledBy,
  type DraftKind,
  nextOf,
  orderPlaced,
  reducesRisk,
  requestsOf,
  targets,
  type WriteDraft,
  type WriteKind,
} from './kinds/kinds.ts';

/**
 * The journal's intents replace those in memory: for a viewer, and until the controls are taken. An unchanged
 * one stays the same object. Without a process that carries it on, a sent one is UNKNOWN.
 */
export function asJournaled(intents: Intents, found: readonly Intent[]): Intents {
  const known = new Map(intents.list.map(each => [each.id, each]));
  const same = (one: Intent, other: Intent | undefined) => JSON.stringify(one) === JSON.stringify(other);
  const list = found.map(journaled => {
    const isCutOff = intents.isHeld !== true && isSending(journaled);
    const at = {mono: 0, wall: journaled.changedAt};
    const each = isCutOff ? become(journaled, 'UNKNOWN', reasons['cut off'], at) : journaled;
    const before = known.get(each.id);
    return before !== undefined && same(each, before) ? before : each;
  });
  const ids = new Set(found.map(each => each.id));
  const earlier = intents.list.filter(each => isResolved(each) && !ids.has(each.id));
  return {...intents, list: [...earlier, ...list]};
}

export function watchFailed(intents: Intents, {reason}: IntentMsgOf<'watchFailed'>): IntentStep {
  if (intents.journalProblem === reason) return [intents, []];
  return [{...intents, journalProblem: reason}, [{type: 'tell', text: reason, level: 'warning'}]];
}

export function unresolved(intents: Intents): readonly Intent[] {
  return intents.list.filter(intent => !isResolved(intent));
}

export function latestOn(intents: Intents, wanted: string): Intent | undefined {
  return intents.list.findLast(({draft}) => askedTarget(draft) === wanted);
}

export function inBanner({list}: Intents): readonly Intent[] {
  return list.filter(({state}) => state === 'UNKNOWN');
}

export function inFlight(intents: Intents): readonly Intent[] {
  return intents.list.filter(intent => isSending(intent) || isFollowed(intents, intent));
}

export function lockOn(intents: Intents, ...wanted: readonly string[]): string | undefined {
  const isLocked = (draft?: WriteDraft) => draft && targets(draft).some(each => wanted.includes(each));
  if (intents.asking.some(each => isLocked(each) || isLocked(nextOf(each)))) return beingSent;
  const intent = intents.list.find(
    each =>
      (!isResolved(each) && isLocked(each.draft)) ||
      (intents.followed[each.id] !== undefined && isLocked(nextOf(each.draft))),
  );
  return intent === undefined ? undefined : lockReason(intent);
}

function lockReason(intent: Intent): string {
  if (isResolved(intent)) return 'The new order of an amend comes first.';
  if (intent.state !== 'UNKNOWN') return `An earlier one is ${intent.state}. It must end first.`;
  return 'Blocked: resolve the UNKNOWN request first.';
}

export function whyToWait(
  intents: Intents,
  of: Asked & {readonly kind: DraftKind},
  now: Moment,
): string | undefined {
  return requestsOf(of.kind)
    .map(kind => whyRequestWaits(intents, {...of, kind}, now))
    .find(Boolean);
}

function whyRequestWaits(
  intents: Intents,
  of: Asked & {readonly kind: WriteKind},
  now: Moment,
): string | undefined {
  const {kind} = of;
  // The journal keeps space for risk-reducing writes on a full disk.
  if (intents.unsaved !== undefined && !reducesRisk(of))
    return `The journal cannot be written: ${intents.unsaved.reason}`;
  const waitMs = (intents.blockedUntil[kind] ?? 0) - now.mono;
  return waitMs > 0 ? `Rate limited: ${Math.ceil(waitMs / 1000)} s more.` : undefined;
}

export const resolveWords = {
  done: 'Checked elsewhere: executed',
  nothing: 'Checked elsewhere: not executed',
} as const;

/** The orders that own writes have canceled. */
export const canceledIn = (intents: readonly Pick<Intent, 'draft' | 'state'>[]): ReadonlySet<Id> =>
  new Set(intents.flatMap(({draft, state}) => (state === 'CONFIRMED' ? (canceledBy(draft) ?? []) : [])));

export function ordersPlaced(list: readonly Intent[]): ReadonlyMap<Id, PlacedOrder> {
  return new Map(
    list.flatMap(intent => {
      const {draft} = intent;
      const order = orderPlaced(draft);
      return intent.state === 'CONFIRMED' && order !== undefined && intent.resolvedRecordId !== undefined
        ? [[intent.resolvedRecordId, order] as const]
        : [];
    }),
  );
}
