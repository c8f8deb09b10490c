import {expect, it} from 'vitest';
import {createBook} from '../../../src/paper/engine/book.ts';
import {cardsAt} from '../../../src/paper/market/cards.ts';
import {cardView, easyOptionView, orderView, tradeView} from '../../../src/paper/operations/views.ts';
import {testStart} from '../../helpers/paper.ts';

const symbol = 'BTC-27NOV26-75000-C';
const size = 29e6;
const position = {number: 0, account: 11, symbol, size};
const book = {...createBook({seed: 7, now: testStart}), positions: [position]};
const [card] = cardsAt(book.market, book.time);
if (card === undefined) throw new Error('There is no card.');

const row = {number: 15, account: 11, order: 12, position: 0, symbol, fee: 23e6};
const traded = {...row, side: 'BUY', price: 21e6, size} as const;
const times = {openedAt: 31, triggeredAt: 32, closedAt: 33};
const bought = {cost: 27e6, proceeds: 58e6, qty: 3e6, investment: 28e6, target: 41e6, trigger: 42e6};

/** Rows in which no two values are equal, and the fields that show the same. */
it.each([
  ['card', cardView(book, {...card, trigger: 3e6}), ['optionSymbol', 'currentOptionSymbol']],
  [
    'Easy Option',
    easyOptionView(book, {
      ...{...row, ...times, ...bought, cardId: 51, cardName: 'card'},
      ...{type: 'TOUCH', direction: 'UP', status: 'CLOSED'},
    }),
    ['pl', 'plClosed'],
  ],
  [
    'order',
    orderView({
      ...{...traded, orderType: 'LIMIT', status: 'PENDING', filled: 1e6, turnover: 24e6, hold: 25e6},
      ...{createdAt: 34, arrivesAt: 35, openedAt: 31},
    }),
    ['size', 'sizeContracts'],
  ],
  ['trade', tradeView({...traded, notional: 24e6, maker: false, completes: true, at: 31}), []],
] as const)('each field of a listed %s shows a value of its own', (_, view, same) => {
  const values = Object.entries(view).map(([name, value]) => [name, JSON.stringify(value)] as const);
  const twins = values.filter(([, value]) => values.filter(([, other]) => other === value).length > 1);
  expect(twins.map(([name]) => name)).toEqual(same);
});
