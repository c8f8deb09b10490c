import type {Moment} from '../../account/model/moment.ts';
import {chain} from '../chain.ts';
import {classify, mayStillRepeat, type NextStep, reasons} from './classify.ts';
import {offsetNow} from './clock.ts';
import {cameLate, contradicted, contradictedTold} from './contradicted.ts';
import {
  announce,
  become,
  becomeDone,
  becomeResolved,
  beingSent,
  type Gate,
  type Intent,
  type IntentCommand,
  type IntentMsgOf,
  type IntentStep,
  type Intents,
  intentById,
  isFollowed,
  isResolved,
  isSending,
  lacksRecord,
  putIntent,
} from './intent.ts';
import {amendOf} from './kinds/cancel.ts';
import {
  draftIn,
  nextOf,
  sentKindOf,
  target,
  targets,
  type WriteDraft,
  type WriteKind,
  writeOf,
} from './kinds/kinds.ts';
import {type Attempt, isRateLimit, mayHaveArrived, type Outcome} from './outcome.ts';
import {readAnew} from './reads.ts';
import {lockOn, resolveWords, whyToWait} from './selectors.ts';
import {draftWords} from './words.ts';

/** Nothing is queued: a draft that cannot be sent now must be asked for again. */
export function ask(
  intents: Intents,
  {draft: asked, proposalId, now, at = now}: IntentMsgOf<'ask'>,
  gate: Gate,
): IntentStep {
  const draft = writeOf(asked);
  const hindrance = hindranceOf(intents, draft, gate, now);
  if (hindrance !== undefined) return notAsked(intents, draft, hindrance);
  const offsetAtSend = offsetNow(intents, now);
  const command: IntentCommand = {type: 'journalAsk', draft, at, proposalId, offsetAtSend};
  return [{...intents, asking: [...intents.asking, draft]}, [command]];
}

export function hindranceOf(
  intents: Intents,
  draft: WriteDraft,
  gate: Gate,
  now: Moment,
): string | undefined {
  const read = draftIn(draft);
  if ('refused' in read) return read.refused;
  // Else an order could leave the market for nothing.
  const next = nextOf(draft);
  return (
    gate(draft) ??
    whyToWait(intents, draft, now) ??
    lockOn(intents, ...targets(draft)) ??
    (next && hindranceOf(intents, next, gate, now))
  );
}

function notAsked(intents: Intents, draft: WriteDraft, reason: string): IntentStep {
  return [intents, [{type: 'tell', text: `NOT SENT: ${draftWords(draft)}. ${reason}`, level: 'warning'}]];
}

export function askFailed(intents: Intents, {draft, reason}: IntentMsgOf<'askFailed'>): IntentStep {
  const [next, commands] = notAsked(withoutAsking(intents, draft), draft, reason);
  return [next, [...commands, {type: 'watch'}]];
}

export function asked(intents: Intents, {intent}: IntentMsgOf<'asked'>): IntentStep {
  const {id, draft} = intent;
  const put = putIntent(withoutAsking(intents, draft), intent);
  return [amendOf(draft) === undefined ? put : {...put, followed: {...put.followed, [id]: {}}}, []];
}

export function withoutAsking(intents: Intents, draft: WriteDraft): Intents {
  return {...intents, asking: intents.asking.filter(each => target(each) !== target(draft))};
}

export function sendNow(intents: Intents, intent: Intent, by: 'user' | 'itself', now: Moment): IntentStep {
  const next = become(intent, 'SENDING', beingSent, now);
  return [putIntent(intents, next), [{type: 'attempt', intent: next, by}]];
}

export function attempted(intents: Intents, {intentId, attempt, now}: IntentMsgOf<'attempted'>): IntentStep {
  const intent = intentById(intents, intentId);
  if (intent === undefined) return [intents, []];
  const begun = intent.attempts.find(({number}) => number === attempt.number);
  if (begun !== undefined)
    return begun.result === undefined ? told(intents, intent, attempt, now) : [intents, []];
  if (!isSending(intent)) return [intents, []];
  const {kind} = intent.draft;
  const limited =
    attempt.result === undefined ? intents : rateLimited(intents, kind, attempt.result.outcome, now);
  const isFirst = intent.attempts.length === 0;
  // It is of the commit: another clock may tell the time of the first byte.
  const offsetAtSend = isFirst && attempt.isUnsteady ? undefined : intent.offsetAtSend;
  return carryOn(limited, {...intent, offsetAtSend, attempts: [...intent.attempts, attempt]}, now);
}

