import {randomFillSync} from 'node:crypto';
import {
  type BigIntStats,
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeSync,
} from 'node:fs';
import {platform} from 'node:os';
import {dirname} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {setTimeout} from 'node:timers/promises';
import type {Millis} from '../../api/wire/records.ts';
import {isReplaceable, makePrivateFolder, openPrivateFile} from '../../folders.ts';
import {type JournalHost, leaseOf} from './lease.ts';
import type {Owner} from './place.ts';
import {JournalError, journalError, mayLackSpace, olderJournal, toJournalError} from './problem.ts';
import {schema, schemaVersion} from './schema.ts';
import {haltsIn, unresolvedIn} from './stored.ts';

const applicationId = 0x6f707479;

export async function openFile(path: string, busyTimeoutMs: number) {
  const opened = makePrivate(path);
  // SQLite goes on with a deleted file, so this checks that the path still names the open one.
  const isInPlace = () => {
    const found = lstatSync(path, {bigint: true, throwIfNoEntry: false});
    return found?.ino === opened.ino && found.dev === opened.dev;
  };
  refuseNetwork(path, statfsSync(path).type);
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
  const file = openPrivateFile(path, 'append');
  try {
    return fstatSync(file, {bigint: true});
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
  transaction({db, path, checkPlace: () => {}}, () => {
    // Checked again under the lock: another process may have made the schema meanwhile.
    const refusal = refusalOf(db, path);
    if (refusal !== undefined) throw refusal;
    if (versionOf(db) !== schemaVersion)
      db.exec(`${schema}; PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${schemaVersion}`);
  });
}

export function refusalOf(db: DatabaseSync, path: string): JournalError | undefined {
  const version = versionOf(db);
  if (version === 0 || version === schemaVersion) return undefined;
  if (version > schemaVersion) return journalError('newer', path);
  const unresolved = unresolvedIn(db).map(({words}) => words);
  return olderJournal(path, unresolved, haltsIn(db));
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
      // Written in place at one length: emptied first, the file would stay empty on a full disk.
      const file = openPrivateFile(path, 'overwrite');
      try {
        writeSync(file, `${String(held()).padStart(15)}\n`);
      } finally {
        closeSync(file);
      }
    } catch {
      // A full disk. The count then falls behind, and fewer missing attempts are found.
    }
  };
  return {
    note,
    missing: () => Math.max(0, countIn(path) - held()),
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

type OpenFile = {
  readonly db: DatabaseSync;
  readonly path: string;
  readonly reserve: Reserve;
  readonly checkPlace: () => void;
  readonly refusals: Refusals;
  /** Refuses all new attempts. */
  readonly bar: (error: JournalError) => void;
};

/** They refuse new attempts alone: outcomes, halts and the end of the controls are still kept. */
type Refusals = {
  all?: JournalError | undefined;
  risk?: {readonly until: Millis; readonly error: JournalError} | undefined;
};

export type Binding = ReturnType<typeof bindingOf>;

/** The journal as one process uses it. The holder is the lease of this process, as rows have it. */
export function bindingOf(file: OpenFile, host: JournalHost, owner: Owner) {
  return {...file, ...createCommits(file), host, owner, holder: JSON.stringify(leaseOf(host))};
}

function createCommits(file: OpenFile) {
  const {reserve, path, checkPlace} = file;
  return {
    /** One transaction, which may use the reserve for exits. */
    writing: <T>(work: () => T) => withReserve(file, () => transaction(file, work)),
    /** The same without the reserve: nothing is written if it is gone. */
    sparing<T>(work: () => T) {
      if (!reserve.isKept()) throw journalError('full', path);
      return transaction(file, work);
    },
    reading<T>(work: () => T) {
      try {
        checkPlace();
        return work();
      } catch (error) {
        throw toJournalError(error, path);
      }
    },
  };
}

/** On a full disk, the reserve is used for writes that end something or reduce risk. */
function withReserve<T>({db, reserve}: OpenFile, write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (!(error instanceof JournalError) || !mayLackSpace(error)) throw error;
    reserve.giveUp();
    writeLogAnew(db);
    return write();
  }
}

/**
 * Makes SQLite checkpoint every few pages, so that the write-ahead log reuses its own space. One megabyte then
 * holds thousands of exits instead of about twenty.
 */
function writeLogAnew(db: DatabaseSync): void {
  try {
    db.exec('PRAGMA wal_autocheckpoint = 16; PRAGMA wal_checkpoint(RESTART)');
  } catch {
    // There is a reader, or no room even for this: the log then grows as far as it can.
  }
}

/** IMMEDIATE: a transaction that reads first and writes later fails if another dashboard wrote in between. */
function transaction<T>(
  {db, path, checkPlace}: Pick<OpenFile, 'db' | 'path' | 'checkPlace'>,
  work: () => T,
): T {
  try {
    db.exec('BEGIN IMMEDIATE');
    checkPlace();
    const value = work();
    db.exec('COMMIT');
    return value;
  } catch (error) {
    try {
      if (db.isTransaction) db.exec('ROLLBACK');
    } catch (rollbackError) {
      throw toJournalError(rollbackError, path);
    }
    throw toJournalError(error, path);
  }
}

/**
 * Reads again only after a write by any process: the intents of others are read with every poll. Do not use it
 * inside a transaction, which may be rolled back.
 */
export function readAfterWrites<T>(db: DatabaseSync, read: () => T): () => T {
  let known: {readonly stamp: string; readonly value: T} | undefined;
  // Both change with a write: the first with one of this connection, the second with one of another.
  const sql = 'SELECT total_changes() AS own, data_version AS others FROM pragma_data_version';
  const counts = db.prepare(sql);
  return () => {
    const stamp = Object.values(counts.get() ?? {}).join();
    // Taken before the read: a write in between then changes the stamp.
    if (known?.stamp !== stamp) known = {stamp, value: read()};
    return known.value;
  };
}

export type Reserve = ReturnType<typeof createReserve>;

const reserveBytes = 1024 * 1024;
/** With less free space than this, the disk counts as full: what is left is for the journal. */
const leastFreeBytes = 2 * reserveBytes;

/**
 * Disk space reserved for exits: a file beside the journal that is deleted when the disk is full, so that a
 * close or a cancel can be journaled and sent. Nothing that adds risk is written until it is there again.
 */
export function createReserve(journalPath: string) {
  const path = `${journalPath}-reserve`;
  // Without inodes, the two files that SQLite makes beside the journal need the place of two.
  const second = `${path}-inode`;
  return {
    /** True if the reserve exists or could just be made. */
    isKept: () => (isWhole(path) || make(path)) && touch(second),
    giveUp() {
      const given = [path, second].filter(each => existsSync(each));
      for (const each of given) rmSync(each, {force: true});
      return given.length > 0;
    },
  };
}

function touch(path: string): boolean {
  try {
    closeSync(openPrivateFile(path, 'append'));
    return true;
  } catch {
    // The reserve then counts as gone.
    return false;
  }
}

function isWhole(path: string): boolean {
  return statSync(path, {throwIfNoEntry: false})?.size === reserveBytes;
}

/** Random bytes, which a file system can neither compress nor leave out. */
function make(path: string): boolean {
  try {
    const file = openPrivateFile(path, 'truncate');
    try {
      const {bavail, bsize} = statfsSync(path);
      if (bavail * bsize < leastFreeBytes) throw new RangeError('The disk is almost full.');
      writeSync(file, randomFillSync(Buffer.allocUnsafe(reserveBytes)));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    return isWhole(path);
  } catch {
    // Half a reserve would only take space.
    rmSync(path, {force: true});
    return false;
  }
}
