import type {Answer} from '../../api/contract.ts';
import type {Millis} from '../../api/wire/records.ts';

/** The monotonic clock is for timers and ages, the wall clock for printed times (both ms). */
export type Moment = {readonly mono: number; readonly wall: Millis};

export function oldestOf(moments: readonly (Moment | undefined)[]): Moment | undefined {
  return moments.reduce((oldest, each) =>
    oldest === undefined || (each !== undefined && each.mono < oldest.mono) ? each : oldest,
  );
}

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

/** The longest answer that tells the service's clock within the doubt. */
const mostLatencyMs = 1_000;

/** Undefined too if the local clock was set meanwhile. */
export function offsetOf(answer: Answer<unknown>, began: Moment, now: Moment): number | undefined {
  const isTold = answer.latencyMs <= mostLatencyMs && isSteady(began, now);
  return isTold ? clockOffset(answer, now.wall) : undefined;
}
