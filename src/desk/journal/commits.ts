import type {DatabaseSync} from 'node:sqlite';
import type {Reserve} from './limits/reserve.ts';
import {JournalError, journalError, toJournalError} from './problem.ts';

type Given = {
  readonly db: DatabaseSync;
  readonly path: string;
  readonly reserve: Reserve;
  /** @throws {JournalError} the file that was opened is not the one at the path any more */
  readonly checkPlace: () => void;
};

/** How the journal is used: each throws a JournalError where that cannot be. */
export type Commits = {
  /** In one transaction, which may spend what is kept for exits. */
  readonly writing: <T>(work: () => T) => T;
  /** In one transaction that can wait until there is room. */
  readonly sparing: <T>(work: () => T) => T;
  readonly reading: <T>(work: () => T) => T;
};

export function createCommits(given: Given): Commits {
  const {reserve, path} = given;
  return {
    writing: work => withReserve(given, () => transaction(given, work)),
    sparing: work => sparingReserve(reserve, path, () => transaction(given, work)),
    reading: work => inWords(given, work),
  };
}

function inWords<T>({path, checkPlace}: Given, work: () => T): T {
  try {
    checkPlace();
    return work();
  } catch (error) {
    throw toJournalError(error, path);
  }
}

/** On a full disk the journal's reserve is spent on what ends a write, or takes risk away. */
function withReserve<T>({db, reserve}: Given, write: () => T): T {
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
 * What the log holds goes into the database with every few pages from now on, so that the log's own room is
 * used again and no more is taken: a megabyte holds thousands of exits that way, and else some twenty.
 */
function writeLogAnew(db: DatabaseSync): void {
  try {
    db.exec('PRAGMA wal_autocheckpoint = 16; PRAGMA wal_checkpoint(RESTART)');
  } catch {
    // Somebody reads it, or there is no room even for that: then the log grows as far as it can.
  }
}

/** What can wait leaves the reserve alone, and what was given up of it to exits. */
function sparingReserve<T>(reserve: Reserve, path: string, write: () => T): T {
  if (!reserve.isKept()) throw journalError('full', path);
  return write();
}

/** Immediate: a transaction that reads first and writes later fails when another dashboard wrote in between. */
function transaction<T>({db, path, checkPlace}: Given, work: () => T): T {
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
