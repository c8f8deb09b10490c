import {describe, expect, it} from 'vitest';
import type {EasyOption, EasyOptionCard} from '../../../src/api/wire/records.ts';
import {nextExpiry, openGains} from '../../../src/desk/portfolio/groups.ts';
import {portfolioOf} from '../../../src/desk/portfolio/portfolio.ts';
import type {PortfolioRows} from '../../../src/desk/portfolio/rows.ts';
import {accountOf, closed, day, easyOption, given, hour, noon, trade, whole} from './account.ts';

const told = (sum: string, without = 0) => ({sum, without});
const portfolioFor = (lists: Parameters<typeof accountOf>[0]) => portfolioOf(accountOf(lists), given());

const card = (more: Partial<EasyOptionCard> = {}): EasyOptionCard => ({
  id: '7',
  type: 'TOUCH',
  underlying: 'ETH',
  direction: 'UP',
  targetPrice: '1',
  expiryDate: '2026-11-27T23:30:00-05:00',
  title: 'a card',
  ...more,
});

describe('Easy Options that are not over', () => {
  it('are summed exactly by status and currency, and never across currencies', () => {
    const {currencies} = portfolioFor({
      easyOptions: [
        easyOption({investmentAmount: '0.1', pl: '0.2'}),
        easyOption({investmentAmount: '0.2', pl: '-0.3'}),
        easyOption({status: 'CLOSED', investmentAmount: '50', pl: '9'}),
        easyOption({status: 'CLOSING', investmentCurrency: 'BTC', investmentAmount: '7', pl: '1'}),
        easyOption({status: 'PENDING', investmentAmount: '1', pl: '0'}),
      ],
    });
    expect(currencies.map(({currency}) => currency)).toEqual(['BTC', 'USDT']);
    expect(currencies[1]?.open).toEqual({
      count: 3,
      invested: told('1.3'),
      pl: told('-0.1'),
      atRisk: told('1.3'),
      percent: '-7.692307',
    });
    expect([...(currencies[1]?.states.keys() ?? [])]).toEqual(['PENDING', 'ACTIVE']);
    expect(currencies[1]?.states.get('ACTIVE')).toMatchObject({count: 2, pl: told('-0.1')});
  });

  it('are counted if they have no amount or no P/L, which does not count as zero', () => {
    const {currencies} = portfolioFor({
      easyOptions: [
        easyOption({investmentAmount: undefined, pl: 'n/a'}),
        easyOption({investmentAmount: '40', pl: undefined}),
        easyOption({investmentAmount: undefined, pl: '3'}),
        easyOption({investmentAmount: '10', pl: '1'}),
      ],
    });
    expect(currencies[0]?.open).toMatchObject({invested: told('50', 2), pl: told('4', 2), percent: '10'});
  });

  it('have at risk what is left of the investment, and nothing once sold', () => {
    const {currencies} = portfolioFor({
      easyOptions: [
        easyOption({investmentAmount: '40', pl: '-15.5'}),
        easyOption({investmentAmount: '10', pl: undefined}),
        easyOption({investmentAmount: '10', pl: '-12'}),
        easyOption({investmentAmount: undefined}),
      ],
    });
    expect(currencies[0]?.open.atRisk).toEqual(told('34.5', 1));
  });

  it('count an unknown status as a state of its own', () => {
    const {currencies} = portfolioFor({
      easyOptions: [easyOption({status: 'PAUSED'}), easyOption({status: undefined})],
    });
    expect([...(currencies[0]?.states.keys() ?? [])]).toEqual(['', 'PAUSED']);
    expect(currencies[0]?.open.count).toBe(2);
  });

  it('include TRIGGERED ones until these are sold: then their P/L is realized and in no uP/L', () => {
    const triggered = {status: 'TRIGGERED', pl: '5'};
    const account = portfolioFor({
      easyOptions: [
        easyOption(triggered),
        easyOption({...triggered, plClosed: '5'}),
        easyOption({...triggered, plClosed: '5', closeTime: noon}),
      ],
    });
    const [totals] = account.currencies;
    expect(totals?.open).toMatchObject({count: 2, pl: {sum: '10'}});
    expect(totals?.states.get('TRIGGERED')?.count).toBe(2);
    expect(totals?.closed.today).toMatchObject({count: 1, wins: 1, pl: {sum: '5'}});
    expect(openGains(account)).toMatchObject([{count: 2, sum: '10'}]);
    expect(account.expiries).toMatchObject([{count: 2}]);
  });
});

