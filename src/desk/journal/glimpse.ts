import {existsSync, statSync} from 'node:fs';
import type {DatabaseSync} from 'node:sqlite';
import type {HeldIntent, Intent} from '../intents/intent.ts';
import type {ActivityLine} from '../state.ts';
import {type BoundService, serviceKey} from './contract.ts';
import {isJournal, refusalOf} from './file.ts';
import type {JournalHost} from './lease.ts';
import {dayZone} from './limits.ts';
import {activityLines} from './log.ts';
import {intentRows, noCredentials, toHeld, toIntent} from './rows.ts';
import {unresolvedStates} from './schema.ts';
import {noteName, readNote, type StatusNote} from './status-note.ts';

export type Glimpse = {readonly held: readonly HeldIntent[]; readonly activity: readonly ActivityLine[]};

type Given = {
  readonly path: string;
  readonly host: JournalHost;
  readonly service: BoundService;
  readonly limit: number;
};

/**
 * Never writes. Undefined if the journal cannot be read or has another version: it may then hold unresolved
 * writes.
 */
export async function glimpseJournal(given: Given): Promise<Glimpse | undefined> {
  const {path} = given;
  if (!existsSync(path)) return {held: [], activity: []};
  return readOnly(path, db => glimpse(db, given));
}

const busyTimeoutMs = 100;

/**
 * Reads a database file without writing, also while another program writes and on a full disk. Undefined if
 * that fails.
 */
export async function readOnly<Read>(
  path: string,
  read: (db: DatabaseSync) => Read,
): Promise<Read | undefined> {
  const {DatabaseSync} = await import('node:sqlite');
  const ways = [path, ...(isSettled(path) ? [`file:${encodeURI(path)}?immutable=1`] : [])];
  for (const way of ways) {
    try {
      const db = new DatabaseSync(way, {readOnly: true, timeout: busyTimeoutMs});
      try {
        return read(db);
      } finally {
        db.close();
      }
    } catch {
      // Busy, damaged or not readable this way: the next way may work.
    }
  }
  return undefined;
}

/**
 * True if the write-ahead log is empty. On a full disk SQLite cannot make the log's index; only a settled file
 * can then be read, as immutable.
 */
function isSettled(path: string): boolean {
  const log = `${path}-wal`;
  return !existsSync(log) || statSync(log).size === 0;
}

function glimpse(db: DatabaseSync, {path, host, service, limit}: Given): Glimpse | undefined {
  if (!isJournal(db) || refusalOf(db, path) !== undefined) return undefined;
  const sql = `SELECT * FROM intents WHERE service = ? AND state IN ${unresolvedStates} ORDER BY asked_at`;
  const key = serviceKey(service);
  return {
    held: intentRows(db, sql, key).map(row => toHeld(db, row, {host, service})),
    activity: activityLines(db, key, limit),
  };
}

export type OwnOrders = {readonly confirmed: readonly Intent[]; readonly zone: string | undefined};

/** Never writes. What this machine's optty had confirmed, and the zone of the account's day. */
export async function readOwnOrders(path: string, key: string): Promise<OwnOrders | undefined> {
  if (!existsSync(path)) return {confirmed: [], zone: undefined};
  return readOnly(path, db => {
    if (!isJournal(db) || refusalOf(db, path) !== undefined) return undefined;
    const sql = "SELECT * FROM intents WHERE service = ? AND state = 'CONFIRMED'";
    const confirmed = intentRows(db, sql, key).map(row => toIntent(db, row, noCredentials));
    return {confirmed, zone: dayZone(db)};
  });
}

export type Brief = {
  readonly note: StatusNote | undefined;
  readonly unknown: number;
  readonly notPlaced: number;
  /** Unresolved writes at other services of the same journal. */
  readonly elsewhere: readonly {readonly service: string; readonly unresolved: number}[];
  readonly isHalted: boolean;
};

/**
 * Never writes. Returns `absent` if there is no journal, a JournalError for another version, undefined if it
 * cannot be read.
 */
export async function readBrief(path: string, key: string, account: string) {
  if (!existsSync(path)) return 'absent';
  return readOnly(path, db => {
    if (isJournal(db)) return refusalOf(db, path) ?? briefOf(db, key, account);
    return isEmpty(db) ? 'absent' : undefined;
  });
}

/** Another program is about to make the schema. */
function isEmpty(db: DatabaseSync): boolean {
  return db.prepare('SELECT 1 FROM sqlite_schema').get() === undefined;
}

function briefOf(db: DatabaseSync, key: string, account: string): Brief {
  const count = (state: string) =>
    Number(
      db.prepare('SELECT count(*) AS count FROM intents WHERE state = ? AND service = ?').get(state, key)
        ?.count,
    );
  const note = db
    .prepare('SELECT value FROM notes WHERE service = ? AND account = ? AND name = ?')
    .get(key, account, noteName);
  return {
    note: note === undefined ? undefined : readNote(String(note.value)),
    unknown: count('UNKNOWN'),
    notPlaced: count('CANCELED, NOT REPLACED'),
    elsewhere: db
      .prepare(
        `SELECT service, count(*) AS unresolved FROM intents
         WHERE state IN ('UNKNOWN', 'CANCELED, NOT REPLACED') AND service <> ? GROUP BY service ORDER BY service`,
      )
      .all(key)
      .map(row => ({service: String(row.service), unresolved: Number(row.unresolved)})),
    isHalted: db.prepare('SELECT 1 FROM halts WHERE service = ?').get(key) !== undefined,
  };
}
