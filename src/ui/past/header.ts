import type {State} from '../../desk/model/state.ts';
import {isFeedPane} from '../../desk/model/vocabulary.ts';
import {cut, width} from '../format.ts';
import {ageOf, environment, headerLine} from '../lines/header.ts';
import type {Paint} from '../theme.ts';
import {inZone, zoneName, zoneOf} from '../times.ts';

/** Of the header of now as much as says where one is and how old the data were. */
const usefulColumns = 40;

/**
 * REPLAY and the time come first and are never left out; the header as it was then takes what they leave. On a
 * narrow screen that is the environment alone, and the bar below tells how old the data were.
 */
export function pastHeaderLine(state: State, paint: Paint): string {
  const {columns} = state.viewport;
  const badge = badgeOf(state);
  const room = columns - width(badge);
  const rest = headerLine({...state, viewport: {...state.viewport, columns: room}}, paint);
  if (hasWholeHeader(state)) return paint('stale', badge) + rest;
  const where = environmentOf(state);
  return paint('stale', badge) + paint(where.tone, cut(where.text, room));
}

/** Whether the header has room for the age of the data. */
function hasWholeHeader(state: State): boolean {
  return state.viewport.columns - width(badgeOf(state)) >= usefulColumns;
}

/** `REPLAY, paused, 2026-11-22 14:03:07 UTC`, for ears. */
export function pastSentence(state: State): string {
  const {past} = state;
  if (past === undefined) return '';
  return `REPLAY, ${past.isPlaying ? 'playing' : 'paused'}, ${timeOf(state, 19)}`;
}

/** With the milliseconds where it stands still, without the year where the screen is narrow. */
function badgeOf(state: State): string {
  const {columns} = state.viewport;
  const fits = (time: string) => columns - width(time) - 9 >= usefulColumns;
  const full = timeOf(state, state.past?.isPlaying === true ? 19 : 23);
  const time = [full, timeOf(state, 19)].find(fits) ?? timeOf(state, 19).slice(5);
  return ` REPLAY ${time} `;
}

/** @param length of an ISO 8601 time: 16 to the minute, 19 to the second, 23 to the millisecond */
function timeOf({past, settings}: State, length: number): string {
  const at = past?.at ?? 0;
  const zone = zoneOf(settings.times, at);
  return `${inZone(at, zone)?.slice(0, length).replace('T', ' ') ?? String(at)} ${zoneName(zone)}`;
}

function environmentOf({link, feeds, pane}: State) {
  const {fault} = feeds[isFeedPane(pane) ? pane : 'cards'];
  return environment({venue: link.venue, fault: fault?.kind});
}

/** How old the data were, where the header has no room for it. */
export function ageBeside(state: State): ReturnType<typeof ageOf> | undefined {
  return hasWholeHeader(state) ? undefined : ageOf(state);
}
