import type {DatabaseSync} from 'node:sqlite';
import type {Intent} from '../intents/intent.ts';
import type {ActivityLine} from '../model/state.ts';
import {countsOf} from './after-writes.ts';
import type {BoundService} from './contract.ts';
import {intentRows, toIntent} from './rows.ts';

/** How many events of a service the journal keeps: a list that changes all its ids must not fill the disk. */
const eventsKept = 10_000;
/** How many older ones go with each commit, so that a journal that was never pruned holds nobody up. */
const mostPruned = 500;

/** In one commit, with the oldest dropped by number: a clock that was set wrong must not take all of them. */
export function appendEvents(
  db: DatabaseSync,
  {service, account}: {readonly service: string; readonly account: string},
  lines: readonly ActivityLine[],
): void {
  const insert = db.prepare('INSERT INTO events (service, account, at, line) VALUES (?, ?, ?, ?)');
  for (const line of lines) insert.run(service, account, line.at, JSON.stringify(line));
  db.prepare(
    `DELETE FROM events WHERE number IN (
      SELECT number FROM events WHERE service = :service AND number <= (
        SELECT number FROM events WHERE service = :service ORDER BY number DESC LIMIT 1 OFFSET ${eventsKept}
      ) ORDER BY number LIMIT ${mostPruned}
    )`,
  ).run({service});
}

/** As many intents of others as are compared with what was told of them. */
const watched = 200;

type Watching = {
  readonly db: DatabaseSync;
  readonly service: BoundService;
  readonly key: string;
  /** Who asks, as its lease. */
  readonly holder: string;
};

/** Tells what others have changed since the last call; nothing is read while nobody else has written. */
export function watchOthers({db, key, holder, service}: Watching): () => Intent[] {
  const told = new Map<string, string>();
  let version: number | undefined;
  return () => {
    const now = Number(countsOf(db).get()?.others);
    if (now === version) return [];
    const seen = db
      .prepare(
        `SELECT id, state || ' ' || changed_at AS stamp FROM intents WHERE service = ? AND holder <> ?
         ORDER BY changed_at DESC LIMIT ${watched}`,
      )
      .all(key, holder)
      .map(row => ({id: String(row.id), stamp: String(row.stamp)}));
    const changed = seen.filter(({id, stamp}) => told.get(id) !== stamp);
    const rows = changed.flatMap(({id}) => intentRows(db, 'SELECT * FROM intents WHERE id = ?', id));
    const intents = rows.map(row => toIntent(db, row, service));
    told.clear();
    for (const {id, stamp} of seen) told.set(id, stamp);
    version = now;
    return intents;
  };
}
