import {describe, expect, it} from 'vitest';
import type {FeedPane} from '../../../../src/account/model/vocabulary.ts';
import type {EasyOption, EasyOptionCard} from '../../../../src/api/wire/records.ts';
import type {Draft} from '../../../../src/core/intents/kinds/kinds.ts';
import type {AmendFacts} from '../../../../src/desk/order/tickets/ticket.ts';
import {draftOfRow, ticketOf} from '../../../../src/desk/order/tickets/tickets.ts';
import {card as cardOf} from '../../../helpers/desk.ts';

const close: Draft = {kind: 'close', easyOptionId: '8'};
const place: Draft = {kind: 'place', symbol: 'X', side: 'BUY', price: '5', size: '2'};

describe('the ticket of a write', () => {
  it('is placed without an ask once its card is gone, or trades another option', () => {
    const [own, other] = ['X', 'Y'].map(symbol => cardOf('1', {currentOptionSymbol: symbol}));
    const listed = (card?: EasyOptionCard, lacks = false) =>
      ticketOf(place).listed(place, {card: own}, {row: () => card as never, lacks: () => lacks});
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
});

const rows = (option?: Partial<EasyOption>, isLacking = false) => ({
  row: (pane: FeedPane, id: string | undefined) =>
    (pane === 'easyOptions' && option ? {id, ...option} : undefined) as never,
  lacks: () => isLacking,
});

describe('a write that is asked about', () => {
  const over = (draft: Draft, isLacking: boolean, option?: Partial<EasyOption>) =>
    ticketOf(draft).over?.(draft, rows(option, isLacking));

  it('is over if its Easy Option has ended, and not if that may be on another page', () => {
    expect(over(close, false, {status: 'CLOSED'})).toBe('It is CLOSED already.');
    expect(over(close, false, {status: 'ACTIVE'})).toBeUndefined();
    expect(over(close, false)).toBeUndefined();
    expect(over(close, true)).toBe('It no longer exists.');
  });
});
