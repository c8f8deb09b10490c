import {expect, it} from 'vitest';
import type {AmendDraft} from '../../../src/core/intents/kinds/cancel.ts';
import {loadOf} from './account.ts';

const moved = (fields: Partial<AmendDraft>, filled?: string) => {
  const draft: AmendDraft = {
    ...{kind: 'amend', orderId: '5', symbol: 'BTC-C', side: 'BUY', tradesLagMs: 0},
    ...{price: '90', size: '10', newPrice: '90', newSize: '10'},
    ...fields,
  };
  return loadOf(draft, {currency: undefined, underlying: 'BTC'}, filled)?.notional;
};

it('an amended order counts its new price and size, and its old ones if it fills before', () => {
  expect(moved({newPrice: '95'})).toBe('950');
  expect(moved({newSize: '20'})).toBe('1800');
  // It may fill whole at the old price before it is canceled.
  expect(moved({newPrice: '50'})).toBe('900');
  expect(moved({newSize: '4'})).toBe('900');
  // And what it is larger by is placed all the same.
  expect(moved({newPrice: '50', newSize: '20'})).toBe('1400');
});

it('what an amended order had filled counts as a fill, and is not added again', () => {
  expect(moved({newPrice: '95'}, '4')).toBe('570');
  expect(moved({newPrice: '50'}, '4')).toBe('540');
  expect(moved({newSize: '3'}, '4')).toBe('540');
  expect(moved({}, '10')).toBe('0');
});
