import {age, type Moment} from '../../account/model/moment.ts';
import {leftOf} from '../../account/resources/arithmetic.ts';
import {seconds} from '../../account/words/times.ts';
import {compare, isZero} from '../../api/wire/decimal.ts';
import type {Decimal, Id} from '../../api/wire/records.ts';
import {chain} from '../chain.ts';
import {
  type Gate,
  type Intent,
  type IntentMsgOf,
  type IntentStep,
  type Intents,
  intentById,
  isFollowed,
  leavesEarlier,
  putIntent,
  withoutFollowed,
} from './intent.ts';
import {fillsTold, placeAfter, promisedForMs, waitOf} from './kinds/amend.ts';
import {type AmendDraft, amendOf, amendWords} from './kinds/cancel.ts';
import type {WholeRead} from './kinds/kind.ts';
import {canceledBy, type WriteDraft} from './kinds/kinds.ts';
import {replacedBy} from './kinds/place.ts';
import {ask, hindranceOf, withoutAsking} from './life.ts';
import {mayHaveArrived} from './outcome.ts';
import {readAnew} from './reads.ts';

/**
 * An amend is a cancel, and a place that follows it: two ordinary writes. The place follows by itself only in
 * the process that asked for the cancel, while its confirmation holds, after an answer that says CANCELED.
 * In every other case the cancel ends as any cancel does, and its draft fills the form of a new order.
 */
export function afterCancel([intents, commands]: IntentStep, id: string, now: Moment): IntentStep {
  const cancel = intentById(intents, id);
  const step = (): IntentStep => {
    const stopped = intents.followed[id]?.stopped;
    if (cancel !== undefined && stopped === undefined && isSure(intents, cancel))
      return readAnew(intents, cancel, now);
    const left = unreplaced(withoutFollowed(intents, id)).find(each => each.cancel === cancel);
    if (left === undefined) return [intents, []];
    const isRead = left.cancel.state === 'CONFIRMED' && left.cancel.proof === 'matched';
    const why = stopped ?? (isRead ? left.cancel.reason : 'Old order gone: check price.');
    return notReplaced(intents, left.cancel, left.cancel.notReplaced ?? why);
  };
  const [next, more] = step();
  return [next, [...commands, ...more]];
}

/** The order of an amend is over, by whatever proof. */
function isGone(cancel: Intent): boolean {
  if (amendOf(cancel.draft) === undefined) return false;
  return cancel.state === 'CONFIRMED' || (cancel.state === 'RESOLVED' && cancel.said.word === 'done');
}

/** Its only attempt that may have arrived was answered with the record of the canceled order. */
function isSure(intents: Intents, cancel: Intent): boolean {
  const outcome = cancel.attempts.at(-1)?.result?.outcome;
  const isCanceled = outcome?.kind === 'yes' && outcome.order?.status === 'CANCELED';
  return isFollowed(intents, cancel) && isCanceled && !cancel.attempts.slice(0, -1).some(mayHaveArrived);
}

type ReadAfter = {
  /** Whole since the cancel; undefined if it failed. */
  readonly read: (Pick<WholeRead, 'trades'> & {readonly began: Moment}) | undefined;
  readonly failure: string | undefined;
  readonly gate: Gate;
  readonly now: Moment;
};

