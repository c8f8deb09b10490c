import {accountRead, lookAgain, looked, overtaken, polled, restored} from './findings.ts';
import {acknowledged, afterCancel, callOff, notFollowed} from './follow.ts';
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
  recorded,
  recordFailed,
  resolveIntent,
  sendAgain,
} from './life.ts';
import {watchFailed} from './selectors.ts';

type Handlers = {
  readonly [T in IntentMsg['type']]: (intents: Intents, msg: IntentMsgOf<T>, gate: Gate) => IntentStep;
};

const handlers: Handlers = {
  ...{ask, asked, attempted, attemptFailed, attemptDue, accountRead},
  askFailed: (intents, msg) => notFollowed(intents, msg) ?? askFailed(intents, msg),
  recorded: (intents, {intentId}) => recorded(intents, intentId),
  ...{recordFailed, claimTaken, polled, lookAgain, sendAgain},
  claimed: (intents, msg) => afterCancel(claimed(intents, msg), msg.intent.id, msg.now),
  resolve: (intents, msg) => afterCancel(resolveIntent(intents, msg), msg.intentId, msg.now),
  overtaken: (intents, msg) => afterCancel(overtaken(intents, msg), msg.intent.id, msg.now),
  ...{restored, watchFailed, callOff, acknowledged},
  looked,
};

/** State machine of intents. It sends nothing: its commands do, after the journal has committed them. */
export function updateIntents<T extends IntentMsg['type']>(
  intents: Intents,
  msg: IntentMsgOf<T>,
  gate: Gate,
): IntentStep {
  if (intents.viewing !== undefined && !ofViewers.has(msg.type))
    return [intents, ofPerson.has(msg.type) ? [{type: 'tell', text: intents.viewing, level: 'warning'}] : []];
  return handlers[msg.type](intents, msg, gate);
}

type Types = ReadonlySet<IntentMsg['type']>;

/** All else is about writes that the holder of the controls carries on. */
const ofViewers: Types = new Set([
  ...(['restored', 'looked', 'watchFailed', 'polled'] as const),
  ...(['ask', 'askFailed', 'recorded', 'recordFailed'] as const),
]);
const ofPerson: Types = new Set(['lookAgain', 'sendAgain', 'resolve']);
