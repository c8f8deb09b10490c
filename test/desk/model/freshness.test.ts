import {expect, it} from 'vitest';
import {clockOffset} from '../../../src/desk/model/freshness.ts';

it("the service's clock is counted to half of its second, and to half of the way", () => {
  expect(clockOffset({serverDate: 59_500, latencyMs: 40}, 0)).toBe(60_020);
  expect(clockOffset({serverDate: undefined, latencyMs: 40}, 0)).toBeUndefined();
});
