import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {winRange} from '../../../src/desk/book/trades.ts';

/** The interval by its usual formula, in floats. */
function wilson(wins: number, n: number): {low: number; high: number} {
  const z = 1.96;
  const share = wins / n;
  const middle = share + z ** 2 / (2 * n);
  const half = z * Math.sqrt((share * (1 - share)) / n + z ** 2 / (4 * n ** 2));
  const scale = 1 + z ** 2 / n;
  return {low: (100 * (middle - half)) / scale, high: (100 * (middle + half)) / scale};
}

describe('the range of wins', () => {
  it('is none of nothing, and wide of little', () => {
    expect(winRange(0, 0)).toBeUndefined();
    expect(winRange(0, 1)).toEqual({low: 0, high: 80});
    expect(winRange(1, 1)).toEqual({low: 20, high: 100});
    expect(winRange(5, 10)).toEqual({low: 23, high: 77});
  });

  it('is the interval of Wilson, rounded outwards to whole percents', () => {
    const counts = fc.nat(100_000).chain(n => fc.tuple(fc.nat(n), fc.constant(n)));
    fc.assert(
      fc.property(counts, ([wins, n]) => {
        const range = winRange(wins, n);
        if (n === 0 || range === undefined) return range === undefined && n === 0;
        const {low, high} = wilson(wins, n);
        const isNext = (whole: number, exact: number) => Math.abs(whole - exact) < 1 + 1e-9;
        return (
          range.low <= low + 1e-9 &&
          range.high >= high - 1e-9 &&
          isNext(range.low, low) &&
          isNext(range.high, high)
        );
      }),
    );
  });
});
