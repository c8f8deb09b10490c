import {compare} from '../../../api/wire/decimal.ts';
import type {Decimal} from '../../../api/wire/records.ts';
import {age} from '../../model/freshness.ts';
import type {Moment} from '../../model/moment.ts';
import {kinship} from '../account.ts';
import {confirmedAt, confirmedForMs, withKnown} from '../asking.ts';
import {end, sendNow} from '../attempts.ts';
import type {DraftOf, Evidence, Intent, Intents, ReadingProgress} from '../intent.ts';
import {beginReading, withLook} from '../reconcile/looks.ts';
import type {WholeRead} from '../reconcile/matching.ts';
import {canAct} from '../selectors.ts';
import {become, becomeDone, type IntentStep, putIntent} from '../transitions.ts';
import {areComplete, countFills, type FillsTold, fillsTold} from './fills.ts';
import {notPlaced} from './not-placed.ts';
import {cancelWrite, type Replacing} from './replacing.ts';
import {unfilledOf} from './write.ts';

type Given = {
  readonly intents: Intents;
  readonly intent: Intent;
  readonly draft: DraftOf<'replace'>;
  readonly look: ReadingProgress;
  readonly now: Moment;
};

/** A read came back while the intent is READING: its order's trades, or what there was before the place. */
export function readOn(given: Given, evidence: Evidence): IntentStep {
  const {intents, intent, now} = given;
  if (evidence.kind === 'failure')
    return notPlaced(intents, intent, `What there is could not be read first. ${evidence.words}`, now);
  return evidence.fills === undefined ? placeNow(given, evidence) : weighFills(given, evidence);
}

function weighFills(given: Given, read: WholeRead): IntentStep {
  const {draft, now} = given;
  const {told, counted, intent, intents} = taken(given, read);
  if (isNothingLeft(draft, told.sum)) return nothingLeft(intents, intent, told.sum, now);
  if (intent.replacing?.isComplete === true || intent.replacing?.isInsisted === true)
    return beginReading(intents, intent.id, {kind: 'before place', symbol: draft.symbol, at: now.wall}, now);
  if (!mayStillComplete(draft, told, counted, now))
    return notPlaced(intents, intent, incomplete(draft, told), now);
  // With a lag the timed looks go on; without one the next read may begin at once.
  return draft.tradesLagMs === 0
    ? beginReading(intents, intent.id, {kind: 'fills', orderId: draft.orderId}, now)
    : [intents, []];
}

/** Whether its trades can be complete while the confirmation holds. */
function mayStillComplete(
  {tradesLagMs}: DraftOf<'replace'>,
  {flaw}: FillsTold,
  {since, firstGood = since}: ReadingProgress,
  now: Moment,
): boolean {
  const restMs = tradesLagMs - (now.mono - firstGood.mono);
  return flaw === undefined && age(since, now) + restMs <= confirmedForMs;
}

/** What a read of its trades told, noted with the intent. */
function taken(given: Given, read: WholeRead) {
  const {intent: before, draft, look} = given;
  const {replacing = atCancel} = before;
  const told = fillsTold(draft.orderId, read.fills ?? []);
  const counted = countFills(look, replacing.filled, told, read.beganAt);
  const isSame = replacing.filled !== undefined && compare(replacing.filled, told.sum) === 0;
  // What was complete stays so unless the service shows more of it than it should have by then.
  const isComplete =
    told.flaw === undefined &&
    ((replacing.isComplete === true && isSame) || areComplete(draft, told, counted, read.beganAt));
  const intent = {...before, replacing: {...replacing, filled: told.sum, isComplete}};
  return {told, counted, intent, intents: withLook(putIntent(given.intents, intent), intent.id, counted)};
}

const atCancel: Replacing = {write: cancelWrite};

/** While it waits for the person its trades are read on, so that it comes to be known what is left. */
export function readMore(given: Given, evidence: Evidence): IntentStep {
  const {look, now} = given;
  // What another account's trades tell is nothing about this order.
  if (kinship(given.intent, given.intents.accountId) !== 'ours') return [given.intents, []];
  if (evidence.kind === 'failure')
    return [withLook(given.intents, given.intent.id, {...look, failure: evidence.words}), []];
  const {told, intent, intents} = taken(given, evidence);
  if (isNothingLeft(given.draft, told.sum)) return nothingLeft(intents, intent, told.sum, now);
  const {filled, isComplete} = given.intent.replacing ?? atCancel;
  const isSame = filled === intent.replacing.filled && isComplete === intent.replacing.isComplete;
  return [intents, isSame ? [] : [{type: 'record', intent}]];
}

function isNothingLeft(draft: DraftOf<'replace'>, filled: Decimal): boolean {
  return compare(filled, draft.size) >= 0 || compare(unfilledOf(draft, filled), '0') <= 0;
}

/** All of it, or as much as it was to come to: nothing is placed. */
function nothingLeft(intents: Intents, intent: Intent, filled: Decimal, now: Moment): IntentStep {
  if (intent.draft.kind !== 'replace') return [intents, []];
  const {size, newSize} = intent.draft;
  const reason = `Filled before the change: ${filled} of ${size}.`;
  if (compare(filled, size) >= 0) return end(intents, become(intent, 'REFUSED', reason, now), 'warning');
  const words = `${reason} It was to come to ${newSize}: nothing is left to be placed.`;
  return end(intents, becomeDone(intent, {recordId: undefined}, words, now), 'good');
}

function incomplete({tradesLagMs, size}: DraftOf<'replace'>, {sum, flaw}: FillsTold): string {
  const known = `${sum} of ${size} had filled, as far as its trades tell.`;
  return flaw === undefined
    ? `${known} More may come for ${Math.ceil(tradesLagMs / 1_000)} s.`
    : `${known} ${flaw}`;
}

/** What there was before is known: the place goes out, with the key of this writing. */
function placeNow({intents, intent, now}: Given, read: WholeRead): IntentStep {
  const {replacing = atCancel} = intent;
  const may = canAct(intents, 'place', now);
  if (may !== true) return notPlaced(intents, intent, may, now);
  if (age(confirmedAt(intent), now) > confirmedForMs)
    return notPlaced(intents, intent, 'It took too long; look at the price of now.', now);
  const next = {...intent, replacing: {...replacing, write: replacing.write + 1}};
  return sendNow(intents, withKnown(intents, next, read), 'user', now);
}
