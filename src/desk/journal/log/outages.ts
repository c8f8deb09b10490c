import type {DatabaseSync} from 'node:sqlite';
import type {Millis} from '../../../api/wire/records.ts';
import {type AccountEvent, eventIds} from '../../events/account/event.ts';
import type {LogScope} from './contract.ts';

/** That nothing could be read, and again could: the log ends with one of the two, whoever found it out. */
type LastOutage = {
  readonly isOver: boolean;
  readonly since: Millis;
  readonly loggedAt: Millis;
  readonly service: string;
};

export function lastOutage(db: DatabaseSync, scope: LogScope): LastOutage | undefined {
  const row = db
    .prepare(
      `SELECT id, logged_at FROM happenings WHERE service = ? AND account = ? AND resource = 'service'
       ORDER BY number DESC LIMIT 1`,
    )
    .get(...scope);
  if (row === undefined) return undefined;
  const [kind, since] = String(row.id).split(':');
  return {isOver: kind === 'back', since: Number(since), loggedAt: Number(row.logged_at), service: scope[0]};
}

/**
 * The moment that the data is as of tells one outage from another. Of several processes that lose the service
 * at once the first one says so, and of one that starts without it none that came before has said otherwise.
 */
export function lostNow(
  last: LastOutage | undefined,
  {service, since, reason}: {readonly service: string; readonly since: Millis; readonly reason: string},
): AccountEvent | undefined {
  return last === undefined || last.isOver ? outageEvent('stale', service, since, reason) : undefined;
}

/** @param began of the read that came back: one that began before it was said proves nothing */
export function foundAgain(last: LastOutage | undefined, began: Millis): AccountEvent | undefined {
  if (last === undefined || last.isOver || began < last.loggedAt) return undefined;
  return outageEvent('back', last.service, last.since, 'A read came back.');
}

function outageEvent(kind: 'stale' | 'back', key: string, since: Millis, reason: string): AccountEvent {
  const record = {since: new Date(since).toISOString(), reason};
  const {id} = eventIds(kind, String(since), undefined);
  return {id, base: id, kind, resource: 'service', key, at: undefined, record};
}
