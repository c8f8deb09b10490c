import type {Lags, Stated} from '../../account/model/lags.ts';
import type {Moment} from '../../account/model/moment.ts';
import type {PortfolioRows} from '../../account/portfolio/rows.ts';
import type {PortfolioRounds} from '../../account/reading/reading.ts';
import {isOver} from '../../account/resources/easy-options.ts';
import {hasEnded} from '../../account/resources/orders.ts';
import type {EasyOption, Id, Order} from '../../api/wire/records.ts';
import {offsetNow} from '../intents/clock.ts';
import {type Intent, type Intents, isResolved} from '../intents/intent.ts';
import {orderPlaced, orderReplaced, sentKindOf} from '../intents/kinds/kinds.ts';
import {ordersAnswered} from '../intents/outcome.ts';
import {canceledIn} from '../intents/selectors.ts';
import type {LimitsRoom} from '../limits/pending.ts';
import {type HaltRecord, type HaltState, type HaltWork, isHaltOver} from './halt.ts';

/** The part of the desk's state that a halt decides by. */
export type Halting = {
  readonly rounds: Pick<PortfolioRounds, 'reading'>;
  readonly intents: Intents;
  readonly halt: HaltState;
  readonly link: Stated;
  readonly settings: Lags;
  readonly limits: Pick<LimitsRoom, 'watch'>;
};

export function maySellEasyOption({orderType, side}: Order): boolean {
  return orderType?.toUpperCase() === 'MARKET' && side?.toUpperCase() === 'SELL';
}

/**
 * A market sell order may be the close or the trigger of an Easy Option; canceling it would leave the Easy
 * Option open. Only a complete read of the Easy Options shows that it is neither: until then it is `unread`.
 * @param work a list that was read less than its lag after the order was seen may not show that it is sold
 */
export function soldIn(
  {easyOptions: {rows, isWhole, began}}: Pick<PortfolioRows, 'easyOptions'>,
  order: Order,
  work?: Pick<HaltWork, 'seen' | 'lagMs'>,
): EasyOption | 'unread' | undefined {
  if (!maySellEasyOption(order)) return undefined;
  const sold = rows.find(each => !isOver(each) && isSaleOf(each, order));
  const since = work?.seen.get(order.orderId)?.since.mono;
  const shownFrom = work === undefined || since === undefined ? -1 : since + work.lagMs;
  return sold ?? (isWhole && began !== undefined && began.mono > shownFrom ? undefined : 'unread');
}

/** It sold one that has ended since: no list will show it again. */
export const hasSold = (easyOptions: readonly EasyOption[], order: Order): boolean =>
  maySellEasyOption(order) && easyOptions.some(each => isOver(each) && isSaleOf(each, order));

/** Without a position, by the contract of one that is no longer held. */
function isSaleOf(option: EasyOption, {positionId, symbol}: Order): boolean {
  const {status, optionSymbol} = option;
  if (positionId !== undefined && option.positionId !== undefined) return option.positionId === positionId;
  const isHeld = status !== 'CLOSING' && status !== 'TRIGGERED' && !isOver(option);
  return !isHeld && symbol !== undefined && optionSymbol === symbol;
}

/**
 * With the orders listed before, for a list that fails now: a cancel of one that has ended is refused. No later
 * complete list lacks one, and no cancel of one is proved.
 * @param shown what a pane lists: a cache gives rows that prove nothing, and can be canceled
 */
export function withListedBefore(
  {rounds, intents}: Pick<Halting, 'rounds' | 'intents'>,
  shown: readonly Order[] = [],
): readonly Order[] {
  const canceled = canceledIn(intents.list);
  const rows = new Map([...shown, ...rounds.reading.rows.orders.rows].map(each => [each.orderId, each]));
  return [...rows.values()].filter(each => !hasEnded(each) && !canceled.has(each.orderId));
}

/** The listed orders that a halt cancels. */
export function cancelable(
  {rounds}: Pick<Halting, 'rounds'>,
  known: WritesKnown,
  work?: HaltWork,
): readonly Order[] {
  const {rows} = rounds.reading;
  const isFree = (each: Order) => soldIn(rows, each, work) === undefined && !staysWorking(each, known);
  return rows.orders.rows.filter(each => !hasEnded(each) && isFree(each));
}

/** The writes that say whose an order is. */
export type WritesKnown = {
  /** By the ids of the orders that they made. */
  readonly owners: ReadonlyMap<Id, Intent>;
  /** A person asked for them under this halt, to get out. */
  readonly exits: readonly Intent[];
  readonly offsetMs: number | undefined;
};

export function writesKnown({halt, intents}: Pick<Halting, 'halt' | 'intents'>, now: Moment): WritesKnown {
  const {list} = intents;
  const offsetMs = offsetNow(intents, now);
  const number = halt.record?.number;
  const isExit = ({draft, underHalt}: Intent) =>
    number !== undefined && underHalt === number && orderPlaced(draft)?.reduces !== undefined;
  // The first of two that name one order is its owner.
  const made = list.toReversed().flatMap(each => ordersOf(each).map(({orderId}) => [orderId, each] as const));
  return {owners: new Map(made), exits: list.filter(isExit), offsetMs};
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

/**
 * If a later read lists an order, the reported end no longer holds. Exits asked for under a halt are expected.
 * @param isLater this process asked for it after it saw that end: a clock that was set proves no order
 */
export function listedAgain(
  record: HaltRecord | undefined,
  {rows, total = 0}: Listed,
  {known, isLater, isAll}: {readonly known: WritesKnown; readonly isLater: boolean; readonly isAll: boolean},
): string | undefined {
  if (!isHaltOver(record) || !isLater) return undefined;
  const others = rows.filter(each => !staysWorking(each, known)).length;
  const count = Math.max(others, total - rows.length + others);
  return count === 0 ? undefined : `LISTED AGAIN: ${isAll ? '' : 'at least '}${count} open`;
}

type Listed = {readonly rows: readonly Order[]; readonly total?: number | undefined};

function mayHaveMade(intent: Intent, order: Order, {offsetMs}: WritesKnown): boolean {
  const {draft} = intent;
  if (madeNone(intent) || orderPlaced(draft) === undefined) return false;
  if (orderReplaced(draft) === order.orderId) return false;
  const read = {offsetMs, easyOptions: [], orders: [order], trades: []};
  return sentKindOf(draft).judge(intent, read, 0).verdict !== 'none';
}

/** Or an answer names its order. One that a person resolved as done may have made any. */
const madeNone = (intent: Intent): boolean =>
  intent.state === 'RESOLVED' ? intent.said.word === 'nothing' : isResolved(intent);

/** The orders that a write made and that may work, as far as it is known. */
export function ordersOf(intent: Intent): readonly Order[] {
  const order = orderPlaced(intent.draft);
  const answered = ordersAnswered(intent);
  if (order === undefined || answered.some(hasEnded)) return [];
  const {symbol, side, price, size} = order;
  const orderId = intent.state === 'CONFIRMED' ? intent.resolvedRecordId : undefined;
  return [...answered, ...(orderId === undefined ? [] : [{orderId, symbol, side, price, size}])];
}
