import {describe, expect, it} from 'vitest';
import {defaultGuardrails, feedPanes} from '../../src/account/model/vocabulary.ts';
import type {EasyOption, EasyOptionCard, Order, Trade} from '../../src/api/wire/records.ts';
import type {Intent} from '../../src/core/intents/intent.ts';
import type {Draft} from '../../src/core/intents/kinds/kinds.ts';
import {describe as sentence} from '../../src/core/intents/words.ts';
import type {State} from '../../src/desk/state.ts';
import {details, optionSelected} from '../../src/ui/details.ts';
import {card, easyOption, lostOrder, order, startDesk, trade} from '../helpers/desk.ts';
import {linesIn} from './helpers/panel.ts';
import {texts} from './helpers/texts.ts';

/**
 * The interface does not say what a symbol spells. So whatever it seems to say of underlying, strike, type or
 * expiry must change no word about money: records that differ in their symbols alone are told of alike.
 */
const symbols = [
  'BTC-27NOV26-65000-C',
  'ETH-01JAN31-99999-P',
  'SOL/31DEC29_00001-P',
  'BTC-27NOV26-65000-P',
  'C-P-C-P-1234567890X',
];

/** A word of the same width, so that lines break alike. */
const hidden = 'SYMBOL-IN-ITS-PLACE';
const without = (symbol: string, text: string) => text.replaceAll(symbol, hidden);

function deskWith(symbol: string, told: Partial<Order> = {}) {
  const cards: EasyOptionCard[] = [card('1', {currentOptionSymbol: symbol, optionSymbol: symbol})];
  const easyOptions: EasyOption[] = [
    easyOption('7', {cardId: '1', optionSymbol: symbol, investmentAmount: '100', investmentCurrency: 'USDT'}),
  ];
  const orders: Order[] = [order('5', {symbol, ...told}), order('6', {symbol, side: 'SELL', ...told})];
  const trades: Trade[] = [trade('3', {orderId: '5'})];
  return startDesk().open({cards, easyOptions, orders, trades});
}

type Desk = ReturnType<typeof deskWith>;

/** Every way to a review. */
const ways: Record<string, (desk: Desk, symbol: string) => void> = {
  'an opening': desk => {
    desk.type('o');
    desk.fill({amount: '50'});
    desk.type('enter');
  },
  'a close': desk => desk.type('2', 'c'),
  'an order from a card': desk => {
    desk.type('n');
    desk.fill({size: '2'});
    desk.type('enter');
  },
  'selling to open': desk => {
    desk.type('n', 'up', 'up', 's');
    desk.fill({size: '2'});
    desk.type('enter');
  },
  'an order like a listed one'(desk) {
    desk.type('3', 'n');
    desk.fill({price: '9', size: '2'});
    desk.type('enter');
  },
  'an order by only its symbol': (desk, symbol) => {
    desk.type('4', 'n');
    desk.fill({symbol, price: '9', size: '2'});
    desk.type('enter');
  },
  'a cancel': desk => desk.type('3', 'x'),
  'canceling all': desk => {
    desk.type('3', 'X');
    desk.readList({orders: desk.state.feeds.orders.rows});
  },
  resending: (desk, symbol) => {
    const lost: Intent = {...lostOrder, draft: {...(lostOrder.draft as Draft & {kind: 'place'}), symbol}};
    desk.restore(lost);
    desk.type('R');
  },
};

function reviewed(state: State): string {
  const rooms = [
    {columns: 100, rows: 60},
    {columns: 40, rows: 9},
  ];
  return rooms.map(room => texts(linesIn(state, room)).join('\n')).join('\n');
}

const told = {asset: 'BTC', type: 'CALL', strikePrice: '70000', expiryDate: 1_795_766_400_000};

describe('a symbol with any text', () => {
  it.each(Object.keys(ways))('changes only itself in the review of %s', name => {
    for (const more of [{}, told]) {
      const texts = symbols.map(symbol => {
        const desk = deskWith(symbol, more);
        ways[name]?.(desk, symbol);
        return without(symbol, reviewed(desk.state));
      });
      expect(texts[0]).toContain('PAPER');
      expect(new Set(texts).size, texts.join('\n\n')).toBe(1);
    }
  });

  it.each(feedPanes)('changes only itself in the details on %s, and not their chart', pane => {
    const texts = symbols.map(symbol => {
      const desk = deskWith(symbol, told);
      desk.send({type: 'ran', action: `pane.${pane}`});
      desk.send({type: 'ran', action: 'details'});
      const {state} = desk;
      return without(symbol, JSON.stringify([details(state), optionSelected(state)]));
    });
    expect(new Set(texts).size, texts.join('\n\n')).toBe(1);
  });

  it('changes only itself in the outcome of a write', () => {
    const texts = symbols.map(symbol => {
      const draft: Draft = {kind: 'place', symbol, side: 'SELL', price: '9', size: '2'};
      const all: Intent[] = [
        {...lostOrder, draft},
        {...lostOrder, draft: {kind: 'cancel', orderId: '5', symbol, side: 'BUY', price: '9', size: '2'}},
      ];
      return without(symbol, all.map(each => sentence(each)).join('\n'));
    });
    expect(new Set(texts).size).toBe(1);
  });

  it('gives a guardrail no underlying, and a symbol without a record is refused', () => {
    for (const symbol of symbols) {
      const guardrails = {...defaultGuardrails, allowedUnderlyings: ['BTC', 'ETH', 'SOL', 'C']};
      const desk = startDesk({guardrails}).open();
      desk.type('n');
      desk.fill({symbol, price: '9', size: '2'});
      desk.type('enter');
      const overlay = desk.shown('form');
      expect(overlay.form.fields[0]?.error).toMatch(
        /^The underlying of \S+ is unknown, and this profile allows only /,
      );
    }
  });
});
