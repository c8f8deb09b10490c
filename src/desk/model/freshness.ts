import type {Answer} from '../../api/contract.ts';
import type {Millis} from '../../api/wire/records.ts';
import type {Settings, State} from '../state.ts';
import type {Moment} from './moment.ts';
import {backgroundRefreshMs, type FeedPane, type Pane} from './vocabulary.ts';

/** The monotonic clock stops while a laptop sleeps, and the wall clock may be set back. */
export function age(then: Moment, now: Moment): number {
  return Math.max(now.mono - then.mono, now.wall - then.wall, 0);
}

/** A larger difference between the clocks means that one was set or the machine slept. */
const mostDriftMs = 1_000;

export function isSteady(from: Moment, to: Moment): boolean {
  return Math.abs(to.wall - from.wall - (to.mono - from.mono)) <= mostDriftMs;
}

/** Left open by the Date header, which counts whole seconds, and by small adjustments of clocks. */
export const clockDoubtMs = 2_000;

/** By the Date header, in whole seconds, written about halfway between request and answer. */
export function clockOffset(
  {serverDate, latencyMs}: Pick<Answer<unknown>, 'serverDate' | 'latencyMs'>,
  now: Millis,
): number | undefined {
  return serverDate === undefined ? undefined : Math.round(serverDate + 500 - (now - latencyMs / 2));
}

export function basePeriod(settings: Settings, isInView: boolean): number {
  return isInView ? settings.refreshMs : Math.max(backgroundRefreshMs, settings.refreshMs);
}

export type Freshness =
  | {readonly kind: 'empty'}
  | {readonly kind: 'fresh'; readonly ageMs: number}
  | {readonly kind: 'stale'; readonly ageMs: number};

export function freshness(state: State, pane: FeedPane): Freshness {
  const {now, inViewSince, settings} = state;
  // A pane that comes into view was polled at the background rate, so it gets one poll to catch up.
  return freshnessOf(
    state,
    pane,
    state.feeds[pane].loadedAt,
    Math.max(0, settings.refreshMs - (now.mono - inViewSince)),
  );
}

/** Stale after three base periods, and a grace in view; back-off does not extend them. */
export function freshnessOf(
  {now, settings, ...state}: State,
  pane: Pane,
  since: Moment | undefined,
  graceMs: number,
): Freshness {
  if (since === undefined) return {kind: 'empty'};
  const isInView = state.pane === pane;
  const ageMs = age(since, now);
  const isStale = ageMs > 3 * basePeriod(settings, isInView) + (isInView ? graceMs : 0);
  return {kind: isStale ? 'stale' : 'fresh', ageMs};
}
