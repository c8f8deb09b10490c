import type {LimitsRoom} from '../../../src/desk/limits/room.ts';
import {type Desk, isAlive, type World} from '../world.ts';
import {spanOf} from './spans.ts';

/**
 * What tells two states apart where limits are held: what is reserved, and what each dashboard has read of the
 * account. Dashboards stand in their own order here: two that could change places count twice.
 */
export function limitsText({store, desks, now}: World): string {
  let text = '%';
  const reserved = [...store.limits.reservations].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [id, {ended}] of reserved) text += `${id}${ended === undefined ? '' : ended.isSeen}`;
  const marks = reserved.flatMap(([, {ended}]) => ended?.mark ?? []);
  for (const desk of desks)
    if (isAlive(desk)) text += `/${store.limits.limits.has(desk.pid)}${accountText(desk, marks, now)}`;
  return text;
}

function accountText(
  {account: {rows, room}, calls, bornAt}: Desk,
  marks: readonly number[],
  at: number,
): string {
  const {orders, easyOptions, trades} = rows;
  const now = at - bornAt;
  let text = standingText(room);
  text += `o${orders.rows.map(each => each.orderId)}e${easyOptions.rows.map(each => `${each.id}${each.status}`)}`;
  text += `t${trades.rows.length}`;
  const {watch} = room;
  if (watch.began !== undefined) text += `b${now - watch.began.mono <= 6_000}`;
  for (const [id, {goneSince}] of watch.listed)
    text += `l${id}${goneSince === undefined ? '' : spanOf(now - goneSince.mono)}`;
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
  return standing.reservations.map(({intentId, ended}) => `${intentId}${ended?.isSeen}`).join();
}
