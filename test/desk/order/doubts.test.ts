import {describe, expect, it} from 'vitest';
import {defaultGuardrails} from '../../../src/account/model/vocabulary.ts';
import type {Order, Trade} from '../../../src/api/wire/records.ts';
import {doubtsOf, movedPercent} from '../../../src/desk/order/doubts.ts';
import type {Review} from '../../../src/desk/order/ordering.ts';
import type {Settings} from '../../../src/desk/state.ts';
import {card, easyOption, order, startDesk, trade} from '../../helpers/desk.ts';
import {epoch} from '../../helpers/intents.ts';

/** Slips of the fingers in an order, and how the review asks about them. */
const symbol = 'BTC-27NOV26-65000-C';
const contract = {asset: 'BTC', type: 'CALL', strikePrice: '65000', expiryDate: 7} as const;

type Desk = ReturnType<typeof startDesk>;

/** A desk with a card at an ask of 100, and what else it has. */
function deskOf({
  ask = '100',
  orders = [],
  trades = [],
  ...settings
}: Partial<Settings> & {
  ask?: string | undefined;
  orders?: readonly Order[];
  trades?: readonly Trade[];
}): Desk {
  const cards = ask === '' ? [] : [card('1', {currentAskPrice: ask})];
  return startDesk(settings).open({cards, orders, trades});
}

/** The review of an order typed by hand, its card read once more. */
function reviewOf(desk: Desk, typed: {price: string; size?: string; side?: 'SELL'; symbol?: string}): Review {
  desk.type('1', 'n');
  const values = {symbol, size: '1', ...typed};
  desk.fill(values);
  desk.type('enter');
  if (review(desk).reread.status === 'reading') desk.reread();
  return review(desk);
}

const review = (desk: Desk) => desk.shown('review');

const said = (shown: Review) => shown.doubts.map(each => each.text);

const sends = (desk: Desk) => desk.drafts().length;

describe('the way of a price', () => {
  it('is rounded as in the tables, without zeros at its end', () => {
    expect([movedPercent('10.9', '12.1'), movedPercent('10', '9')]).toEqual(['11.01', '-10']);
    expect(movedPercent('8', '6.884')).toBe('-13.95');
  });
});

describe('a limit price', () => {
  it('asks with another key and shows the figure if it is far from the ask', () => {
    const desk = deskOf({});
    const shown = reviewOf(desk, {price: '1001', size: '0.5', side: 'SELL'});
    expect(said(shown)).toContain('The price 1,001 is 901 % above the ask 100');
    expect(shown.key).toMatch(/^[a-xz]$/);
    desk.showQuestion();
    desk.type('y');
    expect(sends(desk)).toBe(0);
    desk.type(desk.question().key);
    expect(sends(desk)).toBe(1);
  });

  it('asks from the first hundredth beyond the band, also below the ask', () => {
    expect(said(reviewOf(deskOf({}), {price: '90'}))).toEqual([]);
    expect(said(reviewOf(deskOf({}), {price: '89.99'}))).toEqual([
      'The price 89.99 is 10.01 % below the ask 100',
    ]);
    const wide = {...defaultGuardrails, priceBand: 50};
    expect(said(reviewOf(deskOf({guardrails: wide}), {price: '50'}))).toEqual([]);
    expect(said(reviewOf(deskOf({guardrails: wide}), {price: '49'}))).toHaveLength(1);
  });

  it('is called marketable for a BUY at or above the ask, and asks beyond the tolerance', () => {
    const line = (shown: Review) => shown.lines.find(each => each.label === 'Price')?.value;
    const below = reviewOf(deskOf({}), {price: '99.99'});
    expect([line(below), below.key]).toEqual(['99.99 LIMIT', 'y']);
    const within = reviewOf(deskOf({}), {price: '102'});
    expect([line(within), within.key]).toEqual(['102 LIMIT, marketable (crosses the ask)', 'y']);
    const beyond = reviewOf(deskOf({}), {price: '102.01'});
    expect(said(beyond)).toEqual(['The price 102.01 is 2.01 % above the ask 100, and is marketable']);
    expect(beyond.key).toMatch(/^[a-xz]$/);
    const sold = reviewOf(deskOf({}), {price: '102.01', side: 'SELL'});
    expect(line(sold)).toBe('102.01 LIMIT');
    expect(sold.doubts.map(({kind}) => kind)).toEqual(['short']);
  });

  it('asks if no price is known for its symbol', () => {
    const shown = reviewOf(deskOf({}), {price: '100', symbol: 'ETH-27NOV26-3000-P'});
    expect(said(shown)).toEqual(['No price is known for ETH-27NOV26-3000-P']);
    expect(shown.key).toMatch(/^[a-xz]$/);
  });

  it('is compared with the last trade if no card shows an ask', () => {
    const trades = [
      trade('1', {...contract, openPrice: '100', openDate: 2}),
      trade('2', {...contract, openPrice: '50', openDate: 1}),
    ];
    const orders = [order('5', contract)];
    expect(said(reviewOf(deskOf({ask: '', orders, trades}), {price: '95'}))).toEqual([]);
    expect(said(reviewOf(deskOf({ask: '', orders, trades}), {price: '120'}))).toEqual([
      'The price 120 is 20 % above the last trade 100',
    ]);
  });

  it.each([
    ['asset', {asset: 'ETH'}],
    ['type', {type: 'PUT'}],
    ['strike', {strikePrice: '70000'}],
    ['expiry', {expiryDate: 8}],
    ['strike, if the trade has none', {strikePrice: undefined}],
  ])('is never compared with a trade of another %s', (_, changed) => {
    const trades = [trade('1', {...contract, openPrice: '100', ...changed} as Partial<Trade>)];
    const shown = reviewOf(deskOf({ask: '', orders: [order('5', contract)], trades}), {price: '100'});
    expect(said(shown)).toEqual([`No price is known for ${symbol}`]);
  });

  it('asks when the ask moves away from it during the review', () => {
    const desk = deskOf({guardrails: {...defaultGuardrails, priceTolerance: 50}});
    const shown = reviewOf(desk, {price: '95'});
    expect(shown.key).toBe('y');
    desk.showQuestion();
    desk.pass(2_000);
    desk.poll('cards', [card('1', {currentAskPrice: '120'})]);
    expect(said(review(desk))).toEqual(['The price 95 is 20.83 % below the ask 120']);
    desk.type('y');
    expect(sends(desk)).toBe(0);
  });
});

