import {lagsOf} from '../../account/model/lags.ts';
import type {Moment} from '../../account/model/moment.ts';
import {ownId, rowById, showsAll} from '../../account/model/rows.ts';
import type {FeedPane} from '../../account/model/vocabulary.ts';
import {unlessSameItems} from '../../account/once.ts';
import type {Whole} from '../../account/portfolio/rows.ts';
import {fillsByOrder} from '../../account/resources/arithmetic.ts';
import {isWorking} from '../../account/resources/orders.ts';
import {counted} from '../../account/words/text.ts';
import type {Decimal, Id, Order} from '../../api/wire/records.ts';
import {ordersAnswered} from '../../core/intents/outcome.ts';
import type {RowOf, State} from '../state.ts';

// A record as it was read last: by the reader of the account, or by the pane in view.

type Own = Pick<State, 'feeds' | 'rounds'>;

/** The later of the two that has it. */
export function recordNow<P extends FeedPane>(
  {feeds, rounds}: Own,
  pane: P,
  id: Id | undefined,
): {readonly row?: RowOf[P]; readonly readAt?: Moment | undefined} {
  if (id === undefined) return {};
  const lists: {readonly [P in FeedPane]: Whole<RowOf[P]>} = rounds.reading.rows;
  const {rows, began, asOf: readAt = began} = lists[pane];
  const known = rows.find(row => ownId(pane, row) === id);
  const shown = rowById(feeds[pane], id);
  const {loadedAt} = feeds[pane];
  // A row that a later whole read lacks is gone, even if the pane still shows it.
  const since = known === undefined ? began : readAt;
  const isShown = (loadedAt?.mono ?? 0) > (since?.mono ?? 0);
  if (shown !== undefined && isShown) return {row: shown, readAt: loadedAt};
  return known === undefined ? {} : {row: known, readAt};
}

/** The service's own answer proves that an order is over before each list shows it, which may lag. */
export function ownEnded(orders: readonly Order[], state: State, now: Moment): readonly Order[] {
  const {intents, link, settings} = state;
  const {listLagMs} = lagsOf(link, settings);
  const lately = intents.list.filter(
    ({changedAt}) => now.wall - changedAt <= Math.max(listLagMs, leastLagMs),
  );
  const ended = new Map(lately.flatMap(ordersAnswered).map(({orderId, status}) => [orderId, status]));
  const rows = orders.map(row => {
    const status = ended.get(row.orderId);
    return status !== undefined && isWorking(row) && !isWorking({status}) ? {...row, status} : row;
  });
  return unlessSameItems(orders, rows);
}

/** A read may have begun before the answer. */
const leastLagMs = 2_000;

export function withOwnEnds(state: State, now: Moment): State {
  const {orders} = state.feeds;
  const rows = ownEnded(orders.rows, state, now);
  return rows === orders.rows ? state : {...state, feeds: {...state.feeds, orders: {...orders, rows}}};
}

/** Contracts of an order, by listed trades. */
export function filledListed({rounds}: Pick<State, 'rounds'>, orderId: Id): Decimal {
  return fillsByOrder(rounds.reading.rows.trades.rows).get(orderId) ?? '0';
}

/** All of the list was read since then, without it. */
export function isGone(state: Own, pane: FeedPane, id: Id, since: Moment): boolean {
  const feed = state.feeds[pane];
  const {rows, began} = state.rounds.reading.rows[pane];
  const isUnshown = showsAll(feed) && isSince(feed.loadedAt, since) && rowById(feed, id) === undefined;
  return isUnshown || (isSince(began, since) && rows.every(row => ownId(pane, row) !== id));
}

/** When all of the list was read last. */
export function wholeReadAt({feeds, rounds}: Own, pane: FeedPane): Moment | undefined {
  const {began} = rounds.reading.rows[pane];
  const shownAt = showsAll(feeds[pane]) ? feeds[pane].loadedAt : undefined;
  return (shownAt?.mono ?? -1) > (began?.mono ?? -1) ? shownAt : began;
}

/** The state of the account's last read of a list since then, or the reason why it failed. */
export function howRead(
  {rounds: {reading}}: Pick<State, 'rounds'>,
  pane: FeedPane,
  since: Moment,
): 'reading' | 'read' | {readonly why: string} {
  const {began, asOf = began, isWhole, unreadable, fault} = reading.rows[pane];
  const {round, ended, quietUntil} = reading.lists[pane];
  if (isWhole && isSince(asOf, since)) return 'read';
  // One that failed before is asked again.
  const isOver = isSince(ended, since) || (round?.isAsked !== true && quietUntil > since.mono);
  if (fault !== undefined && isOver) return {why: fault};
  const isRest = unreadable > 0 && isSince(asOf, since);
  return isRest ? {why: `${counted(unreadable, 'row')} cannot be read.`} : 'reading';
}

export const isSince = (at: Moment | undefined, since: Moment): boolean =>
  at !== undefined && at.mono >= since.mono;
