import {eventLine} from '../events/news.ts';
import type {Moment} from '../model/moment.ts';
import {feedPanes} from '../model/vocabulary.ts';
import {log, tell} from '../notices.ts';
import type {State} from '../state.ts';

/** Time away: suspended, out of focus or without a link. Events of that time are summarized on return. */

export const awayReasons = {
  focus: 'Back in focus',
  link: 'Reconnected',
  suspended: 'Resumed',
} as const;

export function goAway(state: State, reason: string, now: Moment): State {
  return state.away === undefined ? {...state, away: {since: now, reason}} : state;
}

/** After a suspend or a lost link, the summary waits until each pane was read again. */
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

export function welcomeBack(state: State, now: Moment): State {
  const {away, ...rest} = state;
  const back: State = {...rest, away: undefined};
  if (away === undefined) return back;
  const missed = state.activity.filter(each => each.at >= away.since.wall && each.kind !== 'away');
  const [last] = missed;
  if (last === undefined) return back;
  const what = away.reason;
  const text = `${what}: ${missed.length} event${missed.length === 1 ? '' : 's'} missed, see Activity (last: ${last.what} ${last.target})`;
  const told = {what, target: `${last.what} ${last.target}`, amount: String(missed.length), outcome: text};
  const line = eventLine(now.wall, 'away', told, `away:${now.wall}`);
  return log(tell(back, text, 'warning', now), [line]);
}
