import fc from 'fast-check';
import {expect, it} from 'vitest';
import {isInt64} from '../../../src/api/wire/values.ts';

it('accepts exactly the 64-bit integers as an id', () => {
  const range = 1n << 63n;
  fc.assert(
    fc.property(fc.bigInt({min: -2n * range, max: 2n * range}), number => {
      expect(isInt64(String(number))).toBe(number >= -range && number < range);
    }),
    {examples: [[range], [range - 1n], [-range], [-range - 1n]]},
  );
});

it.each(['', ' 7', '7.0', '+7', '1e3', '0x7', '１', 7, 7n, null, undefined])(
  'accepts nothing else as an id: %o',
  value => {
    expect(isInt64(value)).toBe(false);
  },
);