describe('Easy Options that are over', () => {
  it('are summed for today, for 7 days and for 30 days, by local days', () => {
    const midnight = Date.UTC(2026, 10, 22);
    const {currencies} = portfolioFor({
      easyOptions: [
        closed('1', midnight),
        closed('2', midnight - 1),
        closed('-4', midnight - 6 * day),
        closed('8', midnight - 6 * day - 1),
        closed('16', midnight - 29 * day),
        closed('32', midnight - 29 * day - 1),
        closed('64', midnight + day),
        closed('128', undefined),
      ],
    });
    const told = currencies[0]?.closed;
    expect(told?.today).toMatchObject({count: 1, pl: {sum: '1'}});
    expect(told?.days7).toMatchObject({count: 3, wins: 2, pl: {sum: '-1'}});
    expect(told?.days30).toMatchObject({count: 5, wins: 4, pl: {sum: '23'}});
    expect(told?.unknown).toMatchObject({count: 1, pl: {sum: '128'}});
    expect(told?.later).toMatchObject({count: 1, pl: {sum: '64'}});
    expect(told?.byDay).toHaveLength(30);
    expect(told?.byDay.filter(({closed: each}) => each.count > 0).map(({day: name}) => name)).toEqual([
      '2026-10-24',
      '2026-11-15',
      '2026-11-16',
      '2026-11-21',
      '2026-11-22',
    ]);
  });

  it('win only above 0, and those without a P/L are no losses', () => {
    const {currencies} = portfolioFor({
      easyOptions: ['0.0000001', '0', '-0', '-1', undefined].map(pl => closed(pl, noon)),
    });
    expect(currencies[0]?.closed.today).toEqual({count: 5, wins: 1, pl: told('-0.9999999', 1)});
  });

  it('move to another day when the day is over', () => {
    const rows = accountOf({easyOptions: [closed('3', noon)]});
    const today = portfolioOf(rows, given());
    const tomorrow = portfolioOf(rows, given(noon + day));
    expect(today.currencies[0]?.closed.today.count).toBe(1);
    expect(tomorrow.currencies[0]?.closed).toMatchObject({today: {count: 0}, days7: {count: 1}});
  });
});

describe('the ladder of expiries', () => {
  it('takes as its next day the first one with something left to sell', () => {
    const sold = {status: 'TRIGGERED', plClosed: '5', closeTime: noon};
    const next = (...easyOptions: readonly Partial<EasyOption>[]) =>
      nextExpiry(
        portfolioFor({
          cards: [card({id: '7', expiryDate: '2026-11-22T08:00:00Z'}), card({id: '8'})],
          easyOptions: easyOptions.map(easyOption),
        }).expiries,
      )?.day;
    expect(next({cardId: '7', ...sold}, {cardId: '8'}, {cardId: '9'})).toBe('2026-11-28');
    expect(next({cardId: '7', ...sold}, {cardId: '7'}, {cardId: '8'})).toBe('2026-11-22');
    expect(next({cardId: '7', ...sold}, {cardId: '9'})).toBeUndefined();
  });

  it('uses the UTC day of the card, else of the trades of the position, else none, and says which', () => {
    const rows = portfolioFor({
      cards: [card()],
      trades: [trade({positionId: '5', expiryDate: Date.UTC(2026, 10, 28, 1), asset: 'SOL'})],
      easyOptions: [
        easyOption({cardId: '7'}),
        easyOption({cardId: '9', positionId: '5', investmentCurrency: 'BTC'}),
        easyOption({cardId: '9', positionId: '6'}),
      ],
    });
    expect(rows.expiries).toMatchObject([
      {day: '2026-11-28', from: 'mixed', count: 2, at: Date.UTC(2026, 10, 28, 1)},
      {day: undefined, from: 'nothing', count: 1, at: undefined},
    ]);
    expect([...(rows.expiries[0]?.byCurrency.keys() ?? [])]).toEqual(['BTC', 'USDT']);
    expect(rows.underlyings).toMatchObject([
      {asset: 'ETH', from: 'card', count: 1},
      {asset: 'SOL', from: 'trades', count: 1},
      {asset: undefined, from: 'nothing', count: 1},
    ]);
  });

  it('rejects trades of one position that contradict each other', () => {
    const {expiries, underlyings} = portfolioFor({
      trades: [trade({positionId: '5'}), trade({positionId: '5', expiryDate: noon, asset: 'ETH'})],
      easyOptions: [easyOption({positionId: '5'})],
    });
    expect(expiries).toMatchObject([{day: undefined}]);
    expect(underlyings).toMatchObject([{asset: undefined}]);
  });

  it('moves its records when a card or a trade with the expiry arrives', () => {
    const easyOptions = [easyOption({cardId: '7'}), easyOption({positionId: '5'})];
    const before = portfolioFor({easyOptions});
    const after = portfolioFor({easyOptions, cards: [card()], trades: [trade({positionId: '5'})]});
    expect(before.expiries).toMatchObject([{day: undefined, count: 2}]);
    expect(after.expiries).toMatchObject([
      {day: '2026-11-27', from: 'trades'},
      {day: '2026-11-28', from: 'card'},
    ]);
  });
});

