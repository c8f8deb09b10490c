import {clockDoubtMs, isSteady, type Moment} from '../../account/model/moment.ts';
import {ownClock} from '../../account/words/times.ts';
import type {Millis} from '../../api/wire/records.ts';
import {type ByBoth, byBoth} from '../limits/pending.ts';
import type {Intents} from './intent.ts';

/** The Date header has a resolution of one second. */
const sameOffsetMs = 1_000;

export function withClock(
  intents: Intents,
  clock: {readonly offsetMs: number; readonly seenAt: Moment} | undefined,
): Intents {
  if (clock === undefined) return intents;
  const {offsetMs, seenAt} = clock;
  const known = offsetNow(intents, seenAt);
  if (known !== undefined && Math.abs(known - offsetMs) <= sameOffsetMs) return intents;
  return {...intents, clock: {offsetMs, seenAt}};
}

/** Undefined if the local clock was set, or the machine slept, since the offset was seen. */
export function offsetNow({clock}: Intents, now: Moment): number | undefined {
  return clock !== undefined && isSteady(clock.seenAt, now) ? clock.offsetMs : undefined;
}

/** Undefined too if either clock was set between that moment and the last Date header of the service. */
export const timeByBoth = (intents: Intents, at: Moment): ByBoth | undefined =>
  byBoth(at.wall, offsetNow(intents, at));

type WithClock = {readonly intents: Intents; readonly now: Moment};

/** Service clock minus local clock, in ms; 0 if they agree. */
export function skewMs({intents, now}: WithClock): number {
  const offsetMs = offsetNow(intents, now) ?? 0;
  return Math.abs(offsetMs) > clockDoubtMs ? offsetMs : 0;
}

/** Expiries, days and the times of filters are the service's. */
export function serviceNow({intents, now: tick}: WithClock, now = tick): Millis {
  return now.wall + skewMs({intents, now});
}

/** `14:03:07` by the clock of the service, for a time of this machine. */
export function serviceClock(state: WithClock, at: Millis): string {
  return ownClock(at + skewMs(state));
}
