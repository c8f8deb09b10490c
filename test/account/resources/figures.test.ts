import {describe, expect, it} from 'vitest';
import {optionTotals} from '../../../src/account/portfolio/groups.ts';
import {distancePercent, percentShown, plPercent, rounded} from '../../../src/account/resources/figures.ts';

const option = (status: string, investmentAmount: string, pl?: string, plClosed?: string) => ({
  id: '1',
  status,
  investmentAmount,
  investmentCurrency: 'USDT',
  pl,
  plClosed,
});

describe('the totals of Easy Options', () => {
  it('count and sum only those that are not over', () => {
    const [totals] = optionTotals([
      option('ACTIVE', '1416', '124.02'),
      option('PENDING', '1440'),
      option('ACTIVE', '500', '-24.02'),
      option('CLOSED', '999', '49.5', '49.5'),
      option('EXPIRED', '1', '-1', '-1'),
    ]);
    expect([...(totals?.states ?? [])].map(([state, {length}]) => [state, length])).toEqual([
      ['ACTIVE', 2],
      ['PENDING', 1],
    ]);
    expect(totals).toMatchObject({
      currency: 'USDT',
      // The percentage is of the 1,916 whose P/L is told.
      open: {invested: {sum: '3356'}, pl: {sum: '100', without: 1}, percent: '5.219206'},
      closed: {pl: {sum: '48.5', without: 0}},
    });
  });

  it('count no P/L twice, even if a row that is not over has a closed P/L', () => {
    // Both of its figures may be the same money.
    const rows = [option('TRIGGERED', '396', '86.79', '86.79'), option('CLOSED', '248', '70.95', '70.95')];
    expect(optionTotals(rows)).toMatchObject([{open: {pl: {sum: '86.79'}}, closed: {pl: {sum: '70.95'}}}]);
    expect(optionTotals(rows.slice(0, 1))).toMatchObject([{open: {pl: {sum: '86.79'}}, closed: {count: 0}}]);
  });

  it('are separate for each currency', () => {
    const rows = [option('ACTIVE', '1', '1'), {...option('ACTIVE', '2', '2'), investmentCurrency: 'BTC'}];
    expect(optionTotals(rows).map(each => [each.currency, each.open.invested.sum])).toEqual([
      ['BTC', '2'],
      ['USDT', '1'],
    ]);
  });
});

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
