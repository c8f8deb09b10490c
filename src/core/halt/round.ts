import {lagsOf} from '../../account/model/lags.ts';
import type {Moment} from '../../account/model/moment.ts';
import type {PortfolioRows, Whole} from '../../account/portfolio/rows.ts';
import {isOver} from '../../account/resources/easy-options.ts';
import {hasEnded} from '../../account/resources/orders.ts';
import {counted} from '../../account/words/text.ts';
import type {Id, Millis, Order} from '../../api/wire/records.ts';
import {mayBeDone} from '../intents/classify.ts';
import {timeByBoth} from '../intents/clock.ts';
import {type Intent, isResolved} from '../intents/intent.ts';
import {type CancelDraft, cancelDraft} from '../intents/kinds/cancel.ts';
import {canceledBy, riskOf, sentKindOf, target, type WriteDraft} from '../intents/kinds/kinds.ts';
import {type Attempt, isFinalBy, lateMs, mayHaveArrived, ordersAnswered} from '../intents/outcome.ts';
import {type ByBoth, byBoth, passedMs} from '../limits/pending.ts';
import {type HaltWork, haltEnds} from './halt.ts';
import {type Halting, hasSold, ordersOf, soldIn, staysWorking, type WritesKnown} from './orders.ts';

/** It begins with the orders that this process and earlier ones saw, also those that left the list lately. */
export function newWork(state: Halting, now: Moment): HaltWork {
  const {watch} = state.limits;
  const left = [...watch.left.values()].map(({order}) => order);
  const orders = [...(watch.orders?.rows ?? []), ...left].filter(each => !hasEnded(each));
  const seen = orders.map(order => [order.orderId, {order, since: now, last: now}] as const);
  const lagMs = listLagIn(state);
  return {writes: [], quietSince: now, empty: undefined, seen: new Map(seen), lagMs, tries: new Map()};
}

/** A write restarts the quiet time: reads that began earlier prove nothing. */
export function withLists(work: HaltWork, state: Halting, now: Moment): HaltWork {
  const {list: writes, asking} = state.intents;
  const {orders} = state.rounds.reading.rows;
  const isQuiet = writes === work.writes && asking.length === 0;
  const quietSince = isQuiet ? work.quietSince : now;
  const working = orders.rows.filter(each => !hasEnded(each));
  const last =
    orders.isWhole && orders.total !== undefined && working.length === 0 ? orders.began : undefined;
  const first = (isQuiet ? work.empty?.first : undefined) ?? last;
  const isLater = last !== undefined && last.mono >= quietSince.mono;
  const listed = new Set(orders.rows.map(({orderId}) => orderId));
  const lagMs = listLagIn(state);
  const earlier = [...work.seen].filter(
    ([id, {last}]) => !listed.has(id) && now.mono - last.mono < 2 * lagMs,
  );
  const shown = working.map(order => {
    const {since = now} = work.seen.get(order.orderId) ?? {};
    return [order.orderId, {order, since, last: now}] as const;
  });
  return {
    ...{...work, writes, quietSince, lagMs},
    empty: isLater && first !== undefined ? {first, last} : undefined,
    seen: new Map([...earlier, ...shown]),
  };
}

const listLagIn = ({link, settings}: Halting): Millis => lagsOf(link, settings).listLagMs;

export function whyUnread({fault, unreadable}: Whole<unknown>): string | undefined {
  return fault ?? (unreadable > 0 ? `${counted(unreadable, 'row')} could not be read.` : undefined);
}

const haltPausesMs = [5_000, 10_000, 20_000, 30_000] as const;

export function tried(work: HaltWork, what: string, now: Moment): HaltWork {
  const count = (work.tries.get(what)?.count ?? 0) + 1;
  const nextAt = now.mono + (haltPausesMs[Math.min(count, haltPausesMs.length) - 1] ?? 0);
  return {...work, tries: new Map(work.tries).set(what, {count, at: now.mono, nextAt})};
}

export function mayTry({tries}: HaltWork, what: string, now: Moment): boolean {
  return now.mono >= (tries.get(what)?.nextAt ?? 0);
}

/** When the list of its record was read last. */
function readAt({rounds}: Halting, draft: WriteDraft): Moment | undefined {
  const {lists, rows} = rounds.reading;
  const [list] = sentKindOf(draft).settledBy;
  const {isWhole, began} = rows[list];
  return isWhole ? began : lists[list].ended;
}

/**
 * True if a lagging list still shows what was ended already: it is not ended again. If it is still listed after
 * the lag, it was reopened, as an Easy Option is when the order that sells it is canceled.
 */
export function wasEnded(state: Halting, draft: WriteDraft, now: Moment): boolean {
  const at = readAt(state, draft)?.wall ?? 0;
  const lagMs = listLagIn(state);
  return state.intents.list.some(
    ({state, draft: ended, changedAt}) =>
      state === 'CONFIRMED' &&
      target(ended) === target(draft) &&
      at - changedAt <= lagMs &&
      // Else the wall clock was set back.
      changedAt - now.wall <= mostAheadMs,
  );
}

const mostAheadMs = 60_000;

/** An UNKNOWN close whose Easy Option is ACTIVE after any time that its request may take. */
export function closeToRepeat(state: Halting, draft: WriteDraft): Intent | undefined {
  const read = readAt(state, draft);
  const at = read && timeByBoth(state.intents, read);
  const isPast = (begun: ByBoth | undefined) =>
    begun && at && passedMs(begun, at) > lateMs + listLagIn(state);
  return state.intents.list.find(
    each =>
      each.state === 'UNKNOWN' &&
      sentKindOf(draft).repeats === 'never' &&
      target(each.draft) === target(draft) &&
      begunAt({...each, attempts: each.attempts.filter(sent => mayBeDone(draft, sent))}).every(isPast),
  );
}

