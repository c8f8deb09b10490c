import type {Millis} from '../../api/wire/records.ts';

/** One instant by two clocks: the monotonic one for timers and ages, the wall for what is printed (both ms). */
export type Moment = {readonly mono: number; readonly wall: Millis};

/** The instant of an ISO 8601 text; undefined when it cannot be read. */
export function fromIso(text: string | undefined): Millis | undefined {
  const at = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}
