import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {hashOf} from '../../../src/desk/recorder/hash.ts';
import {plainData} from './plain-data.ts';

describe('the hash of a state', () => {
  it('is the same of what says the same, whatever objects it is made of', () => {
    fc.assert(fc.property(plainData, value => hashOf(structuredClone(value)) === hashOf(value)));
  });

  it('counts fields in any order, and the values of lists, maps and sets in theirs', () => {
    expect(hashOf({a: 1, b: [2]})).toBe(hashOf({b: [2], a: 1}));
    expect(hashOf([1, 2])).not.toBe(hashOf([2, 1]));
    expect(hashOf(new Set(['a', 'b']))).not.toBe(hashOf(new Set(['b', 'a'])));
    expect(hashOf(new Map([['a', 1]]))).not.toBe(hashOf({a: 1}));
    expect(hashOf({a: undefined})).not.toBe(hashOf({}));
    expect(hashOf([0])).not.toBe(hashOf([-0]));
  });

  it('tells apart twenty thousand states of which one number is another', () => {
    const hashes = new Set<string>();
    for (let each = 0; each < 20_000; each++)
      hashes.add(hashOf({feeds: {cards: {rows: [{id: '1', at: each}]}}, counter: 1}));
    expect(hashes.size).toBe(20_000);
  });
});
