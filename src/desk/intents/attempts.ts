import type {Moment} from '../model/moment.ts';
import {classify, mayStillRepeat, reasons} from './classify.ts';
import type {Attempt, Intent, IntentCommand, Intents, Outcome} from './intent.ts';
import {withLimits} from './limits.ts';
import {offsetNow} from './reconcile/clock.ts';
import {startLooks} from './reconcile/looks.ts';
import {canceled, notPlaced} from './replace/not-placed.ts';
import {type WholeStep, wholeStep} from './replace/table.ts';
import {isAtPlace, writeOf} from './replace/write.ts';
import {canAct, maySendAgain} from './selectors.ts';
import {
  become,
  becomeDone,
  becomeUnknown,
  type IntentStep,
  intentById,
  isSending,
  putIntent,
} from './transitions.ts';

/** Sends, by way of the journal: a connection may be opened from here on. */
export function sendNow(intents: Intents, intent: Intent, by: 'user' | 'itself', now: Moment): IntentStep {
  const isFirst = writeOf(intent).attempts.length === 0;
  const offsetAtSend = isFirst ? offsetNow(intents, now) : intent.offsetAtSend;
  const next = {...become(intent, sendingState(intent), 'It is being sent.', now), offsetAtSend};
  return [putIntent(intents, next), [{type: 'attempt', intent: next, by}]];
}

function sendingState(intent: Intent): 'SENDING' | 'CANCELING' | 'PLACING' {
  if (intent.draft.kind !== 'replace') return 'SENDING';
  return isAtPlace(intent) ? 'PLACING' : 'CANCELING';
}

/** An attempt has ended, and the journal holds how. */
export function attempted(intents: Intents, id: string, attempt: Attempt, now: Moment): IntentStep {
  const intent = intentById(intents, id);
  if (intent === undefined || !isSending(intent)) return [intents, []];
  const limited =
    attempt.result === undefined ? intents : withLimits(intents, intent, attempt.result.outcome, now);
  return judge(limited, {...intent, attempts: [...intent.attempts, attempt]}, now);
}

/** The journal did not take the attempt: nothing was sent by it. */
export function attemptFailed(intents: Intents, id: string, reason: string, now: Moment): IntentStep {
  const intent = intentById(intents, id);
  if (intent === undefined || !isSending(intent)) return [intents, []];
  const isDoubtful = writeOf(intent).attempts.some(attempt => attempt.result?.outcome.kind !== 'not sent');
  // A cancel tries on by itself: its banner says why it waits.
  const isSaid = writeOf(intent).draft.kind !== 'cancel';
  if (isDoubtful) return unknown(intents, intent, `It was not sent again. ${reason}`, now, isSaid);
  return isAtPlace(intent)
    ? notPlaced(intents, intent, reason, now)
    : end(intents, become(intent, 'NOT SENT', reason, now), 'warning');
}

/** The pause before a repeat is over; if it was longer than planned, the repeat is off. */
export function attemptDue(intents: Intents, id: string, number: number, now: Moment): IntentStep {
  const intent = intentById(intents, id);
  if (intent === undefined || !isSending(intent) || intent.attempts.length + 1 !== number)
    return [intents, []];
  return mayStillRepeat(writeOf(intent).attempts, now)
    ? sendNow(intents, intent, 'itself', now)
    : judge(intents, intent, now);
}

/** The user asks for what sending twice cannot double. */
export function sendAgain(intents: Intents, id: string, now: Moment): IntentStep {
  const intent = intentById(intents, id);
  if (intent === undefined || !maySendAgain(intents, intent)) return [intents, []];
  const may = canAct(intents, writeOf(intent).draft.kind, now);
  return may === true
    ? sendNow(intents, intent, 'user', now)
    : [intents, [{type: 'tell', text: `Nothing was sent. ${may}`, level: 'warning'}]];
}

/** Lets the classifier say what the attempts prove, and does that. */
export function judge(intents: Intents, intent: Intent, now: Moment): IntentStep {
  const {draft, attempts} = writeOf(intent);
  const [first, ...others] = attempts;
  if (first === undefined) return [intents, []];
  const step = wholeStep(intent, classify(draft.kind, [first, ...others], now));
  const reason = reasonWords(step, intent.attempts.at(-1)?.result?.outcome);
  switch (step.step) {
    case 'accepted':
      return looking(intents, become(intent, 'ACCEPTED', reason, now), now);
    case 'done':
      return provedDone(intents, intent, step.recordId, reason, now);
    case 'canceled':
      return canceled(intents, intent, reason, now);
    case 'not placed':
      return notPlaced(intents, intent, reason, now);
    case 'refused':
      return end(intents, become(intent, 'REFUSED', reason, now), 'warning');
    case 'not sent':
      return end(intents, become(intent, 'NOT SENT', reason, now), 'warning');
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

/** The reason of the decision table, and what the service or the link said. */
function reasonWords(step: WholeStep, outcome: Outcome | undefined): string {
  const words = outcome !== undefined && 'words' in outcome ? outcome.words.trim() : '';
  return words === '' ? reasons[step.reason] : `${reasons[step.reason]} ${words}`;
}

/** It is called DONE when the journal has taken the record; until then it is ACCEPTED. */
function provedDone(
  intents: Intents,
  intent: Intent,
  recordId: string,
  reason: string,
  now: Moment,
): IntentStep {
  const accepted = become(intent, 'ACCEPTED', reason, now);
  return [
    putIntent(intents, accepted),
    [{type: 'claim', intent: becomeDone(accepted, {recordId}, reason, now)}],
  ];
}

function unknown(intents: Intents, intent: Intent, reason: string, now: Moment, isSaid = true): IntentStep {
  const next = becomeUnknown(intent, {reason}, now);
  const [after, commands] = looking(intents, next, now);
  return [after, isSaid ? [...commands, {type: 'say', intent: next, level: 'danger'}] : commands];
}

/** A repeat by itself that came to the same as the one before is not said again. */
function isNews(attempts: readonly Attempt[]): boolean {
  const [before, last] = attempts.slice(-2).map(each => JSON.stringify(each.result?.outcome));
  return attempts.at(-1)?.by === 'user' || before !== last;
}

function looking(intents: Intents, intent: Intent, now: Moment): IntentStep {
  const [next, commands] = startLooks(putIntent(intents, intent), intent, now);
  return [next, [{type: 'record', intent}, {type: 'refresh'}, ...commands]];
}

/** An end that needs no record: it is said, journaled, and the panes are asked for anew. */
export function end(intents: Intents, intent: Intent, level: 'good' | 'warning' | 'danger'): IntentStep {
  const commands: IntentCommand[] = [
    {type: 'record', intent},
    {type: 'refresh'},
    {type: 'say', intent, level},
  ];
  return [putIntent(intents, intent), commands];
}
