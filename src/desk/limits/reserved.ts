import {compare} from '../../api/wire/decimal.ts';
import type {Decimal, EasyOption, Id, Millis, Order} from '../../api/wire/records.ts';
import {
  type LeftGroup,
  type LeftOrders,
  leftOrder,
  ordersById,
  withGroup,
  withoutOrders,
} from '../model/left-orders.ts';
import type {Moment} from '../model/moment.ts';
import type {FeedPane, Guardrails, Limits, Times} from '../model/vocabulary.ts';
import {onceFor} from '../once.ts';
import type {PortfolioRows, Whole} from '../portfolio/rows.ts';
import {filledBy} from '../resources/arithmetic.ts';
import {isOver} from '../resources/easy-options.ts';
import type {OrderTold} from './exposure.ts';
import type {Load} from './measures.ts';

/**
 * One process's view of the account from its complete reads. It shows whether a read began after a write had
 * ended in the journal, and for how long an order has been off the list. Clocks of two processes are never
 * compared: the journal counts endings, and each process notes the count that it saw.
 */
export type AccountWatch = {
  /** Journal counts and when this process saw them, newest last. */
  readonly marks: readonly {readonly mark: number; readonly at: Moment}[];
  /** The first complete read that began after each count was seen, newest last. */
  readonly rounds: readonly {readonly mark: number; readonly began: Moment}[];
  readonly began: Moment | undefined;
  readonly orders: Whole<Order> | undefined;
  /** After the lag, an order that left the list proves no more than one that was never listed. */
  readonly left: LeftOrders<Moment>;
};

export const noWatch: AccountWatch = {
  marks: [],
  rounds: [],
  began: undefined,
  orders: undefined,
  left: [],
};

/** Dropping older marks can only make a reservation count for longer. */
const mostKept = 100;

export function withMark(watch: AccountWatch, mark: number, at: Moment): AccountWatch {
  if (watch.marks.at(-1)?.mark === mark) return watch;
  return {...watch, marks: [...watch.marks, {mark, at}].slice(-mostKept)};
}

export function withListed(
  watch: AccountWatch,
  orders: Whole<Order>,
  {began, lagMs}: {readonly began: Moment; readonly lagMs: number},
): AccountWatch {
  if (orders === watch.orders && began === watch.began) return watch;
  const mark = watch.marks.findLast(({at}) => at.mono <= began.mono)?.mark;
  const isNew = mark !== undefined && mark !== watch.rounds.at(-1)?.mark;
  const rounds = isNew ? [...watch.rounds, {mark, began}].slice(-mostKept) : watch.rounds;
  const [was, is] = [ordersById(watch.orders?.rows ?? []), ordersById(orders.rows)];
  const back = [...is.keys()].filter(id => !was.has(id));
  const gone = [...was.values()].filter(({orderId}) => !is.has(orderId));
  const left = withGroup(withoutOrders(watch.left, back), orders.began ?? began, gone);
  return {...watch, rounds, began, orders, left: left.filter(isWithin(began, lagMs))};
}

const isWithin =
  (began: Moment | undefined, lagMs: number) =>
  ({since}: LeftGroup<Moment>) =>
    !hasPassed(since, began, lagMs);

/** Orders that left the list recently, so that their trades may not be listed yet. */
export const lately = ({left, began}: AccountWatch, lagMs: number): LeftOrders<Moment> =>
  left.filter(isWithin(began, lagMs));

/** True if complete reads after `mark` have missed the order for the whole list lag. */
function isOffTheList(ended: Ended, {watch, lagMs}: SeenAccount) {
  const since = missedSince(ended, watch);
  return since !== undefined && hasPassed(since, watch.began, lagMs);
}

function missedSince({recordId = '', mark}: Ended, {rounds, orders, left}: AccountWatch): Moment | undefined {
  const first = rounds.find(each => each.mark >= mark)?.began;
  if (first === undefined || ordersById(orders?.rows ?? []).has(recordId)) return undefined;
  const goneSince = left.find(each => each.orders.has(recordId))?.since ?? first;
  return goneSince.mono > first.mono ? goneSince : first;
}

/** Until when it counts at most; undefined while it may still be done. */
export function countsUntil({ended}: Reservation, {watch, lagMs}: SeenAccount): Millis | undefined {
  if (ended === undefined) return undefined;
  const seen = watch.marks.find(({mark}) => mark >= ended.mark)?.at;
  const since = missedSince(ended, watch) ?? seen ?? watch.began;
  return since && since.wall + lagMs;
}

/** Needs a later read than the first one that shows it, because lists are read one after another. */
function hasPassed(since: Moment, began: Moment | undefined, lagMs: number): boolean {
  return began !== undefined && began.mono > since.mono && began.mono - since.mono >= lagMs;
}

export type OrderReserved = Pick<Order, 'symbol' | 'side' | 'positionId'>;

