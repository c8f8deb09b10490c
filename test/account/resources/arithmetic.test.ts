import {describe, expect, it} from 'vitest';
import {
  filledBy,
  fillsByOrder,
  isFilledBy,
  leftOf,
  netOf,
} from '../../../src/account/resources/arithmetic.ts';

describe('the filled size', () => {
  const fill = (tradeId: string, filledSizeContracts?: string, orderId = '7') => ({
    tradeId,
    orderId,
    filledSizeContracts,
  });

  it('is the sum of the trade sizes, each trade once', () => {
    expect(filledBy([])).toEqual({sum: '0', isExact: true});
    expect(filledBy([fill('1', '0.1'), fill('2', '0.2'), fill('1', '0.1')])).toEqual({
      sum: '0.3',
      isExact: true,
    });
    expect([...fillsByOrder([fill('1', '0.1'), fill('2', '2', '8'), {tradeId: '3'}])]).toEqual([
      ['7', '0.1'],
      ['8', '2'],
    ]);
  });

  it.each([
    ['an undefined value', undefined],
    ['text', 'n/a'],
    ['zero', '0'],
    ['a negative number', '-1'],
  ])('is a lower bound if a trade has %s as its size', (_, size) => {
    expect(filledBy([fill('1', '0.5'), fill('2', size)])).toEqual({sum: '0.5', isExact: false});
  });

  it('is a lower bound if trades without an id may be the same trade', () => {
    expect(filledBy([fill('', '1'), fill('', '1')])).toEqual({sum: '1', isExact: false});
    expect(filledBy([fill('', '1')])).toEqual({sum: '1', isExact: true});
  });

  it('leaves the rest of the size, and never less than zero', () => {
    expect([leftOf('1', '0.3'), leftOf('1', '1'), leftOf('1', '1.5')]).toEqual(['0.7', '0', '0']);
  });

  it('fills an order completely by its size in contracts, if that is known', () => {
    expect(isFilledBy({size: '75', sizeContracts: '1'}, '1')).toBe(true);
    expect(isFilledBy({size: '75', sizeContracts: '1'}, '0.9')).toBe(false);
    expect(isFilledBy({size: '1'}, '1')).toBe(true);
    expect(isFilledBy({}, '1')).toBe(false);
    expect(isFilledBy({size: '0'}, '0')).toBe(false);
  });
});

describe('the net of trades', () => {
  it('counts sales as negative in any spelling, and is unknown without a side or size', () => {
    const one = {tradeId: '1', tradeSide: 'buy', filledSizeContracts: '1.5'};
    expect(netOf([one, {tradeId: '2', tradeSide: 'SELL', filledSizeContracts: '2'}])).toBe('-0.5');
    expect(netOf([one, {tradeId: '2', tradeSide: 'GIFT', filledSizeContracts: '2'}])).toBeUndefined();
    expect(netOf([one, {tradeId: '2', tradeSide: 'SELL'}])).toBeUndefined();
  });
});