describe('working orders', () => {
  const order = {orderId: '1', symbol: 'X', side: 'BUY', price: '9', size: '10', timestamp: noon - hour};

  it('count by their remaining size, and a repeated trade once', () => {
    const part = trade({orderId: '1', filledSizeContracts: '2.5'});
    const {orders} = portfolioFor({
      orders: [order, {...order, orderId: '2', side: 'SELL', price: undefined}],
      trades: [part, {...part}],
      cards: [card({currentOptionSymbol: 'X', currentAskPrice: '10'})],
    });
    expect(orders).toMatchObject([
      {side: 'BUY', count: 1, notional: told('67.5'), partlyFilled: 1, nearest: '-10', oldest: noon - hour},
      {side: 'SELL', count: 1, notional: told('0', 1), partlyFilled: 0},
    ]);
    expect(orders[0]?.working[0]).toMatchObject({filled: '2.5'});
  });

  it('add nothing to the notional if their trades exceed their size', () => {
    const {orders} = portfolioFor({
      orders: [order, {...order, orderId: '2', size: '1'}],
      trades: [trade({orderId: '2', filledSizeContracts: '1.5'})],
    });
    expect(orders[0]).toMatchObject({count: 2, notional: told('90')});
  });

  it('have no notional if one of their trades has no size', () => {
    const {orders} = portfolioFor({
      orders: [order],
      trades: [trade({orderId: '1', filledSizeContracts: undefined})],
    });
    expect(orders[0]).toMatchObject({count: 1, notional: told('0', 1)});
  });

  it('exclude orders that are filled or canceled', () => {
    const {orders} = portfolioFor({
      orders: [
        {...order, status: 'FILLED'},
        {...order, status: 'CANCELED'},
      ],
    });
    expect(orders.map(({side, count}) => [side, count])).toEqual([
      ['BUY', 0],
      ['SELL', 0],
    ]);
  });
});

describe('trades', () => {
  it('sum fees as maker, as taker, and of neither', () => {
    const {tradeFees} = portfolioFor({
      trades: [
        trade({maker: true, fee: '-0.01'}),
        trade({fee: '0.2'}),
        trade({fee: undefined}),
        trade({maker: undefined, fee: '1'}),
      ],
    });
    expect(tradeFees).toEqual({
      maker: {count: 1, fees: told('-0.01')},
      taker: {count: 2, fees: told('0.2', 1)},
      unknown: {count: 1, fees: told('1')},
      total: {count: 4, fees: told('1.19', 1)},
      since: noon - 30 * day,
    });
  });

  it('are summed to net contracts by asset, type, strike and expiry', () => {
    const {contracts} = portfolioFor({
      trades: [
        trade({filledSizeContracts: '0.3'}),
        trade({filledSizeContracts: '0.1', tradeSide: 'sell'}),
        trade({strikePrice: '9000'}),
        trade({strikePrice: '9000', tradeSide: 'SELL'}),
        trade({type: 'PUT', tradeSide: undefined}),
      ],
    });
    expect(contracts.map(({type, strike, day: of, net}) => [type, strike, of, net])).toEqual([
      ['CALL', '9000', '2026-11-27', told('0')],
      ['CALL', '75000', '2026-11-27', told('0.2')],
      ['PUT', '75000', '2026-11-27', told('0', 1)],
    ]);
  });
});

describe('the portfolio', () => {
  it('is partial if a list has an unreadable row or is not complete', () => {
    const isPartial = (more: Partial<PortfolioRows>) =>
      portfolioOf({...accountOf({}), ...more}, given()).isPartial;
    expect(isPartial({})).toBe(false);
    expect(isPartial({cards: whole([], {isWhole: false})})).toBe(true);
  });

  it('is as old as its first requested list', () => {
    const rows = {...accountOf({}), orders: whole([], {began: {mono: 0, wall: noon - hour}})};
    expect(portfolioOf(rows, given()).asOf).toBe(noon - hour);
  });
});
