import {isSteady} from '../../model/freshness.ts';
import type {Moment} from '../../model/moment.ts';
import type {Intents} from '../intent.ts';

/** Answers of one clock tell it differently by as much, for the Date header counts whole seconds. */
const sameOffsetMs = 1_000;

/** Keeps what an answer told of the service's clock, unless it is known already. */
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

/** The service's clock less ours; undefined if ours was set, or the machine slept, since that was seen. */
export function offsetNow({clock}: Intents, now: Moment): number | undefined {
  return clock !== undefined && isSteady(clock.seenAt, now) ? clock.offsetMs : undefined;
}