/** Orders of this journal, or seen in the list within twice the lag, that it does not show now. */
export function unlistedOrders(
  state: Halting,
  work: HaltWork,
  known: WritesKnown,
  now: Moment,
): CancelDraft[] {
  const {list} = state.intents;
  const {rows} = state.rounds.reading;
  const lagMs = listLagIn(state);
  const isSale = (each: Order) =>
    soldIn(rows, each, work) !== undefined || hasSold(rows.easyOptions.rows, each);
  const isRecent = (each: Intent) => !isResolved(each) || now.wall - each.changedAt <= 2 * lagMs;
  const orders = [
    ...[...work.seen.values()].map(each => each.order).filter(each => !isSale(each)),
    ...list.filter(isRecent).flatMap(ordersOf),
  ];
  const listed = new Set(rows.orders.rows.map(each => each.orderId));
  const isEnded = ({orderId}: Order) => isKnownFinal(orderId, list, lagMs);
  const all = new Map(orders.map(each => [each.orderId, each]));
  return [...all.values()]
    .filter(each => !listed.has(each.orderId) && !staysWorking(each, known) && !isEnded(each))
    .map(cancelDraft);
}

function isKnownFinal(orderId: Id, intents: readonly Intent[], listLagMs: Millis): boolean {
  const own = intents.filter(({draft}) => canceledBy(draft) === orderId);
  const isCanceled = own.some(({state}) => state === 'CONFIRMED');
  const attempts = own.flatMap(each => each.attempts);
  return isCanceled || provesFinal(attempts, listLagMs);
}

/** Proof that an order is final, though not how: its own record with a final status, or by statuses. */
export function provesFinal(attempts: readonly Attempt[], listLagMs: Millis): boolean {
  return ordersAnswered({attempts}).some(hasEnded) || isFinalBy(attempts, listLagMs);
}

/** Writes without an end. One that stays UNKNOWN does not count if it leaves nothing to cancel or close. */
export function inDoubt(state: Halting): readonly Intent[] {
  const {list} = state.intents;
  return list
    .filter(each => !isResolved(each))
    .filter(({state: is, draft}) => {
      const orderId = canceledBy(draft);
      const isEnded = orderId !== undefined && isKnownFinal(orderId, list, listLagIn(state));
      return is !== 'UNKNOWN' || !(isEnded || riskOf(draft) === 'none');
    });
}

const begunAt = ({attempts, offsetAtSend}: Pick<Intent, 'attempts' | 'offsetAtSend'>) =>
  attempts.map(({startedAt}) => byBoth(startedAt.wall, offsetAtSend));

/** When attempts began of which nothing but a person's word says what became. */
function begunByHand({state, draft, attempts, offsetAtSend}: Intent): readonly (ByBoth | undefined)[] {
  if (state !== 'RESOLVED' || canceledBy(draft) !== undefined) return [];
  return begunAt({attempts: attempts.filter(mayHaveArrived), offsetAtSend});
}

/** The first condition that is not met; undefined if the end is proved. */
export function lacking(state: Halting, {quietSince, empty}: HaltWork, unlisted: number): string | undefined {
  const {record} = state.halt;
  const {list, asking, journalProblem} = state.intents;
  const {orders, easyOptions} = state.rounds.reading.rows;
  const lagMs = listLagIn(state);
  if (journalProblem !== undefined) return journalProblem;
  const unread = whyUnread(orders);
  if (unread !== undefined) return unread;
  if (asking.length > 0 || inDoubt(state).length > 0) return 'writes have not ended';
  if (unlisted > 0) return 'the end of orders is not confirmed';
  if (empty === undefined) return 'an empty read after the last write';
  if (empty.last.mono === empty.first.mono) return 'a second read';
  const emptyMs = empty.last.mono - empty.first.mono;
  if (emptyMs < lagMs) return `empty reads ${seconds(lagMs)} apart (lists may lag by that)`;
  // A write that is lacking, or that a person resolved, began before these reads.
  const lastMs = lateMs + lagMs;
  const apart = `empty reads ${seconds(lastMs)} apart`;
  const {lack} = record ?? {};
  if (lack !== undefined && emptyMs < lastMs)
    return `the journal lacks ${lack} later ${lack === 1 ? 'write' : 'writes'}: ${apart}`;
  const at = timeByBoth(state.intents, empty.last);
  const isPast = (begun: ByBoth | undefined) => begun && at && passedMs(begun, at) >= lastMs;
  if (emptyMs < lastMs && !list.flatMap(begunByHand).every(isPast))
    return `a write that was resolved by hand may arrive late: ${apart}`;
  return record?.wants === haltEnds[1] ? lackingOptions(easyOptions, quietSince, lagMs) : undefined;
}

function lackingOptions(
  {rows, isWhole, total, began}: PortfolioRows['easyOptions'],
  quietSince: Moment,
  lagMs: Millis,
): string | undefined {
  if (!isWhole || total === undefined || began === undefined)
    return 'a whole read of the Easy Options, with its total';
  if (!rows.every(isOver)) return 'Easy Options are not ended';
  return began.mono - quietSince.mono >= lagMs
    ? undefined
    : `a read of the Easy Options ${seconds(lagMs)} after the last write`;
}

const seconds = (ms: number) => `${Math.ceil(ms / 1_000)} s`;
