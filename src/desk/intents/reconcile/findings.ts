import type {Id} from '../../../api/wire/records.ts';
import {andThen, chain} from '../../chain.ts';
import {age} from '../../model/freshness.ts';
import type {Moment} from '../../model/moment.ts';
import {kinship, unsureWords, withAccount} from '../account.ts';
import {prepared} from '../asking.ts';
import {end, sendNow} from '../attempts.ts';
import {saveAgain} from '../ending.ts';
import type {Candidate, Evidence, Intent, Intents, ReadingProgress} from '../intent.ts';
import {canceled} from '../replace/not-placed.ts';
import {readMore, readOn} from '../replace/reading.ts';
import {isAtCancel} from '../replace/table.ts';
import {
  become,
  becomeDone,
  becomeUnknown,
  type IntentStep,
  intentById,
  isBetweenWrites,
  putIntent,
  saidYes,
} from '../transitions.ts';
import {isRepeatDue} from './cancel.ts';
import {withClock} from './clock.ts';
import {beginReading, isLookDue, readingFor, schedule, withLook} from './looks.ts';
import type {Verdict, WholeRead} from './matching.ts';
import {isNoTrace, reconcile} from './reconcile.ts';

/** How long an ACCEPTED intent may go unseen before it counts as UNKNOWN. */
const acceptedPatienceMs = 30_000;

export function lookDue(intents: Intents, id: string, number: number, now: Moment): IntentStep {
  const look = intents.looks[id];
  return look?.number === number && !look.isReading ? readNow(intents, id, now) : [intents, []];
}

/** A poll came back: what is unresolved looks again, and so does what the journal did not take. */
export function polled(
  before: Intents,
  {offsetMs, accountId}: {offsetMs?: number | undefined; accountId?: Id | undefined},
  now: Moment,
): IntentStep {
  const timed = withClock(before, offsetMs === undefined ? undefined : {offsetMs, seenAt: now});
  const [intents, releases] = withAccount(timed, accountId);
  const due = intents.list.filter(intent => {
    const look = intents.looks[intent.id];
    return isLooking(intent) && look !== undefined && isLookDue(intent, look, now);
  });
  const [saving, commands] = saveAgain(intents, now);
  const start: IntentStep = [saving, [...releases, ...commands, {type: 'watch', accountId}]];
  return chain(start, due, (next, {id}) => readNow(next, id, now));
}

/** To the person who asked: why nothing is known yet, where the read itself brought nothing to say. */
function withAnswerTo([intents, commands]: IntentStep, id: string): IntentStep {
  const isTold = commands.some(
    each => each.type === 'say' || each.type === 'claim' || each.type === 'attempt',
  );
  if (isTold) return [intents, commands];
  const failure = intents.looks[id]?.failure;
  const stands = `Still ${intentById(intents, id)?.state ?? 'UNKNOWN'}`;
  const text =
    failure === undefined
      ? `${stands}: the read came back, and nothing in it settles what became of it.`
      : `${stands}: the read failed. ${failure} It is looked for again with the polls.`;
  return [intents, [...commands, {type: 'tell', text, level: 'warning'}]];
}

/** The person asks for it, and is told what it comes to, even if that is nothing. */
export function lookAgain(intents: Intents, id: string, now: Moment): IntentStep {
  const [reading, commands] =
    intents.looks[id]?.isReading === true ? noStep(intents) : readNow(intents, id, now);
  const look = reading.looks[id];
  return [look === undefined ? reading : withLook(reading, id, {...look, isWanted: true}), commands];
}

const noStep = (intents: Intents): IntentStep => [intents, []];

function readNow(intents: Intents, id: string, now: Moment): IntentStep {
  const intent = intentById(intents, id);
  return intent !== undefined && isLooking(intent)
    ? beginReading(intents, id, readingFor(intent), now)
    : [intents, []];
}

function isLooking(intent: Intent): boolean {
  if (isBetweenWrites(intent)) return intent.replacing?.isComplete !== true;
  return intent.state === 'UNKNOWN' || intent.state === 'ACCEPTED';
}

/** A read came back: what was there before a send, or what may tell what became of it. */
export function gathered(
  intents: Intents,
  id: string,
  number: number,
  evidence: Evidence,
  now: Moment,
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
  if (intent.state === 'ASKED') return prepared(rested, intent, evidence, now);
  if (!isLooking(intent) && intent.state !== 'READING') return [rested, []];
  const weighed = weigh(rested, intent, rest, evidence, now);
  return andThen(look.isWanted === true ? withAnswerTo(weighed, id) : weighed, next => {
    const isStillLooking = next.looks[id]?.number === number && isLooking(intentById(next, id) ?? intent);
    return isStillLooking ? schedule(next, id, now) : [next, []];
  });
}

function weigh(
  intents: Intents,
  intent: Intent,
  look: ReadingProgress,
  evidence: Evidence,
  now: Moment,
): IntentStep {
  if (intent.draft.kind === 'replace' && isBetweenWrites(intent)) {
    const given = {intents, intent, draft: intent.draft, look, now};
    return intent.state === 'READING' ? readOn(given, evidence) : readMore(given, evidence);
  }
  const failure = whyNotCounted(evidence, look);
  if (evidence.kind === 'failure' || failure !== undefined) {
    const failed = withLook(intents, intent.id, {...look, failure});
    return isRepeatDue(failed, intent, now)
      ? sendNow(failed, intent, 'itself', now)
      : unseen(failed, intent, look, now);
  }
  const verdict = reconcile(intent, evidence);
  const counted = count(look, verdict, evidence);
  return conclude(withLook(intents, intent.id, counted), intent, counted, verdict, now);
}

