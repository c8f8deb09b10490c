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

type Given = Partial<Settings> & {
  ask?: string | undefined;
  orders?: readonly Order[];
  trades?: readonly Trade[];
};

/** A desk with a card at an ask of 100, and what else it has. */
function deskOf({ask = '100', orders = [], trades = [], ...settings}: Given): Desk {
  const cards = ask === '' ? [] : [card('1', {currentAskPrice: ask})];
  return startDesk(settings).open({cards, orders, trades});
}

type Typed = {price?: string; size?: string; side?: 'SELL'; symbol?: string};

/** The review of an order typed by hand, its card read once more. */
function reviewOf(desk: Desk, typed: Typed): Review {
  desk.type('1', 'n');
  const values = {symbol, size: '1', price: '100', ...typed};
  desk.fill(values);
  desk.type('enter');
  if (review(desk).reread.status === 'reading') desk.reread();
  return review(desk);
}

const review = (desk: Desk) => desk.shown('review');

const said = (shown: Review) => shown.doubts.map(each => each.text);

it('the way of a price is rounded as in the tables, without zeros at its end', () => {
  expect([movedPercent('10.9', '12.1'), movedPercent('10', '9')]).toEqual(['11.01', '-10']);
  expect(movedPercent('8', '6.884')).toBe('-13.95');
});

/** All of BTC. */
const tradesOf = (...sizes: string[]) =>
  sizes.map((filledSizeContracts, index) => trade(String(index), {filledSizeContracts, asset: 'BTC'}));

describe('an order', () => {
  const within = (more: Partial<typeof defaultGuardrails>) => ({guardrails: {...defaultGuardrails, ...more}});
  const [newest, older] = ['100', '50'].map((openPrice, at) => ({...contract, openPrice, openDate: 2 - at}));
  const last = {ask: '', orders: [order('5', contract)], trades: [trade('1', newest), trade('2', older)]};
  const mine = {trades: tradesOf('0.5', '9', '0.1', '0.7', '0.5')};
  const even = {trades: tradesOf('0.1', '0.1', '0.1', '0.2', '0.2', '0.2')};
  const few = {trades: tradesOf('1', '2')};
  const others = {trades: mine.trades.map(each => ({...each, asset: 'ETH'}))};
  const eth = 'ETH-27NOV26-3000-P';
  const first = 'The notional 500,000 is above 1,000 (first_notional), and no earlier one of yours is known';

  it.each<[string, Given, Typed, string?]>([
    ['a price at the end of the band', {}, {price: '90'}],
    ['a price beyond the band', {}, {price: '89.99'}, 'The price 89.99 is 10.01 % below the ask 100'],
    ['a price at the end of a wider band', within({priceBand: 50}), {price: '50'}],
    ['beyond a wider band', within({priceBand: 50}), {price: '49'}, 'The price 49 is 51 % below the ask 100'],
    ['a symbol without a price', {}, {symbol: eth}, `No price is known for ${eth}`],
    ['a price near the last trade', last, {price: '95'}],
    ['far from the last trade', last, {price: '120'}, 'The price 120 is 20 % above the last trade 100'],
    ['ten times the median', mine, {size: '5'}],
    ['far above', mine, {size: '500'}, 'The size 500 is 1,000 times the median 0.5 of your 5 trades in BTC'],
    ['ten times the mean of the two in the middle', even, {size: '1.5'}],
    ['10.6 times', even, {size: '1.6'}, 'The size 1.6 is 10.6 times the median 0.15 of your 6 trades in BTC'],
    ['ten times the largest of fewer than five', few, {size: '20'}],
    ['10.5 times', few, {size: '21'}, 'The size 21 is 10.5 times the largest 2 of your trades in BTC'],
    ['a first notional', others, {size: '10'}],
    ['a first notional above first_notional', others, {size: '5000'}, first],
    ['a first notional below a wider one', {...others, ...within({firstNotional: 500_000})}, {size: '5000'}],
  ])('asks twice only of what is unusual for it: %s', (_, given, typed, words) => {
    const shown = reviewOf(deskOf(given), typed);
    expect(said(shown)).toEqual(words === undefined ? [] : [words]);
    expect(shown.key).toMatch(words === undefined ? /^y$/ : /^[a-xz]$/);
  });
});

describe('a limit price', () => {
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
  it('does not ask about an order that reduces a proved position', () => {
    const {state} = deskOf({trades: tradesOf('0.1', '0.1')});
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
});
