import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {PortfolioRows} from '../../../src/account/portfolio/rows.ts';
import {easyOptionStatuses, type Trade} from '../../../src/api/wire/records.ts';
import {sheetOf} from '../../../src/desk/dialogs/index.ts';
import {withPortfolioRows} from '../../../src/desk/feeds/rounds.ts';
import {orderForm} from '../../../src/desk/order/forms.ts';
import {figureInView, portfolioLines, rowsListed} from '../../../src/desk/portfolio/move.ts';
import {sectionsShown} from '../../../src/desk/portfolio/sections.ts';
import type {State} from '../../../src/desk/state.ts';
import {update} from '../../../src/desk/update.ts';
import {accountOf, closed, day, easyOption, hour, noon, trade} from '../../account/portfolio/account.ts';
import {card, key, startDesk} from '../../helpers/desk.ts';
import {intentFor} from '../../helpers/intents.ts';
import {answerRounds, roundsIn} from '../../helpers/rounds.ts';

const now = {mono: 10_000, wall: noon};

function deskWith(rows: PortfolioRows): State {
  const desk = startDesk({startPane: 'portfolio'});
  return withPortfolioRows(desk.state, rows, now);
}

function press(state: State, name: string): State {
  return update({...state, now}, {type: 'pressed', key: key(name, {at: 20_000}), now})[0];
}

const order = (orderId: string, side: string) => ({orderId, symbol: 'BTC-X', side, price: '5', size: '2'});

const account = accountOf({
  easyOptions: [
    easyOption({id: '1', cardId: '11'}),
    easyOption({id: '2', status: 'PENDING'}),
    easyOption({id: '3', investmentCurrency: 'BTC', investmentAmount: '0.5', pl: undefined}),
    closed('4', noon - hour),
    closed('-3', noon - 3 * day),
  ],
  cards: [card('11', {underlying: 'BTC', expiryDate: new Date(noon + 3 * hour).toISOString()})],
  orders: [order('21', 'BUY'), order('22', 'SELL')],
  trades: [trade(), trade({maker: true})],
});

/** Few values, so that they meet. */
const optionOf = fc.record({
  status: fc.constantFrom(...easyOptionStatuses, 'NEW_ONE', undefined),
  investmentCurrency: fc.constantFrom('USDT', 'BTC', undefined),
  investmentAmount: fc.constantFrom('100', '0.25', undefined),
  pl: fc.constantFrom('5', '-7.5', undefined, 'none'),
  plClosed: fc.constantFrom('3', '-4', undefined),
  closeTime: fc.option(fc.integer({min: noon - 40 * day, max: noon + 2 * day}), {nil: undefined}),
  cardId: fc.constantFrom('11', '12', '13', undefined),
  positionId: fc.constantFrom('31', '32', undefined),
});
const tradeOf = fc.record({
  orderId: fc.constantFrom('21', '22', '23'),
  positionId: fc.constantFrom('31', undefined),
  strikePrice: fc.constantFrom('75000', '80000'),
  maker: fc.constantFrom(true, false, undefined),
  tradeSide: fc.constantFrom('BUY' as const, 'SELL' as const),
});
const accounts = fc
  .record({
    options: fc.array(optionOf, {maxLength: 40}),
    trades: fc.array(tradeOf, {maxLength: 20}),
    sides: fc.array(fc.constantFrom('BUY', 'SELL'), {maxLength: 10}),
  })
  .map(({options, trades, sides}) =>
    accountOf({
      easyOptions: options.map(each => easyOption(each)),
      trades: trades.map(each => trade(each)),
      orders: sides.map((side, index) => order(String(40 + index), side)),
      cards: [
        card('11', {underlying: 'BTC', expiryDate: new Date(noon + 3 * hour).toISOString()}),
        card('12', {underlying: 'ETH', expiryDate: new Date(noon + 9 * day).toISOString()}),
      ],
    }),
  );

