import type {Intent, IntentSent} from '../../src/core/intents/intent.ts';
import {mayOverfill} from '../../src/core/intents/kinds/amend.ts';
import {type AmendDraft, amendOf} from '../../src/core/intents/kinds/cancel.ts';
import type {State} from '../../src/desk/state.ts';
import type {Mutation} from './mutations.ts';

/** Amends that are broken on purpose. */

/** Whatever comes back to its cancel passes for the proof of it, and the place goes out. */
const placedBeforeCanceled: Mutation = {
  message(msg, state) {
    if (msg.type !== 'attempted' || msg.attempt.result === undefined) return msg;
    const intent = state.intents.list.find(each => each.id === msg.intentId);
    const amend = intent && amendOf(intent.draft);
    if (amend === undefined) return msg;
    const order = {orderId: amend.orderId, status: 'CANCELED'};
    const result = {...msg.attempt.result, outcome: {kind: 'yes', order} as const};
    return {...msg, attempt: {...msg.attempt, result}};
  },
};

/** Who comes next takes the cancels that it finds for its own, and goes on. */
const followedByTheNext: Mutation = {
  state(state, msg) {
    if (msg.type !== 'intent' || msg.msg.type !== 'restored') return state;
    const cancels = msg.msg.intents.filter(each => amendOf(each.draft) !== undefined);
    const followed = Object.fromEntries(cancels.map(({id}) => [id, {}]));
    return {...state, intents: {...state.intents, followed: {...followed, ...state.intents.followed}}};
  },
};

/** What filled before the cancel is placed once more. */
const fillsNotTakenOff: Mutation = {
  message: msg => (hasFills(msg) ? withoutFills(msg) : msg),
};

/** An amend that waits takes the first fills that it reads for all of them. */
const notWaited: Mutation = {
  message: msg => withAmend(msg, amend => ({...amend, tradesLagMs: 0})),
};

/** An amend that may overfill goes by neither its review nor its read: what had filled is placed once more. */
const overfilledFast: Mutation = {
  message(msg, state) {
    if (!hasFills(msg))
      return withAmend(msg, amend => (mayOverfill(amend) ? {...amend, filled: undefined} : amend));
    const amend = amendIn(state, msg.intentId);
    return amend !== undefined && mayOverfill(amend) ? withoutFills(msg) : msg;
  },
};

function amendIn({intents}: State, id: string): AmendDraft | undefined {
  const intent = intents.list.find(each => each.id === id);
  return intent && amendOf(intent.draft);
}

type Gathered = Extract<IntentSent, {type: 'gathered'}>;

const hasFills = (msg: IntentSent): msg is Gathered =>
  msg.type === 'gathered' && msg.evidence.kind === 'read' && msg.evidence.fills !== undefined;

const withoutFills = (msg: Gathered): Gathered => ({
  ...msg,
  evidence: {...msg.evidence, fills: []} as typeof msg.evidence,
});

function withAmend(msg: IntentSent, change: (amend: AmendDraft) => AmendDraft): IntentSent {
  const amend = msg.type === 'asked' ? amendOf(msg.intent.draft) : undefined;
  if (msg.type !== 'asked' || amend === undefined) return msg;
  const draft: Intent['draft'] = {...msg.intent.draft, then: change(amend)} as Intent['draft'];
  return {...msg, intent: {...msg.intent, draft}};
}

export const amendMutations = {
  'place before the cancel is proved': placedBeforeCanceled,
  'a cancel followed by the next process': followedByTheNext,
  'amend beyond the overfill of its review': overfilledFast,
  'amend that does not wait for trades': notWaited,
  'size not reduced by fills': fillsNotTakenOff,
} as const satisfies Record<string, Mutation>;
