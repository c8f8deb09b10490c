/** Randomness of the pure core: it comes from a seed in the state, so that a run can be repeated. */

/** One step of mulberry32: the next seed, and a number from 0 to 1. */
export function drawChance(seed: number): [number, number] {
  const next = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(next ^ (next >>> 15), 1 | next);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return [next, ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296];
}

/** After an outage the screen must not stay blind for long. */
const maxBackOffMs = 10_000;

/** Doubles with each failure, up to the maximum. The random part keeps dashboards from retrying in step. */
export function backOff(periodMs: number, failures: number, draw: number): number {
  const spread = periodMs * 2 ** Math.min(failures - 1, 10) * (0.75 + draw / 2);
  return Math.round(Math.min(Math.max(maxBackOffMs, periodMs), spread));
}

export function waitBehind(
  retryAfterMs: number | undefined,
  periodMs: number,
  failures: number,
  draw: number,
): number {
  // A Retry-After of 0, or a date in the past, must not allow more than the usual pace.
  return retryAfterMs === undefined ? backOff(periodMs, failures, draw) : Math.max(periodMs, retryAfterMs);
}
