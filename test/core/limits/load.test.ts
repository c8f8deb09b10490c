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

it('what an amended order had filled counts as a fill, and is not added again', () => {
  expect(moved({newPrice: '95'}, '4')).toBe('570');
  expect(moved({newPrice: '50'}, '4')).toBe('540');
  expect(moved({newSize: '3'}, '4')).toBe('540');
  expect(moved({}, '10')).toBe('0');
});
