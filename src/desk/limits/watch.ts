import type {Id, Order} from '../../api/wire/records.ts';
import type {Whole} from '../book/rows.ts';
import type {Moment} from '../model/moment.ts';

/**
 * What one process has seen of the account in whole reads, one after another: enough to tell whether a read
 * began after something had ended in the journal, and for how long an order has been off the list. Clocks of
 * two processes are never compared: the journal counts what ends, and each process notes how far it had come.
 */
export type AccountWatch = {
  /** How far the journal had counted, and when this process saw that; the newest last. */
  readonly marks: readonly {readonly mark: number; readonly at: Moment}[];
  /** When the first whole read began that is true to a count; the newest last. */
  readonly rounds: readonly {readonly mark: number; readonly began: Moment}[];
  /** When the last one began. */
  readonly began: Moment | undefined;
  readonly orders: Whole<Order> | undefined;
  /** Orders that were listed, and since when they are not. */
  readonly listed: ReadonlyMap<Id, Listed>;
};

type Listed = {readonly order: Order; readonly goneSince: Moment | undefined};

export const noWatch: AccountWatch = {
  marks: [],
  rounds: [],
  began: undefined,
  orders: undefined,
  listed: new Map(),
};

/** Older ones are dropped: then something counts as open for longer, never for shorter. */
const mostKept = 100;
/** Orders that are gone for longer than lists can be set to lag are forgotten. */
const longestLagMs = 2 * 3_600_000;

/** The journal has told how far it has counted. */
export function withMark(watch: AccountWatch, mark: number, at: Moment): AccountWatch {
  if (watch.marks.at(-1)?.mark === mark) return watch;
  return {...watch, marks: [...watch.marks, {mark, at}].slice(-mostKept)};
}

/**
 * What has been read by now.
 * @param began when the last whole round of what is not over did
 */
export function withListed(watch: AccountWatch, orders: Whole<Order>, began: Moment): AccountWatch {
  if (orders === watch.orders && began === watch.began) return watch;
  const mark = watch.marks.findLast(({at}) => at.mono <= began.mono)?.mark;
  const isNew = mark !== undefined && mark !== watch.rounds.at(-1)?.mark;
  const rounds = isNew ? [...watch.rounds, {mark, began}].slice(-mostKept) : watch.rounds;
  const listed = areSameListed(watch, orders) ? watch.listed : listedNow(watch.listed, orders, began);
  return {...watch, rounds, began, orders, listed};
}

/** The same rows, and none that has left the list. */
function areSameListed({orders, listed}: AccountWatch, {rows}: Whole<Order>): boolean {
  return rows === orders?.rows && rows.length === listed.size;
}

function listedNow(
  before: AccountWatch['listed'],
  {rows, began: read}: Whole<Order>,
  began: Moment,
): AccountWatch['listed'] {
  const listed = new Map<Id, Listed>();
  for (const [id, {order, goneSince = read ?? began}] of before)
    if (began.mono - goneSince.mono < longestLagMs) listed.set(id, {order, goneSince});
  for (const order of rows) listed.set(order.orderId, {order, goneSince: undefined});
  return listed;
}

/** Orders that have left the list so lately that their trades may be on their way still. */
export function lately({listed, began}: AccountWatch, lagMs: number): readonly Order[] {
  return [...listed.values()].flatMap(({order, goneSince}) =>
    goneSince === undefined || hasPassed(goneSince, began, lagMs) ? [] : [order],
  );
}

/** Whether whole reads begun after `mark` have shown for as long as lists may lag that it is not listed. */
export function isOffTheList(
  {rounds, began, listed}: AccountWatch,
  id: Id | undefined,
  mark: number,
  lagMs: number,
) {
  const first = rounds.find(each => each.mark >= mark)?.began;
  if (first === undefined) return false;
  const seen = listed.get(id ?? '');
  if (seen === undefined) return hasPassed(first, began, lagMs);
  const {goneSince} = seen;
  if (goneSince === undefined) return false;
  return hasPassed(goneSince.mono > first.mono ? goneSince : first, began, lagMs);
}

/** Whether a whole read began after the journal had counted that far. */
export function isReadSince({rounds}: AccountWatch, mark: number): boolean {
  return rounds.some(each => each.mark >= mark);
}

/** A read after the first that shows it, for lists are read one after another. */
function hasPassed(since: Moment, began: Moment | undefined, lagMs: number): boolean {
  return began !== undefined && began.mono > since.mono && began.mono - since.mono >= lagMs;
}
