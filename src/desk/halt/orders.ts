import type {Id, Millis, Order} from '../../api/wire/records.ts';
import {canceledBy, type Intent, kindOf, type Outcome, onlyCanceledBy} from '../intents/intent.ts';
import {isResolved} from '../intents/transitions.ts';
import {isWorking} from '../resources/orders.ts';

type DeleteOutcomes = ReadonlyMap<Id, readonly Outcome[]>;

/**
 * Orders that no answer has proved final. A list proves nothing: a new order may not be listed yet, and an
 * order that left may reappear with a late page.
 * @param listed ids that reads of a halt have seen
 */
export function unprovedOrders(
  intents: readonly Intent[],
  listed: Iterable<Id>,
  deletes: DeleteOutcomes,
): Id[] {
  const known = new Set([...listed, ...intents.flatMap(learnedBy)]);
  const answers = answersByOrder(intents, deletes);
  return [...known].filter(id => !provesFinal(answers.get(id) ?? [])).sort();
}

/** Intents that block NO ORDERS: an unresolved cancel does not, once its order is proved final. */
export function holdingUp(open: readonly Intent[], unproved: readonly Id[]): Intent[] {
  return open.filter(({state, draft}) => {
    const canceled = onlyCanceledBy(draft);
    return state !== 'UNKNOWN' || canceled === undefined || unproved.includes(canceled);
  });
}

export function closingSince(intents: readonly Intent[], since: Millis): Intent[] {
  return intents.filter(
    ({draft, askedAt}) => kindOf(draft).places(draft)?.reduces !== undefined && askedAt.wall >= since,
  );
}

/** The order, or one that may be it while no answer names it. */
export function isPlacedBy(intent: Intent, {orderId, symbol, side}: Order): boolean {
  const order = kindOf(intent.draft).places(intent.draft);
  if (isResolved(intent))
    return learnedBy(intent).includes(orderId) && !intent.knownBefore?.includes(orderId);
  return order?.symbol === symbol && order?.side === side;
}

function learnedBy(intent: Intent): readonly Id[] {
  const {draft} = intent;
  const named = [canceledBy(draft) ?? []].flat();
  if (kindOf(draft).places(draft) === undefined) return named;
  return [
    ...named,
    ...(intent.knownBefore ?? []),
    ...ordersAnswered(intent),
    ...(intent.state === 'CONFIRMED' && intent.resolvedRecordId !== undefined
      ? [intent.resolvedRecordId]
      : []),
    ...(intent.state === 'UNKNOWN' ? intent.candidates.map(each => each.recordId) : []),
  ];
}

function ordersAnswered({attempts}: Intent): Id[] {
  return attempts.flatMap(({result}) =>
    result?.outcome.kind === 'yes' && result.outcome.order !== undefined
      ? [result.outcome.order.orderId]
      : [],
  );
}

function answersByOrder(intents: readonly Intent[], deletes: DeleteOutcomes): Map<Id, Outcome[]> {
  const answers = new Map<Id, Outcome[]>([...deletes].map(([id, outcomes]) => [id, [...outcomes]]));
  for (const {draft, attempts} of intents)
    for (const {result, write = 1} of attempts) {
      const outcome = result?.outcome;
      // The first write of an amend is its cancel.
      const canceled = write === 1 ? canceledBy(draft) : undefined;
      const id = canceled ?? orderIn(outcome);
      if (outcome !== undefined && id !== undefined) answers.set(id, [...(answers.get(id) ?? []), outcome]);
    }
  return answers;
}

function orderIn(outcome: Outcome | undefined): Id | undefined {
  return outcome?.kind === 'yes' ? outcome.order?.orderId : undefined;
}

/**
 * Proof that an order is final: its own record with a final status, a 409 with the service's own body (final,
 * but not how), or a second such 404. Nothing else proves it.
 */
export function provesFinal(outcomes: readonly Outcome[]): boolean {
  const own = outcomes.flatMap(each => (each.kind === 'status' && each.ownBody ? [each.status] : []));
  return (
    outcomes.some(each => each.kind === 'yes' && each.order !== undefined && !isWorking(each.order)) ||
    own.includes(409) ||
    own.filter(status => status === 404).length >= 2
  );
}
