import {existsSync, statSync} from 'node:fs';
import type {DatabaseSync} from 'node:sqlite';
import type {HeldIntent} from '../intents/intent.ts';
import type {ActivityLine} from '../model/state.ts';
import {type BoundService, serviceKey} from './contract.ts';
import {isJournal, versionOf} from './file.ts';
import type {JournalHost} from './lease.ts';
import {migrations, serviceOfOld} from './migrations.ts';
import {activityLines, type IntentRow, intentRows, toHeld, unresolvedStates} from './rows.ts';

/** What a journal tells that can be read but not opened: its disk is full, or others alone may write there. */
export type Glimpse = {readonly held: readonly HeldIntent[]; readonly activity: readonly ActivityLine[]};

type Given = {
  readonly path: string;
  readonly host: JournalHost;
  readonly service: BoundService;
  /** How many lines of the past are wanted. */
  readonly limit: number;
};

/**
 * Reads without writing a byte, also what an older optty left. Undefined where it cannot be read: then there
 * may be unresolved writes in it.
 */
export async function glimpseJournal(given: Given): Promise<Glimpse | undefined> {
  const {path} = given;
  if (!existsSync(path)) return {held: [], activity: []};
  return readOnly(path, db => glimpse(db, given));
}

/**
 * What is read of a file without writing a byte of it, also while another program writes, and on a disk that is
 * full. Undefined where it cannot be read.
 */
export async function readOnly<Read>(
  path: string,
  read: (db: DatabaseSync) => Read,
): Promise<Read | undefined> {
  const {DatabaseSync} = await import('node:sqlite');
  const ways = [path, ...(isSettled(path) ? [`file:${encodeURI(path)}?immutable=1`] : [])];
  for (const way of ways) {
    try {
      const db = new DatabaseSync(way, {readOnly: true});
      try {
        return read(db);
      } finally {
        db.close();
      }
    } catch {
      // Not in this way; what no way can read is told by its absence.
    }
  }
  return undefined;
}

/**
 * All of it stands in the one file. Its index of the write-ahead log cannot be made on a disk that is full, and
 * then only such a one can be read, as if nobody ever wrote to it.
 */
function isSettled(path: string): boolean {
  const log = `${path}-wal`;
  return !existsSync(log) || statSync(log).size === 0;
}

function glimpse(db: DatabaseSync, {host, service, limit}: Given): Glimpse | undefined {
  if (!isJournal(db) || versionOf(db) > migrations.length) return undefined;
  const sql = `SELECT *, ${serviceOfOld} AS address FROM intents
    WHERE state IN ${unresolvedStates} AND address = ? ORDER BY asked_at`;
  const rows = intentRows(db, sql, serviceKey(service));
  return {
    held: rows.map(row => toHeld(db, withCredential(row), {host, service})),
    activity: activityLines(db, serviceKey(service), limit, serviceOfOld),
  };
}

/** The first schema kept the credential behind the service's address. */
function withCredential(row: IntentRow): IntentRow {
  return {...row, credential: row.credential ?? row.service.slice(row.service.indexOf(' ') + 1)};
}
