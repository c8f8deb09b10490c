import {existsSync} from 'node:fs';
import type {DatabaseSync} from 'node:sqlite';
import type {Millis} from '../../api/wire/records.ts';
import {isJournal} from './file.ts';
import {readOnly} from './glimpse.ts';
import {type JournalHost, presence, readLease} from './lease.ts';
import {JournalError} from './problem.ts';
import {type UnresolvedRow, unresolvedIn} from './rows.ts';

/**
 * The journal that older builds had for all accounts of the machine. Only columns are read that each version of
 * its schema has, and only `optty resolve-old` changes it.
 */
export type OldJournal = {
  /** Of a process that has it open. */
  readonly pid: number | undefined;
  readonly unresolved: readonly UnresolvedRow[];
  readonly halts: readonly {readonly service: string; readonly at: Millis; readonly by: string}[];
  /** When writes changed last that the service may have carried out, by service. */
  readonly changes: readonly {readonly service: string; readonly at: Millis}[];
};

/** Undefined if there is none. @throws {JournalError} it cannot be read */
export async function readOld(path: string, host: JournalHost): Promise<OldJournal | undefined> {
  if (!existsSync(path)) return undefined;
  const read = await readOnly(path, db => ({old: isJournal(db) ? oldIn(db, host) : undefined}));
  if (read === undefined) throw new JournalError('barred', `${path} cannot be read. Move it away.`);
  return read.old;
}

function oldIn(db: DatabaseSync, host: JournalHost): OldJournal {
  const rows = (table: string, sql: string) =>
    db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table) === undefined
      ? []
      : db.prepare(sql).all();
  const leases = [
    ...rows('notes', `SELECT substr(name, 11) AS lease FROM notes WHERE name LIKE 'dashboard %'`),
    ...rows('controls', 'SELECT lease FROM controls WHERE released_at IS NULL'),
  ].map(row => readLease(String(row.lease)));
  const changes = rows(
    'intents',
    `SELECT service, max(changed_at) AS at FROM intents
     WHERE state NOT IN ('REJECTED', 'REFUSED', 'NOT SENT') GROUP BY service`,
  );
  return {
    pid: leases.find(lease => presence(lease, host) !== 'gone')?.pid,
    unresolved: unresolvedIn(db),
    halts: rows('halts', 'SELECT service, at, set_by FROM halts').map(row => ({
      ...{service: String(row.service), at: Number(row.at), by: String(row.set_by)},
    })),
    changes: changes.map(row => ({service: String(row.service), at: Number(row.at)})),
  };
}

/** The first builds added the credential to the name of the service. */
export function isOldOf(keys: readonly string[]): (row: {readonly service: string}) => boolean {
  return ({service}) => keys.some(key => service === key || service.startsWith(`${key} `));
}

export function usedByWords(path: string, pid: number): string {
  return `Process ${pid} of an older optty uses ${path}. End it, then run optty resolve-old.`;
}

/** Why nothing is sent for a service. */
export function whyOldBars(
  {pid, unresolved, changes}: OldJournal,
  path: string,
  {keys, lagMs, now}: {readonly keys: readonly string[]; readonly lagMs: Millis; readonly now: Millis},
): JournalError | undefined {
  const isOfIt = isOldOf(keys);
  if (pid !== undefined) return new JournalError('barred', usedByWords(path, pid));
  const count = unresolved.filter(isOfIt).length;
  if (count > 0) {
    const are = count === 1 ? 'write of an older optty is' : 'writes of an older optty are';
    return new JournalError('barred', `${count} ${are} unresolved in ${path}: run optty resolve-old.`);
  }
  const changedAt = Math.max(0, ...changes.filter(isOfIt).map(({at}) => at));
  if (Math.abs(now - changedAt) >= lagMs) return undefined;
  const until = new Date(changedAt + lagMs).toISOString().slice(11, 19);
  return new JournalError(
    'lagging',
    `The last writes of an older optty may not be listed yet: nothing is sent until ${until} UTC.`,
  );
}

export type OldAnswer = 'done' | 'nothing';

export async function resolveOld(path: string, id: string, word: OldAnswer, now: Millis): Promise<void> {
  const {DatabaseSync} = await import('node:sqlite');
  const db = new DatabaseSync(path, {timeout: 2_000});
  try {
    db.prepare(
      `UPDATE intents SET state = 'RESOLVED', changed_at = ?, reason = 'Said with optty resolve-old.',
       detail = json_set(detail, '$.said', json(?)) WHERE id = ?`,
    ).run(now, JSON.stringify({word, note: ''}), id);
  } finally {
    db.close();
  }
}