/** The former holder of the controls sent it, and told its outcome late. */
function told(intents: Intents, intent: Intent, attempt: Attempt, now: Moment): IntentStep {
  const late: Attempt = {...attempt, process: 'earlier'};
  const isFirst = intent.attempts[0]?.number === attempt.number;
  const next: Intent = {
    ...intent,
    offsetAtSend: isFirst && attempt.isUnsteady ? undefined : intent.offsetAtSend,
    attempts: intent.attempts.map(each => (each.number === attempt.number ? late : each)),
  };
  if (isResolved(next)) return ended(intents, next, [late], now);
  // In any other state a repeat is under way, or a read has proved more.
  return next.state === 'UNKNOWN' ? carryOn(intents, next, now) : [putIntent(intents, next), []];
}

/** An answer that came after its end may contradict that. */
export function ended(intents: Intents, intent: Intent, late: readonly Attempt[], now: Moment): IntentStep {
  const corrected = contradicted(intent, late, now);
  const next = putIntent(intents, intent);
  return [next, corrected === undefined ? [] : [{type: 'claim', intent: corrected}]];
}

export function attemptFailed(
  intents: Intents,
  {intentId, reason, now}: IntentMsgOf<'attemptFailed'>,
): IntentStep {
  const intent = intentById(intents, intentId);
  if (intent === undefined || !isSending(intent)) return [intents, []];
  const {draft, attempts} = intent;
  // An automatic repeat waits, and its banner gives the reason.
  const isSaid = sentKindOf(draft).repeats !== 'until final';
  if (whyUnsure(intents) !== undefined || attempts.some(mayHaveArrived))
    return unknown(intents, intent, `Not resent. ${reason}`, now, isSaid);
  return end(intents, become(intent, 'NOT SENT', reason, now), 'warning');
}

/** A pause that was longer than planned cancels the repeat. */
export function attemptDue(
  intents: Intents,
  {intentId, attempt: number, now}: IntentMsgOf<'attemptDue'>,
): IntentStep {
  const intent = intentById(intents, intentId);
  if (intent === undefined || !isSending(intent) || intent.attempts.length + 1 !== number)
    return [intents, []];
  return mayStillRepeat(intent.attempts, now)
    ? sendNow(intents, intent, 'itself', now)
    : carryOn(intents, intent, now);
}

export function sendAgain(
  intents: Intents,
  {intentId, now}: IntentMsgOf<'sendAgain'>,
  gate: Gate,
): IntentStep {
  const intent = intentById(intents, intentId);
  if (intent?.state !== 'UNKNOWN') return [intents, []];
  const {draft} = intent;
  const why = gate(draft, intent) ?? whyToWait(intents, draft, now);
  return why === undefined
    ? sendNow(intents, intent, 'user', now)
    : [intents, [{type: 'tell', text: `Nothing was sent. ${why}`, level: 'warning'}]];
}

export function carryOn(intents: Intents, intent: Intent, now: Moment): IntentStep {
  const {attempts} = intent;
  const step = stepOf(intent, now);
  if (step === undefined) return [intents, []];
  const reason = reasonWords(step, attempts.at(-1)?.result?.outcome);
  switch (step.step) {
    case 'done': {
      const done = becomeDone(intent, step, reason, now);
      const [next, commands] = confirmed(intents, done, now);
      return [next, [{type: 'claim', intent: done}, ...commands]];
    }
    case 'refused':
    case 'not sent': {
      const unsure = whyUnsure(intents);
      if (unsure !== undefined) return unknown(intents, intent, `${reason} ${unsure}`, now);
      const state = step.step === 'refused' ? 'REJECTED' : 'NOT SENT';
      return end(intents, become(intent, state, reason, now), 'warning');
    }
    case 'again': {
      const attempt = intent.attempts.length + 1;
      return [
        putIntent(intents, {...intent, reason}),
        [{type: 'after', ms: step.afterMs, due: {type: 'attemptDue', intentId: intent.id, attempt}}],
      ];
    }
    case 'read':
      return unknown(intents, intent, reason, now, isNews(attempts));
    default:
      return step satisfies never;
  }
}

/** Another process may have sent it since, and only the journal tells. */
export const whyUnsure = ({journalProblem: why}: Intents) =>
  why === undefined ? undefined : `Not proved: ${why}`;

