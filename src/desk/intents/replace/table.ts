import {mayHaveArrived, type NextStep, type Reason} from '../classify.ts';
import type {Intent} from '../intent.ts';
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
      return {step: 'read', reason: step.reason};
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
