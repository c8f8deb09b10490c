import {type Lags, lagsOf} from '../../account/model/lags.ts';
import {clockDoubtMs, type Moment} from '../../account/model/moment.ts';
import type {PortfolioRounds} from '../../account/reading/reading.ts';
import {isFinal} from '../../account/resources/easy-options.ts';
import {hasEnded} from '../../account/resources/orders.ts';
import type {EasyOption, Id, Order} from '../../api/wire/records.ts';
import {type Intent, type Intents, isResolved} from '../intents/intent.ts';
import type {WholeRead} from '../intents/kinds/kind.ts';
import {canceledBy, kindOf, sentKindOf, target, type WriteDraft} from '../intents/kinds/kinds.ts';
import {offsetNow} from '../intents/looks.ts';
import {ordersAnswered} from '../intents/outcome.ts';
import type {AccountRead, HaltState} from './halt.ts';

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
  return soldBy(order, easyOptions?.rows ?? [], easyOptions?.isWhole === true);
}

type Listed = {
  readonly rounds: Pick<PortfolioRounds, 'reading'>;
  readonly intents: Pick<Intents, 'list'>;
};

/**
 * With the orders listed before, for a list that fails now: a cancel of one that has ended is refused. No later
 * complete list lacks one, and no cancel of one is proved.
 */
export function withListedBefore(
  {rounds, intents}: Listed,
  orders: readonly Order[] = [],
  earlier: readonly Order[] = [],
) {
  const canceled = intents.list.map(each => each.state === 'CONFIRMED' && canceledBy(each.draft));
  const before = [...earlier, ...rounds.reading.rows.orders.rows];
  const working = before.filter(each => !hasEnded(each) && !canceled.includes(each.orderId));
  return [...new Map([...working, ...orders].map(each => [each.orderId, each])).values()];
}

export function cancelable(read: AccountRead, known: WritesKnown): readonly Order[] {
  const {rows} = read.orders;
  const isFree = (each: Order) => soldIn(read, each) === undefined && !staysWorking(each, known);
  return rows.filter(each => !hasEnded(each) && isFree(each));
}

/** The writes that say whose an order is. */
export type WritesKnown = {
  /** By the ids of the orders that they made. */
  readonly owners: ReadonlyMap<Id, Intent>;
  /** A person asked for them under this halt, to get out. */
  readonly exits: readonly Intent[];
  readonly now: Moment;
  readonly clock: WholeRead['clock'];
};

/** @param earlier as the journal had them when a round began: a person may have asked for more since */
export function writesKnown(
  {halt, intents: of}: {readonly halt: Pick<HaltState, 'record'>; readonly intents: Intents},
  now: Moment,
  earlier: readonly Intent[] = [],
): WritesKnown {
  const intents = [...new Map([...earlier, ...of.list].map(each => [each.id, each])).values()];
  const offsetMs = offsetNow(of, now);
  const clock = offsetMs === undefined ? undefined : {offsetMs, toleranceMs: clockDoubtMs, seenAt: now};
  const number = halt.record?.number;
  const isExit = ({draft, underHalt}: Intent) =>
    number !== undefined && underHalt === number && kindOf(draft).places(draft)?.reduces !== undefined;
  // The first of two that name one order is its owner.
  const made = intents
    .toReversed()
    .flatMap(each => ordersOf(each).map(({orderId}) => [orderId, each] as const));
  return {owners: new Map(made), exits: intents.filter(isExit), now, clock};
}

/**
 * A person placed it to get out, after the flag. While no answer names the order of such a write, each order
 * that may be it stays: one that is like it, of no other write, and not listed before.
 */
export function staysWorking(order: Order, known: WritesKnown): boolean {
  const {owners, exits} = known;
  const owner = owners.get(order.orderId);
  return owner === undefined ? exits.some(each => mayHaveMade(each, order, known)) : exits.includes(owner);
}

function mayHaveMade(intent: Intent, order: Order, {now: beganAt, clock}: WritesKnown): boolean {
  const {draft} = intent;
  const {places, replaces} = kindOf(draft);
  if (madeNone(intent) || places(draft) === undefined || replaces(draft) === order.orderId) return false;
  const read = {kind: 'read', beganAt, clock, easyOptions: [], orders: [order], trades: []} as const;
  return sentKindOf(draft).judge(intent, read, 0).verdict !== 'none';
}

/** Or an answer names its order. One that a person resolved as done may have made any. */
const madeNone = (intent: Intent): boolean =>
  intent.state === 'RESOLVED' ? intent.said.word === 'nothing' : isResolved(intent);

/** The orders that a write made, as far as it is known. */
export function ordersOf(intent: Intent): readonly Order[] {
  const order = kindOf(intent.draft).places(intent.draft);
  if (order === undefined) return [];
  const {symbol, side, price, size} = order;
  const id = intent.state === 'CONFIRMED' ? intent.resolvedRecordId : undefined;
  return [
    ...ordersAnswered(intent).filter(each => !hasEnded(each)),
    ...(id === undefined ? [] : [{orderId: id, symbol, side, price, size}]),
  ];
}

/**
 * True if a lagging list still shows what was ended already: it is not ended again. If it is still listed after
 * the lag, it was reopened, as an Easy Option is when the order that sells it is canceled.
 */
export function wasEnded(
  {intents, settings}: {readonly intents: Pick<Intents, 'list'>; readonly settings: Lags},
  draft: WriteDraft,
  read: AccountRead,
): boolean {
  const began = (kindOf(draft).pane === 'orders' ? read.orders : read.easyOptions)?.began.wall ?? 0;
  const {listLagMs} = lagsOf(read, settings);
  const wanted = target(draft);
  return intents.list.some(({state, draft: ended, changedAt}) => {
    const ms = began - changedAt;
    return state === 'CONFIRMED' && target(ended) === wanted && ms <= listLagMs && ms >= -longestReadMs;
  });
}

/** An end that is so much later than the read came before it: the wall clock was set back. */
const longestReadMs = 60_000;
