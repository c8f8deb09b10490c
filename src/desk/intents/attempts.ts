import type {Moment} from '../model/moment.ts';
import {classify, mayStillRepeat, type NextStep, reasons} from './classify.ts';
import {
  currentWrite,
  type Gate,
  type Intent,
  type IntentMsgOf,
  type Intents,
  isAtCancel,
  isAtPlace,
} from './intent.ts';
import {reducesRisk, sentKindOf} from './kinds/kinds.ts';
import {offsetNow, readAnew, startLooks} from './looks.ts';
import {type Attempt, mayHaveArrived, type Outcome} from './outcome.ts';
import {maySendAgain, whyToWait} from './selectors.ts';
import {
  announce,
  become,
  becomeDone,
  becomeUnknown,
  type IntentStep,
  intentById,
  isSending,
  putIntent,
} from './transitions.ts';

export function sendNow(intents: Intents, intent: Intent, by: 'user' | 'itself', now: Moment): IntentStep {
  const isFirst = currentWrite(intent).attempts.length === 0;
  const offsetAtSend = isFirst ? offsetNow(intents, now) : intent.offsetAtSend;
  const next = {...become(intent, sendingState(intent), 'Being sent.', now), offsetAtSend};
  return [putIntent(intents, next), [{type: 'attempt', intent: next, by}]];
}

function sendingState(intent: Intent): 'SENDING' | 'CANCELING' | 'PLACING' {
  if (isAtPlace(intent)) return 'PLACING';
  return isAtCancel(intent) ? 'CANCELING' : 'SENDING';
}

export function attempted(intents: Intents, {intentId, attempt, now}: IntentMsgOf<'attempted'>): IntentStep {
  const intent = intentById(intents, intentId);
  if (intent === undefined || !isSending(intent)) return [intents, []];
  const limited =
    attempt.result === undefined ? intents : withLimits(intents, intent, attempt.result.outcome, now);
  const isFirst = currentWrite(intent).attempts.length === 0;
  // It is of the commit: another clock may tell the time of the first byte.
  const offsetAtSend = isFirst && attempt.isUnsteady ? undefined : intent.offsetAtSend;
  return judge(limited, {...intent, offsetAtSend, attempts: [...intent.attempts, attempt]}, now);
}

export function attemptFailed(
  intents: Intents,
  {intentId, reason, now}: IntentMsgOf<'attemptFailed'>,
): IntentStep {
  const intent = intentById(intents, intentId);
  if (intent === undefined || !isSending(intent)) return [intents, []];
  const {draft, attempts} = currentWrite(intent);
  // An automatic repeat waits, and its banner gives the reason.
  const isSaid = sentKindOf(draft).repeats !== 'until final';
  if (attempts.some(mayHaveArrived)) return unknown(intents, intent, `Not resent. ${reason}`, now, isSaid);
  return isAtPlace(intent)
    ? notPlaced(intents, intent, reason, now)
    : end(intents, become(intent, 'NOT SENT', reason, now), 'warning');
}

/** A pause that was longer than planned cancels the repeat. */
export function attemptDue(
  intents: Intents,
  {intentId, attempt: number, now}: IntentMsgOf<'attemptDue'>,
): IntentStep {
  const intent = intentById(intents, intentId);
  if (intent === undefined || !isSending(intent) || intent.attempts.length + 1 !== number)
    return [intents, []];
  return mayStillRepeat(currentWrite(intent).attempts, now)
    ? sendNow(intents, intent, 'itself', now)
    : judge(intents, intent, now);
}

export function sendAgain(
  intents: Intents,
  {intentId, now}: IntentMsgOf<'sendAgain'>,
  gate: Gate,
): IntentStep {
  const intent = intentById(intents, intentId);
  if (intent === undefined || !maySendAgain(intents, intent)) return [intents, []];
  const {draft} = currentWrite(intent);
  const why = gate(draft) ?? whyToWait(intents, draft, now);
  return why === undefined
    ? sendNow(intents, intent, 'user', now)
    : [intents, [{type: 'tell', text: `Nothing was sent. ${why}`, level: 'warning'}]];
}

