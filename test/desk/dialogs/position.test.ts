import {expect, it} from 'vitest';
import {sheetOf} from '../../../src/desk/dialogs/index.ts';
import {withPortfolioRows} from '../../../src/desk/feeds/rounds.ts';
import {update} from '../../../src/desk/update.ts';
import {accountOf, day, hour, noon, trade} from '../../account/portfolio/account.ts';
import {card, easyOption, key, startDesk} from '../../helpers/desk.ts';
import {withRead} from '../../helpers/whole.ts';

it('a position shows its break-even, its alerts and the orders that may close it', () => {
  const now = {mono: 10_000, wall: noon};
  const contract = {asset: 'BTC', type: 'CALL', strikePrice: '75000', expiryDate: noon + 5 * day};
  const order = {...contract, symbol: 'BTC-X', side: 'SELL', price: '90', size: '1'};
  const account = accountOf({
    trades: [trade({...contract, positionId: '9', openPrice: '50', openDate: noon - hour})],
    orders: [
      {...order, orderId: '21'},
      {...order, orderId: '22', positionId: '9'},
      {...order, orderId: '23', positionId: '8'},
    ],
    cards: [card('11', {currentOptionSymbol: 'BTC-X', currentAskPrice: '60'})],
  });
  const rows = {...account, trades: {...account.trades, since: 0}};
  const desk = startDesk({startPane: 'portfolio'});
  const read = withRead(desk.state, rows);
  const press = (state: typeof read, name: string) => {
    return update({...state, now}, {type: 'pressed', key: key(name, {at: 20_000}), now})[0];
  };
  const there = ['j', 'j', 'a'].reduce(press, withPortfolioRows(read, rows, now));
  const set = press(update(there, {type: 'typed', field: 'level', value: '>20', now})[0], 'enter');
  const sheet = sheetOf(press(set, 'p'));
  const said = JSON.stringify(sheet);
  expect(said).toContain(
    'uP/L at ask +10, ask 60, Break-even at expiry 75,050, Max loss 50 · unlimited gain',
  );
  expect(said).toContain('Alert: BTC 75,000 CALL 27 NOV 26 P/L at or above 20');
  const orders = sheet.flatMap(each =>
    each.is === 'records' && each.of.pane === 'orders' ? each.of.rows : [],
  );
  expect(orders.map(each => each.orderId)).toEqual(['21', '22']);
});

it('the position of a closed Easy Option says that its sale is not listed, and offers no close', () => {
  const bought = trade({tradeId: 'b', positionId: '9', openPrice: '50', openDate: noon - hour});
  const said = (status: string, trades = [bought]) => {
    const desk = startDesk().open({easyOptions: [easyOption('7', {positionId: '9', status})], trades});
    const state = withRead(desk.state, {trades: accountOf({trades}).trades});
    return JSON.stringify(sheetOf({...state, overlay: {kind: 'position', positionId: '9'}}));
  };
  const [late, close] = ['Its sale is not listed yet', 'close it'];
  expect([late, close].map(each => said('ACTIVE').includes(each))).toEqual([false, true]);
  expect([late, close].map(each => said('CLOSED').includes(each))).toEqual([true, false]);
  const sold = trade({...bought, tradeId: 's', tradeSide: 'SELL', openDate: noon});
  expect(said('CLOSED', [bought, sold])).not.toContain(late);
});

it('the position of an Easy Option is known behind a filter that hides that one', () => {
  const option = easyOption('7', {positionId: '9', status: 'ACTIVE', cardName: 'BTC above 75500'});
  const state = withRead(startDesk().open({easyOptions: []}).state, accountOf({easyOptions: [option]}));
  const sheet = sheetOf({...state, overlay: {kind: 'position', positionId: '9'}});
  expect(JSON.stringify(sheet)).toContain('BTC above 75500');
});

it('a position of an unknown contract has no alert of a card', () => {
  const cards = [card('11')];
  const state = withRead(startDesk().open({cards}).state, accountOf({cards}));
  const watched = {id: 'a', pane: 'cards', rowId: '11', label: 'ask', field: 'currentAskPrice'} as const;
  const alerts = [{...watched, above: true, level: '20', hasRung: false}];
  const sheet = sheetOf({...state, alerts, overlay: {kind: 'position', positionId: '9'}});
  expect(JSON.stringify(sheet)).not.toContain('Alert:');
});
