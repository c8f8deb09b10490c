import type {DatabaseSync} from 'node:sqlite';
import type {Millis} from '../../../api/wire/records.ts';
import {type Intent, isExit} from '../../intents/intent.ts';
import {type StopRecord, stoppedReason} from '../../stop/record.ts';
import {readAfterWrites} from '../after-writes.ts';
import type {JournalHost} from '../lease.ts';
import {JournalError} from '../problem.ts';

/** The stop of a service, as every process on the journal sees it. */
export type StopJournal = {
  /** The one in force, looked at anew only once somebody has written: the same object until then. */
  seen(): StopRecord | undefined;
  /** Sets it in one commit; one that is set already stays as it is. */
  set(at: Millis): void;
  /** Takes it away. */
  lift(): void;
};

type Given = {
  readonly db: DatabaseSync;
  readonly host: JournalHost;
  /** The service's. */
  readonly key: string;
  readonly reading: <T>(work: () => T) => T;
  readonly writing: <T>(work: () => T) => T;
};

export function createStops({db, host, key, reading, writing}: Given): StopJournal {
  const seen = readAfterWrites(db, () => stopOf(db, key));
  return {
    seen: () => reading(seen),
    set: at =>
      writing(() => {
        db.prepare('INSERT OR IGNORE INTO stops (service, at, set_by) VALUES (?, ?, ?)').run(
          key,
          at,
          `process ${host.pid} on ${host.hostname}`,
        );
      }),
    lift: () => writing(() => void db.prepare('DELETE FROM stops WHERE service = ?').run(key)),
  };
}

function stopOf(db: DatabaseSync, key: string): StopRecord | undefined {
  const row = db.prepare('SELECT at, set_by FROM stops WHERE service = ?').get(key);
  return row === undefined ? undefined : {at: Number(row.at), by: String(row.set_by)};
}

/**
 * Asked inside the transaction that is about to commit an intent or an attempt of it: between this look and
 * that commit nobody can set a stop.
 * @throws {JournalError} what adds risk is stopped
 */
export function refuseWhileStopped(db: DatabaseSync, key: string, {draft}: Pick<Intent, 'draft'>): void {
  if (isExit(draft)) return;
  const stop = stopOf(db, key);
  if (stop !== undefined) throw new JournalError('stopped', stoppedReason(stop));
}
