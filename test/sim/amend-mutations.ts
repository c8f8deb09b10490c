import {type Intent, type IntentSent, isFollowed} from '../../src/core/intents/intent.ts';
import {mayOverfill} from '../../src/core/intents/kinds/amend.ts';
import {type AmendDraft, amendOf} from '../../src/core/intents/kinds/cancel.ts';
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
  rows: withoutFills(() => true),
};

/** An amend that waits takes the first fills that it reads for all of them. */
const notWaited: Mutation = {
  message: msg => withAmend(msg, amend => ({...amend, tradesLagMs: 0})),
};

/** An amend that may overfill goes by neither its review nor its read: what had filled is placed once more. */
const overfilledFast: Mutation = {
  rows: withoutFills(mayOverfill),
  message: msg => withAmend(msg, amend => (mayOverfill(amend) ? {...amend, filled: undefined} : amend)),
};

/** The trades of the canceled orders that a place is to follow are not seen. */
function withoutFills(isSo: (amend: AmendDraft) => boolean): Mutation['rows'] {
  return (rows, {intents}) => {
    const followed = intents.list.filter(each => isFollowed(intents, each));
    const amends = followed.flatMap(each => amendOf(each.draft) ?? []).filter(isSo);
    const {trades} = rows;
    const seen = trades.rows.filter(each => amends.every(({orderId}) => orderId !== each.orderId));
    return {...rows, trades: {...trades, rows: seen}};
  };
}

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
