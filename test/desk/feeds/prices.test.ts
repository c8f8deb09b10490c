import {expect, it} from 'vitest';
import {contractsSeen, underlyingsSeen} from '../../../src/desk/feeds/prices.ts';
import {order} from '../../core/limits/account.ts';
import {startDesk} from '../../helpers/desk.ts';
import {withRead} from '../../helpers/whole.ts';

it('what is known of symbols is read from the rows once, until they change', () => {
  const desk = startDesk().open({
    orders: [order('1', {symbol: 'A', asset: 'BTC', strikePrice: '1'})],
  });
  const before = {underlyings: underlyingsSeen(desk.state), contracts: contractsSeen(desk.state)};
  desk.pass(1_000);
  desk.send({type: 'tick'});
  desk.press('j');
  expect(underlyingsSeen(desk.state)).toBe(before.underlyings);
  expect(contractsSeen(desk.state)).toBe(before.contracts);
  const {orders} = desk.state.rounds.reading.rows;
  const rows = [...orders.rows, order('2', {symbol: 'B', asset: 'ETH', strikePrice: '2'})];
  const more = withRead(desk.state, {orders: {...orders, rows}});
  expect([...underlyingsSeen(more)]).toEqual([
    ['A', 'BTC'],
    ['B', 'ETH'],
  ]);
  expect([...contractsSeen(more).keys()]).toEqual(['A', 'B']);
});
