import {expect, it} from 'vitest';
import {offsetOf} from '../../../src/account/model/moment.ts';

it("an answer tells the service's clock if it took at most a second, and no clock was set meanwhile", () => {
  const began = {mono: 0, wall: 100_000};
  const offset = (latencyMs: number, wall = 100_000 + latencyMs, of: object = {serverDate: 110_000}) =>
    offsetOf({...of, latencyMs} as Parameters<typeof offsetOf>[0], began, {mono: latencyMs, wall});
  expect(offset(100)).toBe(10_450);
  expect(offset(1_000)).toBe(10_000);
  expect(offset(1_001)).toBeUndefined();
  expect(offset(100, 109_000)).toBeUndefined();
  expect(offset(100, undefined, {})).toBeUndefined();
});
