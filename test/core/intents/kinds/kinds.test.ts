import {describe, expect, it} from 'vitest';
import type {FeedPane} from '../../../../src/account/model/vocabulary.ts';
import type {EasyOption, EasyOptionCard} from '../../../../src/api/wire/records.ts';
import type {AmendFacts} from '../../../../src/core/intents/kinds/kind.ts';
import {
  canceledBy,
  type Draft,
  draftIn,
  draftOfRow,
  kindOf,
  requestsOf,
} from '../../../../src/core/intents/kinds/kinds.ts';
import {card as cardOf} from '../../../helpers/desk.ts';

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

  it('is placed without an ask once its card is gone, or trades another option', () => {
    const [own, other] = ['X', 'Y'].map(symbol => cardOf('1', {currentOptionSymbol: symbol}));
    const listed = (card?: EasyOptionCard, lacks = false) =>
      kindOf(place).listed(place, {card: own}, {row: () => card as never, lacks: () => lacks});
    expect(listed(own)).toEqual({card: own});
    expect([listed(other), listed(undefined, true)]).toEqual([{}, {}]);
    expect(listed(undefined)).toBeUndefined();
  });

  it('cancels an order whose status is not documented, and none that has filled or is canceled', () => {
    const of = (status: string) => draftOfRow('cancel', {orderId: '9', status}, {} as AmendFacts);
    for (const status of ['PENDING', 'EXPIRED', 'REJECTED', 'HALTED'])
      expect(of(status)).toEqual({draft: {kind: 'cancel', orderId: '9'}});
    for (const status of ['FILLED', 'CANCELED'])
      expect(of(status)).toEqual({refused: `It is ${status} already.`});
  });

  it('waits for the limits of each request that it is sent as', () => {
    expect(requestsOf('open')).toEqual(['open']);
    expect(requestsOf('amend')).toEqual(['cancel', 'place']);
  });
});

const rows = (option?: Partial<EasyOption>, isLacking = false) => ({
  row: (pane: FeedPane, id: string | undefined) =>
    (pane === 'easyOptions' && option ? {id, ...option} : undefined) as never,
  lacks: () => isLacking,
});

describe('a write that is asked about', () => {
  const over = (draft: Draft, isLacking: boolean, option?: Partial<EasyOption>) =>
    kindOf(draft).over(draft, rows(option, isLacking));

  it('is over if a complete list lacks its order, and not if the list may be a part', () => {
    expect(over(cancel, true)).toBe('It is no longer listed as open.');
    expect(over(cancel, false)).toBeUndefined();
  });

  it('is over if its Easy Option has ended, and not if that may be on another page', () => {
    expect(over(close, false, {status: 'CLOSED'})).toBe('It is CLOSED already.');
    expect(over(close, false, {status: 'ACTIVE'})).toBeUndefined();
    expect(over(close, false)).toBeUndefined();
    expect(over(close, true)).toBe('It no longer exists.');
  });
});