/** The most risk that an intent may add, held from its commit until its outcome is seen. */
export type Reservation = {
  readonly intentId: string;
  readonly makes: 'easy option' | 'order';
  readonly load: Load;
  readonly size: Decimal;
  /** Undefined if it makes no order. */
  readonly order: OrderReserved | undefined;
  readonly isOurs: boolean;
  /** undefined while the write may still be done. */
  readonly ended: Ended | undefined;
};

type Ended = {
  readonly mark: number;
  readonly recordId: Id | undefined;
  /** The mark by which reads of some process had settled it. */
  readonly settled: number | undefined;
};

export type AccountStanding = {
  readonly mark: number;
  readonly reservations: readonly Reservation[];
  readonly others: readonly {readonly limits: Limits; readonly holder: string}[];
  /** Times of the openings and orders of the last minute. */
  readonly writes: readonly Millis[];
  /** Time zone of the account's day; undefined means the zone of this machine. */
  readonly zone: string | undefined;
};

export type SeenAccount = {
  readonly rows: PortfolioRows;
  readonly watch: AccountWatch;
  readonly lagMs: number;
  /** How far the service's clock is ahead of ours. */
  readonly skewMs?: number;
  /** Now, by the service's clock. */
  readonly wall: Millis;
};

/** The facts that a process gives the journal when it asks for a write. */
export type Knows = {
  readonly guardrails: Guardrails;
  readonly underlyings: ReadonlyMap<string, string>;
  readonly limits: Limits;
  /** The most that the write can add; undefined for an exit. */
  readonly added: Load | undefined;
  /** The order that it cancels first: its weight is left out. */
  readonly amends: Id | undefined;
  /** The load of an amend that may overfill, if it waits until no trade can be late. */
  readonly waiting?: {readonly added: Load; readonly waitMs: Millis} | undefined;
  /** The most that an amend may still trade: both orders, less the fills that the same read shows. */
  readonly takes?: Decimal | undefined;
  readonly read: SeenAccount | undefined;
  /** Lists of the account whose last read failed. */
  readonly failing: readonly FeedPane[];
  readonly placed: ReadonlyMap<Id, OrderTold>;
  readonly staleAfterMs: number;
  readonly times?: Times;
  readonly now: Moment;
};

/**
 * True if the reservation no longer counts beside the read. An unfinished write always counts. A finished one
 * counts until a complete read that began later shows its record, or until its order has been off the list for
 * the whole list lag, in this process or in one before. A listed open record counts by itself instead of by its
 * reservation.
 */
export function isAccountedFor(reservation: Reservation, read: SeenAccount): boolean {
  const {makes, size, ended} = reservation;
  if (ended === undefined) return false;
  const {rows, watch, lagMs} = read;
  const {settled, recordId} = ended;
  const isSince = hasRoundSince(watch, ended.mark);
  if (recordId !== undefined && makes === 'easy option') {
    const option = optionsById(rows.easyOptions.rows).get(recordId);
    return option !== undefined && (isSince || !isOver(option));
  }
  if (recordId !== undefined) {
    const isListed = ordersById(rows.orders.rows).has(recordId);
    if (isListed || leftOrder(lately(watch, lagMs), recordId) !== undefined) return true;
    if (isSince && isFilled(rows, recordId, size)) return true;
  }
  return (settled !== undefined && hasRoundSince(watch, settled)) || isSettled(reservation, read);
}

/** True if every complete read from now on shows the result, also one of another process. */
export function isSettled(reservation: Reservation, read: SeenAccount): boolean {
  const {makes, ended} = reservation;
  const staysListed = makes === 'easy option' && ended?.recordId !== undefined;
  return staysListed ? isAccountedFor(reservation, read) : ended !== undefined && isOffTheList(ended, read);
}

const hasRoundSince = ({rounds}: AccountWatch, mark: number) => rounds.some(each => each.mark >= mark);

/** The standing without the intent's own reservation and write. */
export function weighedBeside(
  standing: AccountStanding,
  own: {readonly id: string; readonly askedAt: Moment} | undefined,
): AccountStanding {
  if (own === undefined) return standing;
  const {reservations, writes} = standing;
  const at = writes.indexOf(own.askedAt.wall);
  return {
    ...standing,
    reservations: reservations.filter(each => each.intentId !== own.id),
    writes: at < 0 ? writes : writes.toSpliced(at, 1),
  };
}

const optionsById = onceFor(
  (options: readonly EasyOption[]) => new Map(options.map(each => [each.id, each])),
);

function isFilled({trades}: PortfolioRows, orderId: Id, size: Decimal): boolean {
  return compare(filledBy(trades.rows.filter(each => each.orderId === orderId)).sum, size) >= 0;
}

export type LimitsRoom = {readonly standing: AccountStanding | undefined; readonly watch: AccountWatch};

export const emptyLimitsRoom: LimitsRoom = {standing: undefined, watch: noWatch};
