import type {DatabaseSync} from 'node:sqlite';
import type {Attempt, Held, Intent} from '../intents/intent.ts';
import {target} from '../intents/intent.ts';
import {isRival} from '../intents/rivals.ts';
import type {Asked, BoundJournal, Claimed} from './journal.ts';
import {type Host, type Lease, leaseOf, presence} from './journal-lease.ts';
import {isUniqueViolation, journalError, toJournalError} from './journal-problem.ts';
import {
  activityLines,
  changing,
  fixed,
  type IntentRow,
  leaseFrom,
  toIntent,
  unresolvedStates,
} from './journal-rows.ts';

type Given = {
  readonly db: DatabaseSync;
  readonly path: string;
  readonly host: Host;
  readonly service: string;
  readonly account: string;
};

/** The journal of one service and account, as one running dashboard uses it. */
export function createBoundJournal(given: Given): BoundJournal {
  const {db, host, path, service, account} = given;
  const scope = {service, account};
  const holder = JSON.stringify(leaseOf(host));
  const inTransaction = <T>(work: () => T): T => transaction(db, path, work);

  return {
    ask: (intent, ends) => inTransaction(() => ask(given, holder, intent, ends)),
    beginAttempt: (intent, attempt) => inTransaction(() => beginAttempt(db, holder, intent, attempt)),
    endAttempt: (intentId, attempt) => inTransaction(() => endAttempt(db, intentId, attempt)),
    save: intent =>
      inTransaction(() => {
        if (!change(db, holder, intent)) throw journalError('not ours', path);
        keepResults(db, intent);
      }),
    claim: intent => inTransaction(() => claim(given, holder, intent)),
    adopt: () => inTransaction(() => adopt(given, holder, row => presence(leaseFrom(row), host) === 'gone')),
    takeOver: intentId =>
      inTransaction(() =>
        adopt(given, holder, row => row.id === intentId && presence(leaseFrom(row), host) === 'elsewhere'),
      ),
    held: () =>
      inTransaction(() =>
        othersUnresolved(given, holder).map(row => ({
          intent: toIntent(db, row),
          ...holderWords(leaseFrom(row), host),
        })),
      ),
    unresolvedElsewhere: () =>
      inTransaction(() => {
        const sql = `SELECT count(*) AS number FROM intents WHERE state IN ${unresolvedStates}
          AND NOT (service = :service AND account = :account)`;
        return (db.prepare(sql).get(scope) as {number: number}).number;
      }),
    appendEvent: line =>
      inTransaction(() => {
        db.prepare('INSERT INTO events (service, account, at, line) VALUES (?, ?, ?, ?)').run(
          service,
          account,
          line.at,
          JSON.stringify(line),
        );
      }),
    recentActivity: limit => inTransaction(() => activityLines(db, scope, limit)),
    recall: name =>
      inTransaction(() => {
        const sql = 'SELECT value FROM notes WHERE service = ? AND account = ? AND name = ?';
        return (db.prepare(sql).get(service, account, name) as {value: string} | undefined)?.value;
      }),
    keep: (name, value) =>
      inTransaction(() => {
        db.prepare('INSERT OR REPLACE INTO notes (service, account, name, value) VALUES (?, ?, ?, ?)').run(
          service,
          account,
          name,
          value,
        );
      }),
  };
}