/** A read counts only if it is whole and began after the send. */
function whyNotCounted(evidence: Evidence, look: ReadingProgress): string | undefined {
  if (evidence.kind === 'failure') return evidence.words;
  return evidence.beganAt.mono < look.since.mono ? 'The read began before the send.' : undefined;
}

/** Counts the reads in a row that found nothing. */
function count(look: ReadingProgress, verdict: Verdict, read: WholeRead): ReadingProgress {
  const foundSome = verdict.verdict === 'candidates' || verdict.verdict === 'undecided';
  if (verdict.verdict === 'done' || verdict.verdict === 'refused') return {...look, failure: undefined};
  return {
    ...look,
    goodReads: foundSome ? 0 : look.goodReads + 1,
    firstGood: foundSome ? undefined : (look.firstGood ?? read.beganAt),
    failure: undefined,
  };
}

function conclude(
  intents: Intents,
  intent: Intent,
  look: ReadingProgress,
  verdict: Verdict,
  now: Moment,
): IntentStep {
  if (kinship(intent, intents.accountId) !== 'ours') return listOnly(intents, intent, look, verdict, now);
  switch (verdict.verdict) {
    case 'done':
      return isAtCancel(intent)
        ? canceled(intents, intent, verdict.reason, now)
        : match(intents, intent, verdict, now);
    case 'refused':
      return end(intents, become(intent, 'REFUSED', verdict.reason, now), 'warning');
    case 'candidates':
      return stayUnknown(intents, intent, verdict.reason, verdict.candidates, false, now);
    case 'still open':
    case 'none':
      return nothingSeen(intents, intent, look, verdict, now);
    case 'undecided':
      if (intent.state === 'ACCEPTED') return unseen(intents, intent, look, now);
      return stayUnknown(intents, intent, verdict.reason, [], false, now);
    default:
      return verdict satisfies never;
  }
}

/** Of an account that may be another: what fits is told, and nothing is ended or sent by it. */
function listOnly(
  intents: Intents,
  intent: Intent,
  look: ReadingProgress,
  verdict: Verdict,
  now: Moment,
): IntentStep {
  const reason = `${verdict.reason} ${unsureWords}`;
  switch (verdict.verdict) {
    case 'done': {
      const found = {recordId: verdict.recordId, words: `#${verdict.recordId}`, isTaken: false};
      return stayUnknown(intents, intent, reason, [found], false, now);
    }
    case 'candidates':
      return stayUnknown(intents, intent, reason, verdict.candidates, false, now);
    case 'refused':
    case 'undecided':
      return stayUnknown(intents, intent, reason, [], false, now);
    case 'still open':
    case 'none':
      return unseen(intents, intent, look, now);
    default:
      return verdict satisfies never;
  }
}

/** A record that has ended another intent is listed, not taken a second time. */
function match(
  intents: Intents,
  intent: Intent,
  {recordId, seen, reason}: Extract<Verdict, {verdict: 'done'}>,
  now: Moment,
): IntentStep {
  const isTaken =
    intent.state === 'UNKNOWN' && intent.candidates.some(each => each.isTaken && each.recordId === recordId);
  if (isTaken) return [intents, []];
  return [intents, [{type: 'claim', intent: becomeDone(intent, {recordId, seen}, reason, now)}]];
}

function nothingSeen(
  intents: Intents,
  intent: Intent,
  look: ReadingProgress,
  verdict: Verdict,
  now: Moment,
): IntentStep {
  if (isRepeatDue(intents, intent, now)) return sendNow(intents, intent, 'itself', now);
  const overMs = look.firstGood === undefined ? 0 : now.mono - look.firstGood.mono;
  return isNoTrace(intent, verdict, look.goodReads, overMs)
    ? stayUnknown(intents, intent, `No trace. ${verdict.reason}`, [], true, now)
    : unseen(intents, intent, look, now);
}

/** Neither seen nor disproved: an ACCEPTED one has a while, then it counts as UNKNOWN. */
function unseen(intents: Intents, intent: Intent, look: ReadingProgress, now: Moment): IntentStep {
  if (intent.state !== 'ACCEPTED' || age(look.since, now) <= acceptedPatienceMs) return [intents, []];
  const why = look.failure === undefined ? '' : ` ${look.failure}`;
  return stayUnknown(
    intents,
    intent,
    `The service said yes, but no read has shown it yet.${why}`,
    [],
    false,
    now,
  );
}

/** Journals and says only what is new: a poll every two seconds that tells the same writes nothing. */
function stayUnknown(
  intents: Intents,
  intent: Intent,
  why: string,
  candidates: readonly Candidate[],
  noTrace: boolean,
  now: Moment,
): IntentStep {
  const reason = intent.state === 'ACCEPTED' || !saidYes(intent) ? why : `The service said yes. ${why}`;
  const next = becomeUnknown(intent, {reason, candidates, noTrace}, now);
  if (isSame(intent, next)) return [intents, []];
  return [
    putIntent(intents, next),
    [
      {type: 'record', intent: next},
      {type: 'say', intent: next, level: 'danger'},
    ],
  ];
}

function isSame(before: Intent, after: Intent): boolean {
  if (before.state !== 'UNKNOWN' || after.state !== 'UNKNOWN') return false;
  const ids = (intent: typeof before) => intent.candidates.map(each => each.recordId).join(' ');
  return before.reason === after.reason && before.noTrace === after.noTrace && ids(before) === ids(after);
}
