import type {Moment} from '../../../src/account/model/moment.ts';
import {type Desk, mayAsk, type World} from '../world.ts';
import {spanOf} from './spans.ts';

/** What a dashboard has read of the account, and how that lies to what has ended since. */
export function accountText(desk: Desk, world: World): string {
  if (!mayAsk(desk, world)) return '';
  const {account, calls, bornAt} = desk;
  const {rows, room} = account;
  const {orders, easyOptions, trades} = rows;
  const {standing, watch} = room;
  const now = world.now - bornAt;
  let text = `/${standing?.pending.map(({intentId, isEnded}) => `${intentId}${isEnded}`).join() ?? '?'}`;
  text += `o${orders.rows.map(each => each.orderId)}e${easyOptions.rows.map(each => `${each.id}${each.status}`)}`;
  text += `t${trades.rows.length}`;
  if (watch.began !== undefined) text += `b${now - watch.began.mono <= 6_000}`;
  for (const {orderId} of watch.orders?.rows ?? []) text += `l${orderId}`;
  for (const [id, {since: leftSince}] of watch.left) text += `l${id}${spanOf(now - leftSince.mono)}`;
  const listed = new Set([...orders.rows.map(each => each.orderId), ...easyOptions.rows.map(({id}) => id)]);
  for (const [id, {at: endedAt, missedSince, recordId = ''}] of watch.ended) {
    if (listed.has(recordId)) continue;
    text +=
      missedSince === undefined
        ? `n${id}${spanOf(now - endedAt.mono)}`
        : `m${spanOf(now - missedSince.mono)}`;
    text += missedSince === undefined ? '' : since(missedSince, watch.trades);
    for (const call of calls)
      if (call.type === 'account read') text += since(missedSince ?? endedAt, call.beganAt);
  }
  return text;
}

/** Whether a read began after it, and whether a lag later. */
function since(moment: Moment, began: Moment | undefined): string {
  const ms = began === undefined ? -1 : began.mono - moment.mono;
  return ms <= 0 ? '-' : ms < 120_000 ? '+' : '*';
}
