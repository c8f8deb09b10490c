import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {
  add,
  canonicalDecimal,
  compare,
  divide,
  isDecimal,
  isNegative,
  isZero,
  magnitude,
  multiply,
  negate,
  parseDecimal,
  subtract,
  sum,
  toFixed,
} from '../../../src/api/wire/decimal.ts';

/** Canonical decimals with up to 30 digits on either side of the point. */
const decimals = fc
  .tuple(fc.boolean(), fc.bigInt(0n, 10n ** 30n), fc.stringMatching(/^\d{0,30}$/))
  .map(([isBelow, whole, fraction]) => canonicalDecimal(`${isBelow ? '-' : ''}${whole}.${fraction}0`) ?? '0');

const canonical = /^(?:0|-?(?:0|[1-9]\d*)\.\d*[1-9]|-?[1-9]\d*)$/;

describe('decimal arithmetic', () => {
  it('is exact where floats are not', () => {
    expect(add('0.1', '0.2')).toBe('0.3');
    expect(subtract('9007199254740993', '1')).toBe('9007199254740992');
    expect(multiply('12345678.123456789012', '0.000000000001')).toBe('0.000012345678123456789012');
    expect(divide('1', '3', 5)).toBe('0.33333');
    expect(divide('-2', '3', 2)).toBe('-0.66');
    expect(() => divide('1', '0', 2)).toThrow('Division by zero');
  });

  it('adds a list like repeated additions, whatever the length of the numbers', () => {
    const short = fc.stringMatching(/^-?[0-9]{1,7}(\.[0-9]{1,6})?$/);
    fc.assert(
      fc.property(fc.array(fc.oneof(short, decimals)), all => {
        expect(sum(all)).toBe(all.reduce(add, '0'));
      }),
      {seed: 20261122, numRuns: 1_000},
    );
    const many = Array.from({length: 2_000}, () => '999999999999');
    expect(sum(many)).toBe('1999999999998000');
  });

  it('obeys the laws of arithmetic, and every result is canonical', () => {
    fc.assert(
      fc.property(decimals, decimals, decimals, (a, b, c) => {
        expect(add(a, b)).toBe(add(b, a));
        expect(subtract(add(a, b), b)).toBe(canonicalDecimal(a));
        expect(multiply(a, add(b, c))).toBe(add(multiply(a, b), multiply(a, c)));
        expect(add(a, negate(a))).toBe('0');
        expect(compare(a, b)).toBe(-compare(b, a) + 0);
        expect(compare(a, add(a, '0.000000000000000000000000000000000001'))).toBe(-1);
        for (const result of [add(a, b), subtract(a, b), multiply(a, b), magnitude(a)])
          expect(result).toMatch(canonical);
        if (!isZero(b))
          expect(compare(magnitude(subtract(a, multiply(divide(a, b, 3), b))), magnitude(b))).toBe(-1);
      }),
      {seed: 20261121},
    );
  });

  it('recognizes zero and signs', () => {
    expect(['0', '-0', '0.00', '-0.000'].every(isZero)).toBe(true);
    expect(isNegative('-0.1')).toBe(true);
    expect(isNegative('-0')).toBe(false);
    expect(magnitude('-12.5')).toBe('12.5');
    expect(negate('0')).toBe('0');
  });

  it.each([
    ['1.005', 2, '1.01'],
    ['-1.005', 2, '-1.01'],
    ['0.5', 0, '1'],
    ['2', 3, '2.000'],
    ['-0.004', 2, '0.00'],
    ['99.999', 2, '100.00'],
  ])('rounds %s to %i places for display, a half away from zero: %s', (decimal, scale, shown) => {
    expect(toFixed(decimal, scale)).toBe(shown);
  });

  it('refuses text that is not a decimal', () => {
    expect(() => add('1e3', '1')).toThrow(RangeError);
    expect(['1', '-1', '0.10', '007'].every(isDecimal)).toBe(true);
    expect(['', '+1', '1.', '.5', '1e3', 'NaN', '1,5', ' 1', '1\n', '१'].some(isDecimal)).toBe(false);
  });
});

describe('a typed decimal', () => {
  it.each(['0', '007', '1.50', '9'.repeat(40)])('is kept as typed: %s', text => {
    expect(parseDecimal(text)).toBe(text);
  });

  it.each(['', '0x10', '1,5', '1e3', '-1', '+1', '.5', '1.', '１２', '1\n', ' 1', '1.2.3', 'NaN', '1_000'])(
    'cannot be %j',
    text => {
      expect(parseDecimal(text)).toBeUndefined();
    },
  );
});

describe('a number in an answer', () => {
  it.each([
    ['0', '0'],
    ['-0', '0'],
    ['-0.0', '0'],
    ['1.50', '1.5'],
    ['1e21', '1000000000000000000000'],
    ['1E-7', '0.0000001'],
    ['-12.5e+1', '-125'],
    ['120e-1', '12'],
    ['0e999999999', '0'],
    ['12345678.123456789012', '12345678.123456789012'],
    ['1e400', undefined],
    ['1e-400', undefined],
    ['1e999999999999', undefined],
    ['9'.repeat(200), undefined],
    ['NaN', undefined],
    ['Infinity', undefined],
    ['', undefined],
  ])('%s becomes %s', (text, decimal) => {
    expect(canonicalDecimal(text)).toBe(decimal);
  });

  it('is canonical and keeps its value', () => {
    fc.assert(
      fc.property(fc.double({noNaN: true, min: -1e60, max: 1e60}), number => {
        const decimal = canonicalDecimal(number);
        if (decimal === undefined) expect(Math.abs(number)).toBeLessThan(1e-60);
        else {
          expect(decimal).toMatch(canonical);
          expect(Number(decimal)).toBe(number === 0 ? 0 : number);
        }
      }),
      {seed: 20261121, numRuns: 1000},
    );
  });
});
