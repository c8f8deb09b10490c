import {compare, isZero} from '../../api/wire/decimal.ts';
import type {Decimal} from '../../api/wire/records.ts';
import {age} from '../model/freshness.ts';
import type {Moment} from '../model/moment.ts';
import {leftOf} from '../resources/arithmetic.ts';
import {askedWords} from '../words/records.ts';
import {seconds} from '../words/times.ts';
import {
  type Amending,
  become,
  becomeDone,
  cancelWrite,
  type Gate,
  type Intent,
  type IntentMsgOf,
  type IntentStep,
  type Intents,
  intentById,
  putIntent,
  type ReadingProgress,
} from './intent.ts';
import {
  type AmendDraft,
  type FillsTold,
  fillsTold,
  isAmend,
  mayOverfill,
  promisedForMs,
  waitOf,
} from './kinds/amend.ts';
import {confirmedForMs, type Evidence, type WholeRead} from './kinds/kind.ts';
import {target} from './kinds/kinds.ts';
import {confirmedAt, end, notPlaced, sendNow, withKnown} from './life.ts';
import {beginReading, readAnew, withLook} from './looks.ts';
import {whyToWait} from './selectors.ts';

export type Given = {
  readonly intents: Intents;
  readonly intent: Intent;
  readonly look: ReadingProgress;
  readonly gate: Gate;
  readonly now: Moment;
};
type OfAmend = Given & {readonly draft: AmendDraft};

export function readOn(given: OfAmend, evidence: Evidence): IntentStep {
  const {intents, intent, look, now} = given;
  if (evidence.kind === 'failure') {
    if (mayReadAgain(given)) return [withLook(intents, intent.id, {...look, failure: evidence.words}), []];
    return notPlaced(intents, intent, `The order could not be read first. ${evidence.words}`, now);
  }
  return evidence.fills === undefined ? placeNow(given, evidence) : weighFills(given, evidence);
}

function weighFills(given: OfAmend, read: WholeRead): IntentStep {
  const {draft, now} = given;
  const {told, counted, intent, intents} = taken(given, read);
  if (isNothingLeft(draft, told.sum)) return nothingLeft(given, intents, intent, told.sum);
  const {isComplete, isInsisted} = intent.amending;
  if (isComplete === true || isInsisted === true || haveWaited(draft, told, counted, read))
    return beginReading(intents, intent.id, {kind: 'known orders', symbol: draft.symbol, at: now.wall}, now);
  if (!mayStillComplete(given, told, counted))
    return notPlaced(intents, intent, incomplete(draft, told), now);
  // With a lag the timed reads continue; without one the next read starts at once.
  return draft.tradesLagMs === 0
    ? beginReading(intents, intent.id, {kind: 'fills', orderId: draft.orderId}, now)
    : [intents, []];
}

/** In a wait of minutes a single read may fail. */
function mayReadAgain({intent, draft, now}: OfAmend): boolean {
  return isWaiting(intent, draft) && age(confirmedAt(intent), now) <= promisedMs(intent, draft);
}

function isWaiting({amending}: Intent, draft: AmendDraft): boolean {
  const {isComplete, isInsisted} = amending ?? atCancel;
  return isComplete !== true && isInsisted !== true && waitOf(draft) > 0;
}

/** Tells, on the line of messages, how an amend that waits stands between its writes. */
export function waitWords({looks}: Intents, intent: Intent, now: Moment): string | undefined {
  const {draft, state} = intent;
  const look = looks[intent.id];
  if (state !== 'CHECKING FILLS' || !isAmend(draft) || look === undefined || !isWaiting(intent, draft))
    return undefined;
  const restMs = leftMs(waitOf(draft), look, now);
  const when = restMs > 0 ? `in ${seconds(restMs)}` : 'soon';
  return `${state}: new order ${when}, off the market; ${askedWords(draft)} is canceled`;
}

function leftMs(ofMs: number, {since, firstGood = since}: ReadingProgress, now: Moment) {
  return ofMs - (now.mono - firstGood.mono);
}

/** The user who continues an amend has confirmed the current price. */
function promisedMs({amending}: Intent, draft: AmendDraft): number {
  return amending?.isInsisted === undefined ? promisedForMs(draft) : confirmedForMs;
}

/** The overfill in the review is a maximum only if this read lacks none of the fills in it. */
const isBounded = (draft: AmendDraft, {sum}: FillsTold) =>
  !mayOverfill(draft) || compare(sum, draft.filled ?? '0') >= 0;

function haveWaited(
  draft: AmendDraft,
  told: FillsTold,
  look: ReadingProgress,
  {beganAt}: WholeRead,
): boolean {
  if (!mayOverfill(draft) || told.flaw !== undefined || !isBounded(draft, told)) return false;
  return leftMs(waitOf(draft), look, beganAt) <= 0;
}

function mayStillComplete({intent, draft, now}: OfAmend, told: FillsTold, look: ReadingProgress): boolean {
  const mostMs = age(look.since, now) + leftMs(waitOf(draft), look, now);
  return told.flaw === undefined && isBounded(draft, told) && mostMs <= promisedMs(intent, draft);
}

function taken(given: OfAmend, read: WholeRead) {
  const {intent: before, draft, look} = given;
  const {amending = atCancel} = before;
  const told = fillsTold(draft.orderId, read.fills ?? []);
  const counted = countFills(look, amending.filled, told, read.beganAt);
  const isSame = amending.filled !== undefined && compare(amending.filled, told.sum) === 0;
  // Complete fills stay complete while their sum is the same.
  const isComplete =
    told.flaw === undefined &&
    ((amending.isComplete === true && isSame) || areComplete(draft, told, counted, read.beganAt));
  const intent = {...before, amending: {...amending, filled: told.sum, isComplete}};
  return {told, counted, intent, intents: withLook(putIntent(given.intents, intent), intent.id, counted)};
}

