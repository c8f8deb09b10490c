import type {Id} from '../../../api/wire/records.ts';
import {mayHaveArrived} from '../classify.ts';
import type {Attempt, Intent, Outcome} from '../intent.ts';
import {writeOf} from '../replace/write.ts';

/**
 * The worlds that are still possible while an intent is UNKNOWN: what the service may have made of it, as
 * far as no answer has ruled it out. Reads rule nothing out by what they do not show, for lists may lag;
 * what they show ends the intent, or stands here as a record that may be it.
 */
export type PossibleWorld =
  /** By the record that is named, or by one that no list shows yet. */
  | {readonly kind: 'done'; readonly recordId: Id | undefined}
  /** Something on the way holds it back: it may be done yet. */
  | {readonly kind: 'on its way'}
  /** It never arrived, or the service refused it in an answer that never came back. */
  | {readonly kind: 'not done'}
  /** Of close and cancel: what it was about ended by itself, or by another client. */
  | {readonly kind: 'ended otherwise'};

export function possibleWorlds(intent: Intent): readonly PossibleWorld[] {
  const {draft, attempts} = writeOf(intent);
  const isExit = draft.kind === 'close' || draft.kind === 'cancel';
  if (isAnsweredYes(intent)) return doneIn(intent);
  const isHeldUp = attempts.some(each => leavesDoubt(each));
  return [
    ...(attempts.some(each => mayBeDone(each)) ? doneIn(intent) : []),
    ...(isHeldUp ? [{kind: 'on its way'} as const] : []),
    ...(saysOver(intent) ? [] : [{kind: 'not done'} as const]),
    ...(isExit ? [{kind: 'ended otherwise'} as const] : []),
  ];
}

/** Candidates first. An exit is about one record, which is known. */
function doneIn(intent: Intent): readonly PossibleWorld[] {
  const {draft} = writeOf(intent);
  if (draft.kind === 'close') return [{kind: 'done', recordId: draft.easyOptionId}];
  if (draft.kind === 'cancel') return [{kind: 'done', recordId: draft.orderId}];
  const candidates = intent.state === 'UNKNOWN' ? intent.candidates.filter(each => !each.isTaken) : [];
  const listed = candidates.map(({recordId}) => ({kind: 'done', recordId}) as const);
  return [...listed, {kind: 'done', recordId: undefined}];
}

/**
 * The yes to an open or a close is the service's word that it did it; that to a cancel may be of an open
 * order.
 */
function isAnsweredYes(intent: Intent): boolean {
  const {draft, attempts} = writeOf(intent);
  return draft.kind !== 'cancel' && attempts.some(({result}) => result?.outcome.kind === 'yes');
}

/** The service's own 409 to a cancel: the order is in a final state, whoever brought it there. */
function saysOver(intent: Intent): boolean {
  const {draft, attempts} = writeOf(intent);
  return (
    draft.kind === 'cancel' &&
    attempts.some(({result}) => {
      const outcome = result?.outcome;
      return outcome?.kind === 'status' && outcome.ownBody && outcome.status === 409;
    })
  );
}

/** Nothing tells whether the request arrived, or will. */
function leavesDoubt(attempt: Attempt): boolean {
  const outcome = attempt.result?.outcome;
  return mayHaveArrived(attempt) && outcome?.kind !== 'yes' && !isOwnWord(outcome);
}

/** A second delivery of what was done is refused as well: such an answer may be to that. */
function mayBeDone(attempt: Attempt): boolean {
  const outcome = attempt.result?.outcome;
  const isOfAfter = outcome?.kind === 'status' && outcome.ownBody && [404, 409, 422].includes(outcome.status);
  return leavesDoubt(attempt) || outcome?.kind === 'yes' || isOfAfter;
}

/** The service's own refusal, in an answer to this very request. */
function isOwnWord(outcome: Outcome | undefined): boolean {
  if (outcome?.kind !== 'status') return false;
  const {status, ownBody} = outcome;
  return [401, 403, 429].includes(status) || (ownBody && status >= 400 && status < 500);
}
