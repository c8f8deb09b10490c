import * as z from 'zod/mini';
import {filledBy, isCounted} from '../../../account/resources/arithmetic.ts';
import {hasEnded} from '../../../account/resources/orders.ts';
import {askedWords, goneState, noLongerOpen, orderWords} from '../../../account/words/records.ts';
import {amountWords, asItCame, flat} from '../../../account/words/text.ts';
import {compare} from '../../../api/wire/decimal.ts';
import {type Millis, type Order, sides} from '../../../api/wire/records.ts';
import {type Attempt, isFinalBy, mayHaveArrived, ownStatus} from '../outcome.ts';
import type {SentKind, Verdict, WholeRead, Write} from './kind.ts';
import {contract, decimal, defaults, int64, positive, shown, symbol} from './parts.ts';

/** An order to cancel, and the new price and size of the one that takes its place. */
export const amendSchema = z.lazy(() =>
  z.object({
    kind: z.literal('amend'),
    orderId: int64(),
    symbol: symbol(),
    side: z.enum(sides),
    price: positive(),
    /** In contracts. */
    size: positive(),
    newPrice: positive(),
    /** Total size: fills before the cancel count towards it. */
    newSize: positive(),
    filled: z.optional(decimal()),
    /** Maximum delay of trades at the service, in ms. */
    tradesLagMs: z.number(),
    /** The order is placed once its fills stood still for so many ms. Absent: once no trade can be late. */
    waitMs: z.optional(z.number()),
    positionId: z.optional(int64()),
    reduces: z.optional(z.string()),
    contract: z.optional(contract()),
    /** The ask that the review showed: the new order is placed some time later. */
    ask: z.optional(positive()),
  }),
);

export type AmendDraft = z.infer<typeof amendSchema>;

const schema = z.lazy(() =>
  z.object({
    kind: z.literal('cancel'),
    orderId: int64(),
    symbol: shown(),
    side: shown(),
    price: shown(),
    /** In contracts. Trades that add up to it prove that the order filled before the cancel. */
    size: shown(),
    /** The amend that it is of. */
    then: z.optional(amendSchema),
  }),
);

export type CancelDraft = z.infer<typeof schema>;

/** Without a size if that in contracts is not known: trades count in contracts. */
export function cancelDraft({orderId, symbol, side, price, sizeContracts: size}: Order): CancelDraft {
  return {kind: 'cancel', orderId, symbol, side, price, size};
}

/** A repeated DELETE is safe: the second one finds nothing to do. */
export const cancel: SentKind<CancelDraft, 'orderId'> = {
  ...defaults,
  name: 'cancel',
  schema,
  target: of => cancelTarget(of),
  makes: 'nothing',
  risk: 'reduces',
  cancels: ({orderId}) => orderId,

  send: (client, {draft: {orderId}}, options) => client.cancelOrder(orderId, options),
  isOf: ({draft}, {orderId}) => orderId === draft.orderId,
  repeats: 'until final',
  resent: 'the response shows whether the order is final',
  answer: 'its order, canceled',
  readFirst: {404: 'not found, to be read'},
  settledBy: ['orders', 'trades'],
  judge,
  inDoubt:
    'It canceled the order, is delayed, or never arrived; or the order filled or was canceled elsewhere. Orders says whether it still works, Trades whether it filled. optty resends it a few times: a cancel cannot do harm twice.',

  words: {
    asked: ({orderId, symbol, then}) =>
      then === undefined
        ? `cancel order ${orderId}${symbol === undefined ? '' : ` (${asItCame(symbol)})`}`
        : amendWords(then),
    target: ({orderId}) => `#${orderId}`,
    amount: ({size, price}) => [size, price].filter(part => part !== undefined).join(' at '),
  },
  doneWords({attempts}, order, fills) {
    const said = order.status === noLongerOpen ? saidWords(attempts) : '';
    return [orderWords(order, fills), said].filter(Boolean).join('. ');
  },
  done: ({orderId, symbol, side, price, size}, {proof}) => ({
    // A read proves that the order is final but not how it ended: trades may arrive late.
    order: {orderId, symbol, side, price, size, status: proof === 'matched' ? noLongerOpen : 'CANCELED'},
  }),
};

export function amendWords(draft: AmendDraft): string {
  return `amend ${askedWords(draft)} to ${amountWords(draft.newSize)} @ ${amountWords(draft.newPrice)}`;
}

/** The amend that a cancel is of; undefined for any other write. */
export function amendOf(draft: {readonly kind: string; readonly then?: AmendDraft | undefined}) {
  return draft.kind === cancel.name ? draft.then : undefined;
}

export function cancelTarget({orderId}: Pick<CancelDraft, 'orderId'>): string {
  return `order ${orderId}`;
}

/**
 * The service cannot return one order and lists only open ones, so absence from the list proves nothing. If
 * its trades add up to its size, the order filled first. Otherwise the service must say that it is final.
 */
function judge(
  {attempts, draft: {orderId, size}}: Write<CancelDraft>,
  {orders, trades}: WholeRead,
  listLagMs: Millis,
): Verdict {
  const order = orders.find(each => each.orderId === orderId);
  if (order?.status === 'CANCELED') {
    return {verdict: 'done', recordId: orderId, reason: 'The order is CANCELED.', seen: {order}};
  }
  // Trades tell how much of a FILLED order has filled.
  if (order !== undefined && hasEnded(order) && order.status !== 'FILLED')
    return {verdict: 'refused', reason: `The order is ${order.status}.`};
  if (order !== undefined) {
    return {
      verdict: 'none',
      reason: `The order is still listed, ${order.status ?? 'without a status'}.`,
    };
  }
  const own = trades.filter(trade => trade.orderId === orderId);
  const {sum: filled, isExact} = filledBy(own);
  const isKnown = isExact && isCounted(size);
  if (isKnown && compare(filled, size) === 0)
    return {verdict: 'refused', reason: `Filled before the cancel: ${filled} of ${size}.`};
  const fills = isKnown ? `${filled} of ${size} filled, per trades so far.` : 'filled size unknown.';
  return saysFinal(attempts, listLagMs)
    ? {
        verdict: 'done',
        recordId: orderId,
        reason: [`${goneState}; ${fills}`, saidWords(attempts)].filter(Boolean).join(' '),
        seen: {trades: own},
      }
    : {verdict: 'none', reason: `${noLongerOpen}; ${fills}`};
}

/** The service's words may say which of both it was. They are quoted and prove nothing. */
function saidWords(attempts: readonly Attempt[]): string {
  const [said] = attempts.flatMap(({result}) =>
    result?.outcome.kind === 'status' && ownStatus(result.outcome) === 409 ? flat(result.outcome.words) : [],
  );
  return said ? `The service: "${said.replaceAll('"', "'")}"` : '';
}

/**
 * Unlike for a halt, a 409 to the first DELETE is not enough: the order ended before it, and the trades that
 * show a fill have the time until the next DELETE to be listed.
 */
export function saysFinal(attempts: readonly Attempt[], listLagMs: Millis): boolean {
  const arrived = attempts.filter(mayHaveArrived);
  const counted = arrived.filter(({result}, index) => index > 0 || ownStatus(result?.outcome) !== 409);
  return isFinalBy(counted, listLagMs);
}
