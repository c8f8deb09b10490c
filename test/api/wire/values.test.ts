import fc from 'fast-check';
import {expect, it} from 'vitest';
import {isInt64} from '../../../src/api/wire/values.ts';

it('takes for an id the digits of every integer of 64 bits, and of no other', () => {
  const range = 1n << 63n;
  fc.assert(
    fc.property(fc.bigInt({min: -2n * range, max: 2n * range}), number => {
      expect(isInt64(String(number))).toBe(number >= -range && number < range);
    }),
    {examples: [[range], [range - 1n], [-range], [-range - 1n]]},
  );
});

it.each(['', ' 7', '7.0', '+7', '1e3', '0x7', '１', 7, 7n, null, undefined])(
  'takes nothing else for one: %o',
  value => {
    expect(isInt64(value)).toBe(false);
  },
);