describe('an ask that the pane of cards is filtered away from', () => {
  const hidden = card('1', {currentAskPrice: '100'});
  const other = card('2', {underlying: 'ETH', currentOptionSymbol: 'ETH-C', currentAskPrice: '7'});
  const mine = order('5', {
    ...contract,
    symbol,
    price: '50',
    size: '1',
    sizeContracts: '1',
    orderType: 'LIMIT',
  });

  function filtered(): Desk {
    const desk = startDesk().open({cards: [hidden, other], orders: [mine]});
    desk.type('1');
    desk.filter('ETH');
    desk.arrive('cards', [other]);
    expect(desk.state.feeds.cards.rows).toEqual([other]);
    return desk;
  }
  const lineOf = (shown: Review, label: string) => shown.lines.find(each => each.label === label)?.value;
  const beyond = 'The price 102.01 is 2.01 % above the ask 100, and is marketable';

  it('guards a new order, which takes it from the account', () => {
    const desk = filtered();
    desk.type('3', 'g', 'n');
    desk.fill({price: '102.01', size: '1'});
    desk.type('enter');
    const shown = review(desk);
    expect(said(shown)).toEqual([beyond]);
    expect(lineOf(shown, 'Ask')).toBe('100');
    expect(lineOf(shown, 'Price')).toBe('102.01 LIMIT, marketable (crosses the ask)');
  });

  it('guards an amend, which does not say that it rests', () => {
    const desk = filtered();
    desk.type('3', 'g', 'm');
    expect(desk.state.overlay).toMatchObject({form: {card: {currentAskPrice: '100'}}});
    desk.fill({price: '102.01'});
    desk.type('enter');
    const shown = review(desk);
    expect(said(shown)).toEqual([beyond]);
    expect(lineOf(shown, 'Places')).toBe('1 @ 102.01, marketable');
    expect(lineOf(shown, 'Ask')).toBe('100');
  });
});

describe('a sale', () => {
  const terms = {asset: 'BTC', type: 'CALL', strikePrice: '65000', expiryDate: epoch + 432_000_000};
  const bought = (size: string, of: Partial<Trade> = {}) =>
    trade('1', {
      ...terms,
      ...{positionId: '7', orderId: '5', tradeSide: 'BUY', filledSizeContracts: size},
      ...{openPrice: '100', openDate: epoch, fee: '0', ...of},
    });
  const known = order('6', {...terms, symbol, side: 'BUY', price: '90', size: '0.1'});
  const sold = (desk: Desk, size: string, positionId = '7') => {
    desk.type('1', 'n');
    const values = {symbol, side: 'SELL', price: '100', size, positionId};
    desk.fill(values);
    desk.type('enter');
    return review(desk);
  };
  const riskOf = ({lines}: Review) => lines.find(({label}) => label === 'Risk')?.value;
  const asks = ({doubts}: Review) => doubts.some(({kind}) => kind === 'short');

  it('asks twice beyond its position, and says the loss that its payoff shows', () => {
    const desk = () => deskOf({orders: [known], trades: [bought('3')]});
    const covered = sold(desk(), '3');
    expect([asks(covered), riskOf(covered)]).toEqual([false, undefined]);
    const flipped = sold(desk(), '5');
    expect([asks(flipped), riskOf(flipped)]).toEqual([true, 'Unlimited loss']);
    expect(said(flipped)).toContain('Sells short. Unlimited loss');
  });

  it('says that an order without a position id may net the position that holds enough', () => {
    const unnamed = (size: string) => sold(deskOf({orders: [known], trades: [bought('3')]}), size, '');
    expect(said(unnamed('2')).join()).toContain('Sells short, unless it nets the position held. ');
    expect(riskOf(unnamed('2'))).toMatch(/, unless it nets the position held \(no position id\)$/);
    expect(said(unnamed('5')).join()).toContain('Sells short. ');
  });

  it('is no more dangerous than all that is held in its underlying and expiry', () => {
    const beside = bought('9', {tradeId: '2', positionId: '8', orderId: '9'});
    const flipped = sold(deskOf({orders: [known], trades: [bought('3'), beside]}), '5');
    expect(asks(flipped)).toBe(true);
    expect(riskOf(flipped)).toMatch(/^Max loss [\d,.]+ incl. positions held$/);
  });

  it('asks twice of a position that no trade shows', () => {
    const unknown = sold(deskOf({}), '1', '44');
    expect(asks(unknown)).toBe(true);
    expect(riskOf(unknown)).toBe(
      'Unlimited loss unless it nets a position (no trade of it is known), or it is a PUT (type unknown)',
    );
  });
});

