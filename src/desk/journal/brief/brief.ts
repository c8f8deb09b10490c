import {existsSync} from 'node:fs';
import type {DatabaseSync} from 'node:sqlite';
import {isJournal, versionOf} from '../file.ts';
import {readOnly} from '../glimpse.ts';
import {migrations, serviceOfOld} from '../migrations.ts';
import {noteName, readNote, type StatusNote} from './note.ts';

/** What the journal tells of a service without anybody being asked. */
export type Brief = {
  readonly note: StatusNote | undefined;
  readonly unknown: number;
  readonly notPlaced: number;
  readonly isStopped: boolean;
};

/** Never writes a byte; `absent` where there is no journal yet, undefined where it cannot be read. */
export async function readBrief(path: string, key: string, account: string) {
  if (!existsSync(path)) return 'absent';
  return readOnly(path, db => (isReadable(db) ? briefOf(db, key, account) : undefined));
}

const isReadable = (db: DatabaseSync) => isJournal(db) && versionOf(db) <= migrations.length;

function briefOf(db: DatabaseSync, key: string, account: string): Brief {
  const count = (state: string) =>
    Number(
      db
        .prepare(`SELECT count(*) AS count FROM intents WHERE state = ? AND ${serviceOfOld} = ?`)
        .get(state, key)?.count,
    );
  // An older optty knows no stop, and has held no such thing.
  const hasStops = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'stops'").get() !== undefined;
  const note = db
    .prepare('SELECT value FROM notes WHERE service = ? AND account = ? AND name = ?')
    .get(key, account, noteName);
  return {
    note: note === undefined ? undefined : readNote(String(note.value)),
    unknown: count('UNKNOWN'),
    notPlaced: count('CANCELED NOT PLACED'),
    isStopped: hasStops && db.prepare('SELECT 1 FROM stops WHERE service = ?').get(key) !== undefined,
  };
}
