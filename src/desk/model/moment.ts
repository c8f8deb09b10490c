import type {Millis} from '../../api/wire/records.ts';

/** The monotonic clock is for timers and ages, the wall clock for printed times (both ms). */
export type Moment = {readonly mono: number; readonly wall: Millis};

export function oldestOf(moments: readonly (Moment | undefined)[]): Moment | undefined {
  return moments.reduce((oldest, each) =>
    oldest === undefined || (each !== undefined && each.mono < oldest.mono) ? each : oldest,
  );
}
