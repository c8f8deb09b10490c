import {expect, it} from 'vitest';
import {recordNow} from '../../../src/desk/feeds/last-read.ts';
import {readAll} from '../../core/limits/opened.ts';
import {order, startDesk} from '../../helpers/desk.ts';

it('a record that a later whole read lacks is gone, though the pane still shows it', () => {
  const desk = startDesk().open({orders: [order('5')]});
  readAll(desk, {orders: [order('5')]}, {afterMs: 1_500});
  expect(recordNow(desk.state, 'orders', '5').row?.orderId).toBe('5');
  readAll(desk, {orders: []}, {afterMs: 60_000});
  expect(desk.state.feeds.orders.rows).toHaveLength(1);
  expect(recordNow(desk.state, 'orders', '5')).toEqual({});
});
