/** Service time runs `speed` times as fast as the wall clock, also while the service is stopped. */
export type ClockAnchor = {wall: number; service: number; speed: number};

export type ClockChange = {
  /** Seconds of service time per second; 0 stops the clock. */
  speed?: number | undefined;
  /** Milliseconds. */
  advance?: number | undefined;
  /** Epoch milliseconds. */
  time?: number | undefined;
};

export const fastest = 1_000_000;
export const longestAdvanceMs = 366 * 86_400_000;

export const isBetween = (value: unknown, most: number): value is number =>
  typeof value === 'number' && value >= 0 && value <= most;

export type ServiceClock = ReturnType<typeof startClock>;

export function startClock(first: ClockAnchor | number, speed: number, wall: () => number, least: number) {
  const began = typeof first === 'number' ? first : serviceTime(first, wall());
  let anchor: ClockAnchor = {wall: wall(), service: Math.max(began, least), speed};
  let anchors = typeof first === 'number' ? [anchor] : [first, anchor];
  const now = () => serviceTime(anchor, wall());
  return {
    now,
    /** Service time this many milliseconds of the wall clock ago. */
    ago(ms: number) {
      const then = wall() - ms;
      const of = anchors.findLast(each => each.wall <= then);
      return of === undefined ? (anchors[0] ?? anchor).service - 1 : serviceTime(of, then);
    },
    anchor: () => anchor,
    change({speed: faster = anchor.speed, advance = 0, time}: ClockChange) {
      anchor = {wall: wall(), service: (time ?? now()) + advance, speed: faster};
      if (time === undefined) anchors.push(anchor);
      else anchors = [anchor];
    },
  };
}

const serviceTime = ({wall, service, speed}: ClockAnchor, now: number): number =>
  Math.floor(service + Math.max(0, now - wall) * speed);
