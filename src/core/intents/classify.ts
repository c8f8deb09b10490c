import {age, type Moment} from '../../account/model/moment.ts';
import {provesNothingDone} from '../../api/errors.ts';
import type {SentKind} from './kinds/kind.ts';
import {sentKindOf, type WriteDraft} from './kinds/kinds.ts';
import {type Attempt, mayHaveArrived, type Outcome} from './outcome.ts';

/**
 * Decides what the attempts of an intent prove, and what to do next. The branches follow the decision table of
 * docs/outcomes.md from top to bottom; each has its own reason. A row that differs between kinds of write asks
 * the kind.
 *
 * 1. The whole history decides. Once one attempt may have arrived, no later failure removes the doubt: the 422
 *    of a second attempt may mean that the first one succeeded.
 * 2. A refusal needs the service's own words. For 401, 403 and 429 the status is enough.
 * 3. Only safe requests are repeated: at most twice, by the process that sent the first attempt, within 30 s,
 *    because the lifetime of a key is not documented. A cancel in doubt is repeated for longer (`findings.ts`).
 */
export type NextStep =
  | {readonly step: 'done'; readonly reason: Reason; readonly recordId: string | undefined}
  | {readonly step: 'refused'; readonly reason: Reason}
  | {readonly step: 'not sent'; readonly reason: Reason}
  | {readonly step: 'again'; readonly reason: Reason; readonly afterMs: number}
  | {readonly step: 'read'; readonly reason: Reason};

/** Limit for automatic repeats, from the first byte. */
const repeatWindowMs = 30_000;
const placePausesMs = [500, 1_000] as const;

export const reasons = {
  yes: 'Accepted by the service.',
  'yes, with its record': 'Confirmed by its record.',
  'yes, not yet canceled': 'Accepted, but not CANCELED yet.',
  'yes, unreadable': 'Answered, but the response does not prove it.',
  'yes, unreadable: same key again': 'Response unreadable; resending with the same key.',
  redirected: 'Redirected; redirects are not followed.',
  invalid: 'Invalid request.',
  'credentials refused': 'Credentials rejected.',
  forbidden: 'Action not permitted.',
  'not found': 'Not found.',
  'not found, to be read': 'Not found; checking what happened.',
  'conflict, to be read': 'Already in another state; checking which.',
  'key used for another order': 'KEY ALREADY USED FOR ANOTHER ORDER. Check your orders first.',
  'refused by rule': 'Rejected by the service.',
  'refused, to be read': 'Rejected; checking whether it was done anyway.',
  'too many requests': 'Rate limited; not executed.',
  'proves nothing': 'The response may not be from the service.',
  'service failed': 'Server error while processing: may be live.',
  'service failed: same key again': 'Server error; resending with the same key.',
  'no answer': 'Sent, no response: may be live.',
  'no answer: same key again': 'No response; resending with the same key.',
  'cut off': 'Cut off while it was sent: may be live.',
  'never left': 'Nothing was sent.',
  'never left: again': 'Nothing was sent; retrying.',
  'refused after a doubt': 'Second attempt rejected; the first may be live.',
  'never left after a doubt': 'Repeat not sent; an earlier attempt may be live.',
} as const;
export type Reason = keyof typeof reasons;

type Asked = Pick<SentKind<WriteDraft>, 'answer' | 'repeats' | 'readFirst'>;

type History = {
  readonly write: Asked;
  /** An earlier attempt may have arrived. */
  readonly isDoubtful: boolean;
  /** In ms; undefined if no repeat is allowed. */
  readonly repeat: number | undefined;
};

/**
 * @param attempts all attempts, oldest first
 * @param now time of the answer, for the repeat window
 */
export function classify(write: Asked, attempts: readonly [Attempt, ...Attempt[]], now: Moment): NextStep {
  const last = attempts.at(-1) ?? attempts[0];
  // One that is told late may be older than the last: no later failure undoes it, and no repeat on its way.
  const proved = attempts.map(each => provedBy(write, each)).find(step => step?.step === 'done');
  if (proved !== undefined) return proved;
  if (last.result === undefined) return read('cut off');
  const {outcome} = last.result;
  const isDoubtful = attempts.slice(0, -1).some(mayHaveArrived);
  const history = {write, isDoubtful, repeat: repeatAfterMs(attempts, now)};
  switch (outcome.kind) {
    case 'yes':
      return classifyYes(write, outcome);
    case 'garbled':
      return doubtful(history, 'yes, unreadable', 'yes, unreadable: same key again');
    case 'status':
      return classifyStatus(history, outcome);
    case 'lost':
      return doubtful(history, 'no answer', 'no answer: same key again');
    case 'not sent':
      return classifyNotSent(history, outcome);
    default:
      return outcome satisfies never;
  }
}

