import {existsSync, statSync} from 'node:fs';
import {DatabaseSync} from 'node:sqlite';
import type {Millis} from '../../api/wire/records.ts';
import type {ActivityLine} from '../events/line.ts';
import {type HaltRecord, haltState, isHaltOver, isUnderWay} from '../halt/halt.ts';
import {mayFollow, unreplaced} from '../intents/follow.ts';
import type {Intent} from '../intents/intent.ts';
import {controlsIn} from './controls.ts';
import {isJournal, refusalOf} from './file.ts';
import {haltOf} from './halts.ts';
import {type JournalHost, presence, readLease} from './lease.ts';
import {dayZone} from './limits.ts';
import {activityLines} from './log.ts';
import {accountWords, journalsIn, type NamedFile, type Places, placeOf, whyMoved} from './place.ts';
import {journalError} from './problem.ts';
import {resolvedStates, unresolvedStates} from './schema.ts';
import {noteName, readNote, type StatusNote} from './status-note.ts';
import {type AccountRow, accountIn, intentsIn, noteIn, recentMs, unresolvedIn} from './stored.ts';

export type Glimpse = {
  readonly open: readonly Intent[];
  readonly activity: readonly ActivityLine[];
  /** In force. */
  readonly halt: HaltRecord | undefined;
};

/** Never writes. */
export const glimpseJournal = (file: NamedFile, limit: number): Glimpse =>
  readJournal<Glimpse>(file, {open: [], activity: [], halt: undefined}, db => ({
    open: intentsIn(db, `state IN ${unresolvedStates} ORDER BY asked_at`),
    activity: activityLines(db, limit),
    halt: haltOf(db),
  }));

/** @throws {JournalError} it cannot be read, has another version or was moved: it may hold unresolved writes */
function readJournal<Read>(file: NamedFile, ifMissing: Read, read: (db: DatabaseSync) => Read): Read {
  const {path} = file;
  if (!existsSync(path)) return ifMissing;
  const seen = readOnly(path, db => {
    // Another program may be about to make the schema.
    if (!isJournal(db))
      return db.prepare('SELECT 1 FROM sqlite_schema').get() === undefined ? {read: ifMissing} : undefined;
    const refused = refusalOf(db, path) ?? whyMoved(file, accountIn(db));
    return refused === undefined ? {read: read(db)} : {refused};
  });
  if (seen?.refused !== undefined || seen === undefined) throw seen?.refused ?? journalError('unread', path);
  return seen.read;
}

const busyTimeoutMs = 100;

/**
 * Reads a database file without writing, also while another program writes and on a full disk. Undefined if
 * that fails.
 */
