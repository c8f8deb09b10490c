import {describe, expect, it} from 'vitest';
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

  it('loses an order with its card, but not one that names a position', () => {
    const found = (draft: Draft, card?: EasyOptionCard) =>
      kindOf(draft).found(draft, {kind: 'card', card}, {});
    const exit: Draft = {...place, positionId: '1'};
    const [own, other] = ['X', 'Y'].map(symbol => cardOf('1', {currentOptionSymbol: symbol}));
    expect(found(place)).toEqual({gone: 'The card is no longer listed.'});
    expect(found(place, other)).toEqual({unread: 'Its card trades another option now.'});
    expect([found(exit), found(exit, other)]).toEqual([{subject: {}}, {subject: {}}]);
    for (const draft of [place, exit]) expect(found(draft, own)).toEqual({subject: {card: own}});
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

describe('one of several writes', () => {
  const rows = (option?: Partial<EasyOption>) => ({
    card: () => undefined,
    easyOption: (id: string) => option && {id, ...option},
    order: () => undefined,
  });
  const over = (draft: Draft, areOrdersWhole: boolean, option?: Partial<EasyOption>) =>
    kindOf(draft).over(draft, rows(option), areOrdersWhole);

  it('is over if a complete list lacks its order, and not if the list may be a part', () => {
    expect(over(cancel, true)).toBe('It is no longer listed as open.');
    expect(over(cancel, false)).toBeUndefined();
  });

  it('is over if its Easy Option has ended, and not if that is not listed', () => {
    expect(over(close, true, {status: 'CLOSED'})).toBe('It is CLOSED already.');
    expect(over(close, true, {status: 'ACTIVE'})).toBeUndefined();
    expect(over(close, true)).toBeUndefined();
  });
});