function provedBy(write: Asked, {result}: Attempt): NextStep | undefined {
  return result?.outcome.kind === 'yes' ? classifyYes(write, result.outcome) : undefined;
}

function classifyYes({answer}: Asked, {order}: Extract<Outcome, {kind: 'yes'}>): NextStep {
  if (answer === 'no record') return {step: 'done', reason: 'yes', recordId: undefined};
  if (order === undefined) return read('yes, unreadable');
  if (answer === 'its order, canceled' && order.status !== 'CANCELED') return read('yes, not yet canceled');
  return {step: 'done', reason: 'yes, with its record', recordId: order.orderId};
}

function classifyStatus(history: History, outcome: Extract<Outcome, {kind: 'status'}>): NextStep {
  const {write, isDoubtful} = history;
  const {status, ownBody} = outcome;
  if (status >= 500) return doubtful(history, 'service failed', 'service failed: same key again');
  if (status >= 300 && status < 400) return read('redirected');
  const {404: unknown, 409: conflict = 'conflict, to be read', 422: unruly} = write.readFirst;
  if (status === 409 && ownBody) return read(conflict);
  if (!provesNothingDone(status, ownBody)) return read('proves nothing');
  if (status === 404 && unknown !== undefined) return read(unknown);
  if (status === 422 && unruly !== undefined && !isDoubtful) return read(unruly);
  if (isDoubtful) return read('refused after a doubt');
  return {step: 'refused', reason: refusedReasons[status] ?? 'refused by rule'};
}

const refusedReasons: Readonly<Record<number, Reason>> = {
  400: 'invalid',
  401: 'credentials refused',
  403: 'forbidden',
  404: 'not found',
  429: 'too many requests',
};

function doubtful({write, repeat}: History, reason: Reason, repeating: Reason): NextStep {
  return write.repeats === 'same key' && repeat !== undefined ? again(repeating, repeat) : read(reason);
}

function classifyNotSent(
  {write, isDoubtful, repeat}: History,
  {mayRepeat}: Extract<Outcome, {kind: 'not sent'}>,
): NextStep {
  if (write.repeats !== 'never' && mayRepeat && repeat !== undefined)
    return again('never left: again', repeat);
  return isDoubtful ? read('never left after a doubt') : {step: 'not sent', reason: 'never left'};
}

function repeatAfterMs(attempts: readonly [Attempt, ...Attempt[]], now: Moment): number | undefined {
  const pauseMs = placePausesMs[attempts.filter(attempt => attempt.by === 'itself').length];
  if (pauseMs === undefined || attempts.some(attempt => attempt.process === 'earlier')) return undefined;
  return age(attempts[0].startedAt, now) + pauseMs <= repeatWindowMs ? pauseMs : undefined;
}

/** Within the time of repeats. The machine may have slept during the pause. */
export function mayStillRepeat(attempts: readonly Attempt[], now: Moment): boolean {
  const [first] = attempts;
  return first !== undefined && age(first.startedAt, now) <= repeatWindowMs;
}

/** By its answer alone. */
export const mayBeDone = (draft: WriteDraft, attempt: Attempt): boolean =>
  mayHaveArrived(attempt) && classify(sentKindOf(draft), [attempt], attempt.startedAt).step !== 'refused';

type Sent = {readonly draft: WriteDraft; readonly attempts: readonly Attempt[]};

/** The service takes a repeat for the same request, by its key while that is remembered, or by its order. */
export const isSameAgain = ({draft, attempts}: Sent, at: Moment): boolean =>
  sentKindOf(draft).repeats !== 'never' && mayStillRepeat(attempts, at);

/** Repeats of which each may have made another record: without a key, or with one that may be forgotten. */
export function mayHaveMadeMore({draft, attempts}: Sent): number {
  const [first, ...others] = attempts.filter(each => mayBeDone(draft, each));
  const isSame = ({startedAt}: Attempt) => first && isSameAgain({draft, attempts: [first]}, startedAt);
  return others.filter(each => !isSame(each)).length;
}

function read(reason: Reason): NextStep {
  return {step: 'read', reason};
}

function again(reason: Reason, afterMs: number): NextStep {
  return {step: 'again', reason, afterMs};
}
