import {goOnAmending, notGoneOn, wentOn} from './amend.ts';
import {gathered, lookAgain, lookDue, polled, restored} from './findings.ts';
import type {Gate, IntentMsg, IntentMsgOf, IntentStep, Intents} from './intent.ts';
import {
  ask,
  asked,
  askFailed,
  attemptDue,
  attempted,
  attemptFailed,
  claimed,
  claimTaken,
  overrideNoTrace,
  recorded,
  recordFailed,
  resolveIntent,
  sendAgain,
} from './life.ts';
import {held, notTakenOver, takeOverHeld, watchFailed} from './selectors.ts';

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
