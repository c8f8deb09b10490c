import {type Lags, lagsOf} from '../../account/model/lags.ts';
import type {Moment} from '../../account/model/moment.ts';
import {isFinal} from '../../account/resources/easy-options.ts';
import {hasEnded} from '../../account/resources/orders.ts';
import type {Id, Millis, Order} from '../../api/wire/records.ts';
import {type Intent, isResolved} from '../intents/intent.ts';
import {type CancelDraft, cancelDraft} from '../intents/kinds/cancel.ts';
import {canceledBy, riskOf} from '../intents/kinds/kinds.ts';
import {type Attempt, isFinalBy, lateMs, mayHaveArrived, ordersAnswered} from '../intents/outcome.ts';
import {type ByBoth, byBoth, passedMs} from '../limits/pending.ts';
import type {AccountRead, HaltEnd, HaltFacts, HaltWork} from './halt.ts';
import {ordersOf, soldIn, staysWorking, type WritesKnown} from './orders.ts';

export function newWork(number: number): HaltWork {
  const nothing = {facts: undefined, read: undefined, empty: undefined};
  return {...nothing, number, seen: new Map(), tries: new Map(), faults: 0};
}

/** A write restarts the quiet time: earlier reads then prove nothing. */
export function withRound(work: HaltWork, facts: HaltFacts, read: AccountRead, lags: Lags): HaltWork {
  const {orders, easyOptions} = read;
  const {began} = orders;
  const empty = facts.writes === work.facts?.writes ? work.empty : undefined;
  const working = orders.rows.filter(each => !hasEnded(each));
  const isEmpty = orders.isWhole && orders.total !== undefined && working.length === 0;
  const isFailed = orders.isFailed === true || easyOptions?.isFailed === true;
  const isUnread = orders.isFailed === true && orders.unreadable === 0;
  const windowMs = 2 * lagsOf(read, lags).listLagMs;
  const now = working.map(order => [order.orderId, {order, at: began}] as const);
  const listed = new Set(orders.rows.map(({orderId}) => orderId));
  const isRecent = ([id, {at}]: SeenOrder) => !listed.has(id) && began.mono - at.mono <= windowMs;
  return {
    ...{...work, facts, read},
    faults: isFailed ? work.faults + 1 : 0,
    empty: isEmpty ? {first: empty?.first ?? began, last: began} : isUnread ? empty : undefined,
    seen: new Map([...[...work.seen].filter(isRecent), ...now]),
  };
}

type SeenOrder = readonly [Id, {readonly at: Moment}];

const pausesMs = [5_000, 10_000, 20_000, 30_000] as const;

export function tried(work: HaltWork, what: string, now: Moment): HaltWork {
  const count = (work.tries.get(what)?.count ?? 0) + 1;
  const nextAt = now.mono + (pausesMs[Math.min(count, pausesMs.length) - 1] ?? 0);
  return {...work, tries: new Map(work.tries).set(what, {count, at: now.mono, nextAt})};
}

export function mayTry({tries}: HaltWork, what: string, now: Moment): boolean {
  return now.mono >= (tries.get(what)?.nextAt ?? 0);
}

/** Orders of this journal, or seen in a list within twice the lag, that the last read does not show. */
export function unlistedOrders(
  {facts, read, seen}: HaltWork,
  known: WritesKnown,
  lags: Lags,
  now: Moment,
): CancelDraft[] {
  if (facts === undefined || read === undefined) return [];
  const {listLagMs} = lagsOf(read, lags);
  const isRecent = (each: Intent) => !isResolved(each) || now.wall - each.changedAt <= 2 * listLagMs;
  const orders = [
    ...[...seen.values()].map(each => each.order).filter(each => soldIn(read, each) === undefined),
    ...facts.intents.filter(isRecent).flatMap(ordersOf),
  ];
  const listed = new Set(read.orders.rows.map(each => each.orderId));
  const isOver = ({orderId}: Order) => isKnownFinal(orderId, facts.intents, listLagMs);
  const all = new Map(orders.map(each => [each.orderId, each]));
  return [...all.values()]
    .filter(each => !listed.has(each.orderId) && !staysWorking(each, known) && !isOver(each))
    .map(cancelDraft);
}

