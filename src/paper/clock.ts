/**
 * Service time. It runs `speed` times as fast as the wall clock from an anchor, never backwards unless it is
 * set, and goes on through a stop of the service at the speed that it had.
 */
export type ClockAnchor = {
  wall: number;
  service: number;
  speed: number;
};

/** What becomes of the clock: another speed, so much time at once, or another time altogether. */
export type ClockChange = {
  /** Seconds of service time in a second; 0 stops it. */
  speed?: number | undefined;
  /** Milliseconds. */
  advance?: number | undefined;
  /** Epoch milliseconds. */
  time?: number | undefined;
};

/** Of service time in a second, in seconds. */
export const fastest = 1_000_000;
/** The clock goes forward at most so much at once, in ms: all that happens in it has to be worked out. */
export const longestAdvanceMs = 366 * 86_400_000;

/** Whether it is a number from 0 to `most`; programs without types give others. */
export const isBetween = (value: unknown, most: number): value is number =>
  typeof value === 'number' && value >= 0 && value <= most;

export type ServiceClock = {
  /** Epoch milliseconds of service time. */
  now(): number;
  anchor(): ClockAnchor;
  change(change: ClockChange): void;
};

/**
 * @param first where the clock stood before, or the time at which a new one begins
 * @param wall the wall clock, in epoch milliseconds
 * @param least of service time: the book's own
 */
export function startClock(
  first: ClockAnchor | number,
  speed: number,
  wall: () => number,
  least: number,
): ServiceClock {
  const began = typeof first === 'number' ? first : serviceTime(first, wall());
  let anchor: ClockAnchor = {wall: wall(), service: Math.max(began, least), speed};
  const now = () => serviceTime(anchor, wall());
  return {
    now,
    anchor: () => anchor,
    change({speed: faster = anchor.speed, advance = 0, time = now()}) {
      anchor = {wall: wall(), service: time + advance, speed: faster};
    },
  };
}

const serviceTime = ({wall, service, speed}: ClockAnchor, now: number): number =>
  Math.floor(service + Math.max(0, now - wall) * speed);
