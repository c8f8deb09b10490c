import {chmodSync, closeSync, openSync, statfsSync, statSync} from 'node:fs';
import {platform} from 'node:os';
import {dirname} from 'node:path';
import type {DatabaseSync} from 'node:sqlite';
import {makePrivateFolder} from '../../folders.ts';
import {journalError} from './problem.ts';

/** `optty` in ASCII, less a letter: what the file says it is. */
const applicationId = 0x6f707479;

/** A service's address, or its paper ledger, without the credential that once stood behind it. */
export const serviceOfOld = `CASE WHEN service LIKE 'paper %' OR instr(service, ' ') = 0 THEN service
  ELSE substr(service, 1, instr(service, ' ') - 1) END`;

/**
 * Each brings the schema from its place in the list to the next. A change of the schema is a new entry at the
 * end; what is here has been applied on someone's disk and stays as it is.
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
  // A service was its address and a credential: with every new token what was unresolved went out of sight.
  `
  DROP INDEX one_unresolved_per_target;
  DROP INDEX one_intent_per_record;
  DROP INDEX intents_by_time;
  DROP INDEX events_by_time;
  ALTER TABLE intents ADD COLUMN credential_source TEXT;
  ALTER TABLE intents ADD COLUMN credential TEXT;
  ALTER TABLE intents ADD COLUMN account_id TEXT;
  ALTER TABLE intents ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;
  UPDATE intents SET
    credential_source = CASE WHEN service LIKE 'paper %' THEN 'paper' ELSE '' END,
    credential = CASE WHEN service LIKE 'paper %' THEN '' ELSE substr(service, instr(service, ' ') + 1) END,
    service = ${serviceOfOld};
  UPDATE events SET service = ${serviceOfOld};
  UPDATE intents SET resolved_record_id = NULL, reason = reason || ' (#' || resolved_record_id || ')'
    WHERE resolved_record_id IS NOT NULL AND EXISTS (
      SELECT 1 FROM intents AS other
      WHERE other.service = intents.service AND other.kind = intents.kind
        AND other.resolved_record_id = intents.resolved_record_id
        AND (other.asked_at, other.id) < (intents.asked_at, intents.id)
    );
  CREATE UNIQUE INDEX one_intent_per_record ON intents (service, kind, resolved_record_id)
    WHERE resolved_record_id IS NOT NULL;
  CREATE INDEX intents_by_time ON intents (service, changed_at);
  CREATE INDEX unresolved_intents ON intents (service) WHERE state IN ('ASKED', 'SENDING', 'ACCEPTED', 'UNKNOWN');
  CREATE INDEX events_by_time ON events (service, at);

  CREATE TABLE locks (
    service TEXT NOT NULL,
    target TEXT NOT NULL,
    intent_id TEXT NOT NULL REFERENCES intents (id) DEFERRABLE INITIALLY DEFERRED,
    credential TEXT NOT NULL,
    account_id TEXT,
    PRIMARY KEY (intent_id, target)
  ) STRICT;
  CREATE INDEX locks_by_target ON locks (service, target);
  INSERT INTO locks SELECT service, target, id, credential, account_id FROM intents
    WHERE state IN ('ASKED', 'SENDING', 'ACCEPTED', 'UNKNOWN');
  CREATE TRIGGER one_unresolved_per_target BEFORE INSERT ON locks WHEN EXISTS (
    SELECT 1 FROM locks
    WHERE service = NEW.service AND target = NEW.target AND intent_id <> NEW.intent_id
      AND (credential = NEW.credential OR account_id IS NULL OR NEW.account_id IS NULL
        OR account_id = NEW.account_id)
  ) BEGIN SELECT RAISE(ABORT, 'the target is locked'); END;
  CREATE TRIGGER whatever_ends_unlocks AFTER UPDATE OF state ON intents
    WHEN NEW.state NOT IN ('ASKED', 'SENDING', 'ACCEPTED', 'UNKNOWN')
    BEGIN DELETE FROM locks WHERE intent_id = NEW.id; END;
  CREATE TRIGGER no_intent_without_lock BEFORE INSERT ON intents WHEN NEW.credential_source IS NULL
    BEGIN SELECT RAISE(ABORT, 'a newer optty has changed the journal; start this one again'); END;

  CREATE TABLE kept (
    service TEXT NOT NULL,
    account TEXT NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (service, account, name)
  ) STRICT;
  INSERT OR REPLACE INTO kept SELECT ${serviceOfOld}, account, name, value FROM notes ORDER BY rowid;
  DROP TABLE notes;
  ALTER TABLE kept RENAME TO notes;
  `,
  // Events are dropped by their number.
  'CREATE INDEX events_by_number ON events (service);',
];

/** Opens the file, checks that it is whole and ours, and brings it to the newest schema. */
export async function openFile(path: string, busyTimeoutMs: number): Promise<DatabaseSync> {
  makePrivate(path);
  refuseNetwork(path, statfsSync(path).type);
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
