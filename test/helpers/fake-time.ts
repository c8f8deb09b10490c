import {afterEach, beforeEach, vi} from 'vitest';

/** In every test of this file these run by a time that only `vi.advanceTimersByTime` moves. */
export function fakeTime(
  ...toFake: NonNullable<NonNullable<Parameters<typeof vi.useFakeTimers>[0]>['toFake']>
) {
  beforeEach(() => void vi.useFakeTimers(toFake.length > 0 ? {toFake} : {}));
  afterEach(() => void vi.useRealTimers());
}
