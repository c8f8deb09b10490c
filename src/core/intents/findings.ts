import {age, type Moment} from '../../account/model/moment.ts';
import type {FeedPane} from '../../account/model/vocabulary.ts';
import type {PortfolioRows} from '../../account/portfolio/rows.ts';
import {chain} from '../chain.ts';
import {reasons} from './classify.ts';
import {offsetNow, withClock} from './clock.ts';
import {cameLate, contradictedTold} from './contradicted.ts';
import {followOn, notReplaced, unreplaced} from './follow.ts';
import {
  announce,
  become,
  becomeDone,
  type Gate,
  type Intent,
  type IntentMsgOf,
  type IntentStep,
  type Intents,
  intentById,
  isFollowed,
  isSending,
  lacksRecord,
  putIntent,
  type Reads,
  withoutReads,
} from './intent.ts';
import {saysFinal} from './kinds/cancel.ts';
import type {Verdict} from './kinds/kind.ts';
import {sentKindOf} from './kinds/kinds.ts';
import {mayBeOfLater} from './known.ts';
import {
  carryOn,
  end,
  ended,
  isProved,
  recorded,
  restoreUnknown,
  saveAgain,
  sendNow,
  stepOf,
  whyUnsure,
} from './life.ts';
import {ordersAnswered} from './outcome.ts';
import {listsFor, readAnew, withReads} from './reads.ts';
import {asJournaled, whyToWait} from './selectors.ts';
import {describe, draftWords} from './words.ts';

/** For so long after its yes an open is looked for in the lists. */
const unlistedMs = ({listLagMs}: Intents) => Math.max(30_000, listLagMs);

export function polled(before: Intents, msg: IntentMsgOf<'polled'>): IntentStep {
  const {offsetMs, listLagMs = before.listLagMs, now} = msg;
  const timed = withClock(before, offsetMs === undefined ? undefined : {offsetMs, seenAt: now});
  const intents = timed.listLagMs === listLagMs ? timed : {...timed, listLagMs};
  const [saving, commands] = saveAgain(intents, now);
  return [saving, [...commands, {type: 'watch'}]];
}

export function lookAgain(intents: Intents, {intentId: id}: IntentMsgOf<'lookAgain'>): IntentStep {
  const its = intents.reads[id];
  if (its === undefined) return [intents, []];
  return [withReads(intents, id, {...its, isWanted: true}), [{type: 'readAccount'}]];
}

/** Each write in doubt is judged once all lists that settle it were read whole since it was judged last. */
export function accountRead(intents: Intents, msg: IntentMsgOf<'accountRead'>, gate: Gate): IntentStep {
  const due = intents.list.filter(
    each => intents.reads[each.id] !== undefined && !isSending(each) && listsFor(each).includes(msg.pane),
  );
  const start: IntentStep = [intents, []];
  return chain(start, due, (next, {id}) => readFor(next, id, msg, gate));
}

function readFor(
  before: Intents,
  id: string,
  {rows, failure, now}: IntentMsgOf<'accountRead'>,
  gate: Gate,
): IntentStep {
  const [intent, its] = [intentById(before, id), before.reads[id]];
  if (intent === undefined || its === undefined) return [before, []];
  const began = beganSince(its, listsFor(intent), rows);
  const read = began && {...wholeRead(before, id, rows, now), began};
  if (read === undefined && failure === undefined) return [before, []];
  const verdict = read && sentKindOf(intent.draft).judge(intent, read, before.listLagMs);
  const said = verdict === undefined ? `The read failed. ${failure}` : verdict.reason;
  const {last, count} = its;
  const isNext = began === undefined ? {last, count} : {last: began, count: count + 1};
  const isSeveral = verdict?.verdict === 'undecided' && verdict.isSeveral;
  const intents = withReads(before, id, {...its, ...isNext, said, isWanted: false, isSeveral});
  const of = {intents, intent, now};
  const step = isFollowed(intents, intent)
    ? followOn(intents, intent, {read, failure, gate, now})
    : (lacksRecord(intent) ? addRecord : conclude)(of, verdict);
  const [next, commands] = its.isWanted === true ? withAnswerTo(step, id) : step;
  const isNews = isSeveral && !its.isSeveral && lacksRecord(intent);
  const text = `${describe(intent)}. ${said} It may have been executed twice: check them.`;
  return [next, isNews ? [{type: 'tell', text, level: 'danger', stays: true}, ...commands] : commands];
}

