import type {DatabaseSync} from 'node:sqlite';
import type {Id} from '../../api/wire/records.ts';
import {kinship} from '../intents/account.ts';
import type {Attempt, Intent} from '../intents/intent.ts';
import {isExit, target, targets} from '../intents/intent.ts';
import {isRival} from '../intents/reconcile/rivals.ts';
import {writeOf} from '../intents/replace/write.ts';
import type {Knows} from '../limits/reserved.ts';
import {readAfterWrites} from './after-writes.ts';
import {createCommits} from './commits.ts';
import {
  type AskResult,
  type BoundJournal,
  type BoundService,
  type ClaimResult,
  serviceKey,
} from './contract.ts';
import type {AttemptCounter} from './counter.ts';
import {appendEvents, watchOthers} from './events.ts';
import {type JournalHost, leaseOf, presence, released} from './lease.ts';
import {createLimitsJournal} from './limits/account.ts';
import {refuseBeyond, reserve} from './limits/reservations.ts';
import type {Reserve} from './limits/reserve.ts';
import {isLockViolation, isUniqueViolation, journalError} from './problem.ts';
import {
  activityLines,
  changing,
  fixed,
  type IntentRow,
  intentRows,
  leaseFrom,
  toHeld,
  toIntent,
  unresolvedStates,
} from './rows.ts';
import {createStops, refuseWhileStopped} from './stop/stops.ts';

type Given = {
  readonly db: DatabaseSync;
  readonly path: string;
  readonly host: JournalHost;
  readonly service: BoundService;
  readonly account: string;
  readonly reserve: Reserve;
  readonly checkPlace: () => void;
  readonly counter: AttemptCounter;
};

/** What every statement needs: the file, and who asks. */
export type JournalBinding = Given & {
  readonly key: string;
  readonly holder: string;
  /** By intent, the owner's epoch under which it is ours. */
  readonly epochs: Map<string, number>;
};

/** The journal of one service, as one running dashboard uses it with one credential. */
export function createBoundJournal(given: Given): BoundJournal {
  const {db, host, account} = given;
  const key = serviceKey(given.service);
  const bound: JournalBinding = {...given, key, holder: JSON.stringify(leaseOf(host)), epochs: new Map()};
  const {writing, sparing, reading} = createCommits(given);
  const changedElsewhere = watchOthers(bound);
  const others = readAfterWrites(db, () => othersUnresolved(bound));

  return {
    ask: (intent, ends, knows) =>
      (isExit(intent.draft) ? writing : sparing)(() => ask(bound, intent, {ends, knows})),
    goOn: (intent, knows) => sparing(() => goOnWith(bound, intent, knows)),
    beginAttempt(intent, attempt) {
      const isBegun = writing(() => beginAttempt(bound, intent, attempt));
      if (isBegun) given.counter.note();
      return isBegun;
    },
    endAttempt: (intentId, attempt) => writing(() => endAttempt(db, intentId, attempt)),
    save: intent => writing(() => save(bound, intent)),
    claim: intent => writing(() => claim(bound, intent)),
    adopt(accountId) {
      const orphans = reading(() => orphansOf(bound, others(), accountId));
      // Nothing is locked, nor written, where there is nothing to take over.
      return orphans.length === 0
        ? []
        : writing(() => take(bound, orphansOf(bound, othersUnresolved(bound), accountId)));
    },
    release: intentId => writing(() => release(bound, intentId)),
    takeOver: intentId => writing(() => take(bound, heldElsewhere(bound, intentId))),
    held: () => reading(() => others().map(row => toHeld(db, row, given))),
    takeMissing: () => reading(given.counter.takeMissing),
    unresolvedElsewhere: () => reading(() => unresolvedElsewhere(bound)),
    changedElsewhere: () => reading(changedElsewhere),
    appendEvents: lines => sparing(() => appendEvents(db, {service: key, account}, lines)),
    recentActivity: limit => reading(() => activityLines(db, key, limit)),
    recall: name => reading(() => recall(bound, name)),
    keep: (name, value) => sparing(() => keep(bound, name, value)),
    limits: createLimitsJournal(bound, {reading, sparing}),
    stop: createStops({db, host, service: given.service, key, reading, writing}),
  };
}

