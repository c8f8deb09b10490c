import {randomFillSync} from 'node:crypto';
import {closeSync, fsyncSync, openSync, rmSync, statfsSync, statSync, writeSync} from 'node:fs';
import type {DatabaseSync, StatementSync} from 'node:sqlite';
import {type BoundService, type JournalHost, leaseOf, serviceKey} from './lease.ts';
import {JournalError, journalError, toJournalError} from './problem.ts';

export type OpenFile = {
  readonly db: DatabaseSync;
  readonly path: string;
  readonly reserve: Reserve;
  readonly checkPlace: () => void;
};

export type Binding = ReturnType<typeof bindingOf>;

/** The journal as one process uses it for one service and account. */
export function bindingOf(file: OpenFile, host: JournalHost, service: BoundService, account: string) {
  // The holder is the lease of this process, as rows have it.
  const [key, holder] = [serviceKey(service), JSON.stringify(leaseOf(host))];
  return {...file, ...createCommits(file), host, service, account, key, holder};
}

export function createCommits(file: OpenFile) {
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
    if (!(error instanceof JournalError) || error.problem !== 'full') throw error;
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
function transaction<T>({db, path, checkPlace}: OpenFile, work: () => T): T {
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
  return () => {
    const counts = countsOf(db).get();
    const stamp = `${counts?.own} ${counts?.others}`;
    // Taken before the read: a write in between then changes the stamp.
    if (known?.stamp !== stamp) known = {stamp, value: read()};
    return known.value;
  };
}

const prepared = new WeakMap<DatabaseSync, StatementSync>();

export function countsOf(db: DatabaseSync): StatementSync {
  const before = prepared.get(db);
  if (before !== undefined) return before;
  const counts = db.prepare('SELECT total_changes() AS own, data_version AS others FROM pragma_data_version');
  prepared.set(db, counts);
  return counts;
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
  return {
    /** True if the reserve exists or could just be made. */
    isKept: () => isWhole(path) || make(path),
    giveUp() {
      if (statSync(path, {throwIfNoEntry: false}) === undefined) return false;
      rmSync(path, {force: true});
      return true;
    },
  };
}

function isWhole(path: string): boolean {
  return statSync(path, {throwIfNoEntry: false})?.size === reserveBytes;
}

/** Random bytes, which a file system can neither compress nor leave out. */
function make(path: string): boolean {
  try {
    const file = openSync(path, 'w', 0o600);
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
