import {
  type BigIntStats,
  closeSync,
  fchmodSync,
  fstatSync,
  openSync,
  readFileSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import {platform} from 'node:os';
import {dirname} from 'node:path';
import type {DatabaseSync} from 'node:sqlite';
import {setTimeout} from 'node:timers/promises';
import {isReplaceable, makePrivateFolder} from '../../folders.ts';
import {type JournalError, journalError, olderJournal, toJournalError} from './problem.ts';
import {unresolvedWords} from './rows.ts';
import {schema, schemaVersion} from './schema.ts';

const applicationId = 0x6f707479;

export type JournalFile = {
  readonly db: DatabaseSync;
  /** SQLite goes on with a deleted file, so this checks that the path still names the open one. */
  readonly isInPlace: () => boolean;
};

export async function openFile(path: string, busyTimeoutMs: number): Promise<JournalFile> {
  const opened = makePrivate(path);
  const isInPlace = () => {
    const found = statSync(path, {bigint: true, throwIfNoEntry: false});
    return found?.ino === opened.ino && found.dev === opened.dev;
  };
  refuseNetwork(path, statfsSync(path).type);
  // Loaded here only: a dashboard that writes nothing starts without it.
  const {DatabaseSync} = await import('node:sqlite');
  const db = new DatabaseSync(path);
  try {
    db.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
    checkWhole(db, path);
    await useWal(db, path, busyTimeoutMs);
    db.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
    makeSchema(db, path);
    if (!isInPlace()) throw journalError('replaced', path);
    return {db, isInPlace};
  } catch (error) {
    db.close();
    throw error;
  }
}

/** SQLite refuses this without waiting while another process makes the journal. */
async function useWal(db: DatabaseSync, path: string, busyTimeoutMs: number): Promise<void> {
  const until = performance.now() + busyTimeoutMs;
  for (;;) {
    try {
      return db.exec('PRAGMA journal_mode = WAL');
    } catch (error) {
      if (toJournalError(error, path).problem !== 'busy' || performance.now() > until) throw error;
    }
    await setTimeout(5);
  }
}

/** SQLite gives the files beside the database the same permissions as the database. */
function makePrivate(path: string): BigIntStats {
  const folder = dirname(path);
  makePrivateFolder(folder);
  // A journal that somebody can replace could lose what was sent.
  if (isReplaceable(folder)) throw journalError('movable', path);
  const file = openSync(path, 'a', 0o600);
  try {
    const stats = fstatSync(file, {bigint: true});
    if ((stats.mode & 0o077n) !== 0n) fchmodSync(file, 0o600);
    return stats;
  } finally {
    closeSync(file);
  }
}

/** Linux file system types that hosts share: NFS, SMB and CIFS, AFS, Coda, Ceph, Lustre. */
const networkTypes: ReadonlySet<number> = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x5346414f, 0x73757245, 0x00c36400, 0x0bd00bd0,
]);

/** On such a file system, locks may hold on one host only, and a dashboard on another host cannot be seen. */
export function refuseNetwork(path: string, type: number): void {
  if (platform() === 'linux' && networkTypes.has(type >>> 0)) throw journalError('network', path);
}

function checkWhole(db: DatabaseSync, path: string): void {
  // One transaction, so that a journal that is just being made is not taken for another program's file.
  db.exec('BEGIN');
  const tables = Number(db.prepare('SELECT count(*) AS tables FROM sqlite_schema').get()?.tables);
  const isOurs = isJournal(db);
  db.exec('COMMIT');
  if (!isOurs && tables > 0) {
    throw journalError('unavailable', path, 'it is the database of another program');
  }
  const refusal = refusalOf(db, path);
  if (refusal !== undefined) throw refusal;
  const check = db.prepare('PRAGMA quick_check(1)').get();
  if (check?.quick_check !== 'ok') throw journalError('corrupt', path);
}

function makeSchema(db: DatabaseSync, path: string): void {
  if (versionOf(db) === schemaVersion) return;
  db.exec('BEGIN IMMEDIATE');
  try {
    // Checked again under the lock: another process may have made the schema meanwhile.
    const refusal = refusalOf(db, path);
    if (refusal !== undefined) throw refusal;
    if (versionOf(db) !== schemaVersion)
      db.exec(`${schema}; PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${schemaVersion}`);
    db.exec('COMMIT');
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

export function refusalOf(db: DatabaseSync, path: string): JournalError | undefined {
  const version = versionOf(db);
  if (version === 0 || version === schemaVersion) return undefined;
  if (version > schemaVersion) return journalError('newer', path);
  return olderJournal(path, unresolvedWords(db));
}

export function isJournal(db: DatabaseSync): boolean {
  return numberOf(db, 'application_id') === applicationId;
}

function versionOf(db: DatabaseSync): number {
  return numberOf(db, 'user_version');
}

function numberOf(db: DatabaseSync, pragma: 'application_id' | 'user_version'): number {
  return Number(db.prepare(`PRAGMA ${pragma}`).get()?.[pragma] ?? 0);
}

export type AttemptCounter = ReturnType<typeof createCounter>;

/**
 * Counts the attempts ever journaled in a second file beside the journal. If the count exceeds the journal's,
 * the journal was restored from a copy and lacks attempts that were sent.
 */
export function createCounter(db: DatabaseSync, journalPath: string) {
  const path = `${journalPath}-count`;
  // Attempts are never deleted, so the highest rowid is their number.
  const last = db.prepare('SELECT coalesce(max(rowid), 0) AS count FROM attempts');
  const held = () => Number(last.get()?.count);
  const note = () => {
    try {
      writeFileSync(path, `${held()}\n`, {mode: 0o600});
    } catch {
      // A full disk. The count then falls behind, and fewer missing attempts are found.
    }
  };
  return {
    note,
    takeMissing() {
      const missing = countIn(path) - held();
      if (missing > 0) note();
      return Math.max(0, missing);
    },
  };
}

function countIn(path: string): number {
  try {
    const text = readFileSync(path, 'utf8').trim();
    return /^\d{1,15}$/.test(text) ? Number(text) : 0;
  } catch {
    return 0;
  }
}