/** The fills of the canceled order have been read. */
export function followOn(
  intents: Intents,
  cancel: Intent,
  {read, failure, gate, now}: ReadAfter,
): IntentStep {
  const draft = amendOf(cancel.draft);
  if (draft === undefined || !isSure(intents, cancel)) return [intents, []];
  const isLate = age(cancel.askedAt, now) > promisedForMs(draft);
  if (isLate) return notReplaced(intents, cancel, 'It took too long; check the current price.');
  const waitMs = waitOf(draft);
  const told = read && fillsTold(draft, read.trades);
  const flaw = told === undefined ? failure : told.flaw;
  if (read === undefined || told === undefined || flaw !== undefined)
    // In a wait of minutes a single read may fail.
    return waitMs > 0 ? [intents, []] : notReplaced(intents, cancel, `Its fills could not be read. ${flaw}`);
  const {filled = draft.filled ?? '0', since} = intents.followed[cancel.id] ?? {};
  const isMore = compare(told.sum, filled) > 0;
  const known = {
    filled: isMore ? told.sum : filled,
    since: isMore || since === undefined ? read.began : since,
  };
  if (isZero(leftOf(draft.newSize, known.filled))) return nothingLeft(intents, cancel, draft, known.filled);
  const placedAt = placedFrom(cancel, draft, known.since);
  if (read.began.mono >= placedAt) return place(intents, cancel, {draft, filled: known.filled, gate, now});
  if (placedAt > cancel.askedAt.mono + promisedForMs(draft))
    return notReplaced(intents, cancel, 'A fill came while it waited; check the current price.');
  return [{...intents, followed: {...intents.followed, [cancel.id]: known}}, []];
}

/** Its fills have stood still for the wait, or no trade of it can be late any more. By the monotonic clock. */
function placedFrom({attempts, askedAt}: Intent, draft: AmendDraft, since: Moment): number {
  const {at: canceledAt = askedAt} = attempts.at(-1)?.result ?? {};
  return Math.min(since.mono + waitOf(draft), canceledAt.mono + draft.tradesLagMs);
}

function place(
  intents: Intents,
  cancel: Intent,
  {draft, filled, gate, now}: {draft: AmendDraft; filled: Decimal; gate: Gate; now: Moment},
): IntentStep {
  const {askedAt} = cancel;
  const waitMs = waitOf(draft);
  const at = {mono: askedAt.mono + waitMs, wall: askedAt.wall + waitMs};
  const following = placeAfter(cancel.id, draft, filled);
  // A halt stops an exit too, as long as nobody has asked for it anew.
  const rest = withoutFollowed(intents, cancel.id);
  const why = intents.halted ?? hindranceOf(rest, following, gate, now);
  return why === undefined
    ? ask(rest, {type: 'ask', draft: following, at, now}, gate)
    : notReplaced(intents, cancel, why);
}

function nothingLeft(
  intents: Intents,
  cancel: Intent,
  {size, newSize}: AmendDraft,
  filled: Decimal,
): IntentStep {
  const text = `Filled before the change: ${filled} of ${size}. New total ${newSize}: nothing is left to place.`;
  const next = {...cancel, draft: {...cancel.draft, then: undefined}, reason: text};
  return [
    putIntent(withoutFollowed(intents, cancel.id), next),
    [{type: 'record', intent: next}, {type: 'refresh'}, {type: 'tell', text, level: 'warning'}],
  ];
}

export function notReplaced(intents: Intents, cancel: Intent, reason: string): IntentStep {
  const next = {...cancel, notReplaced: reason, isAcknowledged: undefined};
  return [
    putIntent(withoutFollowed(intents, cancel.id), next),
    [{type: 'record', intent: next}, {type: 'refresh'}, {type: 'say', intent: next, level: 'danger'}],
  ];
}

/** Something came in between, such as a halt: no place follows a cancel that was asked for before. */
export function callOff(intents: Intents, {reason}: IntentMsgOf<'callOff'>): IntentStep {
  const ids = Object.keys(intents.followed);
  const followed = Object.fromEntries(ids.map(id => [id, {stopped: reason}]));
  const canceled = intents.list.filter(each => isFollowed(intents, each));
  const start: IntentStep = [ids.length === 0 ? intents : {...intents, followed}, []];
  return chain(start, canceled, (next, cancel) => notReplaced(next, cancel, reason));
}

