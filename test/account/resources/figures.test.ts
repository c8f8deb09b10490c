import {describe, expect, it} from 'vitest';
import {distancePercent, percentShown, plPercent, rounded} from '../../../src/account/resources/figures.ts';

describe('a percentage', () => {
  it('refers to the investment, and is missing if either value is missing', () => {
    expect(percentShown(plPercent({pl: '-5.36731', investmentAmount: '250'}))).toBe('-2.15');
    expect(plPercent({pl: '9007199254740993', investmentAmount: '100'})).toBe('9007199254740993');
    expect(plPercent({pl: undefined, investmentAmount: '250'})).toBeUndefined();
    expect(plPercent({pl: 'n/a', investmentAmount: '250'})).toBeUndefined();
    expect(plPercent({pl: '1', investmentAmount: '0'})).toBeUndefined();
  });

  it('gives the distance of a price from the ask', () => {
    expect(distancePercent('95', '100')).toBe('-5');
    expect(distancePercent('47747.5', '4770.65')).toBe('900.859421');
    expect(distancePercent('1', undefined)).toBeUndefined();
    expect(distancePercent('1', '0')).toBeUndefined();
  });
});

describe('a rounded amount', () => {
  it.each([
    ['-5.36731', 'USDT', '-5.37'],
    ['0.004', 'usdc', '0.00'],
    ['250', 'USDT', '250'],
    ['12.5', 'EUR', '12.50'],
    ['2856.1', 'USD', '2856.10'],
    ['0.00123456789', 'BTC', '0.00123457'],
    ['12345.6789', 'ETH', '12345.7'],
    ['1234567.89', undefined, '1234568'],
    ['1.10000001', 'BTC', '1.1'],
    ['0.5', 'BTC', '0.5'],
    ['n/a', 'USDT', 'n/a'],
  ])('of %s %s is %s', (value, currency, shown) => {
    expect(rounded(value, currency)).toBe(shown);
  });

  it('is missing if there is no value', () => {
    expect(rounded(undefined, 'USDT')).toBeUndefined();
  });
});
