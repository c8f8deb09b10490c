import {age} from '../model/freshness.ts';
import type {Moment} from '../model/moment.ts';
import type {Attempt, Outcome, WriteKind} from './intent.ts';

/**
 * What an intent's attempts prove, and what to do next.
 *
 * The question after a write is never whether the call failed but what is proved about what the service did.
 * Three things follow, and every branch below is one of them.
 *
 * 1. The whole history decides. Once one attempt may have arrived there is a doubt, and no later failure takes
 *    it away: a second attempt's 422 may well be the service refusing to do again what the first attempt did.
 *    From then on only a yes to the same key, a read, or the user ends the intent. So an answer refuses only
 *    where every attempt before it is proved not to have been sent.
 * 2. A refusal needs the service's own words: a status that its interface names, with its own error body; for
 *    401, 403 and 429 the status is enough. A 408, a 425, or a page of HTML with a 4xx may come from anything
 *    on the way.
 * 3. Nothing is repeated but what repeating cannot double: `place`, whose key makes a second one the same
 *    order, and `cancel`, of which a second one finds nothing left to do. Twice at most, in the process that
 *    sent it first, within 30 s of the first byte: how long the service knows a key is not documented. A
 *    cancel in doubt is repeated for longer (`reconcile/cancel.ts`). `open` and `close` are never repeated.
 *
 * The rows are those of the decision table, top to bottom; each branch has its own reason.
 */
export type NextStep =
  /** The service said yes; a read has to show it. */
  | {readonly step: 'accepted'; readonly reason: Reason}
  /** The answer's own record proves it. */
  | {readonly step: 'done'; readonly reason: Reason; readonly recordId: string}
  /** Proved that the service did nothing. */
  | {readonly step: 'refused'; readonly reason: Reason}
  /** Proved that no request was ever written. */
  | {readonly step: 'not sent'; readonly reason: Reason}
  /** The same bytes once more, after a pause. */
  | {readonly step: 'again'; readonly reason: Reason; readonly afterMs: number}
  /** Nothing is proved: only reads tell. */
  | {readonly step: 'read'; readonly reason: Reason};

/** For how long after its first byte an intent may be sent again by itself. */
const repeatWindowMs = 30_000;
const pausesMs = [500, 1_000] as const;

/** Every reason that the classifier gives, in words for a person. */
export const reasons = {
  'yes, to be seen': 'The service said yes; a read has to show it.',
  'yes, with its record': 'The service answered with its record.',
  'yes, not yet cancelled': 'The service said yes, but its record is not CANCELED yet.',
  'yes, unreadable': 'The service said yes, but its answer could not be read.',
  'yes, unreadable: same key again': 'The answer could not be read; the same key is sent again.',
  redirected: 'The service answered with a redirect, which is not followed.',
  invalid: 'The service found the request invalid.',
  'credentials refused': 'The service refused the credentials.',
  forbidden: 'The service forbids this action.',
  'not found': 'The service does not know what it is about.',
  'not found, to be read': 'The service did not find it; what became of it has to be read.',
  'conflict, to be read': 'The service says that it is in another state already; which one has to be read.',
  'key used for another order':
    'THE SERVICE HAS SEEN THIS KEY WITH ANOTHER ORDER. Look at the orders before anything else.',
  'refused by rule': 'The service refused it.',
  'refused, to be read': 'The service refused it; whether it was closed all the same is read first.',
  'too many requests': 'The service asks to wait; nothing was done.',
  'proves nothing': 'The answer may not come from the service itself.',
  'service failed': 'The service failed while it may have been at it.',
  'service failed: same key again': 'The service failed; the same key is sent again.',
  'no answer': 'It was sent, and no answer came.',
  'no answer: same key again': 'No answer came; the same key is sent again.',
  'cut off': 'optty ended while it was being sent.',
  'never left': 'No request was written: nothing was sent.',
  'never left: again': 'No request was written; it is sent again.',
  'refused after a doubt':
    'This refusal may be about the second attempt alone: the first may have been done.',
  'never left after a doubt': 'The repeat was not sent, but an earlier attempt may have been done.',
} as const;
export type Reason = keyof typeof reasons;

/**
 * @param write the kind of write
 * @param attempts every attempt so far, oldest first; at least one
 * @param now when the answer is judged, for the window of repeats
 */
