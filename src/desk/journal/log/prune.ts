import type {DatabaseSync} from 'node:sqlite';
import type {LogScope} from './contract.ts';

/** How many events of an account keep their lines; all of the last hour do. */
export const linesKept = 10_000;
const keptMs = 3_600_000;
/** How many go with each commit, so that none holds anybody up. */
const mostPruned = 500;

/**
 * Drops the oldest. What tells its time is known by the floor from then on; of what tells none, or one that is
 * no floor to be, the id stays.
 */
export function prune(db: DatabaseSync, scope: LogScope, now: number): void {
  const oldest = db
    .prepare(
      `SELECT number, resource, at, logged_at FROM happenings
       WHERE service = :service AND account = :account AND line IS NOT NULL AND logged_at < :until
         AND number <= (SELECT number FROM happenings
           WHERE service = :service AND account = :account AND line IS NOT NULL
           ORDER BY number DESC LIMIT 1 OFFSET ${linesKept})
       ORDER BY number LIMIT ${mostPruned}`,
    )
    .all({service: scope[0], account: scope[1], until: now - keptMs});
  const raise = db.prepare(
    'UPDATE happening_floors SET floor = max(floor, ?) WHERE service = ? AND account = ? AND resource = ?',
  );
  const drop = db.prepare('DELETE FROM happenings WHERE number = ?');
  const empty = db.prepare('UPDATE happenings SET line = NULL WHERE number = ?');
  for (const {number, resource, at, logged_at} of oldest) {
    const isCovered = at !== null && Number(at) <= Math.min(Number(logged_at), now - keptMs);
    if (isCovered) raise.run(Number(at), ...scope, String(resource));
    (isCovered ? drop : empty).run(Number(number));
  }
}
