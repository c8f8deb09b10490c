/**
 * Service time. It runs `speed` times as fast as the wall clock from an anchor, never backwards, and goes on through a
 * stop of the service at the speed that it had.
 */
export interface ClockAnchor {
  wall: number;
  service: number;
  speed: number;
}

export interface ServiceClock {
  anchor: ClockAnchor;
  /** Epoch milliseconds of service time. */
  now(): number;
}

/** @param wall the wall clock, in epoch milliseconds */
export function startClock(
  before: ClockAnchor | undefined,
  speed: number,
  wall: () => number,
  least: number,
): ServiceClock {
  const wallNow = wall();
  const resumed = before === undefined ? wallNow : serviceTime(before, wallNow);
  const anchor: ClockAnchor = {wall: wallNow, service: Math.max(resumed, least), speed};
  return {anchor, now: () => serviceTime(anchor, wall())};
}

const serviceTime = ({wall, service, speed}: ClockAnchor, now: number): number =>
  Math.floor(service + Math.max(0, now - wall) * speed);
