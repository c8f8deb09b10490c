import {ask, asked, askFailed} from './asking.ts';
import {attemptDue, attempted, attemptFailed, sendAgain} from './attempts.ts';
import {endByHand, overrideNoTrace} from './by-hand.ts';
import {held, notTakenOver, takeOverHeld, watchFailed} from './elsewhere.ts';
import {claimed, claimTaken, recorded, recordFailed} from './ending.ts';
import type {IntentMsg, Intents} from './intent.ts';
import {gathered, lookAgain, lookDue, polled} from './reconcile/findings.ts';
import {restored} from './reconcile/restoring.ts';
import {goOnReplacing, notGoneOn, wentOn} from './replace/going-on.ts';
import type {IntentStep} from './transitions.ts';

/**
 * The life of intents: from the confirmed draft to an end that is proved, matched by a read, or said by the
 * user. Nothing here sends: the commands do, after the journal has taken what they are about to do.
 */
export function updateIntents(intents: Intents, msg: IntentMsg): IntentStep {
  const {now} = msg;
  switch (msg.type) {
    case 'ask':
      return ask(intents, msg.draft, now);
    case 'asked':
      return asked(intents, msg.intent, msg.ended, now);
    case 'askFailed':
      return askFailed(intents, msg.draft, msg.reason);
    case 'attempted':
      return attempted(intents, msg.intentId, msg.attempt, now);
    case 'attemptFailed':
      return attemptFailed(intents, msg.intentId, msg.reason, now);
    case 'attemptDue':
      return attemptDue(intents, msg.intentId, msg.attempt, now);
    case 'lookDue':
      return lookDue(intents, msg.intentId, msg.look, now);
    case 'gathered':
      return gathered(intents, msg.intentId, msg.look, msg.evidence, now);
    case 'recorded':
      return recorded(intents, msg.intentId);
    case 'recordFailed':
      return recordFailed(intents, msg.intentId, msg.reason);
    case 'claimed':
      return claimed(intents, msg.intent);
    case 'claimTaken':
      return claimTaken(intents, msg.intentId, msg.recordId, msg.by, now);
    case 'polled':
      return polled(intents, msg, now);
    case 'lookAgain':
      return lookAgain(intents, msg.intentId, now);
    case 'sendAgain':
      return sendAgain(intents, msg.intentId, now);
    case 'goOn':
      return goOnReplacing(intents, msg, now);
    case 'wentOn':
      return wentOn(intents, msg.intent, now);
    case 'notGoneOn':
      return notGoneOn(intents, msg.reason);
    case 'endByHand':
      return endByHand(intents, msg.intentId, msg.word, msg.note, now);
    case 'overrideNoTrace':
      return overrideNoTrace(intents, msg.intentId, msg.word, now);
    case 'restored':
      return restored(intents, msg.intents, now);
    case 'held':
      return held(intents, msg.held);
    case 'watchFailed':
      return watchFailed(intents, msg.reason);
    case 'takeOver':
      return takeOverHeld(intents, msg.intentId);
    case 'notTakenOver':
      return notTakenOver(intents);
    default:
      return msg satisfies never;
  }
}
