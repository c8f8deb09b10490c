import {describe, expect, it} from 'vitest';
import type {PortfolioRows} from '../../../src/account/portfolio/rows.ts';
import {alertsOn, ring, watchedAt} from '../../../src/desk/alerts.ts';
import {levelError} from '../../../src/desk/dialogs/alert.ts';
import {withPortfolioRows} from '../../../src/desk/feeds/rounds.ts';
import {sectionsShown} from '../../../src/desk/portfolio/sections.ts';
import type {State} from '../../../src/desk/state.ts';
import {update} from '../../../src/desk/update.ts';
import {accountOf, day, hour, noon, trade, whole} from '../../account/portfolio/account.ts';
import {card, easyOption, key, startDesk} from '../../helpers/desk.ts';
import {answerRest} from '../../helpers/reread.ts';
import {wholeList, withRead} from '../../helpers/whole.ts';

const withAllTrades = (rows: PortfolioRows) => ({...rows, trades: {...rows.trades, since: 0}});

const rows = {cards: [card('1'), card('2')]};

describe('an alert', () => {
  it('shows an error for an invalid level, but not for one that can still become valid', () => {
    for (const text of ['', '>', '< -', '<=', '12', '12.5', '>12.5', '<-3'])
      expect(levelError(text)).toBeUndefined();
    for (const text of ['abc', '12x', '>>3', '1.2.3'])
      expect(levelError(text)).toContain('A level is a number');
  });

  const at = (desk: ReturnType<typeof startDesk>, value: string, ...keys: readonly string[]) => {
    desk.type('a', ...keys);
    desk.send({type: 'typed', field: 'level', value});
    desk.type('enter');
    return desk.state.alerts.map(({label, above, level}) => `${label} ${above ? '>' : '<'} ${level}`);
  };

  it('is added to the row, and is changed or removed in the list of all', () => {
    const desk = startDesk().open(rows);
    at(desk, '>900');
    const [first] = desk.state.alerts;
    expect(at(desk, '<1')).toEqual(['BTC up 1 ask > 900', 'BTC up 1 ask < 1']);
    desk.type('j');
    expect(at(desk, '5', 'down')).toEqual(['BTC up 1 ask < 1', 'BTC up 1 ask < 5']);
    expect(desk.said()).toMatch(/^Alert changed: .* at or below 5$/);
    expect(desk.state.alerts[1]).toMatchObject({rowId: first?.rowId});
    expect(alertsOn(desk.state, 'cards', '1')).toHaveLength(2);
    expect([...alertsOn(desk.state, 'cards', '2'), ...alertsOn(desk.state, 'portfolio', '1')]).toEqual([]);
    desk.type('3');
    // None is chosen where the row can have none.
    expect(at(desk, '<-60')).toHaveLength(2);
    expect(desk.said()).toBe('Choose an alert first.');
    desk.type('escape');
    expect(at(desk, '')).toHaveLength(2);
    expect(at(desk, '', 'down')).toEqual(['BTC up 1 ask < 5']);
    expect(at(desk, '', 'down')).toEqual([]);
    expect(desk.said()).toMatch(/^Alert removed: /);
    desk.type('a');
    expect(desk.state.overlay.kind).toBe('none');
  });

  it('rings on the P/L or the ask of a position, and on the net result of today', () => {
    const now = {mono: 10_000, wall: noon};
    const contract = {asset: 'BTC', type: 'CALL', strikePrice: '75000', expiryDate: noon + 5 * day};
    const bought = trade({...contract, positionId: '9', openPrice: '50', openDate: noon - hour});
    const order = {...contract, orderId: '21', symbol: 'BTC-X', side: 'SELL', price: '90', size: '1'};
    const rowsAt = (currentAskPrice: string) =>
      withAllTrades(
        accountOf({
          trades: [bought],
          orders: [order],
          cards: [card('11', {currentOptionSymbol: 'BTC-X', currentAskPrice})],
        }),
      );
    const press = (state: State, name: string) => {
      return update({...state, now}, {type: 'pressed', key: key(name, {at: 20_000}), now})[0];
    };
    const set = (state: State, value: string) =>
      press(update(press(state, 'a'), {type: 'typed', field: 'level', value, now})[0], 'enter');
    const desk = startDesk({startPane: 'portfolio'});
    const first = set(withPortfolioRows(desk.state, rowsAt('50'), now), '<-3');
    const position = ['j', 'j'].reduce(press, first);
    const all = set(set(position, '>8'), 'ask>55');
    expect(all.alerts.map(each => [each.label, each.above, each.level])).toEqual([
      ['today P/L', false, '-3'],
      ['BTC 75,000 CALL 27 NOV 26 P/L', true, '8'],
      ['BTC 75,000 CALL 27 NOV 26 ask', true, '55'],
    ]);
    const rung = (state: State, ask: string) => ring(withPortfolioRows(state, rowsAt(ask), now));
    expect(rung(all, '50').rung).toEqual([]);
    expect(rung(all, '56').rung.map(each => [each.label, each.value])).toEqual([
      ['BTC 75,000 CALL 27 NOV 26 ask', '56'],
    ]);
    const fallen = rung(rung(all, '60').state, '40');
    expect(fallen.rung.map(each => [each.label, each.value])).toEqual([['today P/L', '-10.1']]);
    const inCurrency = {
      ...rowsAt('40'),
      easyOptions: whole([easyOption('7', {pl: '0', investmentCurrency: 'USDT'})]),
    };
    expect(ring(withPortfolioRows(first, inCurrency, now)).rung).toHaveLength(1);
    // A part of the account proves no P/L.
    const part = rowsAt('40');
    const partial = withPortfolioRows(all, {...part, trades: {...part.trades, isWhole: false}}, now);
    expect(ring(partial).rung).toEqual([]);
  });

  it('rings on any pane, and for a card that a filter leaves out', () => {
    const desk = startDesk().open(rows);
    at(desk, '<1');
    desk.type('4');
    desk.poll('cards', [card('2')]);
    const readAccount = () => desk.send({type: 'portfolio', due: desk.state.rounds.arm});
    readAccount();
    answerRest({getState: () => desk.state, send: desk.send});
    expect(ring(desk.state).rung).toEqual([]);
    desk.pass(20_000);
    desk.asked();
    readAccount();
    const asked = desk.asked().flatMap(each => (each.type === 'readPortfolio' ? [each.asked.pane] : []));
    expect(asked).toContain('cards');
    const cards = wholeList([card('1', {currentAskPrice: '0.5'})], desk.now);
    const {rung} = ring(withRead(desk.state, {cards}));
    expect(rung).toMatchObject([{rowId: '1', value: '0.5'}]);
  });

  it('is not for an Easy Option that has ended, unless to remove one', () => {
    const open = easyOption('7', {status: 'ACTIVE'});
    const desk = startDesk().open({easyOptions: [open]});
    desk.type('2');
    at(desk, '>9000');
    desk.poll('easyOptions', [easyOption('7', {status: 'CLOSED'})]);
    expect(at(desk, '', 'down')).toEqual([]);
    desk.type('a');
    expect(desk.state.overlay.kind).toBe('none');
    expect(desk.said()).toBe('Already CLOSED: its P/L no longer changes.');
    const ended = easyOption('7', {status: 'CLOSED', closeTime: noon, plClosed: '-2'});
    const now = {mono: 10_000, wall: noon};
    const day = withPortfolioRows({...desk.state, now}, accountOf({easyOptions: [ended]}), now);
    const lines = sectionsShown(day).flatMap(section => section.lines);
    const {key: rowId = ''} = lines.find(({of}) => of === 'record') ?? {};
    expect([rowId, watchedAt(day, {pane: 'portfolio', rowId})]).toEqual([
      expect.stringContaining('7'),
      undefined,
    ]);
  });
});
