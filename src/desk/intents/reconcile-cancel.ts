import type {Trade} from '../../api/resources.ts';
import {compare, sum} from './decimal.ts';
import type {DraftOf} from './intent.ts';
import type {Read, Verdict} from './reconcile.ts';

/**
 * There is no read of one order, and the list holds open ones only: that the order is gone from it says that it is
 * final, never how. Its trades tell one way alone: if they add up to its size, it filled before the cancel.
 */
export function reconcileCancel(draft: DraftOf<'cancel'>, read: Read): Verdict {
  const order = read.orders.find(each => each.orderId === draft.orderId);
  if (order?.status === 'CANCELED') {
    return {verdict: 'done', recordId: draft.orderId, reason: 'A read shows it: the order is CANCELED.'};
  }
  if (order !== undefined) {
    return {
      verdict: 'still open',
      reason: `The order is still listed, ${order.status ?? 'without a status'}.`,
    };
  }
  const filled = filledOf(read.trades.filter(trade => trade.orderId === draft.orderId));
  if (filled === undefined || draft.size === undefined) {
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

/** Contracts filled by these trades; undefined where one has no size, or no id by which a double would show. */
function filledOf(trades: readonly Trade[]): string | undefined {
  const byId = new Map(trades.map(trade => [trade.tradeId, trade.filledSizeContracts]));
  if (byId.has('') && trades.length > 1) return undefined;
  const sizes = [...byId.values()];
  return sizes.every(size => size !== undefined) ? sum(sizes) : undefined;
}