/** The journal did not take the place. */
export function notFollowed(
  intents: Intents,
  {draft, reason}: {readonly draft: WriteDraft; readonly reason: string},
): IntentStep | undefined {
  const cancel = intentById(intents, replacedBy(draft)?.cancelId ?? '');
  if (cancel === undefined) return undefined;
  const others = withoutAsking(intents, draft);
  const isLeft = unreplaced(withoutFollowed(others, cancel.id)).some(each => each.cancel === cancel);
  // Another order may have taken its place meanwhile.
  return isLeft ? notReplaced(others, cancel, reason) : undefined;
}

/** The state of a waiting amend, for the message line. */
export function waitWords({followed, reads}: Intents, cancel: Intent, now: Moment): string | undefined {
  if (!isFollowed({followed}, cancel)) return undefined;
  const draft = amendOf(cancel.draft);
  const {since = reads[cancel.id]?.since, filled} = followed[cancel.id] ?? {};
  if (draft === undefined || since === undefined) return undefined;
  const restMs = placedFrom(cancel, draft, since) - now.mono;
  const more = filled === undefined || filled === (draft.filled ?? '0') ? '' : `, ${filled} filled`;
  return `CANCELED${more}: new order ${restMs > 0 ? `in ${seconds(restMs)}, off the market` : 'soon'}: ${amendWords(draft)}`;
}

const cutOffReason = 'optty ended, or lost the controls, before the new order was placed.';

/** Canceled orders without one in their place, and why: the newest last. Those of two days are known. */
export function unreplaced({list, followed}: Pick<Intents, 'list' | 'followed'>): readonly Unreplaced[] {
  return list.flatMap(cancel => {
    if (!isGone(cancel) || followed[cancel.id] !== undefined) return [];
    const following = list.filter(({draft}) => replacedBy(draft)?.cancelId === cancel.id);
    if (!following.every(leavesEarlier)) return [];
    const last = following.at(-1);
    return {cancel, last: last ?? cancel, why: last?.reason ?? cancel.notReplaced ?? cutOffReason};
  });
}

/** As the journal has it: the process that canceled it may still place the new order by itself. */
export const mayFollow = ({cancel, last}: Unreplaced) => last === cancel && cancel.notReplaced === undefined;

type Unreplaced = {
  readonly cancel: Intent;
  /** The order of a person or of the amend of which nothing came; without one the cancel. */
  readonly last: Intent;
  readonly why: string;
};

/** The write that canceled the order that was placed; of an amend, another order may stand for it. */
export function cancelFor({list}: Pick<Intents, 'list'>, placed: Intent | undefined): Intent | undefined {
  if (placed?.state !== 'CONFIRMED') return undefined;
  const {resolvedRecordId: orderId} = placed;
  return list.find(each => each.state === 'CONFIRMED' && canceledBy(each.draft) === orderId);
}

/** Tells the fills of the canceled order that came after the intent ended; '' without any. */
export function filledSince(intents: Intents, id: string | undefined, filledOf: (orderId: Id) => Decimal) {
  const {cancel, last} = unreplaced(intents).find(each => each.last.id === id) ?? {};
  const amend = cancel && amendOf(cancel.draft);
  if (amend === undefined || last === undefined) return '';
  const filled = filledOf(amend.orderId);
  const {filled: counted = '0'} = replacedBy(last.draft) ?? amend;
  if (compare(filled, counted) <= 0) return '';
  const rest = isZero(leftOf(amend.newSize, filled)) ? ': nothing is left to place' : '';
  return ` Filled now: ${filled} of ${amend.size}${rest}.`;
}

/** A person has read its message: no later start says it again. */
export function acknowledged(intents: Intents, {intentId}: IntentMsgOf<'acknowledged'>): IntentStep {
  const left = unreplaced(intents).find(({cancel}) => cancel.id === intentId);
  const intent = left?.last ?? intentById(intents, intentId);
  if (intent === undefined) return [intents, []];
  const next = {...intent, isAcknowledged: true};
  return [putIntent(intents, next), [{type: 'record', intent: next}]];
}
