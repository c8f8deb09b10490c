import {expect, it} from 'vitest';
import {workingNotional} from '../../../src/account/portfolio/order-totals.ts';
import {order} from '../../core/limits/account.ts';

it('the notional of the working orders is summed once, until the orders change', () => {
  const [first, second] = [order('1', {status: 'PENDING'}), order('2', {status: 'PENDING'})];
  const orders = [first];
  const sum = workingNotional(orders, []);
  const trades: never[] = [];
  const before = workingNotional(orders, trades);
  expect(workingNotional(orders, trades)).toBe(before);
  expect(before).toEqual(sum);
  expect(workingNotional([first, second], trades)).not.toEqual(before);
});