describe('a size', () => {
  const trades = (...sizes: string[]) =>
    sizes.map((filledSizeContracts, index) => trade(String(index), {filledSizeContracts, asset: 'BTC'}));

  it('asks above ten times the median of the user’s own trades in the asset', () => {
    const mine = trades('0.5', '9', '0.1', '0.7', '0.5');
    expect(said(reviewOf(deskOf({trades: mine}), {price: '100', size: '5'}))).toEqual([]);
    const shown = reviewOf(deskOf({trades: mine}), {price: '100', size: '500'});
    expect(said(shown)).toEqual(['The size 500 is 1,000 times the median 0.5 of your 5 trades in BTC']);
    expect(shown.key).toMatch(/^[a-xz]$/);
  });

  it('asks above ten times the largest of fewer than five', () => {
    const few = deskOf({trades: trades('1', '2')});
    expect(said(reviewOf(few, {price: '100', size: '20'}))).toEqual([]);
    expect(said(reviewOf(few, {price: '100', size: '21'}))).toEqual([
      'The size 21 is 10.5 times the largest 2 of your trades in BTC',
    ]);
  });

  it('asks above first_notional if no trade in the asset is known', () => {
    const others = trades('1', '1', '1', '1', '1').map(each => ({...each, asset: 'ETH'}));
    expect(said(reviewOf(deskOf({trades: others}), {price: '100', size: '10'}))).toEqual([]);
    const shown = reviewOf(deskOf({trades: others}), {price: '100', size: '5000'});
    expect(said(shown)).toEqual([
      'The notional 500,000 is above 1,000 (first_notional), and no earlier one of yours is known',
    ]);
    expect(shown.key).toMatch(/^[a-xz]$/);
    const wide = {...defaultGuardrails, firstNotional: 500_000};
    expect(said(reviewOf(deskOf({guardrails: wide}), {price: '100', size: '5000'}))).toEqual([]);
  });

  it('does not ask about an order that reduces a proved position', () => {
    const {state} = deskOf({trades: trades('0.1', '0.1')});
    const order = {
      kind: 'place',
      symbol,
      side: 'SELL',
      price: '100',
      size: '20',
      positionId: '9',
      contract,
    } as const;
    expect(doubtsOf(state, order, '100')).toMatchObject([{kind: 'size'}]);
    expect(doubtsOf(state, {...order, reduces: '9'}, '100')).toEqual([]);
    const unknown = deskOf({}).state;
    expect(doubtsOf(unknown, order, '100')).toMatchObject([{kind: 'first'}]);
    expect(doubtsOf(unknown, {...order, reduces: '9'}, '100')).toEqual([]);
  });

  it('asks about an opening as well', () => {
    const opening = (desk: Desk, amount: string) => {
      desk.type('1', 'o');
      desk.fill({amount: amount});
      desk.type('enter');
      return said(review(desk));
    };
    expect(opening(deskOf({}), '1000')).toEqual([]);
    expect(opening(deskOf({}), '1001')).toHaveLength(1);
    const one = startDesk().open({
      cards: [card('1', {currentAskPrice: '100'})],
      easyOptions: [easyOption('1', {investmentAmount: '200'})],
    });
    expect(opening(one, '2200')).toEqual([
      'The investment 2,200 is 11 times the largest 200 of your Easy Options',
    ]);
  });

  it('uses the exact mean of the two middle trades as the median', () => {
    const mine = trades('0.1', '0.1', '0.1', '0.2', '0.2', '0.2');
    expect(said(reviewOf(deskOf({trades: mine}), {price: '100', size: '1.5'}))).toEqual([]);
    expect(said(reviewOf(deskOf({trades: mine}), {price: '100', size: '1.6'}))).toEqual([
      'The size 1.6 is 10.6 times the median 0.15 of your 6 trades in BTC',
    ]);
  });
});
