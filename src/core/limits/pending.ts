import {clockDoubtMs, type Moment} from '../../account/model/moment.ts';
import type {FeedPane, Guardrails, Limits} from '../../account/model/vocabulary.ts';
import {onceFor} from '../../account/once.ts';
import type {PortfolioRows, Whole} from '../../account/portfolio/rows.ts';
import {filledBy} from '../../account/resources/arithmetic.ts';
import {ordersById} from '../../account/resources/orders.ts';
import {compare} from '../../api/wire/decimal.ts';
import type {Decimal, EasyOption, Id, Millis, Order} from '../../api/wire/records.ts';
import type {OrderTold} from './exposure.ts';
import type {Load} from './measures.ts';

/** One time by the clocks of this machine and of the service: one that was set proves no time. */
export type ByBoth = {readonly own: Millis; readonly service: Millis};

export function byBoth(own: Millis, offsetMs: number | undefined): ByBoth | undefined {
  return offsetMs === undefined ? undefined : {own, service: own + offsetMs};
}

/** The time that has passed by both clocks. */
export const passedMs = (from: ByBoth, to: ByBoth): Millis =>
  Math.min(to.own - from.own, to.service - from.service);

/** The results of complete reads of this process, and the time when it learned that a write had ended. */
export type AccountWatch = {
  readonly began: Moment | undefined;
  /** When the first of them began. */
  readonly firstBegan: ByBoth | undefined;
  /** When the last read of trades began. */
  readonly trades: Moment | undefined;
  readonly orders: Pick<Whole<Order>, 'rows' | 'ended'> | undefined;
  /** After the lag, an order that left the list proves no more than one that was never listed. */
  readonly left: ReadonlyMap<Id, LeftOrder>;
  /** By intent. */
  readonly ended: ReadonlyMap<string, Ended>;
};

/** It may have worked until the list was read. */
type LeftOrder = {readonly order: Order; readonly since: Moment};

type Ended = {
  readonly recordId: Id | undefined;
  readonly lateMs: Millis;
  /** When this process learned of the end. */
  readonly at: Moment;
  /** It may have ended in an earlier process. */
  readonly endedAt: ByBoth | undefined;
  /** When the first complete read ended that began a lag later and does not list its order. */
  readonly missedSince: Moment | undefined;
};

export const noWatch: AccountWatch = {
  ...{began: undefined, firstBegan: undefined, trades: undefined, orders: undefined},
  ...{left: new Map(), ended: new Map()},
};

export function withEnded(watch: AccountWatch, pending: readonly Pending[], at: Moment): AccountWatch {
  const ended = pending.flatMap(({intentId, isEnded, endedAt, recordId, lateMs = 0}) => {
    const known = watch.ended.get(intentId) ?? {at, missedSince: undefined};
    return isEnded ? [[intentId, {...known, endedAt, recordId, lateMs}] as const] : [];
  });
  return {...watch, ended: new Map(ended)};
}

/** Orders that an earlier process saw work: one that this process does not find has left since. */
export function withWorked(watch: AccountWatch, worked: readonly Order[]): AccountWatch {
  const {began, orders} = watch;
  if (began === undefined || orders === undefined) return {...watch, orders: {rows: worked}};
  const gone = leaving(worked, ordersById(orders.rows), orders.ended ?? began);
  return {...watch, left: new Map([...watch.left, ...gone])};
}

const leaving = (was: readonly Order[], is: ReadonlyMap<Id, Order>, since: Moment) =>
  was.filter(({orderId}) => !is.has(orderId)).map(order => [order.orderId, {order, since}] as const);

type Listed = {
  readonly began: Moment;
  readonly lagMs: number;
  /** Undefined while the clock of the service is not known. */
  readonly offsetMs?: number | undefined;
};

