import {expect, it} from 'vitest';
import {killLoops} from '../soak/paper-kill.ts';

it('a service killed under load keeps every acknowledged write, and none twice', async () => {
  const report = await killLoops({loops: 2, seed: 77});
  expect(report.failures).toEqual([]);
  expect(report.loops).toBe(2);
  expect(report.acknowledged).toBeGreaterThan(10);
});
