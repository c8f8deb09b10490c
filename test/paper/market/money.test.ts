import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {underlyings} from '../../../src/paper/market/instruments.ts';
import {
  feeOn,
  feeRate,
  fromMicro,
  largest,
  mulDiv,
  toMicro,
  turnoverOf,
} from '../../../src/paper/market/money.ts';

describe('money', () => {
  it.each(['1e3', '0.0000001', '1000000001', '9'.repeat(40), '9'.repeat(400), `0.000001${'0'.repeat(40)}1`])(
    'does not read %s',
    text => {
      expect(toMicro(text)).toBeUndefined();
    },
  );

  it('writes what it reads', () => {
    fc.assert(
      fc.property(fc.integer({min: 0, max: largest}), micro => {
        expect(toMicro(fromMicro(micro))).toBe(micro);
      }),
      {seed: 3},
    );
    expect(fromMicro(-1_500_000)).toBe('-1.5');
    expect([toMicro('0007'), toMicro('1000000000')]).toEqual([7_000_000, largest]);
  });

  it('multiplies exactly beyond the range of doubles', () => {
    fc.assert(
      fc.property(fc.integer({min: 0, max: largest}), fc.integer({min: 0, max: largest}), (a, b) => {
        expect(BigInt(mulDiv(a, b, largest))).toBe((BigInt(a) * BigInt(b)) / BigInt(largest));
      }),
      {seed: 4, numRuns: 1000},
    );
  });

  it('never rounds a notional: tick times lot is a whole micro', () => {
    for (const {tick, lot} of underlyings) {
      expect((tick * lot) % 1_000_000).toBe(0);
      expect(turnoverOf(tick * 7, lot * 3) * 1_000_000).toBe(tick * 7 * lot * 3);
    }
  });

  it('takes no more fees from the parts than from the whole', () => {
    fc.assert(
      fc.property(fc.integer({min: 0, max: 1e12}), fc.integer({min: 0, max: 1e12}), (one, other) => {
        const parts = feeOn(one, feeRate.taker) + feeOn(other, feeRate.maker);
        expect(parts).toBeLessThanOrEqual(feeOn(one + other, feeRate.taker));
      }),
      {seed: 5},
    );
  });
});
