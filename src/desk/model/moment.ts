import type {Millis} from '../../api/wire/records.ts';

/** One instant by two clocks: the monotonic one for timers and ages, the wall for what is printed (both ms). */
export type Moment = {readonly mono: number; readonly wall: Millis};
