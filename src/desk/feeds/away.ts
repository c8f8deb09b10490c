import {eventLine} from '../events/news.ts';
import type {Moment} from '../model/moment.ts';
import {log, tell} from '../model/notices.ts';
import type {State} from '../model/state.ts';
import {feedPanes} from '../model/vocabulary.ts';

/** While you were away: suspended, out of focus or without a link. What happened is told on the return. */

/** What was away meanwhile, as it is told on the return. */
export const awayReasons = {
  focus: 'While this terminal was out of focus',
  link: 'While the link was away',
  suspended: 'While optty was suspended',
} as const;

/** Notes that nobody is looking, or can; the first reason stands. */
export function goAway(state: State, reason: string, now: Moment): State {
  return state.away === undefined ? {...state, away: {since: now, reason}} : state;
}

/** After a suspension or a lost link the digest waits until each pane was read again: only then is it whole. */
export function returnAfterReads(state: State, now: Moment): State {
  const {away, feeds} = state;
  if (away === undefined || away.reason === awayReasons.focus) return state;
  const isWhole = feedPanes.every(
    pane => (feeds[pane].loadedAt?.mono ?? 0) >= away.since.mono && feeds[pane].fault === undefined,
  );
  return isWhole && feedPanes.every(pane => feeds[pane].fetching === undefined)
    ? welcomeBack(state, now)
    : state;
}

/** Says how much happened meanwhile, and where it can be read; nothing where nothing did. */
export function welcomeBack(state: State, now: Moment): State {
  const {away, ...rest} = state;
  const back: State = {...rest, away: undefined};
  if (away === undefined) return back;
  const missed = state.activity.filter(each => each.at >= away.since.wall && each.kind !== 'away');
  const [last] = missed;
  if (last === undefined) return back;
  const what = away.reason;
  const text = `${what}: ${missed.length} in Activity, last ${last.what} ${last.target}`;
  const told = {what, target: `${last.what} ${last.target}`, amount: String(missed.length), outcome: text};
  const line = eventLine(now.wall, 'away', told, `away:${now.wall}`);
  return log(tell(back, text, 'warning', now), [line]);
}
