import type {DatabaseSync, StatementSync} from 'node:sqlite';

/**
 * Reads again only once somebody has written into the journal, this dashboard or another: what others hold is
 * asked for with every poll. Not for use inside a transaction, which may yet be taken back.
 */
export function readAfterWrites<T>(db: DatabaseSync, read: () => T): () => T {
  let known: {readonly stamp: string; readonly value: T} | undefined;
  return () => {
    const counts = countsOf(db).get();
    const stamp = `${counts?.own} ${counts?.others}`;
    // Asked for before what it stands for is read: a write in between makes another stamp.
    if (known?.stamp !== stamp) known = {stamp, value: read()};
    return known.value;
  };
}

const prepared = new WeakMap<DatabaseSync, StatementSync>();

/** How often this process has written, and others have. */
export function countsOf(db: DatabaseSync): StatementSync {
  const before = prepared.get(db);
  if (before !== undefined) return before;
  const counts = db.prepare('SELECT total_changes() AS own, data_version AS others FROM pragma_data_version');
  prepared.set(db, counts);
  return counts;
}
