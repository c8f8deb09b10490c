const maxBackOffMs = 60_000;

/** Doubles with each failure, up to a minute. The random part keeps dashboards from retrying in step. */
export function backOff(periodMs: number, failures: number, draw: number): number {
  const spread = periodMs * 2 ** Math.min(failures - 1, 10) * (0.75 + draw / 2);
  return Math.round(Math.min(maxBackOffMs, spread));
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