/** The decision table of an amend (docs/outcomes.md) is on top of the tables of its two writes. */
export function judge(intents: Intents, intent: Intent, now: Moment): IntentStep {
  const {draft, attempts} = currentWrite(intent);
  const [first, ...others] = attempts;
  if (first === undefined) return [intents, []];
  const step = classify(sentKindOf(draft), [first, ...others], now);
  const reason = reasonWords(step, intent.attempts.at(-1)?.result?.outcome);
  switch (step.step) {
    case 'accepted':
      // A yes with another record is no proof, and the list never shows CANCELED.
      if (isAtCancel(intent)) return unknown(intents, intent, reason, now, isNews(attempts));
      return looking(intents, become(intent, 'ACCEPTED', reason, now), now);
    case 'done': {
      if (isAtCancel(intent)) return canceled(intents, intent, reason, now);
      // ACCEPTED until the journal has the record, then CONFIRMED.
      const accepted = become(intent, 'ACCEPTED', reason, now);
      const done = becomeDone(accepted, step, reason, now);
      return [putIntent(intents, accepted), [{type: 'claim', intent: done}]];
    }
    case 'refused':
    case 'not sent': {
      if (isAtPlace(intent)) return notPlaced(intents, intent, reason, now);
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

/** After UNKNOWN, or in a later process, the confirmation is void because the price may be stale. */
function goesOnByItself(intent: Intent): boolean {
  const {attempts} = currentWrite(intent);
  const isOurs = attempts.every(each => each.process === 'this');
  return intent.state === 'CANCELING' && isOurs && !attempts.slice(0, -1).some(mayHaveArrived);
}

export function canceled(intents: Intents, intent: Intent, reason: string, now: Moment): IntentStep {
  if (!goesOnByItself(intent)) return notPlaced(intents, intent, `${reason} The price may be outdated.`, now);
  const next = become(intent, 'CHECKING FILLS', reason, now);
  const [reading, commands] = readAnew(intents, next, now);
  return [reading, [{type: 'record', intent: next}, ...commands]];
}

export function notPlaced(intents: Intents, intent: Intent, reason: string, now: Moment): IntentStep {
  const next = become(intent, 'CANCELED, NOT REPLACED', reason, now);
  const [looking, commands] = startLooks(putIntent(intents, next), next, now);
  return [
    looking,
    [
      {type: 'record', intent: next},
      {type: 'refresh'},
      ...commands,
      {type: 'say', intent: next, level: 'danger'},
    ],
  ];
}

function reasonWords(step: NextStep, outcome: Outcome | undefined): string {
  const words = outcome !== undefined && 'words' in outcome ? outcome.words.trim() : '';
  return words === '' ? reasons[step.reason] : `${reasons[step.reason]} ${words}`;
}

function unknown(intents: Intents, intent: Intent, reason: string, now: Moment, isSaid = true): IntentStep {
  const next = becomeUnknown(intent, {reason}, now);
  const [after, commands] = looking(intents, next, now);
  return [after, isSaid ? [...commands, {type: 'say', intent: next, level: 'danger'}] : commands];
}

/** An automatic repeat with the same result is not reported again. */
function isNews(attempts: readonly Attempt[]): boolean {
  const [before, last] = attempts.slice(-2).map(each => JSON.stringify(each.result?.outcome));
  return attempts.at(-1)?.by === 'user' || before !== last;
}

function looking(intents: Intents, intent: Intent, now: Moment): IntentStep {
  const [next, commands] = startLooks(putIntent(intents, intent), intent, now);
  return [next, [{type: 'record', intent}, {type: 'refresh'}, ...commands]];
}

export function end(intents: Intents, intent: Intent, level: 'good' | 'warning' | 'danger'): IntentStep {
  return announce(intents, intent, level, {type: 'refresh'});
}

const leastWaitMs = 1_000;
const longestWaitMs = 60_000;
const waitsMs = [1_000, 2_000, 4_000] as const;

/**
 * Delays (429) or disables (403) later writes of the kind. Risk-reducing writes are never disabled. A 403
 * without the service's own body may come from a proxy.
 */
function withLimits(intents: Intents, intent: Intent, outcome: Outcome, now: Moment): Intents {
  const {kind} = currentWrite(intent).draft;
  if (outcome.kind !== 'status' || outcome.status !== 429) {
    const rested = intents.rateStreak[kind]
      ? {...intents, rateStreak: {...intents.rateStreak, [kind]: 0}}
      : intents;
    const isForbidden = outcome.kind === 'status' && outcome.status === 403 && outcome.ownBody;
    if (!isForbidden || reducesRisk({kind})) return rested;
    return {...rested, disabled: {...rested.disabled, [kind]: forbidden(outcome.words)}};
  }
  const streak = intents.rateStreak[kind] ?? 0;
  const ownMs = waitsMs[Math.min(streak, waitsMs.length - 1)] ?? longestWaitMs;
  const waitMs = Math.min(longestWaitMs, Math.max(leastWaitMs, outcome.retryAfterMs ?? ownMs));
  return {
    ...intents,
    rateStreak: {...intents.rateStreak, [kind]: streak + 1},
    blockedUntil: {...intents.blockedUntil, [kind]: now.mono + waitMs},
  };
}

function forbidden(words: string): string {
  return `Not permitted for this account (403${words === '' ? '' : `: ${words}`}). Press r to try again.`;
}
