import {compare} from '../../../api/wire/decimal.ts';
import type {Moment} from '../../model/moment.ts';
import {classify} from '../classify.ts';
import type {DraftOf, Intent, Intents} from '../intent.ts';
import {writeOf} from '../replace/write.ts';
import {canAct} from '../selectors.ts';
import {filledBy, isNumber, type Verdict, type WholeRead} from './matching.ts';

/**
 * There is no read of one order, and the list holds open ones only: that the order is gone from it says that it
 * is final, never how. Its trades tell one way alone: if they add up to its size, it filled before the cancel.
 */
export function reconcileCancel(draft: DraftOf<'cancel'>, read: WholeRead): Verdict {
  const order = read.orders.find(each => each.orderId === draft.orderId);
  if (order?.status === 'CANCELED') {
    const reason = 'A read shows it: the order is CANCELED.';
    return {verdict: 'done', recordId: draft.orderId, reason, seen: {order}};
  }
  if (order !== undefined) {
    return {
      verdict: 'still open',
      reason: `The order is still listed, ${order.status ?? 'without a status'}.`,
    };
  }
  const filled = filledBy(read.trades.filter(trade => trade.orderId === draft.orderId));
  if (filled === undefined || !isNumber(draft.size)) {
    return {
      verdict: 'none',
      reason: 'The order is gone from the list; how much of it filled cannot be told.',
    };
  }
  return compare(filled, draft.size) === 0
    ? {verdict: 'refused', reason: `It filled before the cancel: ${filled} of ${draft.size}.`}
    : {
        verdict: 'none',
        reason: `The order is gone from the list; ${filled} of ${draft.size} filled, as far as trades tell.`,
      };
}

/** The classifier let a cancel be repeated if the order was still open, and it is. */
export function mayCancelAgain(intents: Intents, intent: Intent, now: Moment): boolean {
  const {draft, attempts} = writeOf(intent);
  const [first, ...others] = attempts;
  if (first === undefined || canAct(intents, draft.kind, now) !== true) return false;
  const step = classify(draft.kind, [first, ...others], now);
  return step.step === 'read' && step.againIfOpen;
}
