import {age} from '../model/freshness.ts';
import type {Moment} from '../model/moment.ts';
import {sendNow} from './attempts.ts';
import {currentWrite, type Gate, type Intent, type IntentMsgOf, type Intents} from './intent.ts';
import {isAmend, placedBy} from './kinds/amend.ts';
import {confirmedForMs, type Evidence, type WholeRead} from './kinds/kind.ts';
import {canceledBy, type Draft, draftIn, kindOf, sentKindOf, target, targets} from './kinds/kinds.ts';
import {beginReading} from './looks.ts';
import {endedByAsking, lockOn, whyToWait} from './selectors.ts';
import {announce, become, becomeResolved, type IntentStep, putIntent} from './transitions.ts';
import {draftWords} from './words.ts';

export const confirmedAt = ({amending, askedAt}: Intent) => amending?.confirmedAt ?? askedAt;

/** Nothing is queued: a draft that cannot be sent now must be asked for again. */
export function ask(intents: Intents, {draft, proposalId, now}: IntentMsgOf<'ask'>, gate: Gate): IntentStep {
  const hindrance = hindranceOf(intents, draft, gate, now);
  if (hindrance !== undefined) return notAsked(intents, draft, hindrance);
  const earlier = endedByAsking(intents, draft);
  const ends =
    earlier &&
    becomeResolved(earlier, {word: 'asked again', note: ''}, 'No trace found; requested again.', now);
  const {accountId} = intents;
  return [
    {...intents, asking: [...intents.asking, draft]},
    [{type: 'journalAsk', draft, at: now, ends, accountId, proposalId}],
  ];
}

function hindranceOf(intents: Intents, draft: Draft, gate: Gate, now: Moment): string | undefined {
  const read = draftIn(draft);
  if ('wrong' in read) return read.wrong;
  return gate(draft) ?? whyToWait(intents, draft, now) ?? lockOn(intents, ...targets(draft));
}

function notAsked(intents: Intents, draft: Draft, reason: string): IntentStep {
  return [intents, [{type: 'tell', text: `NOT SENT: ${draftWords(draft)}. ${reason}`, level: 'warning'}]];
}

export function askFailed(intents: Intents, {draft, reason}: IntentMsgOf<'askFailed'>): IntentStep {
  const [next, commands] = notAsked(withoutAsking(intents, draft), draft, reason);
  return [next, [...commands, {type: 'watch', accountId: intents.accountId}]];
}

export function asked(intents: Intents, {intent, ended, now}: IntentMsgOf<'asked'>): IntentStep {
  const rest = ended === undefined ? intents : putIntent(intents, ended);
  const next = putIntent(withoutAsking(rest, intent.draft), intent);
  // An amend reads what its place needs before it cancels: else the order could leave the market for nothing.
  const draft = isAmend(intent.draft) ? placedBy(intent.draft) : currentWrite(intent).draft;
  const before = sentKindOf(draft).before(draft, now);
  return before === undefined ? sendFresh(next, intent, now) : beginReading(next, intent.id, before, now);
}

export function prepared(intents: Intents, intent: Intent, evidence: Evidence, now: Moment): IntentStep {
  if (evidence.kind === 'failure') {
    return notSent(intents, intent, `Existing records could not be read first. ${evidence.words}`, now);
  }
  return sendFresh(intents, withKnown(intents, intent, evidence), now);
}

export function withKnown(intents: Intents, intent: Intent, evidence: WholeRead): Intent {
  const ids = [
    ...evidence.easyOptions.map(row => row.id),
    ...evidence.orders.map(order => order.orderId),
    ...evidence.trades.flatMap(trade => trade.orderId ?? []),
  ];
  const canceled = [canceledBy(intent.draft) ?? []].flat();
  const knownBefore = [...new Set([...ids, ...canceled, ...ownRecords(intents, intent)])];
  const {draft} = intent;
  return {...intent, draft: {...draft, ...kindOf(draft).learn(draft, evidence)}, knownBefore};
}

/** A list may show our own records late; they do not belong to this intent. */
function ownRecords(intents: Intents, intent: Intent): string[] {
  const scopeOf = (each: Intent) => kindOf(currentWrite(each).draft).recordScope;
  return intents.list.flatMap(each =>
    each.state === 'CONFIRMED' && each.resolvedRecordId !== undefined && scopeOf(each) === scopeOf(intent)
      ? [each.resolvedRecordId]
      : [],
  );
}

function sendFresh(intents: Intents, intent: Intent, now: Moment): IntentStep {
  return age(intent.askedAt, now) > confirmedForMs
    ? notSent(intents, intent, 'Preparing took too long; review again at the current price.', now)
    : sendNow(intents, intent, 'user', now);
}

function notSent(intents: Intents, intent: Intent, reason: string, now: Moment): IntentStep {
  return announce(intents, become(intent, 'NOT SENT', reason, now), 'warning');
}

function withoutAsking(intents: Intents, draft: Draft): Intents {
  return {...intents, asking: intents.asking.filter(each => target(each) !== target(draft))};
}