export function withListed(
  watch: AccountWatch,
  {orders, trades}: Pick<PortfolioRows, 'orders' | 'trades'>,
  {began, lagMs, offsetMs}: Listed,
): AccountWatch {
  const beganAt = byBoth(began.wall, offsetMs);
  const firstBegan = watch.firstBegan ?? beganAt;
  const isSame = began === watch.began && trades.began === watch.trades && firstBegan === watch.firstBegan;
  if (isSame && orders === watch.orders) return watch;
  const is = ordersById(orders.rows);
  const listedAt = orders.ended ?? began;
  const gone = [...watch.left, ...leaving(watch.orders?.rows ?? [], is, listedAt)];
  const isLeft = isWithin(trades.began, lagMs);
  const left = new Map(gone.filter(([id, each]) => !is.has(id) && isLeft(each)));
  /** A record that a lagging list does not show yet is not missing. */
  const missedNow = ({at, endedAt, recordId = '', missedSince, lateMs}: Ended): Moment | undefined => {
    if (missedSince !== undefined || is.has(recordId)) return missedSince;
    const mostMs = lagMs + lateMs;
    const isShown =
      hasPassed(at, began, mostMs) ||
      (endedAt && beganAt && passedMs(endedAt, beganAt) >= mostMs + clockDoubtMs);
    return left.get(recordId)?.since ?? (isShown ? listedAt : undefined);
  };
  const ended = [...watch.ended].map(([id, each]) => [id, {...each, missedSince: missedNow(each)}] as const);
  return {began, firstBegan, trades: trades.began, orders, left, ended: new Map(ended)};
}

const isWithin =
  (trades: Moment | undefined, lagMs: number) =>
  ({since}: LeftOrder) =>
    !hasPassed(since, trades, lagMs);

/** Orders that left the list recently, so that their trades may not be listed yet. */
export const lately = ({left, trades}: AccountWatch, lagMs: number): readonly LeftOrder[] =>
  [...left.values()].filter(isWithin(trades, lagMs));

/** No limit counts by an older read: no other setting than the period of reads moves this age. */
export const oldestRead = (refreshMs: Millis): Millis => 3 * Math.max(10_000, refreshMs);

/** The longest until a read shows what has happened. */
export const shownWithinMs = ({lagMs, oldestMs}: Pick<SeenAccount, 'lagMs' | 'oldestMs'>): Millis =>
  lagMs + oldestMs;

/** An order needs two reads: one that misses it, and one with the trades until then. */
const countsForMs = (pending: Pending, read: SeenAccount): Millis =>
  (staysListed(pending) ? 1 : 2) * shownWithinMs(read) + (pending.lateMs ?? 0);

/** Until when it counts at most; undefined while it may still be done. */
export function countsUntil(pending: Pending, read: SeenAccount): Millis | undefined {
  const {watch} = read;
  if (!pending.isEnded) return undefined;
  const {at = watch.began, missedSince} = watch.ended.get(pending.intentId) ?? {};
  if (missedSince !== undefined) return missedSince.wall + shownWithinMs(read);
  return at && at.wall + countsForMs(pending, read);
}

/** Until when the trades of one that was canceled, or that a read misses, may not be listed. */
export function lateUntil(pending: Pending, read: SeenAccount): Millis | undefined {
  const isMissed = read.watch.ended.get(pending.intentId)?.missedSince !== undefined;
  return isMissed || pending.isCanceled ? countsUntil(pending, read) : undefined;
}

/** Needs a later read than the first one that shows it, because lists are read one after another. */
function hasPassed(since: Moment, began: Moment | undefined, lagMs: number): boolean {
  return began !== undefined && began.mono > since.mono && began.mono - since.mono >= lagMs;
}

export type OrderPending = Pick<Order, 'symbol' | 'side' | 'positionId' | 'price' | 'size'>;

