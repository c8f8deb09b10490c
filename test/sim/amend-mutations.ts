import {isAtCancel} from '../../src/desk/intents/intent.ts';
import {mayOverfill} from '../../src/desk/intents/kinds/amend.ts';
import {isAmend} from './amend.ts';
import type {Mutation} from './mutations.ts';

/** Amends that are broken on purpose. */

/** Whatever comes back to its cancel passes for the proof of it, and the place goes out. */
const placedBeforeCanceled: Mutation = {
  message(msg, state) {
    if (msg.type !== 'attempted' || msg.attempt.result === undefined) return msg;
    const intent = state.intents.list.find(each => each.id === msg.intentId);
    if (intent === undefined || !isAmend(intent) || !isAtCancel(intent)) return msg;
    const order = {orderId: intent.draft.orderId, status: 'CANCELED'};
    const result = {...msg.attempt.result, outcome: {kind: 'yes', order} as const};
    return {...msg, attempt: {...msg.attempt, result}};
  },
};

/** A place that was cut off by the death of its process counts as never sent. */
const placedAgain: Mutation = {
  journal: journal => ({
    ...journal,
    writes: now =>
      journal
        .writes(now)
        .map(intent => (intent.state === 'PLACING' ? {...intent, state: 'CHECKING FILLS'} : intent)),
  }),
};

/** What filled before the cancel is placed once more. */
const fillsNotTakenOff: Mutation = {
  message(msg) {
    if (msg.type !== 'gathered' || msg.evidence.kind !== 'read' || msg.evidence.fills === undefined)
      return msg;
    return {...msg, evidence: {...msg.evidence, fills: []}};
  },
};

/** An amend that waits takes the first fills that it reads for all of them. */
const notWaited: Mutation = {
  message(msg) {
    if (msg.type !== 'asked' || !isAmend(msg.intent)) return msg;
    return {...msg, intent: {...msg.intent, draft: {...msg.intent.draft, tradesLagMs: 0}}};
  },
};

/** An amend that may overfill goes by neither its review nor its read: what had filled is placed once more. */
const overfilledFast: Mutation = {
  message(msg, state) {
    if (msg.type === 'asked' && isAmend(msg.intent) && mayOverfill(msg.intent.draft))
      return {...msg, intent: {...msg.intent, draft: {...msg.intent.draft, filled: undefined}}};
    if (msg.type !== 'gathered' || msg.evidence.kind !== 'read' || msg.evidence.fills === undefined)
      return msg;
    const intent = state.intents.list.find(each => each.id === msg.intentId);
    const isBounded = intent !== undefined && isAmend(intent) && mayOverfill(intent.draft);
    return isBounded ? {...msg, evidence: {...msg.evidence, fills: []}} : msg;
  },
};

export const amendMutations = {
  'place before the cancel is proved': placedBeforeCanceled,
  'placed again after a death in PLACING': placedAgain,
  'amend beyond the overfill of its review': overfilledFast,
  'amend that does not wait for trades': notWaited,
  'size not reduced by fills': fillsNotTakenOff,
} as const satisfies Record<string, Mutation>;
