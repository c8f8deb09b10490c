import {describe, expect, it} from 'vitest';
import {
  easyOptionWords,
  fillsOf,
  movedWords,
  noLongerOpen,
  orderWords,
  termsWords,
} from '../../../src/account/words/records.ts';
import {profitWords} from '../../../src/account/words/text.ts';
import type {EasyOption, Order, Trade} from '../../../src/api/wire/records.ts';

const order: Order = {orderId: '7', symbol: 'X', side: 'BUY', price: '4000', size: '0.5', status: 'PENDING'};

const trade = (tradeId: string, filledSizeContracts: string, openPrice?: string): Trade => ({
  tradeId,
  orderId: '7',
  filledSizeContracts,
  openPrice,
});

const part = trade('1', '0.2', '3998.2');
const rest = trade('2', '0.3', '3998.2');

type OrderCase = readonly [words: string, changed: Partial<Order>, trades?: readonly Trade[]];

const orders: readonly OrderCase[] = [
  ['WORKING: BUY 0.5 X @ 4,000 (0/0.5 filled) #7', {}],
  ['WORKING: BUY 0.5 X @ 4,000 (0/0.5 filled) #7', {openPrice: '0'}],
  // Some of it has filled, and how much is not known.
  ['WORKING: BUY 0.5 X @ 4,000 #7', {openPrice: '3998.2'}],
  ['PARTIALLY FILLED 0.2/0.5 @ 3,998.2: BUY 0.5 X @ 4,000 #7', {}, [part]],
  ['PARTIALLY FILLED 0.2/0.5: BUY 0.5 X @ 4,000 #7', {}, [trade('1', '0.2')]],
  ['PARTIALLY FILLED 2/5 @ 3,998.2: BUY 0.5 X @ 4,000 #7', {sizeContracts: '5'}, [trade('1', '2', '3998.2')]],
  ['FILLED BUY 0.5 X @ 3,998.2 #7', {status: 'FILLED', openPrice: '3998.2'}],
  ['FILLED BUY 0.5 X @ 3,998.2 #7', {status: 'FILLED', openPrice: '3999'}, [part, rest]],
  ['FILLED BUY 0.5 X @ 3,998.2 and 3,999 #7', {status: 'FILLED'}, [part, trade('2', '0.3', '3999')]],
  ['FILLED BUY 0.5 X, limit 4,000 #7', {status: 'FILLED'}],
  ['FILLED BUY 0.5 X, limit 4,000 #7', {status: 'FILLED'}, [part, trade('2', '0.3')]],
  // The same trade twice is one trade.
  ['PARTIALLY FILLED 0.3/0.5 @ 3,998.2: BUY 0.5 X @ 4,000 #7', {}, [rest, rest]],
  ['FILLED BUY 0.5 X @ 3,998.2 #7', {}, [part, rest]],
  ['FILLED SELL 0.5 X #7', {status: 'FILLED', side: 'SELL', orderType: 'MARKET'}],
  ['CANCELED: BUY 0.5 X @ 4,000 #7', {status: 'CANCELED'}],
  ['CANCELED (0.2/0.5 filled, per trades so far): BUY 0.5 X @ 4,000 #7', {status: 'CANCELED'}, [part]],
  ['CANCELED (partial fill, not listed yet): BUY 0.5 X @ 4,000 #7', {status: 'CANCELED', openPrice: '4000'}],
  // The record decides, whatever its trades say.
  ['CANCELED (0.5/0.5 filled, per trades so far): BUY 0.5 X @ 4,000 #7', {status: 'CANCELED'}, [part, rest]],
  ['EXPIRED_IN_MATCH: BUY 0.5 X @ 4,000 #7', {status: 'EXPIRED_IN_MATCH'}],
  ['ACCEPTED: BUY 0.5 X @ 4,000 #7', {status: undefined}],
  ['WORKING: BUY 1,250,000 X @ much (0/1,250,000 filled) #7', {size: '1250000', price: 'much'}],
];

