import {chmodSync, closeSync, openSync, statSync} from 'node:fs';
import {dirname} from 'node:path';
import type {DatabaseSync} from 'node:sqlite';
import {makePrivateFolder} from '../../folders.ts';
import {journalError} from './journal-problem.ts';

/** `optty` in ASCII, less a letter: what the file says it is. */
const applicationId = 0x6f707479;

/**
 * Each brings the schema from its place in the list to the next. A change of the schema is a new entry at the end; what
 * is here has been applied on someone's disk and stays as it is.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE intents (
    id TEXT PRIMARY KEY,
    service TEXT NOT NULL,
    account TEXT NOT NULL,
    target TEXT NOT NULL,
    kind TEXT NOT NULL,
    state TEXT NOT NULL,
    draft TEXT NOT NULL,
    idempotency_key TEXT,
    asked_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    reason TEXT NOT NULL,
    known_before TEXT,
    detail TEXT NOT NULL,
    resolved_record_id TEXT,
    holder TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX one_unresolved_per_target ON intents (service, account, target)
    WHERE state IN ('ASKED', 'SENDING', 'ACCEPTED', 'UNKNOWN');
  CREATE UNIQUE INDEX one_intent_per_record ON intents (service, kind, resolved_record_id)
    WHERE resolved_record_id IS NOT NULL;
  CREATE UNIQUE INDEX one_intent_per_key ON intents (idempotency_key) WHERE idempotency_key IS NOT NULL;
  CREATE INDEX intents_by_time ON intents (service, account, changed_at);

  CREATE TABLE attempts (
    intent_id TEXT NOT NULL REFERENCES intents (id),
    number INTEGER NOT NULL,
    sent_by TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at INTEGER,
    outcome TEXT,
    request_id TEXT,
    latency_ms REAL,
    PRIMARY KEY (intent_id, number)
  ) STRICT;

  CREATE TABLE events (
    number INTEGER PRIMARY KEY,
    service TEXT NOT NULL,
    account TEXT NOT NULL,
    at INTEGER NOT NULL,
    line TEXT NOT NULL
  ) STRICT;
  CREATE INDEX events_by_time ON events (service, account, at);

  CREATE TABLE notes (
    service TEXT NOT NULL,
    account TEXT NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (service, account, name)
  ) STRICT;
  `,
];

/** Opens the file, checks that it is whole and ours, and brings it to the newest schema. */
export async function openFile(path: string, busyTimeoutMs: number): Promise<DatabaseSync> {
  makePrivate(path);
  // Loaded only here: a dashboard that writes nothing starts without it.
  const {DatabaseSync} = await import('node:sqlite');
  const db = new DatabaseSync(path);
  try {
    db.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
    checkWhole(db, path);
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
    migrate(db, path, migrations);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** SQLite gives the files beside the database the same rights as the database. */
function makePrivate(path: string): void {
  makePrivateFolder(dirname(path));
  closeSync(openSync(path, 'a', 0o600));
  if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
}

function checkWhole(db: DatabaseSync, path: string): void {
  // One transaction, so that another dashboard that makes the journal just now is not taken for another program.
  db.exec('BEGIN');
  const {tables} = db.prepare('SELECT count(*) AS tables FROM sqlite_schema').get() as {tables: number};
  const id = numberOf(db, 'application_id');
  db.exec('COMMIT');
  if (id !== applicationId && tables > 0) {
    throw journalError('unavailable', path, 'it is the database of another program');
  }
  const check = db.prepare('PRAGMA quick_check(1)').get() as {quick_check: string};
  if (check.quick_check !== 'ok') throw journalError('corrupt', path);
}

/** All missing steps in one transaction, so that a kill in between leaves the old schema whole. */
export function migrate(db: DatabaseSync, path: string, steps: readonly string[]): void {
  if (numberOf(db, 'user_version') === steps.length) return;
  db.exec('BEGIN IMMEDIATE');
  try {
    // Read again under the lock: another dashboard may have done it meanwhile.
    const version = numberOf(db, 'user_version');
    if (version > steps.length) throw journalError('newer', path);
    for (const step of steps.slice(version)) db.exec(step);
    db.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${steps.length}; COMMIT`);
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

function numberOf(db: DatabaseSync, pragma: 'application_id' | 'user_version'): number {
  return (db.prepare(`PRAGMA ${pragma}`).get() as Record<string, number>)[pragma] ?? 0;
}
