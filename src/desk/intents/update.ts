import {held, notTakenOver, takeOverHeld, watchFailed} from './account.ts';
import {goOnAmending, notGoneOn, wentOn} from './amend.ts';
import {ask, asked, askFailed} from './asking.ts';
import {attemptDue, attempted, attemptFailed, sendAgain} from './attempts.ts';
import {claimed, claimTaken, overrideNoTrace, recorded, recordFailed, resolveIntent} from './ending.ts';
import {gathered, lookAgain, lookDue, polled, restored} from './findings.ts';
import type {Gate, IntentMsg, Intents} from './intent.ts';
import type {IntentStep} from './transitions.ts';

/** State machine of intents. It sends nothing: its commands do, after the journal has committed them. */
export function updateIntents(intents: Intents, msg: IntentMsg, gate: Gate): IntentStep {
  const {now} = msg;
  switch (msg.type) {
    case 'ask':
      return ask(intents, msg, gate, now);
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
      return gathered(intents, msg, gate);
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
      return sendAgain(intents, msg.intentId, gate, now);
    case 'goOn':
      return goOnAmending(intents, msg, gate);
    case 'wentOn':
      return wentOn(intents, msg.intent, now);
    case 'notGoneOn':
      return notGoneOn(intents, msg.reason);
    case 'resolve':
      return resolveIntent(intents, msg.intentId, msg.word, msg.note, now);
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
