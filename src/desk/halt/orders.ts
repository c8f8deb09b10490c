import type {EasyOption, Id, Millis, Order} from '../../api/wire/records.ts';
import {type Intent, isResolved} from '../intents/intent.ts';
import {canceledBy, kindOf, onlyCanceledBy, riskOf, target, type WriteDraft} from '../intents/kinds/kinds.ts';
import {isFinalBy, type Outcome, ordersAnswered} from '../intents/outcome.ts';
import {lagsOf} from '../model/lags.ts';
import {showsAllSince} from '../model/rows.ts';
import {lackOf} from '../model/whole.ts';
import {isFinal} from '../resources/easy-options.ts';
import {isWorking} from '../resources/orders.ts';
import type {State} from '../state.ts';
import type {AccountRead} from './halt.ts';

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
    // It leaves nothing to cancel or close. UNKNOWN may last for good; any other state soon ends by itself.
    if (state === 'UNKNOWN' && riskOf(draft) === 'none') return false;
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
  const others = [canceledBy(intent.draft), ...(intent.knownBefore ?? [])];
  if (others.includes(orderId)) return false;
  return isResolved(intent)
    ? learnedBy(intent).includes(orderId)
    : order?.symbol === symbol && order?.side === side;
}

function learnedBy(intent: Intent): readonly Id[] {
  const {draft} = intent;
  const named = [canceledBy(draft) ?? []].flat();
  if (kindOf(draft).places(draft) === undefined) return named;
  return [
    ...named,
    ...(intent.knownBefore ?? []),
    ...ordersAnswered(intent).map(each => each.orderId),
    ...(intent.state === 'CONFIRMED' && intent.resolvedRecordId !== undefined
      ? [intent.resolvedRecordId]
      : []),
    ...(intent.state === 'UNKNOWN' ? intent.candidates.map(each => each.recordId) : []),
  ];
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

/** Proof that an order is final, though not how: its own record with a final status, or by statuses. */
export function provesFinal(outcomes: readonly Outcome[]): boolean {
  return (
    outcomes.some(each => each.kind === 'yes' && each.order !== undefined && !isWorking(each.order)) ||
    isFinalBy(outcomes)
  );
}

export function maySellEasyOption({orderType, side}: Order): boolean {
  return orderType?.toUpperCase() === 'MARKET' && side?.toUpperCase() === 'SELL';
}

/**
 * A market sell order may be the close or the trigger of an Easy Option; canceling it would leave the Easy
 * Option open. Only a complete read of the Easy Options shows that it is neither: until then it is `unread`.
 */
export function soldBy(
  order: Order,
  options: readonly EasyOption[],
  isWhole: boolean,
): EasyOption | 'unread' | undefined {
  if (!maySellEasyOption(order)) return undefined;
  const {positionId, symbol} = order;
  const sold = options.find(each => {
    if (isFinal(each.status)) return false;
    if (positionId !== undefined && each.positionId !== undefined) return each.positionId === positionId;
    const isEnding = each.status === 'CLOSING' || each.status === 'TRIGGERED';
    return isEnding && symbol !== undefined && each.optionSymbol === symbol;
  });
  return sold ?? (isWhole ? undefined : 'unread');
}

export function soldIn({easyOptions}: AccountRead, order: Order): ReturnType<typeof soldBy> {
  const isWhole = easyOptions !== undefined && lackOf(easyOptions, 'ended') === undefined;
  return soldBy(order, easyOptions?.rows ?? [], isWhole);
}

/**
 * With the orders listed before, for a list that fails now: a cancel of one that has ended is refused. No later
 * complete list lacks one, and no cancel of one is proved.
 */
export function withListedBefore(
  {feeds, rounds, intents}: State,
  orders: readonly Order[] = [],
  earlier: readonly Order[] = [],
) {
  const {rows, began} = rounds.reading.rows.orders;
  const {orders: pane} = feeds;
  const isLater = showsAllSince(pane, began?.mono ?? Number.POSITIVE_INFINITY);
  const canceled = intents.list.map(each => each.state === 'CONFIRMED' && canceledBy(each.draft));
  const before = [...earlier, ...(isLater ? [] : rows), ...pane.rows];
  const working = before.filter(each => isWorking(each) && !canceled.includes(each.orderId));
  return [...new Map([...working, ...orders].map(each => [each.orderId, each])).values()];
}

export function cancelable(read: AccountRead): readonly Order[] {
  return read.orders.rows.filter(each => soldIn(read, each) === undefined);
}

/**
 * True if a lagging list still shows what was ended already: it is not ended again. If it is still listed after
 * the lag, it was reopened, as an Easy Option is when the order that sells it is canceled.
 */
export function wasEnded({intents, settings}: State, draft: WriteDraft, read: AccountRead): boolean {
  const began = (kindOf(draft).pane === 'orders' ? read.orders : read.easyOptions)?.began.wall ?? 0;
  const {listLagMs} = lagsOf(read, settings);
  const wanted = target(draft);
  return intents.list.some(
    each =>
      each.state === 'CONFIRMED' && target(each.draft) === wanted && began - each.changedAt <= listLagMs,
  );
}
