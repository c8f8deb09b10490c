import type {Moment} from '../../model/moment.ts';
import {mayHaveArrived, mayStillRepeat, type NextStep, type Reason} from '../classify.ts';
import type {Attempt, Intent} from '../intent.ts';
import {isAtPlace, writeOf} from './write.ts';

/** What the attempts of a write prove, and of a replacement what that makes of the whole of it. */
export type WholeStep =
  | NextStep
  /** The cancel is proved: its trades are read, and what has not filled is placed. */
  | {readonly step: 'canceled'; readonly reason: Reason}
  /** The order is gone, and it is proved that nothing was placed. */
  | {readonly step: 'not placed'; readonly reason: Reason};

/**
 * The decision table of a replacement, over that of its two writes. Nothing is placed before the cancel is
 * proved, and never after a doubt about it without being asked: the price may be old by then.
 */
export function wholeStep(intent: Intent, step: NextStep): WholeStep {
  if (intent.draft.kind !== 'replace') return step;
  return isAtPlace(intent) ? ofPlace(step) : ofCancel(step);
}

function ofCancel(step: NextStep): WholeStep {
  switch (step.step) {
    // The DELETE's own record says CANCELED.
    case 'done':
      return {step: 'canceled', reason: step.reason};
    // A yes with another record is no proof, and a list never shows CANCELED.
    case 'accepted':
      return {step: 'read', reason: step.reason, againIfOpen: false};
    // The order is as it was.
    case 'refused':
    case 'not sent':
      return step;
    // UNKNOWN, or the same DELETE once more: nothing is placed.
    case 'read':
    case 'again':
      return step;
    default:
      return step satisfies never;
  }
}

function ofPlace(step: NextStep): WholeStep {
  switch (step.step) {
    case 'refused':
    case 'not sent':
      return {step: 'not placed', reason: step.reason};
    // As any place: DONE with its record, the same key again, or UNKNOWN.
    case 'done':
    case 'accepted':
    case 'again':
    case 'read':
      return step;
    default:
      return step satisfies never;
  }
}

/**
 * Whether the confirmation still holds: one process, and no doubt about the cancel on the way. Once it was
 * UNKNOWN the price may be old, whatever has proved it since.
 */
export function goesOnByItself(intent: Intent): boolean {
  const {attempts} = writeOf(intent);
  const isOurs = attempts.every(each => each.process === 'this');
  return intent.state === 'CANCELING' && isOurs && !attempts.slice(0, -1).some(mayHaveArrived);
}

/** Whether a replacement is at its cancel. */
export function isAtCancel(intent: Intent): boolean {
  return intent.draft.kind === 'replace' && !isAtPlace(intent);
}

/** A further DELETE, which tells whether the order is final, goes out by itself as often as any repeat. */
export function mayAskWhetherFinal(attempts: readonly Attempt[], now: Moment): boolean {
  const isOurs = attempts.every(each => each.process === 'this');
  return isOurs && attempts.filter(each => each.by === 'itself').length < 2 && mayStillRepeat(attempts, now);
}

/**
 * Whether a DELETE that was sent again has been told that the order is final: by a 409, or by a second 404, in
 * the service's own words. It never says which way it ended; a first answer alone may be of a moment before.
 */
export function saysFinal(attempts: readonly Attempt[]): boolean {
  const said = (some: readonly Attempt[], status: number) =>
    some.filter(({result}) => {
      const outcome = result?.outcome;
      return outcome?.kind === 'status' && outcome.ownBody && outcome.status === status;
    }).length;
  const again = attempts.filter(mayHaveArrived).slice(1);
  return said(again, 409) > 0 || said(attempts, 404) > 1;
}