/** When the last of these lists began to be read, if all were read since. */
function beganSince({last}: Reads, names: readonly FeedPane[], rows: PortfolioRows): Moment | undefined {
  const begins = names.flatMap(name => (rows[name].isWhole && rows[name].began) || []);
  if (begins.length < names.length || begins.some(({mono}) => mono <= last.mono)) return undefined;
  return begins.reduce((newest, each) => (each.mono > newest.mono ? each : newest));
}

/** With orders that a later own cancel has ended, by its answers: no list may have shown them. */
function wholeRead(intents: Intents, id: string, rows: PortfolioRows, now: Moment) {
  const later = intents.list.slice(intents.list.findIndex(each => each.id === id) + 1);
  const canceled = later.flatMap(ordersAnswered).filter(each => each.status === 'CANCELED');
  const orders = [...canceled, ...rows.orders.rows].map(each => [each.orderId, each] as const);
  return {
    offsetMs: offsetNow(intents, now),
    easyOptions: rows.easyOptions.rows,
    orders: [...new Map(orders).values()],
    trades: rows.trades.rows,
  };
}

function withAnswerTo([intents, commands]: IntentStep, id: string): IntentStep {
  const isTold = commands.some(
    each => each.type === 'say' || each.type === 'claim' || each.type === 'attempt',
  );
  if (isTold) return [intents, commands];
  const state = intentById(intents, id)?.state ?? 'UNKNOWN';
  const text = `Still ${state}. ${intents.reads[id]?.said ?? ''}`.trimEnd();
  return [intents, [...commands, {type: 'tell', text, level: 'warning', until: [id]}]];
}

type Given = {readonly intents: Intents; readonly intent: Intent; readonly now: Moment};

/** @param verdict undefined after a failure */
function conclude(of: Given, verdict: Verdict | undefined): IntentStep {
  const {intents, intent, now} = of;
  switch (verdict?.verdict) {
    case 'done': {
      if (mayBeOfLater(intents, intent, verdict.recordId))
        return stayUnknown(of, `The only match, #${verdict.recordId}, may be of a later request.`);
      return [intents, [{type: 'claim', intent: becomeDone(intent, verdict, verdict.reason, now)}]];
    }
    case 'refused': {
      const unsure = whyUnsure(intents);
      if (unsure !== undefined) return stayUnknown(of, `${verdict.reason} ${unsure}`);
      return end(intents, become(intent, 'REJECTED', verdict.reason, now), 'warning');
    }
    case 'undecided':
      return stayUnknown(of, verdict.reason);
    default:
      return isRepeatDue(intents, intent, now) ? sendNow(intents, intent, 'itself', now) : [intents, []];
  }
}

/** Adds the record that a yes made, by the same proof as for a write without an answer. */
function addRecord({intents, intent, now}: Given, verdict: Verdict | undefined): IntentStep {
  if (verdict?.verdict === 'done' && !mayBeOfLater(intents, intent, verdict.recordId)) {
    const {changedAt} = intent;
    const claim = {...becomeDone(intent, verdict, verdict.reason, now), changedAt};
    return [intents, [{type: 'claim', intent: claim}]];
  }
  const {since = now} = intents.reads[intent.id] ?? {};
  const isOver = verdict !== undefined && age(since, now) > unlistedMs(intents);
  return [isOver ? withoutReads(intents, intent.id) : intents, []];
}

/** Journals and reports only changes, because reads come every two seconds. */
function stayUnknown({intents, intent, now}: Given, why: string): IntentStep {
  const next = become(intent, 'UNKNOWN', why, now);
  const isSame = intent.state === 'UNKNOWN' && intent.reason === next.reason;
  return isSame ? [intents, []] : announce(intents, next, 'danger');
}