function isKnownFinal(orderId: Id, intents: readonly Intent[], listLagMs: Millis): boolean {
  const own = intents.filter(({draft}) => canceledBy(draft) === orderId);
  const isCanceled = own.some(({state}) => state === 'CONFIRMED');
  const attempts = intents.flatMap(each => attemptsOn(each, orderId));
  return isCanceled || provesFinal(attempts, listLagMs);
}

function attemptsOn({draft, attempts}: Intent, orderId: Id): readonly Attempt[] {
  return attempts.filter(({result}) => {
    const outcome = result?.outcome;
    const canceled = canceledBy(draft);
    return orderId === (canceled ?? (outcome?.kind === 'yes' ? outcome.order?.orderId : undefined));
  });
}

/** Proof that an order is final, though not how: its own record with a final status, or by statuses. */
export function provesFinal(attempts: readonly Attempt[], listLagMs: Millis): boolean {
  return ordersAnswered({attempts}).some(hasEnded) || isFinalBy(attempts, listLagMs);
}

/** Writes without an end. One that stays UNKNOWN does not count if it leaves nothing to cancel or close. */
export function inDoubt({intents}: HaltFacts, listLagMs: Millis): readonly Intent[] {
  return intents
    .filter(each => !isResolved(each))
    .filter(({state, draft}) => {
      const orderId = canceledBy(draft);
      const isFinal = orderId !== undefined && isKnownFinal(orderId, intents, listLagMs);
      return state !== 'UNKNOWN' || !(isFinal || riskOf(draft) === 'none');
    });
}

/** When attempts began of which nothing but a person's word says what became. */
function begunByHand({state, draft, attempts, offsetAtSend}: Intent): readonly (ByBoth | undefined)[] {
  if (state !== 'RESOLVED' || canceledBy(draft) !== undefined) return [];
  return attempts.filter(mayHaveArrived).map(({startedAt}) => byBoth(startedAt.wall, offsetAtSend));
}

/** The first condition that is not met; undefined if the end is proved. */
export function lacking(
  end: HaltEnd,
  {facts, read, empty}: HaltWork,
  unlisted: number,
  lags: Lags,
  offsetMs?: number,
): string | undefined {
  if (facts === undefined || read === undefined) return 'not read yet';
  const {listLagMs} = lagsOf(read, lags);
  const {lack, barred} = facts;
  if (barred !== undefined) return barred;
  if (read.orders.fault !== undefined) return read.orders.fault;
  if (inDoubt(facts, listLagMs).length > 0) return 'writes have not ended';
  if (unlisted > 0) return 'orders are not confirmed final';
  if (empty === undefined) return 'an empty read after the last write';
  if (empty.last.mono === empty.first.mono) return 'a second read';
  const emptyMs = empty.last.mono - empty.first.mono;
  if (emptyMs < listLagMs) return `empty reads ${seconds(listLagMs)} apart (lists may lag by that)`;
  // A write that is lacking, or that a person resolved, began before these reads.
  const lastMs = lateMs + listLagMs;
  const apart = `empty reads ${seconds(lastMs)} apart`;
  if (lack !== undefined && emptyMs < lastMs)
    return `the journal lacks ${lack.count} later ${lack.count === 1 ? 'write' : 'writes'}: ${apart}`;
  const now = byBoth(empty.last.wall, offsetMs);
  const isPast = (begun: ByBoth | undefined) => begun && now && passedMs(begun, now) >= lastMs;
  if (emptyMs < lastMs && !facts.intents.flatMap(begunByHand).every(isPast))
    return `a write that was resolved by hand may arrive late: ${apart}`;
  return end === 'NO ORDERS' ? undefined : lackingOptions(read);
}

function lackingOptions({easyOptions: list}: AccountRead): string | undefined {
  if (list === undefined) return 'a read of the Easy Options';
  if (!list.isWhole || list.total === undefined) return 'a whole read of the Easy Options, with its total';
  return list.rows.every(each => isFinal(each.status)) ? undefined : 'Easy Options are not ended';
}

const seconds = (ms: number) => `${Math.ceil(ms / 1_000)} s`;
