import {expect, it} from 'vitest';
import {clockOffset} from '../../../src/account/model/moment.ts';

it('the clock of the service is read at half of its second and half of the round trip', () => {
  expect(clockOffset({serverDate: 59_500, latencyMs: 40}, 0)).toBe(60_020);
  expect(clockOffset({serverDate: undefined, latencyMs: 40}, 0)).toBeUndefined();
});
