import type {LimitsRoom} from '../../../src/desk/limits/reserved.ts';
import {type Desk, isAlive, type World} from '../world.ts';
import {spanOf} from './spans.ts';

/** What tells two states apart where limits are held. */

/** What is reserved. */
export function reservedText({store}: World): string {
  return reservations(store)
    .map(([id, {ended}]) => `%${id}${ended === undefined ? '' : ended.settled !== undefined}`)
    .join('');
}

function reservations({limits}: World['store']) {
  return [...limits.reservations].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** What a dashboard has read of the account, and how that lies to what has ended since. */
export function accountText(desk: Desk, {store, now: at}: World): string {
  if (!isAlive(desk)) return '';
  const {account, calls, bornAt, pid} = desk;
  const {rows, room} = account;
  const marks = reservations(store).flatMap(([, {ended}]) =>
    ended === undefined ? [] : [ended.mark, ended.settled ?? []].flat(),
  );
  const {orders, easyOptions, trades} = rows;
  const now = at - bornAt;
  let text = `/${store.limits.limits.has(pid)}${standingText(room)}`;
  text += `o${orders.rows.map(each => each.orderId)}e${easyOptions.rows.map(each => `${each.id}${each.status}`)}`;
  text += `t${trades.rows.length}`;
  const {watch} = room;
  if (watch.began !== undefined) text += `b${now - watch.began.mono <= 6_000}`;
  for (const {orderId} of watch.orders?.rows ?? []) text += `l${orderId}`;
  for (const {since, orders} of watch.left)
    text += [...orders.keys()].map(id => `l${id}${spanOf(now - since.mono)}`).join('');
  for (const mark of marks) {
    const first = watch.rounds.find(each => each.mark >= mark)?.began;
    text += first === undefined ? '-' : spanOf(now - first.mono);
    const known = watch.marks.find(each => each.mark >= mark)?.at;
    text += known === undefined ? '-' : '+';
    for (const call of calls)
      if (call.type === 'account read')
        text += known !== undefined && known.mono <= call.beganAt.mono ? 's' : 'n';
  }
  return text;
}

/** What it knows of what is reserved: by that it tells the journal what it has seen. */
function standingText({standing}: LimitsRoom): string {
  if (standing === undefined) return '?';
  return standing.reservations
    .map(({intentId, ended}) => `${intentId}${ended?.settled !== undefined}`)
    .join();
}