/** The locks first, one for each target: what they refuse leaves nothing behind. */
function ask(
  bound: JournalBinding,
  intent: Intent,
  {ends, knows}: {readonly ends: Intent | undefined; readonly knows: Knows},
): AskResult {
  const {db, key, account, holder, service} = bound;
  const {credentialSource, fingerprint} = service;
  refuseWhileStopped(db, key, intent);
  db.exec('SAVEPOINT asking');
  const ended = ends !== undefined && change(bound, ends, `AND state = 'UNKNOWN'`) ? ends : undefined;
  try {
    const lock = db.prepare(
      'INSERT INTO locks (service, target, intent_id, credential, account_id) VALUES (?, ?, ?, ?, ?)',
    );
    for (const each of targets(intent.draft))
      lock.run(key, each, intent.id, fingerprint, intent.accountId ?? null);
  } catch (error) {
    if (!isLockViolation(error)) throw error;
    db.exec('ROLLBACK TO asking; RELEASE asking');
    return {kind: 'locked', by: lockedBy(bound, intent)};
  }
  refuseBeyond(bound, intent, knows);
  const bindings = {
    service: key,
    account,
    holder,
    credential_source: credentialSource,
    credential: fingerprint,
  };
  const row = {...fixed(intent), ...changing(intent), ...bindings};
  const columns = Object.keys(row);
  db.prepare(
    `INSERT INTO intents (${columns.join(', ')}) VALUES (${columns.map(name => `:${name}`).join(', ')})`,
  ).run(row);
  reserve(bound, intent, knows);
  db.exec('RELEASE asking');
  return {kind: 'asked', ended};
}

function lockedBy(bound: JournalBinding, intent: Intent): string {
  const {db, key} = bound;
  const sql = `SELECT * FROM intents WHERE service = ? AND state IN ${unresolvedStates}
    AND id IN (SELECT intent_id FROM locks WHERE service = ? AND target IN (SELECT value FROM json_each(?)))`;
  const [row] = intentRows(db, sql, key, key, JSON.stringify(targets(intent.draft)));
  if (row === undefined) return 'An earlier one has not ended.';
  return `${toHeld(db, row, bound).holder} has asked for the same, and it is ${row.state}. It has to end first.`;
}

/** A compare-and-set: of all who might go on with it, one does. */
function goOnWith(bound: JournalBinding, intent: Intent, knows: Knows): boolean {
  refuseWhileStopped(bound.db, bound.key, intent);
  refuseBeyond(bound, intent, knows);
  return change(bound, intent, `AND state = 'CANCELED NOT PLACED'`);
}

/**
 * The attempt and the state in one commit, and only if the intent is ours, unresolved, and this attempt its
 * next, and no stop holds it back.
 */
function beginAttempt(bound: JournalBinding, intent: Intent, attempt: Attempt): boolean {
  refuseWhileStopped(bound.db, bound.key, writeOf(intent));
  const isNext = `AND state IN ${unresolvedStates}
    AND (SELECT count(*) FROM attempts WHERE intent_id = :id) = ${attempt.number - 1}`;
  if (!change(bound, intent, isNext)) return false;
  bound.db
    .prepare('INSERT INTO attempts (intent_id, number, write, sent_by, started_at) VALUES (?, ?, ?, ?, ?)')
    .run(intent.id, attempt.number, attempt.write ?? 1, attempt.by, attempt.startedAt.wall);
  return true;
}

function endAttempt(db: DatabaseSync, intentId: string, {number, startedAt, result}: Attempt): void {
  if (result === undefined) return;
  const {at, outcome, requestId, latencyMs} = result;
  db.prepare(
    `UPDATE attempts SET started_at = ?, ended_at = ?, outcome = ?, request_id = ?, latency_ms = ?
     WHERE intent_id = ? AND number = ?`,
  ).run(
    startedAt.wall,
    at.wall,
    JSON.stringify(outcome),
    requestId ?? null,
    latencyMs ?? null,
    intentId,
    number,
  );
}

/** Results that the journal did not take when they came. */
function keepResults(db: DatabaseSync, intent: Intent): void {
  for (const attempt of intent.attempts) endAttempt(db, intent.id, attempt);
}

