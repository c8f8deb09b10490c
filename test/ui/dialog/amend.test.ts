import {describe, expect, it} from 'vitest';
import {card, order, startDesk, trade} from '../../helpers/desk.ts';
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
});
