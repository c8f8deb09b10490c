import {type Millis, maxMillis} from '../../../api/wire/records.ts';
import type {AccountEvent} from '../../events/account/event.ts';

/**
 * How the log knows what is old without keeping all of it: what happened at its floor or before is, by the
 * record's own time; what happened later, or tells no time, is old where its id is logged.
 */

/** Records may be listed late: so much of the past is known by ids, not by the floor. */
const lateMs = 3_600_000;

/** Of a list that held nothing: whatever it will tell is new. */
const noFloor: Millis = -maxMillis;

/** What the first whole read of a list tells has happened already: its floor, and what that does not cover. */
export function baselineOf(
  events: readonly AccountEvent[],
  now: Millis,
): {readonly floor: Millis; readonly kept: readonly AccountEvent[]} {
  // A time to come is the service's own, or wrong: no floor may rise to it.
  const past = events.flatMap(({at}) => (at === undefined || at > now ? [] : [at]));
  const floor = past.reduce((latest, at) => Math.max(latest, at - lateMs), noFloor);
  return {floor, kept: events.filter(event => !isUnder(event, floor))};
}

/** Whether an event is old by its time alone. */
export function isUnder({at}: Pick<AccountEvent, 'at'>, floor: Millis): boolean {
  return at !== undefined && at <= floor;
}
