import {age, type Moment} from '../../account/model/moment.ts';
import {asItCame, counted} from '../../account/words/text.ts';
import {seconds} from '../../account/words/times.ts';
import type {Millis} from '../../api/wire/records.ts';
import {andThen, chain} from '../chain.ts';
import {reasons} from './classify.ts';
import {cameLate, contradictedTold} from './contradicted.ts';
import {
  acknowledged,
  afterCancel,
  callOff,
  followOn,
  notFollowed,
  notReplaced,
  unreplaced,
} from './follow.ts';
import {
  announce,
  become,
  becomeDone,
  type Gate,
  type Intent,
  type IntentMsg,
  type IntentMsgOf,
  type IntentStep,
  type Intents,
  intentById,
  isFollowed,
  lacksRecord,
  putIntent,
  type ReadingProgress,
  withoutLook,
} from './intent.ts';
import {saysFinal} from './kinds/cancel.ts';
import type {Evidence, Verdict, WholeRead} from './kinds/kind.ts';
import {hasKey, sentKindOf} from './kinds/kinds.ts';
import {mayBeOfLater} from './known.ts';
import {
  ask,
  asked,
  askFailed,
  attemptDue,
  attempted,
  attemptFailed,
  claimed,
  claimTaken,
  end,
  ended,
  isProved,
  judge,
  recorded,
  recordFailed,
  resolveIntent,
  restoreUnknown,
  saveAgain,
  sendAgain,
  sendNow,
  stepOf,
  takeReopened,
  whyUnsure,
} from './life.ts';
import {beginReading, isLookDue, readAnew, readingFor, schedule, withClock, withLook} from './looks.ts';
import {ordersAnswered} from './outcome.ts';
import {maySendAgain, shown, watchFailed, whyToWait} from './selectors.ts';
import {draftWords} from './words.ts';

/** For so long after its yes an open is looked for in the lists. */
const unlistedMs = ({listLagMs}: Intents) => Math.max(30_000, listLagMs);

function lookDue(intents: Intents, {intentId: id, look: number, now}: IntentMsgOf<'lookDue'>): IntentStep {
  const look = intents.looks[id];
  return look?.number === number && !look.isReading ? readNow(intents, id, now) : [intents, []];
}

function polled(before: Intents, msg: IntentMsgOf<'polled'>): IntentStep {
  const {offsetMs, listLagMs = before.listLagMs, now} = msg;
  const timed = withClock(before, offsetMs === undefined ? undefined : {offsetMs, seenAt: now});
  const intents = timed.listLagMs === listLagMs ? timed : {...timed, listLagMs};
  const due = intents.list.filter(intent => {
    const look = intents.looks[intent.id];
    return isLooking(intents, intent) && look !== undefined && isLookDue(look, now);
  });
  const [saving, commands] = saveAgain(intents, now);
  const start: IntentStep = [saving, [...commands, {type: 'watch'}]];
  return chain(start, due, (next, {id}) => readNow(next, id, now));
}

function withAnswerTo([intents, commands]: IntentStep, id: string): IntentStep {
  const isTold = commands.some(
    each => each.type === 'say' || each.type === 'claim' || each.type === 'attempt',
  );
  if (isTold) return [intents, commands];
  const failure = intents.looks[id]?.failure;
  const stands = `Still ${intentById(intents, id)?.state ?? 'UNKNOWN'}.`;
  const text =
    failure === undefined
      ? `${stands} ${intents.looks[id]?.reason ?? ''}`.trimEnd()
      : `${stands} The read failed. ${failure} Rechecking with the polls.`;
  return [intents, [...commands, {type: 'tell', text, level: 'warning', until: id}]];
}

function lookAgain(intents: Intents, {intentId: id, now}: IntentMsgOf<'lookAgain'>): IntentStep {
  const isReading = intents.looks[id]?.isReading === true;
  const [reading, commands]: IntentStep = isReading ? [intents, []] : readNow(intents, id, now);
  const look = reading.looks[id];
  return [look === undefined ? reading : withLook(reading, id, {...look, isWanted: true}), commands];
}

function readNow(intents: Intents, id: string, now: Moment): IntentStep {
  const intent = intentById(intents, id);
  return intent !== undefined && isLooking(intents, intent)
    ? beginReading(intents, id, readingFor(intent), now)
    : [intents, []];
}