/** Pauses before a DELETE is repeated, from the end of the previous one; later ones are a minute. */
const cancelPausesMs = [500, 2_000, 8_000, 30_000] as const;
const mostRepeats = 10;
const repeatsOf = ({attempts}: Intent) => attempts.filter(each => each.by === 'itself').length;
export const repeatPauseMs = (cancel: Intent): number => cancelPausesMs[repeatsOf(cancel)] ?? 60_000;

/** A DELETE names one order, so a repeat does no harm. */
export function isRepeatDue(intents: Intents, intent: Intent, now: Moment): boolean {
  const {draft, attempts} = intent;
  const its = intents.reads[intent.id];
  const isRepeatable = sentKindOf(draft).repeats === 'until final' && intent.state === 'UNKNOWN';
  if (!isRepeatable || its === undefined) return false;
  // A lagging list may still show it. A halt does not wait for that.
  if (!intents.isHalting && saysFinal(attempts, intents.listLagMs)) return false;
  // A halt goes on until the order is proved final.
  const isLeft = intents.isHalting || repeatsOf(intent) < mostRepeats;
  const isDue = isLeft && age(its.since, now) >= repeatPauseMs(intent) && intents.viewing === undefined;
  return isDue && intents.journalProblem === undefined && whyToWait(intents, draft, now) === undefined;
}

/** A viewer shows them. The holder of the controls carries on those that it does not know yet. */
export function restored(intents: Intents, {intents: found, now}: IntentMsgOf<'restored'>): IntentStep {
  if (intents.viewing !== undefined) {
    const isNews = (each: Intent) => intentById(intents, each.id)?.isContradicted !== true;
    return [asJournaled(intents, found), found.filter(isNews).flatMap(contradictedTold)];
  }
  const isNew = ({id}: Intent) => intentById(intents, id) === undefined;
  const start: IntentStep = [intents, []];
  const restoring = chain(start, found.filter(isNew), (next, intent) => restore(next, intent, now));
  // The process that was to follow it has ended, or lost the controls.
  const left = unreplaced({...intents, list: found}).filter(
    ({cancel, last}) => isNew(cancel) && !last.isAcknowledged,
  );
  return chain(restoring, left, (next, {cancel, why}) => notReplaced(next, cancel, why));
}

export function overtaken(intents: Intents, {intent, now}: IntentMsgOf<'overtaken'>): IntentStep {
  const text = `The journal has another outcome, which decides now: ${draftWords(intent.draft)}.`;
  const [next] = recorded(intents, intent.id);
  const [restored, commands] = restore(putIntent(next, intent), intent, now);
  return [restored, [{type: 'tell', text, level: 'warning', until: [intent.id]}, ...commands]];
}

function restore(intents: Intents, intent: Intent, now: Moment): IntentStep {
  switch (intent.state) {
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
  if (intent.isContradicted) return [putIntent(intents, intent), contradictedTold(intent)];
  const isUnlisted = lacksRecord(intent) && now.wall - intent.changedAt <= unlistedMs(intents);
  return isUnlisted ? readAnew(intents, intent, now) : ended(intents, intent, cameLate(intent), now);
}

/** The journal can be read again: its outcomes prove what they could not prove without it. */
export function looked(intents: Intents, {now}: IntentMsgOf<'looked'>): IntentStep {
  const {journalProblem, viewing, list} = intents;
  if (journalProblem === undefined) return [intents, []];
  const start: IntentStep = [{...intents, journalProblem: undefined}, []];
  const proved = list.filter(each => each.state === 'UNKNOWN' && isProved(each, now));
  return viewing === undefined ? chain(start, proved, (next, each) => carryOn(next, each, now)) : start;
}

/** A journaled outcome still proves the same; any other attempt leaves the intent UNKNOWN. */
function restoreSending(intents: Intents, intent: Intent, now: Moment): IntentStep {
  const step = stepOf(intent, now);
  if (step !== undefined && step.step !== 'read') return carryOn(putIntent(intents, intent), intent, now);
  const next = become(intent, 'UNKNOWN', reasons[step?.reason ?? 'cut off'], now);
  const [after, commands] = readAnew(intents, next, now);
  return [after, [{type: 'record', intent: next}, ...commands]];
}