function reasonWords(step: NextStep, outcome: Outcome | undefined): string {
  const words = outcome !== undefined && 'words' in outcome ? outcome.words.trim() : '';
  return words === '' ? reasons[step.reason] : `${reasons[step.reason]} ${words}`;
}

function unknown(intents: Intents, intent: Intent, reason: string, now: Moment, isSaid = true): IntentStep {
  return looking(intents, become(intent, 'UNKNOWN', reason, now), now, isSaid);
}

/** An automatic repeat with the same result is not reported again. */
function isNews(attempts: readonly Attempt[]): boolean {
  const [before, last] = attempts.slice(-2).map(each => JSON.stringify(each.result?.outcome));
  return attempts.at(-1)?.by === 'user' || before !== last;
}

function looking(intents: Intents, intent: Intent, now: Moment, isSaid = false): IntentStep {
  const [next, commands] = readAnew(intents, intent, now);
  const say: IntentCommand[] = isSaid ? [{type: 'say', intent, level: 'danger'}] : [];
  return [next, [{type: 'record', intent}, {type: 'refresh'}, ...commands, ...say]];
}

export const end = (intents: Intents, intent: Intent, level: 'good' | 'warning'): IntentStep =>
  announce(intents, intent, level, {type: 'refresh'});

export function restoreUnknown(intents: Intents, intent: Intent, now: Moment): IntentStep {
  return isProved(intent, now)
    ? carryOn(putIntent(intents, intent), intent, now)
    : readAnew(intents, intent, now);
}

/** Its last outcome came after it had become UNKNOWN. */
export function isProved(intent: Intent, now: Moment): boolean {
  const step = stepOf(intent, now)?.step;
  return step === 'done' || step === 'refused' || step === 'not sent';
}

export function stepOf({draft, attempts: [first, ...others]}: Intent, now: Moment): NextStep | undefined {
  return first && classify(sentKindOf(draft), [first, ...others], now);
}

const leastWaitMs = 1_000;
const usualWaitMs = 2_000;
const longestWaitMs = 60_000;

/** After a 429 the next write of the kind waits. */
function rateLimited(intents: Intents, kind: WriteKind, outcome: Outcome, now: Moment): Intents {
  if (!isRateLimit(outcome)) return intents;
  const waitMs = Math.min(longestWaitMs, Math.max(leastWaitMs, outcome.retryAfterMs ?? usualWaitMs));
  return {...intents, blockedUntil: {...intents.blockedUntil, [kind]: now.mono + waitMs}};
}

export function claimed(intents: Intents, {intent, now}: IntentMsgOf<'claimed'>): IntentStep {
  const before = intentById(intents, intent.id);
  const isOver = before !== undefined && isResolved(before) && before.state !== 'CONFIRMED';
  if (before === undefined || (isOver && !intent.isContradicted)) return [intents, []];
  const [saved] = recorded(intents, intent.id);
  if (intent.isContradicted)
    return [putIntent(saved, intent), [{type: 'refresh'}, ...contradictedTold(intent)]];
  // The end that a yes proves is told already, but not a record that a read adds.
  const isNews = before.state !== 'CONFIRMED' || (lacksRecord(before) && !lacksRecord(intent));
  return isNews ? confirmed(saved, intent, now) : [saved, []];
}

function confirmed(intents: Intents, intent: Intent, now: Moment): IntentStep {
  const [next, reads] = lacksRecord(intent)
    ? readAnew(intents, intent, now)
    : ([putIntent(intents, intent), []] as const);
  // The order that follows is told instead.
  const told: readonly IntentCommand[] = isFollowed(next, intent)
    ? []
    : [{type: 'say', intent, level: 'good'}];
  return [next, [{type: 'refresh'}, ...reads, ...told]];
}