function isLooking(intents: Intents, intent: Intent): boolean {
  return intent.state === 'UNKNOWN' || isFollowed(intents, intent) || lacksRecord(intent);
}

function gathered(
  intents: Intents,
  {intentId: id, look: number, evidence, now}: IntentMsgOf<'gathered'>,
  gate: Gate,
): IntentStep {
  const intent = intentById(intents, id);
  const look = intents.looks[id];
  if (intent === undefined || look?.number !== number || !look.isReading) return [intents, []];
  const rest = {...look, isReading: false, isWanted: false};
  const rested = withLook(
    withClock(intents, evidence.kind === 'read' ? evidence.clock : undefined),
    id,
    rest,
  );
  if (!isLooking(rested, intent)) return [rested, []];
  const given = {intents: rested, intent, look: rest, now};
  const weighed = isFollowed(rested, intent)
    ? followOn(rested, intent, {evidence, gate, now})
    : (lacksRecord(intent) ? addRecord : weigh)(given, evidence);
  return andThen(look.isWanted === true ? withAnswerTo(weighed, id) : weighed, next => {
    const isStillLooking =
      next.looks[id]?.number === number && isLooking(next, intentById(next, id) ?? intent);
    return isStillLooking ? schedule(next, id, now) : [next, []];
  });
}

type Given = {
  readonly intents: Intents;
  readonly intent: Intent;
  readonly look: ReadingProgress;
  readonly now: Moment;
};

function weigh(of: Given, evidence: Evidence): IntentStep {
  const {intents, intent, look, now} = of;
  const failure = whyNotCounted(evidence, look);
  if (evidence.kind === 'failure' || failure !== undefined) {
    const failed = withLook(intents, intent.id, {...look, failure});
    return isRepeatDue(failed, intent, now) ? sendNow(failed, intent, 'itself', now) : [failed, []];
  }
  const verdict = reconcile(intent, withEnded(intents, evidence), intents.listLagMs);
  const {goodReads} = look;
  const counted = {...look, goodReads: goodReads + 1, failure: undefined, reason: verdict.reason};
  return conclude({...of, intents: withLook(intents, intent.id, counted), look: counted}, verdict);
}

/** With orders that an own cancel has ended, by its answers: no list may have shown them. */
function withEnded({list}: Intents, read: WholeRead): WholeRead {
  const canceled = list.flatMap(ordersAnswered).filter(each => each.status === 'CANCELED');
  const all = [...canceled, ...read.orders].map(each => [each.orderId, each] as const);
  return {...read, orders: [...new Map(all).values()]};
}

function whyNotCounted(evidence: Evidence, look: ReadingProgress): string | undefined {
  if (evidence.kind === 'failure') return evidence.words;
  return evidence.beganAt.mono < look.since.mono ? 'The read began before the send.' : undefined;
}

function conclude(of: Given, verdict: Verdict): IntentStep {
  const {intents, intent, now} = of;
  switch (verdict.verdict) {
    case 'done': {
      if (mayBeOfLater(intents, intent, verdict.recordId))
        return stayUnknown(of, `The only match, #${verdict.recordId}, may be of a later request.`);
      return [intents, [{type: 'claim', intent: becomeDone(intent, verdict, verdict.reason, now)}]];
    }
    case 'refused': {
      const unsure = whyUnsure(intents);
      if (unsure !== undefined) return stayUnknown(of, `${verdict.reason} ${unsure}`);
      return end(intents, become(intent, 'REJECTED', verdict.reason, now), 'warning', now);
    }
    case 'none':
      return isRepeatDue(intents, intent, now) ? sendNow(intents, intent, 'itself', now) : [intents, []];
    case 'undecided':
      return stayUnknown(of, verdict.reason);
    default:
      return verdict satisfies never;
  }
}

/** Which record a yes made, by the same proof as that of one without an answer; until then it has none. */
function addRecord({intents, intent, look, now}: Given, evidence: Evidence): IntentStep {
  const verdict =
    evidence.kind === 'read' && whyNotCounted(evidence, look) === undefined
      ? reconcile(intent, withEnded(intents, evidence), intents.listLagMs)
      : undefined;
  if (verdict?.verdict === 'done' && !mayBeOfLater(intents, intent, verdict.recordId)) {
    const {changedAt} = intent;
    const claim = {...becomeDone(intent, verdict, verdict.reason, now), changedAt};
    return [intents, [{type: 'claim', intent: claim}]];
  }
  return [age(look.since, now) > unlistedMs(intents) ? withoutLook(intents, intent.id) : intents, []];
}

