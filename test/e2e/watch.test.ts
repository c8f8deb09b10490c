import {expect, it} from 'vitest';
import {killWatch} from '../soak/watch-kill.ts';

it('a killed watch that continues from its last line reports every event once', async () => {
  const report = await killWatch({kills: 5, seed: 11});
  expect(report.failures).toEqual([]);
  expect(report.kills).toBe(5);
  expect(report.checked.easyOptions).toBeGreaterThan(0);
  expect(report.checked.trades).toBeGreaterThan(0);
});
