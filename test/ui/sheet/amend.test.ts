import {describe, expect, it} from 'vitest';
import {width} from '../../../src/term/text/sanitize.ts';
import {card, order, startDesk, trade} from '../../helpers/desk.ts';
import {linesIn} from '../helpers/panel.ts';
import {texts} from '../helpers/texts.ts';

/** What an amend costs, on the smallest screen. */
function review(amend: 'safe' | 'fast', price: string, size: string) {
  const resting = order('9007199254740993', {price, size, sizeContracts: size, orderType: 'LIMIT'});
  const cards = [card('1', {currentOptionSymbol: resting.symbol ?? '', currentAskPrice: price})];
  const desk = startDesk({amend}, false).open({cards, orders: [resting]}, {venue: 'LIVE'});
  desk.type('3', 'g', '+');
  const {overlay} = desk.state;
  if (overlay.kind !== 'review') throw new Error(`${overlay.kind} is on the screen`);
  const fills = [trade('9', {orderId: resting.orderId, filledSizeContracts: '0.5'})];
  const answer = {kind: 'amended', order: resting, fills} as const;
  desk.send({type: 'reread', review: overlay.number, answer});
  return texts(linesIn(desk.state, {columns: 40, rows: 9}));
}

describe('the review of an amend at 40x10', () => {
  it.each([
    ['safe', 'Then safe: off the market for 120 s'],
    ['fast', 'Then fast: overfill of up to 0.5*'],
  ] as const)('has side, symbol, old and new price, and what the way costs: %s', (amend, cost) => {
    const facts = review(amend, '3490.25', '1').flatMap(line => line.trim().split(' · '));
    const counts = ['LIVE svc.example', 'BTC-27NOV26-65000-C', 'BUY', 'Old 1 @ 3,490.25'];
    expect(facts).toEqual(expect.arrayContaining([...counts, 'Places 0.5 @ 3,490.26*', cost]));
  });

  it.each([
    ['safe', '3490.25', '1'],
    ['fast', '123456.789', '1234.5678'],
  ] as const)('cuts no line in a word: %s, %s, %s', (amend, price, size) => {
    const lines = review(amend, price, size);
    expect(lines.filter(line => line.includes('…'))).toEqual([]);
    expect(lines.some(line => line.endsWith(' back'))).toBe(true);
    expect(Math.max(...lines.map(width))).toBeLessThanOrEqual(40);
  });
});
