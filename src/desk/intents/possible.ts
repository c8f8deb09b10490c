import type {Id} from '../../api/wire/records.ts';
import {type Intent, type Intents, sentKindOf, target} from './intent.ts';
import type {ReadTell} from './kinds/kind.ts';
import {type Attempt, mayHaveArrived, type Outcome} from './outcome.ts';
import {maySendAgain} from './selectors.ts';
import {currentWrite} from './write.ts';

/**
 * Possible outcomes of an UNKNOWN intent that no answer has excluded. Absence from a list excludes nothing,
 * because lists may lag. A record in a list ends the intent, or is a candidate.
 */
export type PossibleOutcome =
  /** `recordId` is undefined for a record that no list shows yet. */
  | {readonly kind: 'done'; readonly recordId: Id | undefined}
  /** Delayed in transit; it may still be done. */
  | {readonly kind: 'on its way'}
  | {readonly kind: 'not done'}
  /** Only close and cancel: the record ended by itself or by another client. */
  | {readonly kind: 'ended otherwise'};

export function possibleOutcomes(intent: Intent): readonly PossibleOutcome[] {
  const {draft, attempts} = currentWrite(intent);
  const {outcomes} = sentKindOf(draft);
  if (isAnsweredYes(intent)) return doneIn(intent);
  const isHeldUp = attempts.some(each => leavesDoubt(each));
  return [
    ...(attempts.some(each => mayBeDone(each)) ? doneIn(intent) : []),
    ...(isHeldUp ? [{kind: 'on its way'} as const] : []),
    ...(saysOver(intent) ? [] : [{kind: 'not done'} as const]),
    ...(outcomes.endedOtherwise === undefined ? [] : [{kind: 'ended otherwise'} as const]),
  ];
}

function doneIn(intent: Intent): readonly PossibleOutcome[] {
  const {draft} = currentWrite(intent);
  const kind = sentKindOf(draft);
  if (kind.outcomes.done !== undefined) return [{kind: 'done', recordId: kind.record(draft)}];
  const candidates = intent.state === 'UNKNOWN' ? intent.candidates.filter(each => !each.isTaken) : [];
  const listed = candidates.map(({recordId}) => ({kind: 'done', recordId}) as const);
  return [...listed, {kind: 'done', recordId: undefined}];
}

/** A yes to an open or a close means that it was done. A yes to a cancel may show an open order. */
function isAnsweredYes(intent: Intent): boolean {
  const {draft, attempts} = currentWrite(intent);
  return (
    sentKindOf(draft).answer !== 'its order, canceled' &&
    attempts.some(({result}) => result?.outcome.kind === 'yes')
  );
}

/** The service's own 409 to a cancel: the order is final, for any reason. */
function saysOver(intent: Intent): boolean {
  const {draft, attempts} = currentWrite(intent);
  return (
    sentKindOf(draft).repeats === 'until final' &&
    attempts.some(({result}) => {
      const outcome = result?.outcome;
      return outcome?.kind === 'status' && outcome.ownBody && outcome.status === 409;
    })
  );
}

function leavesDoubt(attempt: Attempt): boolean {
  const outcome = attempt.result?.outcome;
  return mayHaveArrived(attempt) && outcome?.kind !== 'yes' && !isOwnWord(outcome);
}

/** The service also refuses a second delivery of a completed request. */
function mayBeDone(attempt: Attempt): boolean {
  const outcome = attempt.result?.outcome;
  const isOfAfter = outcome?.kind === 'status' && outcome.ownBody && [404, 409, 422].includes(outcome.status);
  return leavesDoubt(attempt) || outcome?.kind === 'yes' || isOfAfter;
}

function isOwnWord(outcome: Outcome | undefined): boolean {
  if (outcome?.kind !== 'status') return false;
  const {status, ownBody} = outcome;
  return [401, 403, 429].includes(status) || (ownBody && status >= 400 && status < 500);
}

export type Tell =
  | ReadTell
  /** A repeat cannot double it, and its answer decides. */
  | {readonly by: 'sendAgain'}
  /** The interface cannot tell; the operator of the service can find the request by this value. */
  | {readonly by: 'asking'; readonly name: 'key' | 'request id' | undefined; readonly value: string};

export function tellsOf(intents: Intents, intent: Intent): readonly Tell[] {
  const again: readonly Tell[] = maySendAgain(intents, intent) ? [{by: 'sendAgain'}] : [];
  return [...readsFor(intent), ...again, asking(intent)];
}

function readsFor(intent: Intent): readonly Tell[] {
  const {draft, attempts} = currentWrite(intent);
  const sentAt = attempts[0]?.startedAt.wall;
  const from = sentAt === undefined ? undefined : sentAt + (intent.offsetAtSend ?? 0);
  return sentKindOf(draft).tells(draft, from);
}

function asking(intent: Intent): Tell {
  const {draft, attempts, idempotencyKey: key} = currentWrite(intent);
  if (sentKindOf(draft).hasKey && key !== undefined) return {by: 'asking', name: 'key', value: key};
  const value = attempts.findLast(each => each.result?.requestId !== undefined)?.result?.requestId;
  return {by: 'asking', name: value === undefined ? undefined : 'request id', value: value ?? ''};
}

/** Latest time of a record after its send. Lists lag by at most two minutes. */
const latestMs = 300_000;

/**
 * True if `other`, ended by hand without proof shortly before `intent` was asked for, may have made the
 * record. Such a record is assigned to neither.
 */
export function isRival(other: Intent, intent: Intent, recordId: Id): boolean {
  const lastSent = currentWrite(other).attempts.at(-1)?.startedAt.wall;
  return (
    other.id !== intent.id &&
    other.state === 'RESOLVED' &&
    asksForTheSame(other, intent) &&
    lastSent !== undefined &&
    intent.askedAt.wall - lastSent <= latestMs &&
    other.knownBefore?.includes(recordId) !== true
  );
}

function asksForTheSame(one: Intent, another: Intent): boolean {
  const [{draft: a}, {draft: b}] = [currentWrite(one), currentWrite(another)];
  return a.kind === b.kind && target(a) === target(b) && sentKindOf(a).asksForTheSame(a, b);
}
