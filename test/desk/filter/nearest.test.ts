import {describe, expect, it} from 'vitest';
import {nearest} from '../../../src/desk/filter/nearest.ts';

describe('the suggestion for a misspelt name', () => {
  it.each([
    ['acount', ['status', 'account'], 'account'],
    ['cahnge', ['change', 'charge'], 'change'],
    ['price-tolerance', ['price_tolerance', 'price_band'], 'price_tolerance'],
    ['Read Only', ['read_only'], 'read_only'],
    ['curr', ['currentAskPrice', 'current'], 'currentAskPrice'],
    ['AskPrice', ['title', 'currentAskPrice'], 'currentAskPrice'],
    ['lisst', ['list', 'show'], 'list'],
  ])('for %s is found among %j', (typed, candidates, meant) => {
    expect(nearest(typed, candidates)).toBe(meant);
  });

  it.each([
    ['c', ['a', 'b']],
    ['xyzzy', ['status', 'title']],
    ['', ['a']],
  ])('for %j is nothing from %j', (typed, candidates) => {
    expect(nearest(typed, candidates)).toBeUndefined();
  });

  it('takes no longer for an extremely long name', () => {
    expect(nearest('a'.repeat(1_000_000), ['status'])).toBeUndefined();
  });
});
