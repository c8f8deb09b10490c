import type {DatabaseSync} from 'node:sqlite';
import type {LogScope} from './contract.ts';

/** How many events of an account keep their lines; all of the last hour do, up to a ceiling. */
export const linesKept = 10_000;
export const mostLines = 50_000;
const keptMs = 3_600_000;
/** Events without a line, of all accounts: those that are so far back in the log are forgotten. */
const mostIds = 250_000;
/** How many go with each commit: more than come with one, and few enough to hold nobody up. */
const mostPruned = 1_000;

/**
 * Drops the oldest. What tells its time is known by the floor from then on; of what tells none, or one that is
 * no floor to be, the id stays. Beyond the ceilings no event of the last hour is spared either, and one that is
 * listed late may then be missed, or told twice.
 */
export function prune(db: DatabaseSync, scope: LogScope, now: number): void {
  const oldest = db
    .prepare(
      `SELECT number, resource, at, logged_at FROM happenings
       WHERE service = :service AND account = :account AND line IS NOT NULL
         AND (logged_at < :until AND number <= ${numberBehind(linesKept)} OR number <= ${numberBehind(mostLines)})
       ORDER BY number LIMIT ${mostPruned}`,
    )
    .all({service: scope[0], account: scope[1], until: now - keptMs});
  const raise = db.prepare(
    'UPDATE happening_floors SET floor = max(floor, ?) WHERE service = ? AND account = ? AND resource = ?',
  );
  const drop = db.prepare('DELETE FROM happenings WHERE number = ?');
  const empty = db.prepare('UPDATE happenings SET line = NULL WHERE number = ?');
  for (const {number, resource, at, logged_at} of oldest) {
    const isCovered = at !== null && Number(at) <= Number(logged_at);
    if (isCovered) raise.run(Number(at), ...scope, String(resource));
    (isCovered ? drop : empty).run(Number(number));
  }
  db.prepare(
    `DELETE FROM happenings WHERE number IN (SELECT number FROM happenings
       WHERE number <= (SELECT max(number) FROM happenings) - ${mostIds} AND line IS NULL
       ORDER BY number LIMIT ${mostPruned})`,
  ).run();
}

/** The number of the newest event behind so many with a line. */
function numberBehind(lines: number): string {
  return `(SELECT number FROM happenings
    WHERE service = :service AND account = :account AND line IS NOT NULL
    ORDER BY number DESC LIMIT 1 OFFSET ${lines})`;
}
