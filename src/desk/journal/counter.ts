import {readFileSync, writeFileSync} from 'node:fs';
import type {DatabaseSync} from 'node:sqlite';

/**
 * How many attempts the journal has ever held, kept in a second file beside it. Where that is ahead of the
 * journal, the journal was restored from a copy, and does not know of all that was sent.
 */
export type AttemptCounter = {
  /** After an attempt was committed, before it is sent. */
  note(): void;
  /** How many attempts the journal has lost since they were counted; told once. */
  takeMissing(): number;
};

export function createCounter(db: DatabaseSync, journalPath: string): AttemptCounter {
  const path = `${journalPath}-count`;
  // Attempts are never deleted, so the highest rowid is their number.
  const last = db.prepare('SELECT coalesce(max(rowid), 0) AS count FROM attempts');
  const held = () => Number(last.get()?.count);
  const note = () => {
    try {
      writeFileSync(path, `${held()}\n`, {mode: 0o600});
    } catch {
      // A full disk must not hold an exit back. A count that is behind says nothing, and a later one is right.
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
    // None was kept yet, or it cannot be read: then nothing can be told.
    return 0;
  }
}
