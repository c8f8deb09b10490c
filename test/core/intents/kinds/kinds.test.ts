import {describe, expect, it} from 'vitest';
import {
  canceledBy,
  type Draft,
  draftIn,
  kindOf,
  requestsOf,
} from '../../../../src/core/intents/kinds/kinds.ts';

const open: Draft = {kind: 'open', cardId: '7', investmentAmount: '10'};
const close: Draft = {kind: 'close', easyOptionId: '8'};
const place: Draft = {kind: 'place', symbol: 'X', side: 'BUY', price: '5', size: '2'};
const cancel: Draft = {kind: 'cancel', orderId: '9', size: '2'};
const amend: Draft = {
  ...{kind: 'amend', orderId: '9', symbol: 'X', side: 'BUY', price: '4', size: '2', filled: '0.5'},
  ...{newPrice: '5', newSize: '2', tradesLagMs: 0},
};

describe('a kind of write', () => {
  it.each([
    ['open', open, undefined, undefined],
    ['close', close, undefined, undefined],
    ['place', place, undefined, '2'],
    ['cancel', cancel, '9', undefined],
    ['amend', amend, '9', '1.5'],
  ] as const)('says which order it cancels and what it places: %s', (_, draft, canceled, placed) => {
    expect(canceledBy(draft)).toBe(canceled);
    expect(kindOf(draft).places(draft)?.size).toBe(placed);
    expect(draftIn(draft)).toEqual({draft});
  });

  it('waits for the limits of each request that it is sent as', () => {
    expect(requestsOf('open')).toEqual(['open']);
    expect(requestsOf('amend')).toEqual(['cancel', 'place']);
  });
});
