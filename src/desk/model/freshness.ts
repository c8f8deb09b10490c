import type {Answer} from '../../api/contract.ts';
import type {Millis} from '../../api/wire/records.ts';
import type {BookRows} from '../book/rows.ts';
import type {Moment} from './moment.ts';
import type {Feed, Settings, State} from './state.ts';
import {backgroundRefreshMs, type FeedPane} from './vocabulary.ts';

/**
 * The age of something known since `then`, in ms: the larger of the two clocks' differences. The monotonic
 * clock stands still while a laptop sleeps, and the wall clock may be set back.
 */
export function age(then: Moment, now: Moment): number {
  return Math.max(now.mono - then.mono, now.wall - then.wall, 0);
}

/** A wall clock may be so far off the monotonic one before it was set, or the machine slept (ms). */
const mostDriftMs = 1_000;

/** Whether no clock was set, nor the machine asleep, between the two. */
export function isSteady(from: Moment, to: Moment): boolean {
  return Math.abs(to.wall - from.wall - (to.mono - from.mono)) <= mostDriftMs;
}

/**
 * The service's clock less ours, by the Date header of an answer that came `now`, by the wall clock. It counts
 * whole seconds, so half of one is its likeliest rest; and it was written about half way between our asking and
 * our reading.
 */
export function clockOffset(
  {serverDate, latencyMs}: Pick<Answer<unknown>, 'serverDate' | 'latencyMs'>,
  now: Millis,
): number | undefined {
  return serverDate === undefined ? undefined : Math.round(serverDate + 500 - (now - latencyMs / 2));
}

/** How often a pane is asked for when all is well, in ms. */
export function basePeriod(settings: Settings, isInView: boolean): number {
  return isInView ? settings.refreshMs : Math.max(backgroundRefreshMs, settings.refreshMs);
}

/** STALE after three base periods, which the back-off does not lengthen. */
function isStale(state: State, pane: FeedPane, now: Moment = state.now): boolean {
  const {loadedAt} = state.feeds[pane];
  return (
    loadedAt !== undefined &&
    age(loadedAt, now) > 3 * basePeriod(state.settings, state.pane === pane) + graceMs(state, pane, now)
  );
}

/** A pane just come into view was polled at the background's pace; it has one poll's time to catch up. */
function graceMs(state: State, pane: FeedPane, now: Moment): number {
  const {inViewSince} = state;
  return state.pane === pane ? Math.max(0, state.settings.refreshMs - (now.mono - inViewSince)) : 0;
}

export type Freshness =
  | {readonly kind: 'empty'}
  | {readonly kind: 'fresh'; readonly ageMs: number}
  | {readonly kind: 'stale'; readonly ageMs: number};

/** How fresh what a pane shows is, for the header and for guards. */
export function freshness(state: State, pane: FeedPane): Freshness {
  const {loadedAt}: Feed = state.feeds[pane];
  if (loadedAt === undefined) return {kind: 'empty'};
  return {kind: isStale(state, pane) ? 'stale' : 'fresh', ageMs: age(loadedAt, state.now)};
}

/** When the lists of the Book that move were asked for, the older of them; undefined until one is there. */
export function bookSince({
  easyOptions,
  orders,
}: Pick<BookRows, 'easyOptions' | 'orders'>): Moment | undefined {
  return [easyOptions.began, orders.began]
    .filter(began => began !== undefined)
    .reduce<Moment | undefined>(
      (oldest, each) => (oldest && oldest.mono < each.mono ? oldest : each),
      undefined,
    );
}

/** How fresh the Book is: what is not over is read at the pace of a pane in view, and of one behind. */
export function bookFreshness(state: State): Freshness {
  const since = bookSince(state.book.rows);
  if (since === undefined) return {kind: 'empty'};
  const ageMs = age(since, state.now);
  const isInView = state.pane === 'book';
  const graceMs = isInView ? backgroundRefreshMs : 0;
  const isOld = ageMs > 3 * basePeriod(state.settings, isInView) + graceMs;
  return {kind: isOld ? 'stale' : 'fresh', ageMs};
}