/** Journals and reports only changes, because polls come every two seconds. */
function stayUnknown({intents, intent, now}: Given, why: string): IntentStep {
  const next = become(intent, 'UNKNOWN', why, now);
  const isSame = intent.state === 'UNKNOWN' && intent.reason === next.reason;
  return isSame ? [intents, []] : announce(intents, next, 'danger');
}

export function reconcile(intent: Intent, read: WholeRead, listLagMs: Millis): Verdict {
  return sentKindOf(intent.draft).judge(intent, read, listLagMs);
}

/** Pauses before a DELETE is repeated, from the end of the previous one; the last value repeats. */
const pausesMs = [500, 2_000, 8_000, 30_000, 60_000] as const;
const mostRepeats = 10;

/** A DELETE names one order, so a repeat does no harm. */
export function isRepeatDue(intents: Intents, intent: Intent, now: Moment): boolean {
  const {draft, attempts} = intent;
  const look = intents.looks[intent.id];
  if (sentKindOf(draft).repeats !== 'until final' || look === undefined || !maySendAgain(intent))
    return false;
  // A lagging list may still show it. A halt does not wait for that.
  if (!intents.isHalting && saysFinal(attempts, intents.listLagMs)) return false;
  const repeats = attempts.filter(each => each.by === 'itself').length;
  const pauseMs = pausesMs[Math.min(repeats, pausesMs.length - 1)] ?? 0;
  // A halt goes on until the order is proved final.
  const isLeft = intents.isHalting || repeats < mostRepeats;
  const isDue = isLeft && age(look.since, now) >= pauseMs && intents.viewing === undefined;
  return isDue && intents.journalProblem === undefined && whyToWait(intents, draft, now) === undefined;
}

/** A viewer shows them. The holder of the controls carries on those that it does not know yet. */
function restored(intents: Intents, {intents: found, now}: IntentMsgOf<'restored'>): IntentStep {
  if (intents.viewing !== undefined) return [shown(intents, found), []];
  const isNew = ({id}: Intent) => intentById(intents, id) === undefined;
  const start: IntentStep = [intents, []];
  const restoring = chain(start, found.filter(isNew), (next, intent) => restore(next, intent, now));
  // Whoever had it to follow has ended, or lost the controls.
  const left = unreplaced({...intents, list: found}).filter(
    ({cancel, last}) => isNew(cancel) && !last.isAcknowledged,
  );
  return chain(restoring, left, (next, {cancel, why}) => notReplaced(next, cancel, why));
}

function overtaken(intents: Intents, {intent, now}: IntentMsgOf<'overtaken'>): IntentStep {
  const text = `The journal has another outcome, which decides now: ${draftWords(intent.draft)}.`;
  const [next] = recorded(intents, intent.id);
  const [restored, commands] = restore(putIntent(next, intent), intent, now);
  return [restored, [{type: 'tell', text, level: 'warning', until: intent.id}, ...commands]];
}

function restore(intents: Intents, intent: Intent, now: Moment): IntentStep {
  switch (intent.state) {
    case 'QUEUED':
      return end(intents, become(intent, 'NOT SENT', 'Cut off before it was sent.', now), 'warning', now);
    case 'SENDING':
      return restoreSending(intents, intent, now);
    case 'UNKNOWN':
      return restoreUnknown(intents, intent, now);
    case 'CONFIRMED':
    case 'REJECTED':
    case 'NOT SENT':
    case 'RESOLVED':
      return restoreEnded(intents, intent, now);
    default:
      return intent satisfies never;
  }
}

/** Its outcome may have come after its end, or while nobody was there to read what contradicts it. */
function restoreEnded(intents: Intents, intent: Intent, now: Moment): IntentStep {
  if (intent.isContradicted)
    return [putIntent(intents, intent), intent.isAcknowledged ? [] : [contradictedTold(intent)]];
  const isUnlisted = lacksRecord(intent) && now.wall - intent.changedAt <= unlistedMs(intents);
  return isUnlisted ? readAnew(intents, intent, now) : ended(intents, intent, cameLate(intent), now);
}

