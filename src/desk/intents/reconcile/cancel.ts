import {compare} from '../../../api/wire/decimal.ts';
import {age} from '../../model/freshness.ts';
import type {Moment} from '../../model/moment.ts';
import {mayHaveArrived} from '../classify.ts';
import type {Attempt, DraftOf, Intent, Intents} from '../intent.ts';
import {writeOf} from '../replace/write.ts';
import {canAct, maySendAgain} from '../selectors.ts';
import {filledBy, isNumber, type Verdict, type WholeRead} from './matching.ts';

/**
 * There is no read of one order, and the list holds open ones only: that the order is gone from it proves
 * nothing by itself. If its trades add up to its size, it filled before the cancel. Else the service has to say
 * that it is final, and how it ended stays open: trades may come late.
 */
export function reconcileCancel(
  {attempts}: Pick<Intent, 'attempts'>,
  {orderId, size}: DraftOf<'cancel'>,
  {orders, trades}: WholeRead,
): Verdict {
  const order = orders.find(each => each.orderId === orderId);
  if (order?.status === 'CANCELED') {
    const reason = 'A read shows it: the order is CANCELED.';
    return {verdict: 'done', recordId: orderId, reason, seen: {order}};
  }
  if (order !== undefined) {
    return {
      verdict: 'still open',
      reason: `The order is still listed, ${order.status ?? 'without a status'}.`,
    };
  }
  const own = trades.filter(trade => trade.orderId === orderId);
  const filled = filledBy(own);
  const isKnown = filled !== undefined && isNumber(size);
  if (isKnown && compare(filled, size) === 0)
    return {verdict: 'refused', reason: `It filled before the cancel: ${filled} of ${size}.`};
  const fills = isKnown
    ? `${filled} of ${size} filled, as far as trades tell.`
    : 'how much of it filled cannot be told.';
  return saysFinal(attempts)
    ? {
        verdict: 'done',
        recordId: orderId,
        reason: `The service says that the order is final; ${fills}`,
        seen: {trades: own},
      }
    : {verdict: 'none', reason: `The order is gone from the list; ${fills}`};
}

/** Pauses before a DELETE is repeated, from the end of the one before; the last holds from then on. */
const pausesMs = [500, 2_000, 8_000, 30_000, 60_000] as const;
const mostRepeats = 10;

/** A cancel in doubt is sent again by itself: it names one order, so a second DELETE does no more than one. */
export function isRepeatDue(intents: Intents, intent: Intent, now: Moment): boolean {
  const {draft, attempts} = writeOf(intent);
  const look = intents.looks[intent.id];
  if (draft.kind !== 'cancel' || look === undefined || !maySendAgain(intents, intent)) return false;
  // A list that is behind shows it still.
  if (saysFinal(attempts)) return false;
  const repeats = attempts.filter(each => each.by === 'itself').length;
  const pauseMs = pausesMs[Math.min(repeats, pausesMs.length - 1)] ?? 0;
  const isDue = repeats < mostRepeats && age(look.since, now) >= pauseMs;
  return isDue && intents.journalProblem === undefined && canAct(intents, 'cancel', now) === true;
}

/**
 * Whether a DELETE that was sent again was answered that the order is final: by a 409, or by a second 404, in
 * the service's own words. It never says which way it ended; a first answer alone may be of a moment before.
 */
function saysFinal(attempts: readonly Attempt[]): boolean {
  const said = (some: readonly Attempt[], status: number) =>
    some.filter(({result}) => {
      const outcome = result?.outcome;
      return outcome?.kind === 'status' && outcome.ownBody && outcome.status === status;
    }).length;
  const again = attempts.filter(mayHaveArrived).slice(1);
  return said(again, 409) > 0 || said(attempts, 404) > 1;
}