/** The most risk that an intent may have added and that no read shows yet. */
export type Pending = {
  readonly intentId: string;
  readonly makes: 'easy option' | 'order';
  readonly load: Load;
  readonly size: Decimal;
  /** Undefined if it makes no order. */
  readonly order: OrderPending | undefined;
  /** False while the write may still be done. */
  readonly isEnded: boolean;
  /** Undefined if the clock of the service was not known. */
  readonly endedAt?: ByBoth | undefined;
  /** For so long after its end it may still arrive. */
  readonly lateMs?: Millis;
  readonly recordId: Id | undefined;
  /** By an own cancel: it does not work, though no list may have shown it. */
  readonly isCanceled?: boolean;
};

export type AccountStanding = {
  readonly pending: readonly Pending[];
  /** Times of the openings and orders of the last minute. */
  readonly writes: readonly Millis[];
  /** Time zone of the account's day; undefined means the zone of this machine. */
  readonly zone: string | undefined;
};

export type SeenAccount = {
  readonly rows: PortfolioRows;
  readonly watch: AccountWatch;
  readonly lagMs: number;
  /** Limits call an older read too old. */
  readonly oldestMs: Millis;
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
  /** The order whose place it takes: its weight is left out. */
  readonly replaces: Id | undefined;
  /** The lists do not show that it is gone, and only a person has said so. */
  readonly stillOpen?: 'listed' | 'unread' | undefined;
  /** The load of an amend that may overfill, if it waits until no trade can be late. */
  readonly waiting?: {readonly added: Load; readonly waitMs: Millis} | undefined;
  /** The most that an amend may still trade: both orders, less the fills that the same read shows. */
  readonly takes?: Decimal | undefined;
  /** The place of the amend that a cancel begins. */
  readonly next?: Knows | undefined;
  readonly read: SeenAccount | undefined;
  /** Lists of the account whose last read failed. */
  readonly failing: readonly FeedPane[];
  readonly placed: ReadonlyMap<Id, OrderTold>;
  /** The records like it; undefined if a match with another one would prove nothing. */
  readonly known?: readonly Id[] | undefined;
  readonly now: Moment;
};

/**
 * True if it no longer counts beside the read. An unfinished write always counts; a finished one until a
 * complete read lists its record, which then counts instead, or until one that began a lag after its end does
 * not. An order that is missing may have filled since, and its trades may lag too. What ended before all of
 * that, in an earlier process, does not count.
 */
export function isAccountedFor(pending: Pending, read: SeenAccount): boolean {
  const {watch, lagMs} = read;
  const {isEnded, endedAt, intentId} = pending;
  if (!isEnded) return false;
  const beforeMs = endedAt && watch.firstBegan && passedMs(endedAt, watch.firstBegan);
  if (beforeMs !== undefined && beforeMs >= countsForMs(pending, read)) return true;
  if (isListed(pending, read)) return true;
  const missedSince = watch.ended.get(intentId)?.missedSince;
  return missedSince !== undefined && (staysListed(pending) || hasPassed(missedSince, watch.trades, lagMs));
}

const staysListed = ({makes}: Pending) => makes === 'easy option';

function isListed({makes, size, recordId}: Pending, {rows, watch, lagMs}: SeenAccount): boolean {
  if (recordId === undefined) return false;
  if (makes === 'easy option') return optionsById(rows.easyOptions.rows).has(recordId);
  const isKnown = ordersById(rows.orders.rows).has(recordId);
  return (
    isKnown ||
    lately(watch, lagMs).some(({order}) => order.orderId === recordId) ||
    isFilled(rows, recordId, size)
  );
}

/** The standing without what the intent itself adds. */
export function weighedBeside(
  standing: AccountStanding,
  own: {readonly id: string; readonly askedAt: Moment} | undefined,
): AccountStanding {
  if (own === undefined) return standing;
  const {pending, writes} = standing;
  const at = writes.indexOf(own.askedAt.wall);
  return {
    ...standing,
    pending: pending.filter(each => each.intentId !== own.id),
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