export function readOnly<Read>(path: string, read: (db: DatabaseSync) => Read): Read | undefined {
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

type KeptWrites = {readonly writes: readonly Intent[]; readonly zone: string | undefined};

/** The newest first, and the time zone of the account's day. Never writes. */
export const readWrites = (file: NamedFile) =>
  readJournal<KeptWrites>(file, {writes: [], zone: undefined}, db => ({
    writes: intentsIn(db, 'TRUE ORDER BY asked_at DESC'),
    zone: dayZone(db),
  }));

export type AccountSeen = AccountRow & {
  readonly path: string;
  /** Unresolved writes. */
  readonly open: readonly OpenWrite[];
  readonly changedAt: Millis;
};

export type Accounts = {
  /** The one changed last first. */
  readonly seen: readonly AccountSeen[];
  /** Paths of what cannot be read: each may be of any account. */
  readonly unread: readonly string[];
};

/** Never writes. The accounts of this machine, whatever the version of their journal. */
export function readAccounts(places: Places, host: JournalHost) {
  const {seen, unread} = accountsIn(places, host);
  const old = countOld(places);
  return {seen, old: old ?? 0, unread: old === undefined ? [...unread, places.oldJournal] : unread};
}

/** Unresolved writes in the journal of older builds; undefined if it cannot be read. */
function countOld({oldJournal}: Places): number | undefined {
  if (!existsSync(oldJournal)) return 0;
  return readOnly(oldJournal, db => (isJournal(db) ? unresolvedIn(db).length : 0));
}

export function accountsIn(places: Places, host: JournalHost): Accounts {
  const paths = new Set(journalsIn(places).flatMap(path => placeOf(path) ?? []));
  const read = [...paths].map(path => ({path, rows: readOnly(path, db => accountRows(db, path, host))}));
  const seen = read.flatMap(({rows}) => rows ?? []);
  return {
    seen: seen.toSorted((one, other) => other.changedAt - one.changedAt),
    unread: read.flatMap(({path, rows}) => (rows === undefined ? [path] : [])),
  };
}

/** None if nobody has used the file. @throws {Error} it is no journal, or that of any account */
function accountRows(db: DatabaseSync, path: string, host: JournalHost): readonly AccountSeen[] {
  // Another program may be about to make the schema.
  if (db.prepare('SELECT 1 FROM sqlite_schema').get() === undefined) return [];
  const row = accountIn(db);
  const open = openIn(db, isHeldIn(db, host));
  if (row === undefined && open.length > 0) throw new Error('Nothing says whose its writes are.');
  return row === undefined ? [] : [{...row, path, open, changedAt: changedAt(path)}];
}

const changedAt = (path: string): Millis =>
  Math.max(...[path, `${path}-wal`].map(each => statSync(each, {throwIfNoEntry: false})?.mtimeMs ?? 0));

/** `1 UNKNOWN in account desk of svc.example`; undefined if there is nothing. */
export function wordsOnOthers(
  {old, ...accounts}: ReturnType<typeof readAccounts>,
  own: string | undefined,
): string | undefined {
  const {seen, unread} = besides(accounts, own);
  const words = [
    ...seen.flatMap(each => {
      const count = countIn(each.open, 'UNKNOWN');
      return count === 0 ? [] : `${count} UNKNOWN in ${accountWords(each)}`;
    }),
    // A status bar may expand other characters.
    ...(old === 0 ? [] : [`${old} UNKNOWN of an older optty: run optty resolve-old`]),
    ...unread.map(path => `${/^[\w./@~ -]{0,300}$/.test(path) ? path : 'a journal'} cannot be read`),
  ];
  return words.length === 0 ? undefined : words.join(' · ');
}

/** Without the own one. */
export function besides({seen, unread}: Accounts, own: string | undefined): Accounts {
  const place = own && placeOf(own);
  return {seen: seen.filter(({path}) => path !== place), unread: unread.filter(path => path !== place)};
}

export type Brief = ReturnType<typeof briefOf>;

export const noJournal: Brief = {
  ...{hasJournal: false, note: undefined, hasQuit: false, newerWrites: 0},
  ...{unknown: 0, notReplaced: 0, inProgress: 0, halt: undefined},
};

/** Never writes. */
export const readBrief = (file: NamedFile, host: JournalHost, now: Millis) =>
  readJournal<Brief>(file, noJournal, db => briefOf(db, host, now));

function briefOf(db: DatabaseSync, host: JournalHost, now: Millis) {
  const isHeld = isHeldIn(db, host);
  const open = openIn(db, isHeld);
  const note = readNote(noteIn(db, noteName) ?? '');
  // Another dashboard, which only viewed, may have noted last.
  const hasQuit = note !== undefined && !isHeld && presence(readLease(note.by ?? ''), host) === 'gone';
  return {
    hasJournal: true,
    note,
    hasQuit,
    // Own confirmed writes that the lists of the note may not show.
    newerWrites: note === undefined ? 0 : confirmedSince(db, listedUntil(note, hasQuit)),
    unknown: countIn(open, 'UNKNOWN'),
    notReplaced: notReplacedIn(db, isHeld, now),
    inProgress: countIn(open, 'in progress'),
    halt: haltSeen(db, host),
  };
}

/** Its word, when that was confirmed, and whether who is to carry it out can. */
function haltSeen(db: DatabaseSync, host: JournalHost) {
  const record = haltOf(db);
  if (record === undefined) return undefined;
  const isLeft = isUnderWay(record) && controlsIn({db, host, holder: ''}).isSuspended;
  const state = `${haltState(record)}${isLeft ? ', its process is suspended' : ''}`;
  return {by: record.by, state, confirmedAt: isHaltOver(record) ? record.progress?.at : undefined};
}

/** Those of two days. An amend that a process may still carry on does not count. */
function notReplacedIn(db: DatabaseSync, isHeld: boolean, now: Millis): number {
  const list = intentsIn(db, 'changed_at >= ? ORDER BY asked_at', now - recentMs);
  const left = unreplaced({list, followed: {}}).filter(({last}) => last.isAcknowledged !== true);
  return left.filter(each => !isHeld || !mayFollow(each)).length;
}

const isHeldIn = (db: DatabaseSync, host: JournalHost) => controlsIn({db, host, holder: ''}).is === 'held';

export type OpenWrite = {readonly kind: string; readonly state: 'UNKNOWN' | 'in progress'};

/** A write that was in progress is UNKNOWN once nobody has the controls. */
function openIn(db: DatabaseSync, isHeld: boolean): readonly OpenWrite[] {
  const rows = db.prepare(`SELECT kind, state FROM intents WHERE state NOT IN ${resolvedStates}`).all();
  return rows.map(({kind, state}) => ({
    kind: String(kind),
    state: state !== 'UNKNOWN' && isHeld ? 'in progress' : 'UNKNOWN',
  }));
}

export const countIn = (open: readonly OpenWrite[], state: OpenWrite['state']): number =>
  open.filter(each => each.state === state).length;

/** A dashboard that runs notes at once what a late list shows; one that has quit never does. */
const listedUntil = ({at, listLagMs}: StatusNote, hasQuit: boolean) => (hasQuit ? at - listLagMs : at);

function confirmedSince(db: DatabaseSync, since: number): number {
  const sql = `SELECT count(*) AS number FROM intents WHERE state = 'CONFIRMED' AND changed_at > ?`;
  return Number(db.prepare(sql).get(since)?.number);
}
