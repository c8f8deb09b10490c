import {describe, expect, it} from 'vitest';
import {lawOf} from './law.ts';
import {sessionOf} from './sessions.ts';

const seeds = Array.from({length: 8}, (_, at) => at + 1);

describe('a session that is renamed and then played', () => {
  it.each(seeds)('comes to the states of the session, renamed, one by one (seed %i)', seed => {
    const {broken, states, masked} = lawOf(sessionOf({seed, steps: 120}), seed);
    expect(broken).toBeUndefined();
    expect(states).toBeGreaterThanOrEqual(120);
    // Everything that it held was named in the table.
    expect(masked).toEqual([]);
  });
});
