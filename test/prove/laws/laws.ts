import {age, type Moment} from '../../../src/account/model/moment.ts';
import {add, compare} from '../../../src/api/wire/decimal.ts';
import type {Id} from '../../../src/api/wire/records.ts';
import {isHaltOver} from '../../../src/core/halt/halt.ts';
import {classify} from '../../../src/core/intents/classify.ts';
import type {Intent} from '../../../src/core/intents/intent.ts';
import {confirmedForMs} from '../../../src/core/intents/kinds/kind.ts';
import {makesRecord, riskOf, sentKindOf} from '../../../src/core/intents/kinds/kinds.ts';
import {replacedBy} from '../../../src/core/intents/kinds/place.ts';
import {mayHaveArrived} from '../../../src/core/intents/outcome.ts';
import {describe} from '../../../src/core/intents/words.ts';
import {followingOf, isSaidNothing, largestOf, othersFor} from '../../sim/amend.ts';
import {holderIn} from '../../sim/memory-journal.ts';
import {byItself} from '../bounds.ts';
import {kindHere, kindsHere} from '../kinds.ts';
import {type Effect, filledOf, type Service} from '../service.ts';
import {breach, deskAt, type Stage} from '../stage.ts';
import type {Request, World, WriteCall} from '../world.ts';

/** What must hold in every state. A breach is told in words. */

/** As a request reaches the service: the journal has held its attempt since before it left. */
export function checkArrival(stage: Stage, {by, draft}: Request) {
  const intent = stage.store.rows.get(by)?.intent;
  if (intent === undefined || intent.attempts.length === 0)
    return breach(stage, `No attempt in the journal stands behind what arrived: ${draft.kind}`);
  const {orderId} = replacedBy(draft) ?? {};
  const order = stage.service.truth.orders.find(each => each.orderId === orderId);
  if (order?.status === 'PENDING') breach(stage, `Placed while its order is open: ${describe(intent)}`);
}

/** As the first byte of a write leaves. */
export function checkLeaving(stage: Stage, {intent}: WriteCall, now: Moment): void {
  const {draft, attempts} = intent;
  if (riskOf({kind: draft.kind}) !== 'reduces' && stage.store.halts.length > 0)
    breach(stage, `Sent while a halt is set: ${describe(intent)}`);
  // A cancel names one order: it is repeated by itself however late.
  const isRepeatedCancel = draft.kind === 'cancel' && attempts.length > 0;
  const isFirst = !attempts.some(mayHaveArrived) && !isRepeatedCancel;
  if (isFirst && age(intent.askedAt, now) > confirmedForMs)
    breach(stage, `Sent long after it was confirmed: ${describe(intent)}`);
}

/** As the first byte of a write leaves: nobody else has taken the controls. */
export function checkHolder(stage: Stage, index: number, intent: Intent): void {
  if (holderIn(stage.store) !== deskAt(stage, index).pid)
    breach(stage, `Sent by a viewer: ${describe(intent)}`);
}

/** As an attempt has been committed. */
export function checkCommitted(stage: Stage, intent: Intent): void {
  const risk = riskOf({kind: intent.draft.kind});
  if (risk !== 'reduces' && stage.store.halts.length > 0)
    breach(stage, `Committed while a halt is set: ${describe(intent)}`);
  const kept = stage.store.rows.get(intent.id)?.intent;
  if (kept !== undefined && proves(kept) === 'done')
    breach(stage, `Committed after its answer had proved it: ${describe(intent)}`);
  const cancel = stage.store.rows.get(replacedBy(intent.draft)?.cancelId ?? '')?.intent;
  const isFollowing = intent.id.includes(byItself) && cancel !== undefined;
  if (isFollowing && cancel.attempts.at(-1)?.epoch !== kept?.attempts[0]?.epoch)
    breach(stage, `Followed by another process: ${describe(intent)}`);
}

/** What its journaled attempts prove, whatever a screen knows. */
export function proves(intent: Intent): string | undefined {
  const {draft, attempts} = intent;
  const [first, ...others] = attempts.map(each => ({...each, process: 'earlier'}) as const);
  return first && classify(sentKindOf(draft), [first, ...others], first.startedAt).step;
}

