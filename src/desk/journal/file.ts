import {type BigIntStats, closeSync, fchmodSync, fstatSync, openSync, statfsSync, statSync} from 'node:fs';
import {platform} from 'node:os';
import {dirname} from 'node:path';
import type {DatabaseSync} from 'node:sqlite';
import {isReplaceable, makePrivateFolder} from '../../folders.ts';
import {migrations} from './migrations.ts';
import {journalError} from './problem.ts';

/** `optty` in ASCII, less a letter: what the file says it is. */
const applicationId = 0x6f707479;

export type JournalFile = {
  readonly db: DatabaseSync;
  /** Whether the path still names the file that was opened: SQLite goes on with a deleted one. */
  readonly isInPlace: () => boolean;
};

/** Opens the file, checks that it is whole and ours, and brings it to the newest schema. */
export async function openFile(path: string, busyTimeoutMs: number): Promise<JournalFile> {
  const opened = makePrivate(path);
  const isInPlace = () => {
    const found = statSync(path, {bigint: true, throwIfNoEntry: false});
    return found?.ino === opened.ino && found.dev === opened.dev;
  };
  refuseNetwork(path, statfsSync(path).type);
  // Loaded only here: a dashboard that writes nothing starts without it.
  const {DatabaseSync} = await import('node:sqlite');
  const db = new DatabaseSync(path);
  try {
    db.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
    checkWhole(db, path);
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
    migrate(db, path, migrations);
    if (!isInPlace()) throw journalError('replaced', path);
    return {db, isInPlace};
  } catch (error) {
    db.close();
    throw error;
  }
}

/** SQLite gives the files beside the database the same rights as the database. */
function makePrivate(path: string): BigIntStats {
  const folder = dirname(path);
  makePrivateFolder(folder);
  // A journal that somebody replaces has forgotten what was sent.
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

/** What Linux calls file systems that other hosts share: NFS, SMB and CIFS, AFS, Coda, Ceph, Lustre. */
const networkTypes: ReadonlySet<number> = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x5346414f, 0x73757245, 0x00c36400, 0x0bd00bd0,
]);

/** Its locks may hold on one host alone, and whether a dashboard on another still runs nobody here can tell. */
export function refuseNetwork(path: string, type: number): void {
  // Some systems tell it with its sign.
  if (platform() === 'linux' && networkTypes.has(type >>> 0)) throw journalError('network', path);
}

function checkWhole(db: DatabaseSync, path: string): void {
  // One transaction: another dashboard that makes the journal just now is not taken for another program.
  db.exec('BEGIN');
  const tables = Number(db.prepare('SELECT count(*) AS tables FROM sqlite_schema').get()?.tables);
  const isOurs = isJournal(db);
  db.exec('COMMIT');
  if (!isOurs && tables > 0) {
    throw journalError('unavailable', path, 'it is the database of another program');
  }
  const check = db.prepare('PRAGMA quick_check(1)').get();
  if (check?.quick_check !== 'ok') throw journalError('corrupt', path);
}

/** All missing steps in one transaction, so that a kill in between leaves the old schema whole. */
export function migrate(db: DatabaseSync, path: string, steps: readonly string[]): void {
  if (versionOf(db) === steps.length) return;
  db.exec('BEGIN IMMEDIATE');
  try {
    // Read again under the lock: another dashboard may have done it meanwhile.
    const version = versionOf(db);
    if (version > steps.length) throw journalError('newer', path);
    for (const step of steps.slice(version)) db.exec(step);
    db.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${steps.length}; COMMIT`);
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

/** Whether the file says that it is a journal of optty. */
export function isJournal(db: DatabaseSync): boolean {
  return numberOf(db, 'application_id') === applicationId;
}

/** How many of the migrations it has been through. */
export function versionOf(db: DatabaseSync): number {
  return numberOf(db, 'user_version');
}

function numberOf(db: DatabaseSync, pragma: 'application_id' | 'user_version'): number {
  return Number(db.prepare(`PRAGMA ${pragma}`).get()?.[pragma] ?? 0);
}
