import {expect, it} from 'vitest';
import {countIn, leftOrder} from '../../../src/account/model/left-orders.ts';
import {accountEvents, nothingSeen, workingOrder} from '../../../src/core/events/account.ts';
import {noWatch, withListed} from '../../../src/core/limits/pending.ts';
import {accountRead} from '../../core/events/account/paper-account.ts';
import {later} from '../../core/intents/attempts.ts';
import {order, rowsOf} from '../../core/limits/account.ts';
import {trade} from '../portfolio/account.ts';

const lagMs = 60_000;
const hundred = (read: number) => Array.from({length: 100}, (_, at) => order(String(read * 100 + at)));

it('what left the list is not looked at again for limits, unless it comes back', () => {
  let watch = noWatch;
  const read = (at: number, orders: ReturnType<typeof hundred>) => {
    const began = later(at * 1_000);
    watch = withListed(watch, rowsOf({orders}, began), {began, lagMs});
    return watch.left;
  };
  read(0, hundred(0));
  const [first] = read(1, hundred(1));
  const [same, second] = read(2, [...hundred(2), order('105')]);
  expect(same).toBe(first);
  expect(countIn([second ?? expect.fail()])).toBe(99);
  const [kept, changed] = read(3, [...hundred(3), order('150')]);
  expect(kept).toBe(first);
  expect(changed?.orders.size).toBe(98);
  expect(leftOrder(watch.left, '150')).toBeUndefined();
});

it('what left the list is not looked at again for events, unless it comes back or a trade names it', () => {
  let seen = nothingSeen;
  const read = (
    now: number,
    orders: ReturnType<typeof hundred>,
    trades: Parameters<typeof accountRead>[0],
  ) => {
    const rows = accountRead({orders, ...trades});
    const began = {mono: 0, wall: 0};
    const found = accountEvents(
      seen,
      {...rows, trades: {...rows.trades, began}},
      {cancels: [], now: {mono: now, wall: now}, aheadMs: 0, tradesLag: lagMs},
    );
    seen = found.seen;
    return found.events.filter(({kind}) => kind !== 'placed' && kind !== 'partly-filled').map(({id}) => id);
  };
  read(0, hundred(0), {});
  read(1_000, hundred(1), {});
  read(2_000, hundred(2), {});
  const [first, second] = seen.working.left;
  const fill = trade({tradeId: '1', orderId: '107', fillType: 'FILL'});
  expect(read(3_000, [...hundred(2), order('105')], {trades: [fill]})).toContain('filled:107:1');
  expect(seen.working.left[0]).toBe(first);
  expect([second?.orders.size, seen.working.left[1]?.orders.size]).toEqual([100, 98]);
  expect([workingOrder(seen.working, '105'), workingOrder(seen.working, '107')]).toEqual([
    order('105'),
    undefined,
  ]);
});