describe('the Portfolio', () => {
  it('shows as many rows behind every figure as the figure counts, for any account', () => {
    fc.assert(
      fc.property(accounts, rows => {
        const state = deskWith(rows);
        for (const line of portfolioLines(state)) {
          const there = press({...state, portfolio: {...state.portfolio, selected: line.key}}, 'enter');
          expect(rowsListed(there)?.rows.length, line.key).toBe(line.count);
          const back = press(there, 'escape');
          expect([back.pane, figureInView(back)?.key]).toEqual(['portfolio', line.key]);
        }
      }),
      {numRuns: 200},
    );
  });

  it('follows the rows behind a figure, and has none if it is gone', () => {
    const line = portfolioLines(deskWith(account)).find(({name}) => name === 'BUY');
    const selected = deskWith(account);
    const listed = press({...selected, portfolio: {...selected.portfolio, selected: line?.key}}, 'enter');
    const idsWith = (orders: PortfolioRows['orders']['rows']) =>
      rowsListed(
        withPortfolioRows(listed, {...account, orders: {...account.orders, rows: orders}}, now),
      )?.rows.map(row => 'orderId' in row && row.orderId);
    expect(idsWith(account.orders.rows)).toEqual(['21']);
    expect(idsWith([order('23', 'BUY'), order('22', 'SELL')])).toEqual(['23']);
    expect(idsWith([order('22', 'SELL')])).toEqual([]);
  });

  it('starts with the net result of today in each currency, then the next expiry and the risk', () => {
    const first = portfolioLines(deskWith(account)).map(({name, currency}) => [name, currency]);
    expect(first.slice(0, 5)).toEqual([
      ['today', 'USDT'],
      ['today', ''],
      ['Easy expiry', 'USDT'],
      ['Easy at risk', 'USDT'],
      ['Easy at risk', 'BTC'],
    ]);
    const ended = deskWith(accountOf({easyOptions: [closed('4', noon - hour)]}));
    expect(portfolioLines(ended).map(({name}) => name)).toContain('Easy at risk');
  });

  it('moves from block to block by j and k, and from row to row behind a figure', () => {
    const state = deskWith(account);
    const blocks = sectionsShown(state).map(({lines}) => lines[0]?.key);
    const down = blocks.map((_, steps) => Array.from({length: steps}, () => 'j').reduce(press, state));
    expect(down.map(each => figureInView(each)?.key)).toEqual(blocks);
    const last = down.at(-1) ?? state;
    expect(figureInView(press(press(last, 'j'), 'k'))?.key).toBe(blocks.at(-2));
    const fees = portfolioLines(state).find(({of}) => of === 'tradeFees');
    const listed = press({...state, portfolio: {...state.portfolio, selected: fees?.key}}, 'enter');
    expect(press(listed, 'j').portfolio.list?.selectedIndex).toBe(1);
  });

  it('keeps the selected figure while others come and go', () => {
    const state = ['down', 'down', 'down', 'down'].reduce(press, deskWith(account));
    const chosen = portfolioLines(state)[4];
    expect(figureInView(state)?.key).toBe(chosen?.key);
    const more = accountOf({
      easyOptions: [easyOption({investmentCurrency: 'AAA'}), ...account.easyOptions.rows],
    });
    expect(figureInView(withPortfolioRows(state, more, now))?.key).toBe(chosen?.key);
  });

  it('counts a close on another day when the next day begins', () => {
    const state = deskWith(account);
    const id = account.easyOptions.rows.find(({closeTime}) => closeTime === noon - hour)?.id;
    const ended = (of: State) =>
      portfolioLines(of).filter(({name, currency}) => name === `Easy Option ${id}` && currency === 'USDT');
    expect(ended(state)).toHaveLength(1);
    const midnight = {mono: now.mono + 13 * hour, wall: now.wall + 13 * hour};
    expect(ended(update(state, {type: 'tick', now: midnight})[0])).toEqual([]);
  });

  it('is read again by r immediately, with any refresh period', () => {
    const desk = startDesk({startPane: 'portfolio', refreshMs: 3_600_000});
    desk.send({type: 'started'});
    answerRounds(desk, roundsIn(desk.asked()));
    expect(figureInView(desk.state)).toBeUndefined();
    desk.pass(1_000);
    desk.press('r');
    expect(roundsIn(desk.asked())).not.toEqual([]);
  });

  it('shows the details of a row behind a figure and copies its id', () => {
    const state = deskWith(account);
    const sell = portfolioLines(state).find(({name}) => name === 'SELL');
    const list = press({...state, portfolio: {...state.portfolio, selected: sell?.key}}, 'enter');
    expect(press(list, 'enter').details).toBe(true);
    const [, asked] = update(list, {type: 'pressed', key: key('y', {at: 30_000}), now});
    expect(asked).toContainEqual({type: 'copy', text: '22'});
  });
});