/** The journal can be read again: its outcomes prove what they could not prove without it. */
function looked(intents: Intents, {now}: IntentMsgOf<'looked'>): IntentStep {
  const {journalProblem, viewing, list} = intents;
  if (journalProblem === undefined) return [intents, []];
  const start: IntentStep = [{...intents, journalProblem: undefined}, []];
  const proved = list.filter(each => each.state === 'UNKNOWN' && isProved(each, now));
  return viewing === undefined ? chain(start, proved, (next, each) => judge(next, each, now)) : start;
}

/** A journaled outcome still proves the same; any other attempt leaves the intent UNKNOWN. */
function restoreSending(intents: Intents, intent: Intent, now: Moment): IntentStep {
  const step = stepOf(intent, now);
  if (step !== undefined && step.step !== 'read') return judge(putIntent(intents, intent), intent, now);
  const next = become(intent, 'UNKNOWN', reasons[step?.reason ?? 'cut off'], now);
  const [after, commands] = readAnew(intents, next, now);
  return [after, [{type: 'record', intent: next}, ...commands]];
}

/** The operator of the service can find the request by it. */
export function askedWith(intent: Intent): string {
  const {draft, attempts, idempotencyKey: key} = intent;
  if (hasKey(draft) && key !== undefined) return `with key ${asItCame(key)}`;
  const id = attempts.findLast(each => each.result?.requestId !== undefined)?.result?.requestId;
  return id === undefined ? `about "${draftWords(draft)}" and its time` : `with request id ${asItCame(id)}`;
}

/** The age of an UNKNOWN intent, and the result of its reads so far. */
export function standingOf({id, askedAt, attempts}: Intent, intents: Intents, now: Moment): string {
  const {goodReads = 0, failure, reason = '', askedAt: readAt = now} = intents.looks[id] ?? {};
  const times = attempts.length > 1 ? `${attempts.length} times, first ` : '';
  const sent = `Sent ${times}${seconds(Math.max(0, now.wall - askedAt.wall))} ago.`;
  if (goodReads === 0) return `${sent} ${failure ?? 'Not rechecked yet.'}`;
  return `${sent} ${counted(goodReads, 'read')}, last ${seconds(age(readAt, now))} ago: ${failure ?? reason}`;
}

type Handlers = {
  readonly [T in IntentMsg['type']]: (intents: Intents, msg: IntentMsgOf<T>, gate: Gate) => IntentStep;
};

const handlers: Handlers = {
  ...{ask, asked, attempted, attemptFailed, attemptDue, lookDue, gathered},
  askFailed: (intents, msg) => notFollowed(intents, msg) ?? askFailed(intents, msg),
  recorded: (intents, {intentId}) => recorded(intents, intentId),
  ...{recordFailed, claimTaken, polled, lookAgain, sendAgain},
  claimed: (intents, msg) => afterCancel(claimed(intents, msg), msg.intent.id, msg.now),
  resolve: (intents, msg) => afterCancel(resolveIntent(intents, msg), msg.intentId, msg.now),
  overtaken: (intents, msg) => afterCancel(overtaken(intents, msg), msg.intent.id, msg.now),
  ...{restored, watchFailed, callOff, acknowledged},
  reopened: (intents, {intent, now}) => takeReopened(intents, intent, now),
  looked,
};

/** State machine of intents. It sends nothing: its commands do, after the journal has committed them. */
export function updateIntents<T extends IntentMsg['type']>(
  intents: Intents,
  msg: IntentMsgOf<T>,
  gate: Gate,
): IntentStep {
  if (intents.viewing !== undefined && !ofViewers.has(msg.type))
    return [intents, ofPerson.has(msg.type) ? [{type: 'tell', text: intents.viewing, level: 'warning'}] : []];
  return handlers[msg.type](intents, msg, gate);
}

type Types = ReadonlySet<IntentMsg['type']>;

/** All else is about writes that the holder of the controls carries on. */
const ofViewers: Types = new Set([
  ...(['restored', 'looked', 'watchFailed', 'polled'] as const),
  ...(['ask', 'askFailed', 'recorded', 'recordFailed'] as const),
]);
const ofPerson: Types = new Set(['lookAgain', 'sendAgain', 'resolve']);
