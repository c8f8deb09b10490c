import {describe, expect, it} from 'vitest';
import {breakNamed} from '../sim/breaks.ts';
import {unbroken} from '../sim/mutations.ts';
import {broken, quick} from './plan.ts';
import {search} from './search/search.ts';

// Bounds that are small enough for every run of the tests; `npm run prove` exhausts the larger ones.
describe('the search over all states', () => {
  it.each(quick)('exhausts "$name" and finds no broken law', bound => {
    const {cut, states, found} = search(bound);
    expect(found?.story).toBeUndefined();
    expect(cut).toBe(0);
    expect(states).toBeGreaterThan(100);
  });

  it.each(Object.entries(broken))('explains "%s" in at most ten steps', (name, bound) => {
    const broke = breakNamed(name) ?? unbroken;
    const {found} = search(bound, {broke});
    expect(found?.steps).toBeLessThanOrEqual(10);
    expect(found?.story.at(-1)).toBe(`=> ${found?.law}`);
    expect(found?.story.join('\n')).toMatch(/\n {6}dashboard \d {2}(SENDING|UNKNOWN): /);
  });

  it('reports how many states it left out if it is stopped early', () => {
    const [bound] = quick;
    if (bound === undefined) throw new Error('There is no bound.');
    const {cut, states} = search(bound, {mostStates: 50});
    expect(cut).toBeGreaterThan(0);
    expect(states).toBeLessThan(100);
  });

  it('visits the same states each time', () => {
    const [bound] = quick;
    if (bound === undefined) throw new Error('There is no bound.');
    const told = () => {
      const {seconds: _, cpuSeconds: __, ...rest} = search(bound);
      return rest;
    };
    expect(told()).toEqual(told());
  });
});
