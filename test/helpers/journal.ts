import {dirname, join} from 'node:path';
import {DatabaseSync, type SQLInputValue} from 'node:sqlite';
import {openJournal} from '../../src/core/journal/journal.ts';
import type {Owner} from '../../src/core/journal/place.ts';

/** Of a service without credentials: nothing tells one account from another. */
export function ownerBeside(path: string): Owner {
  const folder = dirname(path);
  return {
    places: {accounts: join(folder, 'accounts'), oldJournal: join(folder, 'old.db')},
    service: {origin: '', path: '', fingerprint: '', credentialSource: 'none'},
    label: 'test',
  };
}

export const openOwn = (given: Omit<Parameters<typeof openJournal>[0], 'owner'>) =>
  openJournal({...given, owner: ownerBeside(given.path)});

/** One statement on the file, as another program makes it; a read makes no file. */
export function query(path: string, sql: string, ...values: SQLInputValue[]) {
  const db = new DatabaseSync(path, {timeout: 60_000, readOnly: sql.startsWith('SELECT')});
  try {
    return db.prepare(sql).all(...values);
  } finally {
    db.close();
  }
}
