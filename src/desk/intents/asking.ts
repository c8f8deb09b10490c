import {age} from '../model/freshness.ts';
import type {Moment} from '../model/moment.ts';
import {draftWords} from '../words/intents.ts';
import {sendNow} from './attempts.ts';
import {
  type Draft,
  draftSchema,
  type Evidence,
  type Intent,
  type Intents,
  target,
  targets,
} from './intent.ts';
import {beginReading} from './reconcile/looks.ts';
import type {WholeRead} from './reconcile/matching.ts';
import {writeOf} from './replace/write.ts';
import {canAct, endedByAsking, lockOn} from './selectors.ts';
import {become, becomeByHand, type IntentStep, putIntent} from './transitions.ts';

/** A confirmation holds for this long: what could not be prepared by then is not sent, for prices move. */
export const confirmedForMs = 15_000;

/** When the person confirmed what an intent sends next. */
export const confirmedAt = ({replacing, askedAt}: Intent) => replacing?.confirmedAt ?? askedAt;

/** The user's y counted. Nothing is queued: what cannot be sent now has to be asked for again. */
export function ask(intents: Intents, draft: Draft, now: Moment): IntentStep {
  const hindrance = hindranceOf(intents, draft, now);
  if (hindrance !== undefined) return notAsked(intents, draft, hindrance);
  const earlier = endedByAsking(intents, draft);
  const ends =
    earlier &&
    becomeByHand(
      earlier,
      {word: 'asked again', note: ''},
      'It left no trace, and was asked for once more.',
      now,
    );
  const {accountId} = intents;
  return [
    {...intents, asking: [...intents.asking, draft]},
    [{type: 'journalAsk', draft, at: now, ends, accountId}],
  ];
}

function hindranceOf(intents: Intents, draft: Draft, now: Moment): string | undefined {
  const parsed = draftSchema.safeParse(draft);
  if (!parsed.success)
    return parsed.error.issues.map(issue => `${issue.path.join('.')} ${issue.message}`).join('; ');
  const may = canAct(intents, draft.kind, now);
  return may === true ? lockOn(intents, ...targets(draft))?.reason : may;
}

function notAsked(intents: Intents, draft: Draft, reason: string): IntentStep {
  return [intents, [{type: 'tell', text: `NOT SENT: ${draftWords(draft)}. ${reason}`, level: 'warning'}]];
}

export function askFailed(intents: Intents, draft: Draft, reason: string): IntentStep {
  const [next, commands] = notAsked(withoutAsking(intents, draft), draft, reason);
  return [next, [...commands, {type: 'watch', accountId: intents.accountId}]];
}

/** The journal holds it, with its lock. What open and place have to know before the send is read first. */
export function asked(intents: Intents, intent: Intent, ended: Intent | undefined, now: Moment): IntentStep {
  const before = ended === undefined ? intents : putIntent(intents, ended);
  const next = putIntent(withoutAsking(before, intent.draft), intent);
  const {draft} = intent;
  switch (draft.kind) {
    case 'open':
      return beginReading(next, intent.id, {kind: 'before open', cardId: draft.cardId}, now);
    case 'place':
      return beginReading(next, intent.id, {kind: 'before place', symbol: draft.symbol, at: now.wall}, now);
    case 'close':
    case 'cancel':
    // What there was before its place is read when its cancel is proved.
    case 'replace':
      return sendFresh(next, intent, now);
    default:
      return draft satisfies never;
  }
}

/** What there was before the send came back: it goes into the journal with the attempt. */
export function prepared(intents: Intents, intent: Intent, evidence: Evidence, now: Moment): IntentStep {
  if (evidence.kind === 'failure') {
    return notSent(intents, intent, `What there is already could not be read first. ${evidence.words}`, now);
  }
  return sendFresh(intents, withKnown(intents, intent, evidence), now);
}

/** With what was there before the send, by which a read tells afterwards what is new. */
export function withKnown(intents: Intents, intent: Intent, evidence: WholeRead): Intent {
  const ids = [
    ...evidence.easyOptions.map(row => row.id),
    ...evidence.orders.map(order => order.orderId),
    ...evidence.trades.flatMap(trade => trade.orderId ?? []),
  ];
  const replaced = intent.draft.kind === 'replace' ? [intent.draft.orderId] : [];
  const knownBefore = [...new Set([...ids, ...replaced, ...ownRecords(intents, intent)])];
  return {...withContract(intent, evidence), knownBefore};
}

/** Records of our own that a list may show late are not this one's either. */
function ownRecords(intents: Intents, intent: Intent): string[] {
  return intents.list
    .filter(each => each.state === 'DONE' && writeOf(each).draft.kind === writeOf(intent).draft.kind)
    .flatMap(each =>
      each.state === 'DONE' && each.resolvedRecordId !== undefined ? [each.resolvedRecordId] : [],
    );
}

/** An order of the same symbol tells what contract it is; its trades are known by that. */
function withContract(intent: Intent, evidence: WholeRead): Intent {
  const {draft} = intent;
  if (draft.kind !== 'place' || draft.contract !== undefined) return intent;
  const like = evidence.orders.find(
    order => order.symbol === draft.symbol && order.strikePrice !== undefined,
  );
  if (like === undefined) return intent;
  const {asset, type, strikePrice, expiryDate} = like;
  return {...intent, draft: {...draft, contract: {asset, type, strikePrice, expiryDate}}};
}

function sendFresh(intents: Intents, intent: Intent, now: Moment): IntentStep {
  return age(intent.askedAt, now) > confirmedForMs
    ? notSent(intents, intent, 'It took too long to prepare; ask again with the price of now.', now)
    : sendNow(intents, intent, 'user', now);
}

function notSent(intents: Intents, intent: Intent, reason: string, now: Moment): IntentStep {
  const next = become(intent, 'NOT SENT', reason, now);
  return [
    putIntent(intents, next),
    [
      {type: 'record', intent: next},
      {type: 'say', intent: next, level: 'warning'},
    ],
  ];
}

function withoutAsking(intents: Intents, draft: Draft): Intents {
  return {...intents, asking: intents.asking.filter(each => target(each) !== target(draft))};
}
