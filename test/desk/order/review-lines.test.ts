import {describe, expect, it} from 'vitest';
import type {Draft} from '../../../src/desk/intents/intent.ts';
import {payoffOf} from '../../../src/desk/order/review-lines.ts';
import {card} from '../../helpers/desk.ts';

describe('the option behind a review', () => {
  const order: Draft = {
    kind: 'place',
    symbol: 'BTC-27NOV26-65000.000000000001-P',
    side: 'SELL',
    price: '12345678.123456789012',
    size: '0.1',
  };
  const open: Draft = {kind: 'open', cardId: '1', investmentAmount: '100'};

  it('keeps every digit of an order', () => {
    expect(payoffOf([order], {})).toEqual({
      type: 'PUT',
      side: 'SELL',
      strike: '65000.000000000001',
      premium: '12345678.123456789012',
      size: '0.1',
    });
  });

  it('is bought at the ask from a card, as much of it as the amount buys', () => {
    expect(payoffOf([open], {card: card('1', {currentAskPrice: '3'})})).toEqual({
      type: 'CALL',
      side: 'BUY',
      strike: '65000',
      premium: '3',
      size: '33.333333',
    });
  });

  it('is unknown without a price, or with a symbol that spells none', () => {
    expect(payoffOf([open], {card: card('1', {currentAskPrice: '0'})})).toBeUndefined();
    expect(payoffOf([open], {})).toBeUndefined();
    expect(payoffOf([{...order, symbol: 'BTC-PERPETUAL'}], {})).toBeUndefined();
  });
});