/** Immediate: a transaction that reads first and writes later fails when another dashboard wrote in between. */
function transaction<T>(db: DatabaseSync, path: string, work: () => T): T {
  try {
    db.exec('BEGIN IMMEDIATE');
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

function ask(given: Given, holder: string, intent: Intent, ends: Intent | undefined): Asked {
  const {db, service, account} = given;
  const ended = ends !== undefined && change(db, holder, ends, `AND state = 'UNKNOWN'`) ? ends : undefined;
  const row = {...fixed(intent), ...changing(intent), service, account, holder};
  const columns = Object.keys(row);
  try {
    db.prepare(
      `INSERT INTO intents (${columns.join(', ')}) VALUES (${columns.map(name => `:${name}`).join(', ')})`,
    ).run(row);
    return {kind: 'asked', ended};
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return {kind: 'locked', by: lockedBy(given, intent)};
  }
}

function lockedBy({db, host, service, account}: Given, intent: Intent): string {
  const sql = `SELECT * FROM intents WHERE service = ? AND account = ? AND target = ? AND state IN ${unresolvedStates}`;
  const row = db.prepare(sql).get(service, account, target(intent.draft)) as IntentRow | undefined;
  if (row === undefined) return 'An earlier one has not ended.';
  const {holder} = holderWords(leaseFrom(row), host);
  return `${holder} has asked for the same, and it is ${row.state}. It has to end first.`;
}

/** The attempt and the state in one commit, and only if the intent is ours, unresolved, and this attempt its next. */
function beginAttempt(db: DatabaseSync, holder: string, intent: Intent, attempt: Attempt): boolean {
  const isNext = `AND state IN ${unresolvedStates}
    AND (SELECT count(*) FROM attempts WHERE intent_id = :id) = ${attempt.number - 1}`;
  if (!change(db, holder, intent, isNext)) return false;
  db.prepare('INSERT INTO attempts (intent_id, number, sent_by, started_at) VALUES (?, ?, ?, ?)').run(
    intent.id,
    attempt.number,
    attempt.by,
    attempt.startedAt.wall,
  );
  return true;
}

function endAttempt(db: DatabaseSync, intentId: string, {number, result}: Attempt): void {
  if (result === undefined) return;
  const {at, outcome, requestId, latencyMs} = result;
  db.prepare(
    `UPDATE attempts SET ended_at = ?, outcome = ?, request_id = ?, latency_ms = ?
     WHERE intent_id = ? AND number = ?`,
  ).run(at.wall, JSON.stringify(outcome), requestId ?? null, latencyMs ?? null, intentId, number);
}

/** Results that the journal did not take when they came. */
function keepResults(db: DatabaseSync, intent: Intent): void {
  for (const attempt of intent.attempts) endAttempt(db, intent.id, attempt);
}

/** Writes what changed, if the intent is ours; `only` narrows when. */
function change(db: DatabaseSync, holder: string, intent: Intent, only = ''): boolean {
  const row = changing(intent);
  const set = Object.keys(row).map(name => `${name} = :${name}`);
  const {changes} = db
    .prepare(`UPDATE intents SET ${set.join(', ')} WHERE id = :id AND holder = :holder ${only}`)
    .run({...row, id: intent.id, holder});
  return changes === 1;
}

function claim(given: Given, holder: string, intent: Intent): Claimed {
  const {db, path} = given;
  if (hasRival(given, intent)) return 'rivalled';
  try {
    if (!change(db, holder, intent)) throw journalError('not ours', path);
    keepResults(db, intent);
    return 'claimed';
  } catch (error) {
    if (isUniqueViolation(error)) return 'taken';
    throw error;
  }
}

function hasRival({db, service, account}: Given, intent: Intent): boolean {
  if (intent.state !== 'DONE' || intent.proof === 'proved' || intent.resolvedRecordId === undefined)
    return false;
  const recordId = intent.resolvedRecordId;
  const sql = `SELECT * FROM intents WHERE service = ? AND account = ? AND target = ? AND state = 'BY HAND'`;
  const rows = db.prepare(sql).all(service, account, target(intent.draft)) as unknown as IntentRow[];
  return rows.some(row => isRival(toIntent(db, row), intent, recordId));
}

function othersUnresolved({db, service, account}: Given, holder: string): IntentRow[] {
  const sql = `SELECT * FROM intents WHERE service = ? AND account = ? AND holder <> ? AND state IN ${unresolvedStates}
    ORDER BY asked_at`;
  return db.prepare(sql).all(service, account, holder) as unknown as IntentRow[];
}

function adopt(given: Given, holder: string, isOrphan: (row: IntentRow) => boolean): Intent[] {
  const {db} = given;
  const orphans = othersUnresolved(given, holder).filter(isOrphan);
  const take = db.prepare('UPDATE intents SET holder = ? WHERE id = ?');
  for (const row of orphans) take.run(holder, row.id);
  return orphans.map(row => toIntent(db, row));
}

function holderWords(lease: Lease, host: Host): Pick<Held, 'holder' | 'isOtherHost'> {
  const isOtherHost = presence(lease, host) === 'elsewhere';
  const where = isOtherHost ? ` on ${lease.hostname}` : '';
  return {holder: `Another dashboard (process ${lease.pid}${where})`, isOtherHost};
}
