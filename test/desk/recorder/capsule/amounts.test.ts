import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {compare, multiply} from '../../../../src/api/wire/decimal.ts';
import {drawFactors, scaled, scaledNumber, scaledTyped} from '../../../../src/desk/recorder/capsule/prose.ts';

const decimals = fc.stringMatching(/^(0|[1-9]\d{0,17})(\.\d{0,11}[1-9])?$/);

describe('amounts that are scaled', () => {
  it('keep their decimals, and grow by two digits at most', () => {
    fc.assert(
      fc.property(decimals, fc.integer(), (amount, seed) => {
        for (const factor of Object.values(drawFactors(seed))) {
          const after = scaled(amount, factor) ?? '';
          expect(after.split('.')[1]?.length).toBe(amount.split('.')[1]?.length);
          expect(after.length - amount.length).toBeLessThanOrEqual(2);
          expect(compare(after, multiply(amount, String(factor)))).toBe(0);
        }
      }),
    );
  });

  it('make of a price times a size the money that it was', () => {
    fc.assert(
      fc.property(decimals, decimals, fc.integer(), (price, size, seed) => {
        const factors = drawFactors(seed);
        const product = multiply(scaled(price, factors.price) ?? '', scaled(size, factors.size) ?? '');
        expect(product).toBe(scaled(multiply(price, size), factors.money));
      }),
    );
  });

  it('are the same as numbers for charts', () => {
    expect(scaledNumber(0.1, 3)).toBe(0.3);
    expect(scaledNumber(-12.5, 7)).toBe(-87.5);
  });

  it('stay half typed where they are', () => {
    expect(scaledTyped('12.', 3)).toBe('36.');
    expect(scaledTyped('.5', 3)).toBe('1.5');
    expect(scaledTyped('999,999', 3)).toBe('2,999,997');
    expect(scaledTyped('>2.5k', 3)).toBe('>7.5k');
  });

  it('are nothing that is no decimal', () => {
    expect(scaled('12a', 3)).toBeUndefined();
  });
});