export function checkWorld(world: World): string | undefined {
  const {store, service, desks} = world;
  for (const {intent} of store.rows.values()) {
    const wrong = wrongEnd(intent, world) ?? wrongTogether(intent, world);
    if (wrong !== undefined) return `${wrong}: ${describe(intent)}`;
  }
  for (const desk of desks)
    for (const intent of desk.intents.list) {
      // A viewer shows it as it was until its next look.
      const isStale =
        desk.intents.viewing !== undefined && store.rows.get(intent.id)?.intent.state !== intent.state;
      const wrong = isStale ? undefined : wrongEnd(intent, world);
      if (wrong !== undefined) return `${wrong}: ${describe(intent)}`;
    }
  for (const record of store.halts)
    if (isHaltOver(record)) {
      const open = service.truth.orders.find(each => each.status === 'PENDING');
      if (open !== undefined) return `${record.progress?.word}, and order #${open.orderId} is open`;
    }
  return undefined;
}

const known = new WeakMap<Intent, {readonly service: Service; readonly wrong: string | undefined}>();

function wrongEnd(intent: Intent, world: World): string | undefined {
  const {service} = world;
  const kept = known.get(intent);
  if (kept?.service === service) return kept.wrong;
  const wrong = judgeEnd(intent, world);
  known.set(intent, {service, wrong});
  return wrong;
}

/** Whether what is said of an intent agrees with what the service did. */
function judgeEnd(intent: Intent, world: World): string | undefined {
  const {service, store} = world;
  const own = service.effects.filter(each => each.by === intent.id);
  const {attempts} = store.rows.get(intent.id)?.intent ?? intent;
  // Without a key each resend of a person may be one more.
  const resends = attempts.slice(1).filter(each => each.by === 'user').length;
  for (const kind of kindsHere)
    if (own.filter(each => each.kind === kind).length > (kind === 'open' ? 1 + resends : 1))
      return `Done twice (${kind})`;
  switch (intent.state) {
    case 'NOT SENT':
    case 'REJECTED':
      return own.length > 0 && !own.every(each => isStaleRefusal(intent, each))
        ? `${intent.state}, but the service did it`
        : undefined;
    case 'CONFIRMED':
      return isTrue(intent, own, world) ? undefined : 'CONFIRMED, but the service did not';
    default:
      return undefined;
  }
}

/**
 * A 422 to a close stands once a read has shown the Easy Option as it was. Where something on the way
 * delivered the close twice, the first did it, the second was refused, and a list that is behind shows just
 * that.
 */
function isStaleRefusal({draft, attempts}: Intent, {isTwice}: Effect): boolean {
  const outcome = attempts.at(-1)?.result?.outcome;
  return isTwice === true && draft.kind === 'close' && outcome?.kind === 'status' && outcome.status === 422;
}

type Done = Extract<Intent, {state: 'CONFIRMED'}>;

function isTrue(intent: Done, own: readonly Effect[], world: World): boolean {
  const {draft} = intent;
  const isOwn = own.some(each => each.kind === draft.kind);
  if (intent.proof === 'proved' && !isOwn) return false;
  // The answer named no record, and no match proves which it is.
  if (intent.proof === 'proved' && intent.resolvedRecordId === undefined && makesRecord(draft)) return true;
  return kindHere(draft).fits(draft, intent, world);
}

function isOver(orderId: Id, {truth}: Service): boolean {
  return truth.orders.find(each => each.orderId === orderId)?.status !== 'PENDING';
}

/**
 * Of an amend both orders are never open, none is placed twice, and together they fill no more than was asked
 * for, and said.
 */
function wrongTogether(intent: Intent, {service, store}: World): string | undefined {
  const of = isSaidNothing(intent) ? undefined : followingOf(intent, store);
  if (of === undefined) return undefined;
  const {amend, cancel, replaces} = of;
  const placedBy = ({id}: Intent) =>
    service.effects.find(({by, kind}) => by === id && kind === 'place')?.recordId;
  const placed = placedBy(intent);
  if (placed === undefined) return undefined;
  if (!isOver(amend.orderId, service)) return 'Both of its orders are open';
  if (othersFor(cancel, intent, store).some(each => placedBy(each) !== undefined))
    return 'Placed twice for one cancel';
  const size = service.truth.orders.find(each => each.orderId === placed)?.size ?? '0';
  const most = add(largestOf(amend), replaces.unseen);
  const isMore = compare(add(filledOf(service, amend.orderId), size), most) > 0;
  return isMore ? 'More may fill than was asked for' : undefined;
}
