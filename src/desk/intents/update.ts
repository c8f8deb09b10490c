import {held, notTakenOver, takeOverHeld, watchFailed} from './account.ts';
import {goOnAmending, notGoneOn, wentOn} from './amend.ts';
import {ask, asked, askFailed} from './asking.ts';
import {attemptDue, attempted, attemptFailed, sendAgain} from './attempts.ts';
import {claimed, claimTaken, overrideNoTrace, recorded, recordFailed, resolveIntent} from './ending.ts';
import {gathered, lookAgain, lookDue, polled, restored} from './findings.ts';
import type {Gate, IntentMsg, IntentMsgOf, Intents} from './intent.ts';
import type {IntentStep} from './transitions.ts';

type Handlers = {
  readonly [T in IntentMsg['type']]: (intents: Intents, msg: IntentMsgOf<T>, gate: Gate) => IntentStep;
};

const handlers: Handlers = {
  ...{ask, asked, askFailed, attempted, attemptFailed, attemptDue, lookDue, gathered},
  recorded: (intents, {intentId}) => recorded(intents, intentId),
  ...{recordFailed, claimed, claimTaken, polled, lookAgain, sendAgain},
  goOn: goOnAmending,
  wentOn,
  notGoneOn: (intents, {reason}) => notGoneOn(intents, reason),
  resolve: resolveIntent,
  ...{overrideNoTrace, restored, held, watchFailed},
  takeOver: takeOverHeld,
  notTakenOver,
};

/** State machine of intents. It sends nothing: its commands do, after the journal has committed them. */
export function updateIntents<T extends IntentMsg['type']>(
  intents: Intents,
  msg: IntentMsgOf<T>,
  gate: Gate,
): IntentStep {
  return handlers[msg.type](intents, msg, gate);
}