export function classify(
  write: WriteKind,
  attempts: readonly [Attempt, ...Attempt[]],
  now: Moment,
): NextStep {
  const last = attempts.at(-1) ?? attempts[0];
  if (last.result === undefined) return read('cut off');
  const {outcome} = last.result;
  const isDoubtful = attempts.slice(0, -1).some(mayHaveArrived);
  const repeat = repeatAfterMs(attempts, now);
  switch (outcome.kind) {
    case 'yes':
      return classifyYes(write, outcome);
    case 'garbled':
      return write === 'place' && repeat !== undefined
        ? again('yes, unreadable: same key again', repeat)
        : read('yes, unreadable');
    case 'status':
      return classifyStatus(write, outcome, isDoubtful, repeat);
    case 'lost':
      return doubtful(write, repeat, 'no answer', 'no answer: same key again');
    case 'not sent':
      return classifyNotSent(write, outcome, isDoubtful, repeat);
    default:
      return outcome satisfies never;
  }
}

function classifyYes(write: WriteKind, outcome: Extract<Outcome, {kind: 'yes'}>): NextStep {
  const {order} = outcome;
  if (write === 'open' || write === 'close') return {step: 'accepted', reason: 'yes, to be seen'};
  if (order === undefined) return read('yes, unreadable');
  if (write === 'cancel' && order.status !== 'CANCELED')
    return {step: 'accepted', reason: 'yes, not yet cancelled'};
  return {step: 'done', reason: 'yes, with its record', recordId: order.orderId};
}

function classifyStatus(
  write: WriteKind,
  outcome: Extract<Outcome, {kind: 'status'}>,
  isDoubtful: boolean,
  repeat: number | undefined,
): NextStep {
  const {status, ownBody} = outcome;
  const refused = (reason: Reason): NextStep =>
    isDoubtful ? read('refused after a doubt') : {step: 'refused', reason};
  if (status >= 500) return doubtful(write, repeat, 'service failed', 'service failed: same key again');
  if (status >= 300 && status < 400) return read('redirected');
  if (status === 401) return refused('credentials refused');
  if (status === 403) return refused('forbidden');
  if (status === 429) return refused('too many requests');
  if (!ownBody) return read('proves nothing');
  if (status === 400) return refused('invalid');
  if (status === 404) {
    return write === 'close' || write === 'cancel' ? read('not found, to be read') : refused('not found');
  }
  if (status === 409) return read(write === 'place' ? 'key used for another order' : 'conflict, to be read');
  if (status === 422 && write === 'close' && !isDoubtful) return read('refused, to be read');
  if (status === 413 || status === 422) return refused('refused by rule');
  return read('proves nothing');
}

/** It may have been done: place repeats its key, anything else is read first. */
function doubtful(write: WriteKind, repeat: number | undefined, reason: Reason, repeating: Reason): NextStep {
  return write === 'place' && repeat !== undefined ? again(repeating, repeat) : read(reason);
}

function classifyNotSent(
  write: WriteKind,
  outcome: Extract<Outcome, {kind: 'not sent'}>,
  isDoubtful: boolean,
  repeat: number | undefined,
): NextStep {
  const isRepeatable = write === 'place' || write === 'cancel';
  if (isRepeatable && outcome.mayRepeat && repeat !== undefined) return again('never left: again', repeat);
  return isDoubtful ? read('never left after a doubt') : {step: 'not sent', reason: 'never left'};
}

/** All but what is proved never to have left. */
export function mayHaveArrived(attempt: Attempt): boolean {
  return attempt.result?.outcome.kind !== 'not sent';
}

/** The pause before the next repeat by itself, in ms; undefined where there may be none. */
function repeatAfterMs(attempts: readonly [Attempt, ...Attempt[]], now: Moment): number | undefined {
  const pauseMs = pausesMs[attempts.filter(attempt => attempt.by === 'itself').length];
  if (pauseMs === undefined || attempts.some(attempt => attempt.process === 'earlier')) return undefined;
  return age(attempts[0].startedAt, now) + pauseMs <= repeatWindowMs ? pauseMs : undefined;
}

/** Whether a repeat that was planned may still go out now: the pause may have been a long sleep. */
export function mayStillRepeat(attempts: readonly Attempt[], now: Moment): boolean {
  const [first] = attempts;
  return first !== undefined && age(first.startedAt, now) <= repeatWindowMs;
}

function read(reason: Reason): NextStep {
  return {step: 'read', reason};
}

function again(reason: Reason, afterMs: number): NextStep {
  return {step: 'again', reason, afterMs};
}