const option: EasyOption = {
  id: '9',
  cardName: 'BTC above 75500',
  status: 'PENDING',
  investmentAmount: '1250',
  investmentCurrency: 'USDT',
};

const options: readonly (readonly [words: string, changed: Partial<EasyOption>])[] = [
  ['OPENING: BTC above 75500 for 1,250 USDT #9', {}],
  ['OPENED @ 4,690.1: BTC above 75500 for 1,250 USDT #9', {status: 'ACTIVE', entryPrice: '4690.1'}],
  ['TRIGGERED: BTC above 75500 #9', {status: 'TRIGGERED', pl: '3'}],
  [
    'TRIGGERED, closed P/L +3 USDT: BTC above 75500 #9',
    {status: 'TRIGGERED', pl: '4', plClosed: '3', closeTime: 1},
  ],
  ['CLOSING: BTC above 75500 for 1,250 USDT #9', {status: 'CLOSING', pl: '-9'}],
  ['CLOSED P/L -9.92 USDT: BTC above 75500 #9', {status: 'CLOSED', pl: '-8', plClosed: '-9.91738'}],
  ['CLOSED P/L -9.92 USDT: BTC above 75500 #9', {status: 'CLOSED', pl: '-9.91738'}],
  ['CLOSED: BTC above 75500 #9', {status: 'CLOSED'}],
  ['EXPIRED P/L +12.50 USDT: BTC above 75500 #9', {status: 'EXPIRED', pl: '12.5'}],
  ['SETTLING: BTC above 75500 for 1,250 USDT #9', {status: 'SETTLING'}],
  ['OPENED: Easy Option for 1,250 USDT #9', {status: undefined, cardName: undefined}],
];

describe('an order as a sentence', () => {
  it.each([
    ['PENDING', 'working'],
    [undefined, 'accepted'],
  ])('says of an amended one only what its record proves: %s', (status, word) => {
    expect(movedWords({...order, status}, fillsOf([]))).toBe(`AMENDED to 0.5 @ 4,000, ${word}: BUY X #7`);
  });

  it.each(orders.map(([words, changed, trades = []]) => ({words, changed, trades})))(
    '$words',
    ({words, changed, trades}) => {
      expect(orderWords({...order, ...changed}, fillsOf(trades))).toBe(words);
    },
  );

  it('is filled or canceled, and no more is claimed, if it left the list without a trade to explain it', () => {
    expect(orderWords({...order, status: noLongerOpen}, fillsOf([]))).toBe(
      'OFF THE BOOK (filled or canceled): BUY 0.5 X @ 4,000 #7',
    );
    expect(orderWords({...order, status: noLongerOpen}, fillsOf([part]))).toBe(
      'OFF THE BOOK (filled or canceled): BUY 0.5 X @ 4,000 (0.2/0.5 filled, per trades so far) #7',
    );
  });

  it('contains only a limited length of text from outside', () => {
    const status = 'S'.repeat(10_000);
    expect(orderWords({...order, status, symbol: status}, fillsOf([])).length).toBeLessThan(200);
  });
});

it.each(options)('an Easy Option as a sentence %s', (words, changed) => {
  expect(easyOptionWords({...option, ...changed})).toBe(words);
});

it.each([
  ['-9.92 USDT', '-9.91738', 'USDT'],
  ['+12.50 EUR', '12.5', 'EUR'],
  ['+0.00123457 BTC', '0.0012345678', 'BTC'],
  ['+0.001 USDT', '0.001', 'USDT'],
  ['0 USDT', '0', 'USDT'],
  ['+1,234.57', '1234.57', undefined],
  ['n/a USDT', 'n/a', 'USDT'],
])('a gain or a loss %s', (words, profit, currency) => {
  expect(profitWords(profit, currency)).toBe(words);
});

it('the terms of a fill have a mark for what the record lacks', () => {
  expect(termsWords({size: '3', price: '1010'})).toBe('3 @ 1,010');
  expect(termsWords({size: '3'})).toBe('3 @ ?');
});
