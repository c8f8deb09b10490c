import {existsSync} from 'node:fs';
import {DatabaseSync} from 'node:sqlite';
import type {Millis} from '../../api/wire/records.ts';
import {isJournal} from './file.ts';
import {readOnly} from './glimpse.ts';
import {type JournalHost, presence, readLease} from './lease.ts';
import {JournalError} from './problem.ts';
import {resolvedStates} from './schema.ts';
import {hasTable, type UnresolvedRow, unresolvedIn} from './stored.ts';

/**
 * The journal that older builds had for all accounts of the machine. Only columns are read that each version of
 * its schema has, and only `optty resolve-old` changes it.
 */
export type OldJournal = {
  /** A process that has it open. */
  readonly pid: number | undefined;
  /** Hosts of others that cannot be seen from here: their names may have changed. */
  readonly elsewhere: readonly string[];
  readonly unresolved: readonly UnresolvedRow[];
  readonly halts: readonly {readonly service: string; readonly at: Millis; readonly by: string}[];
  /** When writes changed last that the service may have carried out, by service. */
  readonly changes: readonly {readonly service: string; readonly at: Millis}[];
};

/** Undefined if there is none. @throws {JournalError} it cannot be read */
export function readOld(path: string, host: JournalHost): OldJournal | undefined {
  if (!existsSync(path)) return undefined;
  const read = readOnly(path, db => ({old: isJournal(db) ? oldIn(db, host) : undefined}));
  if (read === undefined) throw new JournalError('barred', `${path} cannot be read. Move it away.`);
  return read.old;
}

function oldIn(db: DatabaseSync, host: JournalHost): OldJournal {
  const rows = (table: string, sql: string) => (hasTable(db, table) ? db.prepare(sql).all() : []);
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
    pid: leases.find(lease => presence(lease, host) === 'alive')?.pid,
    elsewhere: leases.filter(lease => presence(lease, host) === 'elsewhere').map(each => each.hostname),
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
  {pid, elsewhere, unresolved}: OldJournal,
  path: string,
  keys: readonly string[],
): JournalError | undefined {
  if (pid !== undefined) return new JournalError('barred', usedByWords(path, pid));
  if (elsewhere.length > 0) {
    const text = `A dashboard on ${elsewhere[0]} may use ${path}: run optty resolve-old.`;
    return new JournalError('barred', text);
  }
  const count = unresolved.filter(isOldOf(keys)).length;
  if (count > 0) {
    const are = count === 1 ? 'write of an older optty is' : 'writes of an older optty are';
    return new JournalError('barred', `${count} ${are} unresolved in ${path}: run optty resolve-old.`);
  }
  return undefined;
}

/** Its last writes may not be listed yet: they count in no limit. */
export function whyOldLags(
  {changes}: OldJournal,
  {keys, lagMs, now}: {readonly keys: readonly string[]; readonly lagMs: Millis; readonly now: Millis},
) {
  const changedAt = Math.max(0, ...changes.filter(isOldOf(keys)).map(({at}) => at));
  const until = now + lagMs - Math.abs(now - changedAt);
  const shown = new Date(until).toISOString().slice(11, 19);
  const text = `The last writes of an older optty may not be listed yet: no new risk until ${shown} UTC.`;
  return until > now ? {until, error: new JournalError('held', text)} : undefined;
}

export type OldAnswer = 'done' | 'nothing';

/** An outcome that was written meanwhile stays. */
export const resolveOld = (path: string, id: string, word: OldAnswer, now: Millis): void =>
  changeOld(path, db =>
    db
      .prepare(
        `UPDATE intents SET state = 'RESOLVED', changed_at = ?, reason = 'Said with optty resolve-old.',
         detail = json_set(detail, '$.said', json(?)) WHERE id = ? AND state NOT IN ${resolvedStates}`,
      )
      .run(now, JSON.stringify({word, note: ''}), id),
  );

/** A person says that no dashboard uses it. */
export const endElsewhere = (path: string, now: Millis): void =>
  changeOld(path, db => {
    if (hasTable(db, 'notes')) db.exec(`DELETE FROM notes WHERE name LIKE 'dashboard %'`);
    if (hasTable(db, 'controls'))
      db.prepare('UPDATE controls SET released_at = ? WHERE released_at IS NULL').run(now);
  });

function changeOld(path: string, change: (db: DatabaseSync) => unknown): void {
  const db = new DatabaseSync(path, {timeout: 2_000});
  try {
    change(db);
  } finally {
    db.close();
  }
}