const atCancel: Amending = {write: cancelWrite};

export function readMore(given: OfAmend, evidence: Evidence): IntentStep {
  const {look} = given;
  if (evidence.kind === 'failure')
    return [withLook(given.intents, given.intent.id, {...look, failure: evidence.words}), []];
  const {told, intent, intents} = taken(given, evidence);
  if (isNothingLeft(given.draft, told.sum)) return nothingLeft(given, intents, intent, told.sum);
  const {filled, isComplete} = given.intent.amending ?? atCancel;
  if (filled === told.sum && isComplete === intent.amending.isComplete) return [intents, []];
  const isAboutFills = intent.reason.startsWith(countWords(given.draft, filled ?? '0'));
  const next = isAboutFills ? {...intent, reason: incomplete(given.draft, told)} : intent;
  return [putIntent(intents, next), [{type: 'record', intent: next}]];
}

function isNothingLeft(draft: AmendDraft, filled: Decimal): boolean {
  return compare(filled, draft.size) >= 0 || isZero(leftOf(draft.newSize, filled));
}

function nothingLeft(
  {draft: {size, newSize}, now}: OfAmend,
  intents: Intents,
  intent: Intent,
  filled: Decimal,
): IntentStep {
  const reason = `Filled before the change: ${filled} of ${size}.`;
  if (compare(filled, size) >= 0) return end(intents, become(intent, 'REJECTED', reason, now), 'warning');
  const words = `${reason} New total ${newSize}: nothing is left to place.`;
  return end(intents, becomeDone(intent, {recordId: undefined}, words, now), 'good');
}

function incomplete(draft: AmendDraft, {sum, flaw}: FillsTold): string {
  return [countWords(draft, sum), flaw].filter(Boolean).join(' ');
}

const countWords = ({size}: AmendDraft, filled: Decimal) => `${filled}/${size} filled, per trades so far.`;

/** While trades of the canceled order may still be listed. */
export function lateFillsWords({looks}: Intents, intent: Intent, now: Moment): string {
  const {draft, state, amending, id} = intent;
  const look = looks[id];
  if (state !== 'CANCELED, NOT REPLACED' || !isAmend(draft) || amending?.isComplete !== false) return '';
  const restMs =
    look === undefined
      ? draft.tradesLagMs - (now.wall - intent.changedAt)
      : leftMs(draft.tradesLagMs, look, now);
  return restMs > 0 ? ` More may come for ${seconds(Math.ceil(restMs / 1_000) * 1_000)}.` : '';
}

function placeNow({intents, intent, draft, gate, now}: OfAmend, read: WholeRead): IntentStep {
  const {amending = atCancel} = intent;
  const why = gate(draft) ?? whyToWait(intents, {kind: 'place'}, now);
  if (why !== undefined) return notPlaced(intents, intent, why, now);
  if (age(confirmedAt(intent), now) > promisedMs(intent, draft))
    return notPlaced(intents, intent, 'It took too long; check the current price.', now);
  // The confirmation was for a place by itself within this time.
  const next = {...intent, amending: {...amending, write: amending.write + 1, confirmedAt: now}};
  return sendNow(intents, withKnown(intents, next, read), 'user', now);
}

export function goOnAmending(
  intents: Intents,
  {intentId, draft, isInsisted, now}: IntentMsgOf<'goOn'>,
  gate: Gate,
): IntentStep {
  const intent = intentById(intents, intentId);
  if (intent?.state !== 'CANCELED, NOT REPLACED' || target(intent.draft) !== target(draft))
    return notGoneOn(intents, 'It is already resolved.');
  const why = gate(draft) ?? whyToWait(intents, {kind: 'place'}, now);
  if (why !== undefined) return notGoneOn(intents, why);
  const next = become(intent, 'CHECKING FILLS', 'Rereading its trades.', now);
  const amending = {...(intent.amending ?? atCancel), isInsisted, confirmedAt: now};
  return [intents, [{type: 'journalGoOn', intent: {...next, draft, amending}}]];
}

export function wentOn(intents: Intents, {intent, now}: IntentMsgOf<'wentOn'>): IntentStep {
  return readAnew(intents, intent, now);
}

export function notGoneOn(intents: Intents, reason: string): IntentStep {
  return [intents, [{type: 'tell', text: `Nothing was placed. ${reason}`, level: 'warning'}]];
}

const sameReads = 5;

function countFills(
  look: ReadingProgress,
  before: Decimal | undefined,
  {sum, flaw}: FillsTold,
  beganAt: Moment,
): ReadingProgress {
  if (flaw !== undefined) return {...look, goodReads: 0, firstGood: undefined, failure: flaw};
  const isSame = before !== undefined && look.firstGood !== undefined && compare(before, sum) === 0;
  return {
    ...look,
    goodReads: isSame ? look.goodReads + 1 : 1,
    firstGood: isSame ? look.firstGood : beganAt,
    failure: undefined,
  };
}

function areComplete(
  {size, tradesLagMs}: AmendDraft,
  {sum, flaw}: FillsTold,
  {goodReads, firstGood}: ReadingProgress,
  beganAt: Moment,
): boolean {
  if (flaw !== undefined) return false;
  if (compare(sum, size) === 0) return true;
  return goodReads >= sameReads && firstGood !== undefined && beganAt.mono - firstGood.mono >= tradesLagMs;
}