/** The record has ended another write. If the answer brought it, this one is CONFIRMED all the same. */
export function claimTaken(
  intents: Intents,
  {intentId: id, recordId, now}: IntentMsgOf<'claimTaken'>,
): IntentStep {
  const intent = intentById(intents, id);
  if (intent === undefined || isSending(intent)) return [intents, []];
  const words = `#${recordId} is already matched to another request.`;
  if (intent.state === 'CONFIRMED' && intent.resolvedRecordId === recordId) {
    const reason = `The service answered with ${words}`;
    return end(intents, {...intent, resolvedRecordId: undefined, reason}, 'good');
  }
  if (isResolved(intent)) {
    const corrected = contradicted(intent, intent.attempts, now);
    if (corrected?.state !== 'CONFIRMED') return [intents, []];
    const {ids = [], reason: why = ''} = intents.unsaved ?? {};
    const isSetFree = ids.some(each => isTakenBack(intentById(intents, each)));
    if (isSetFree) return recordFailed(intents, {type: 'recordFailed', intentId: id, reason: why, now});
    const [free, commands] = setFree(intents, corrected, recordId, now);
    if (commands.length > 0) return [free, [...commands, {type: 'claim', intent: corrected}]];
    const reason = `${corrected.reason} ${words}`;
    return [intents, [{type: 'claim', intent: {...corrected, resolvedRecordId: undefined, reason}}]];
  }
  const next = become(intent, 'UNKNOWN', `The only match, ${words}`, now);
  return intent.reason === next.reason ? [intents, []] : announce(intents, next, 'danger');
}

/** A record is of the write that its answer names: the one that was matched to it is judged anew. */
function setFree(intents: Intents, by: Intent, recordId: string, now: Moment): IntentStep {
  const owner = intents.list.find(
    each =>
      each.state === 'CONFIRMED' &&
      each.proof === 'matched' &&
      each.resolvedRecordId === recordId &&
      each.draft.kind === by.draft.kind,
  );
  if (owner === undefined || lockOn(intents, ...targets(owner.draft)) !== undefined) return [intents, []];
  const unknown = become(owner, 'UNKNOWN', `#${recordId} is of another request.`, now);
  const intent = {...unknown, isContradicted: true};
  const [next, commands] = readAnew(intents, intent, now);
  return [next, [{type: 'record', intent}, ...commands, {type: 'say', intent, level: 'danger'}]];
}

/** The journal may still have it with its record. */
const isTakenBack = (intent: Intent | undefined) => intent?.state === 'UNKNOWN' && intent.isContradicted;

export function recorded(intents: Intents, id: string): IntentStep {
  const {unsaved} = intents;
  if (unsaved === undefined || !unsaved.ids.includes(id)) return [intents, []];
  const ids = unsaved.ids.filter(each => each !== id);
  return [{...intents, unsaved: ids.length === 0 ? undefined : {...unsaved, ids}}, []];
}

/** Nothing new is sent until the journal has caught up. */
export function recordFailed(intents: Intents, {intentId, reason}: IntentMsgOf<'recordFailed'>): IntentStep {
  // It went with the controls, and its outcome is written as soon as that can be.
  if (intents.viewing !== undefined || intentById(intents, intentId) === undefined)
    return [
      intents,
      [{type: 'tell', text: `The outcome of a write is not journaled yet: ${reason}`, level: 'danger'}],
    ];
  const ids = [...new Set([...(intents.unsaved?.ids ?? []), intentId])];
  const isFirst = intents.unsaved === undefined;
  const tell: IntentCommand = {
    type: 'tell',
    text: `The journal could not be written: ${reason} No new writes until it can be written.`,
    level: 'danger',
    stays: true,
  };
  return [{...intents, unsaved: {ids, reason}}, isFirst ? [tell] : []];
}

export function saveAgain(intents: Intents, now: Moment): IntentStep {
  const waiting = (intents.unsaved?.ids ?? []).flatMap(id => intentById(intents, id) ?? []);
  const start: IntentStep = [intents, []];
  return chain(start, waiting, (next, intent) => {
    const done = intent.state === 'CONFIRMED' ? intent : undefined;
    const claimed = contradicted(intent, cameLate(intent), now) ?? done;
    return [next, [claimed ? {type: 'claim', intent: claimed} : {type: 'record', intent}]];
  });
}

export function resolveIntent(
  intents: Intents,
  {intentId, word, note, now}: IntentMsgOf<'resolve'>,
): IntentStep {
  const intent = intentById(intents, intentId);
  if (intent?.state !== 'UNKNOWN') return [intents, []];
  const typed = word.trim().toLowerCase();
  if (typed !== 'done' && typed !== 'nothing') {
    return [intents, [{type: 'tell', text: 'Type done or nothing to resolve it.', level: 'warning'}]];
  }
  const said = {word: typed, note: note.trim()};
  const reason = `${resolveWords[typed]}. ${said.note}`.trimEnd();
  return end(intents, becomeResolved(intent, said, reason, now), 'warning');
}
