import {describe, expect, it} from 'vitest';
import {noLimits} from '../../../src/account/model/vocabulary.ts';
import {wholeSince} from '../../../src/account/reading/reading.ts';
import {gainsSince} from '../../../src/desk/feeds/freshness.ts';
import type {Settings} from '../../../src/desk/state.ts';
import {card, easyOption, order, trade} from '../../helpers/desk.ts';
import {epoch} from '../../helpers/intents.ts';
import {watchedDesk} from '../../helpers/watched-desk.ts';

const many = <Row>(count: number, make: (id: string) => Row) =>
  Array.from({length: count}, (_, at) => make(String(1 + at)));

/** 40 cards, 60 Easy Options of which the last 20 are open, 30 orders (or more), 50 trades. */
function quietAccount(settings: Partial<Settings>, orders = 30) {
  const open = {symbol: 'S', timestamp: epoch - 60_000};
  const lists = {
    cards: many(40, id => card(id, {currentOptionSymbol: 'S'})),
    easyOptions: many(60, id => easyOption(id, {status: Number(id) > 40 ? 'ACTIVE' : 'CLOSED'})),
    orders: many(orders, id => order(`1${id}`, open)),
    trades: many(50, id => trade(id, {openDate: epoch - 10_000_000 + Number(id) * 60_000})),
  };
  const watched = watchedDesk({
    settings,
    rowsOf(pane, query) {
      const {status, start = 0, active} = query as {status?: string; start?: number; active?: string};
      if (pane === 'trades') return lists.trades.filter(({openDate = 0}) => openDate >= start);
      if (pane === 'cards') return active === 'false' ? [] : lists.cards;
      if (pane === 'orders') return lists.orders;
      return lists.easyOptions.filter(each => status === undefined || each.status === status);
    },
  });
  return {...watched, lists};
}

describe('a dashboard of an account on which nothing happens', () => {
  it.each([
    [1_000, 2.35],
    [2_000, 1.25],
  ])('asks with a period of %i ms at most %d times a second', (refreshMs, most) => {
    const {asked, press, run} = quietAccount({refreshMs});
    for (const pane of ['1', '3', '4', '6']) {
      press(pane);
      run(10_000);
      const before = asked.length;
      run(60_000);
      expect((asked.length - before) / 60, `pane ${pane}`).toBeLessThanOrEqual(most);
    }
  });

  it.each([
    ['1', 36],
    ['3', 64],
  ])('makes figures on pane %s at most %d times a minute, and tells their age', (pane, most) => {
    const {desk, lists, press, run} = quietAccount({refreshMs: 1_000});
    press(pane);
    run(30_000);
    const made = new Set<unknown>();
    run(60_000, () => {
      const price = {currentAskPrice: String(10 + (desk.now.mono % 97))};
      lists.cards = lists.cards.map(each => ({...each, ...price}));
      lists.easyOptions = lists.easyOptions.map(each => ({...each, currentPl: price.currentAskPrice}));
      made.add(desk.state.portfolio.account);
      expect(desk.now.mono - (gainsSince(desk.state)?.mono ?? 0)).toBeLessThan(3_000);
    });
    expect(made.size).toBeLessThan(most);
  });

  it.each([30, 250])('has a whole reading that limits accept at any time, with %i orders', orders => {
    const {desk, run} = quietAccount({limits: {...noLimits, maxOpenCount: 1}}, orders);
    run(30_000);
    run(100_000, () => {
      const {now, rounds} = desk.state;
      expect(now.mono - (wholeSince(rounds.reading)?.mono ?? 0)).toBeLessThan(30_000);
    });
  });

  it.each([
    ['1', 30],
    ['1', 250],
    ['2', 30],
    ['3', 30],
    ['4', 30],
    ['6', 30],
  ])('shows an own fill within two periods on pane %s, with %i orders', (pane, orders) => {
    const {desk, lists, press, run} = quietAccount({}, orders);
    press(pane);
    run(21_000);
    for (let at = 0; at < 8; at++) {
      const [filled, ...left] = lists.orders;
      lists.orders = left;
      const tradeId = `9${at}`;
      const fill = {orderId: filled?.orderId, openDate: desk.now.wall, fillType: 'FILL'};
      lists.trades = [...lists.trades, trade(tradeId, fill)];
      run(2 * 2_000 + 500);
      expect(desk.state.rounds.reading.rows.trades.rows.map(each => each.tradeId)).toContain(tradeId);
      expect(desk.state.notices.map(({text}) => text).join()).toContain(`#${filled?.orderId}`);
      run(3_000 + at * 370);
    }
  });
});
