import {describe, expect, it} from 'vitest';
import {readAll} from '../../core/limits/opened.ts';
import {card, order, startDesk, trade} from '../../helpers/desk.ts';
import {epoch} from '../../helpers/intents.ts';
import {linesIn} from '../helpers/panel.ts';
import {texts} from '../helpers/texts.ts';

/** What an amend costs, on the smallest screen. */
function review(amendWaitMs: number, price: string, size: string) {
  const resting = order('9007199254740993', {price, size, sizeContracts: size, orderType: 'LIMIT'});
  const cards = [card('1', {currentOptionSymbol: resting.symbol ?? '', currentAskPrice: price})];
  const desk = startDesk({amendWaitMs}, false).open({cards, orders: [resting]}, {venue: 'LIVE'});
  desk.type('3', 'g', '+');
  const fills = [trade('9', {orderId: resting.orderId, filledSizeContracts: '0.5'})];
  desk.reread({kind: 'amended', order: resting, fills});
  return texts(linesIn(desk.state, {columns: 40, rows: 9}));
}

describe('the review of an amend at 40x10', () => {
  it.each([
    [120_000, 'Then off the market for 120 s'],
    [0, 'overfill up to 0.5'],
  ])('has side, symbol, old and new price, and what a wait of %d ms costs', (wait, cost) => {
    const facts = review(wait, '3490.25', '1').flatMap(line => line.trim().split(' · '));
    const counts = ['LIVE svc.example', 'BTC-27NOV26-65000-C', 'BUY', 'Old 1 @ 3,490.25'];
    expect(facts).toEqual(expect.arrayContaining([...counts, 'Places 0.5 @ 3,490.26, marketable*', cost]));
  });

  it.each([
    ['a part has filled', 0, {}, '0.5'],
    ['a fill is not listed yet', 120_000, {openPrice: '40'}, undefined],
  ])('can be confirmed if %s', (_name, tradesLagMs, more, filled) => {
    const of = {positionId: '9300000000000001', type: 'CALL', strikePrice: '65000', expiryDate: epoch + 9e8};
    const limit = {price: '40', size: '2', sizeContracts: '2', orderType: 'LIMIT'};
    const resting = order('9100000000000005', {...of, ...limit, asset: 'BTC', ...more});
    const {symbol = '', orderId} = resting;
    const trades = filled ? [trade('9', {...of, orderId, filledSizeContracts: filled, openPrice: '40'})] : [];
    const cards = [card('1', {currentOptionSymbol: symbol, currentAskPrice: '60'})];
    const desk = startDesk({amendWaitMs: 0}, false).open(
      {cards, orders: [resting], trades},
      {venue: 'LIVE', tradesLagMs},
    );
    readAll(desk, {orders: [resting], trades}, {afterMs: 2_500});
    desk.poll('cards', cards);
    desk.type('3', 'g', '+');
    desk.reread({kind: 'amended', order: resting, fills: trades});
    desk.showQuestion();
    const drawn = texts(linesIn(desk.state, {columns: 40, rows: 9}))
      .join('')
      .replace(/\s+/g, ' ');
    const places = filled ? ['Places 1.5 @ 41', 'adds risk'] : ['Places 2 @ 41', 'WILL OVERFILL by up to 2'];
    for (const each of ['LIVE svc.example', 'test', symbol, 'BUY', `#${of.positionId}`, ...places])
      expect(drawn).toContain(each);
    expect(drawn).toMatch(/press . to amend/);
  });
});