it('a position that expired without a settlement is named in the summary and the day of its expiry, as unknown', () => {
  const bought = {openPrice: '49.1', openDate: noon - day, tradeSide: 'BUY', positionId: '9'};
  const notesOf = (expiryDate: number) => {
    const rows = accountOf({trades: [trade({...bought, expiryDate})]});
    return sectionsShown(deskWith({...rows, trades: {...rows.trades, since: 0}}))
      .filter(({name}) => name === 'glance' || name === 'today' || name === 'positions')
      .flatMap(({name, lines}) => lines.map(({note, pl}) => [name, note, pl?.sum]));
  };
  expect(notesOf(noon - hour)).toEqual([
    ['glance', 'at worst', '-49.1'],
    ['glance', '1 expired, settlement unknown', undefined],
    ['today', 'expired, settlement unknown', undefined],
  ]);
  expect(notesOf(noon - day)).toEqual([]);
  // Bought and expired on one day: what it realized is not 0.
  const rows = accountOf({
    trades: [trade({...bought, openDate: noon - 2 * hour, expiryDate: noon - hour})],
  });
  const sections = sectionsShown(deskWith({...rows, trades: {...rows.trades, since: 0}}));
  expect(sections.find(({name}) => name === 'today')?.lines[0]?.pl).toEqual({sum: '0', without: 1});
  expect(notesOf(noon + hour)).toMatchObject([
    ['glance', '1 unpriced', '0'],
    ['positions', '', '0'],
  ]);
});

describe('an own fill that no trade shows yet', () => {
  const order = {orderId: '77', symbol: 'BTC-X', side: 'BUY', price: '60', size: '1', status: 'FILLED'};
  const done = intentFor(
    {kind: 'place', symbol: 'BTC-X', side: 'BUY', price: '60', size: '1'},
    {state: 'CONFIRMED', proof: 'proved', resolvedRecordId: '77', seen: {order}, changedAt: noon},
    now,
  );
  const half = (tradeId: string) =>
    trade({tradeId, orderId: '77', filledSizeContracts: '0.5', openPrice: '60'});
  const words = ['+1 BTC-X filled, not listed yet', '+0.5 BTC-X filled, not listed yet', undefined];
  const fills = [[], [half('1')], [half('1'), half('2')]];

  function deskOf(trades: readonly Trade[]): State {
    const {state} = startDesk({startPane: 'portfolio'});
    const intents = {...state.intents, list: [done]};
    return withPortfolioRows({...state, intents}, accountOf({trades: [...trades]}), now);
  }

  it.each([0, 1, 2])(
    'is named by the Portfolio and by a form of its symbol, %d of 2 trades listed',
    listed => {
      const state = deskOf(fills[listed] ?? []);
      const notes = sectionsShown(state).flatMap(({lines}) => lines.map(({note}) => note));
      const form = orderForm(
        state,
        {symbol: 'BTC-X', side: 'SELL', price: '60', size: '0.5'},
        {side: 'SELL', reduces: '', held: '0.5'},
      );
      const sheet = JSON.stringify(sheetOf({...state, overlay: {kind: 'form', form}}));
      const isNamed = words.map(each => each !== undefined && notes.some(note => note.includes(each)));
      expect(isNamed).toEqual(words.map((each, at) => each !== undefined && at === listed));
      expect(sheet.includes('filled, not listed yet')).toBe(listed < 2);
    },
  );
});
