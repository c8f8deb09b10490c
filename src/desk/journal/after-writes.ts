import type {DatabaseSync, StatementSync} from 'node:sqlite';

/**
 * Reads again only once somebody has written into the journal, this dashboard or another: what others hold is
 * asked for with every poll. Not for use inside a transaction, which may yet be taken back.
 */
export function readAfterWrites<T>(db: DatabaseSync, read: () => T): () => T {
  let asked: StatementSync | undefined;
  let known: {readonly stamp: string; readonly value: T} | undefined;
  return () => {
    asked ??= db.prepare('SELECT total_changes() AS own, data_version AS others FROM pragma_data_version');
    const counts = asked.get();
    const stamp = `${counts?.own} ${counts?.others}`;
    // Asked for before what it stands for is read: a write in between makes another stamp.
    if (known?.stamp !== stamp) known = {stamp, value: read()};
    return known.value;
  };
}