/**
 * Writes what changed, if the intent is ours, under the epoch that we took it in, and not ended; `only` narrows
 * when.
 */
function change({db, holder, epochs}: JournalBinding, intent: Intent, only = ''): boolean {
  const row = changing(intent);
  const set = Object.keys(row).map(name => `${name} = :${name}`);
  const isOurs = `id = :id AND holder = :holder AND epoch = :epoch
    AND (state IN ${unresolvedStates} OR state = :state)`;
  const {changes} = db
    .prepare(`UPDATE intents SET ${set.join(', ')} WHERE ${isOurs} ${only}`)
    .run({...row, id: intent.id, holder, epoch: epochs.get(intent.id) ?? 0});
  return changes === 1;
}

function save(bound: JournalBinding, intent: Intent): void {
  if (!change(bound, intent)) throw journalError('not ours', bound.path);
  keepResults(bound.db, intent);
}

function claim(bound: JournalBinding, intent: Intent): ClaimResult {
  if (hasRival(bound, intent)) return 'rivalled';
  try {
    save(bound, intent);
    return 'claimed';
  } catch (error) {
    if (isUniqueViolation(error)) return 'taken';
    throw error;
  }
}

function hasRival({db, key, service}: JournalBinding, intent: Intent): boolean {
  if (intent.state !== 'DONE' || intent.proof === 'proved' || intent.resolvedRecordId === undefined)
    return false;
  const recordId = intent.resolvedRecordId;
  const sql = `SELECT * FROM intents WHERE service = ? AND (target = ? OR kind = 'replace') AND state = 'BY HAND'`;
  return intentRows(db, sql, key, target(writeOf(intent).draft)).some(row =>
    isRival(toIntent(db, row, service), intent, recordId),
  );
}

function othersUnresolved({db, key, holder}: JournalBinding): IntentRow[] {
  const sql = `SELECT * FROM intents WHERE service = ? AND holder <> ? AND state IN ${unresolvedStates}
    ORDER BY asked_at`;
  return intentRows(db, sql, key, holder);
}

function unresolvedElsewhere({db, key}: JournalBinding): number {
  const sql = `SELECT count(*) AS number FROM intents WHERE state IN ${unresolvedStates} AND service <> ?`;
  return Number(db.prepare(sql).get(key)?.number);
}

function heldElsewhere(bound: JournalBinding, intentId: string): IntentRow[] {
  return othersUnresolved(bound).filter(
    row => row.id === intentId && presence(leaseFrom(row), bound.host) === 'elsewhere',
  );
}

/** Left by dashboards that are gone, and not known to be of another account. */
function orphansOf(
  {db, host, service}: JournalBinding,
  others: readonly IntentRow[],
  accountId: Id | undefined,
): IntentRow[] {
  return others
    .filter(row => presence(leaseFrom(row), host) === 'gone')
    .filter(row => kinship(toIntent(db, row, service), accountId) !== "another's");
}

/** A new owner is a new epoch: whoever had it before changes nothing any more. */
function take({db, holder, service, epochs}: JournalBinding, rows: readonly IntentRow[]): Intent[] {
  const taken = db.prepare('UPDATE intents SET holder = ?, epoch = epoch + 1 WHERE id = ? AND epoch = ?');
  const ours = rows.filter(({id, epoch}) => taken.run(holder, id, epoch).changes === 1);
  for (const {id, epoch} of ours) epochs.set(id, epoch + 1);
  return ours.map(row => toIntent(db, row, service));
}

function release({db, holder, host}: JournalBinding, intentId: string): void {
  db.prepare('UPDATE intents SET holder = ? WHERE id = ? AND holder = ?').run(
    JSON.stringify(released(host)),
    intentId,
    holder,
  );
}

function recall({db, key, account}: JournalBinding, name: string): string | undefined {
  const sql = 'SELECT value FROM notes WHERE service = ? AND account = ? AND name = ?';
  const note = db.prepare(sql).get(key, account, name);
  return note === undefined ? undefined : String(note.value);
}

function keep({db, key, account}: JournalBinding, name: string, value: string): void {
  const sql = 'INSERT OR REPLACE INTO notes (service, account, name, value) VALUES (?, ?, ?, ?)';
  db.prepare(sql).run(key, account, name, value);
}
