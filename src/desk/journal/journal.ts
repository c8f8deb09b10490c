import {dirname} from 'node:path';
import type {DatabaseSync} from 'node:sqlite';
import type {Id, Millis} from '../../api/wire/records.ts';
import {makePrivateFolder} from '../../folders.ts';
import {whyHeld} from '../gate/gate.ts';
import {currentWrite, type Intent} from '../intents/intent.ts';
import {kindOf, reducesRisk, riskOf, targets} from '../intents/kinds/kinds.ts';
import type {Attempt} from '../intents/outcome.ts';
import {isLeftToOwner, isRival, kinship} from '../intents/selectors.ts';
import {draftWords} from '../intents/words.ts';
import {type Knows, weighedBeside} from '../limits/pending.ts';
import type {ActivityLine} from '../state.ts';
import {createAccount} from './account.ts';
import {createControls, hadControls, hasControls, requireControls} from './controls.ts';
import {
  type AttemptCounter,
  type Binding,
  bindingOf,
  countsOf,
  createCounter,
  createReserve,
  openFile,
  type Reserve,
  readAfterWrites,
} from './file.ts';
import {createHalts, haltIn, refuseWhileHalted} from './halts.ts';
import {lackName, ofJournal} from './json.ts';
import {type BoundService, type JournalHost, presence, readLease, released} from './lease.ts';
import {createLimitsJournal, standingOf} from './limits.ts';
import {activityLines, createEventLog, keepLines} from './log.ts';
import type {Places} from './place.ts';
import {
  isLockViolation,
  isUniqueViolation,
  JournalError,
  journalError,
  mayLackSpace,
  toJournalError,
} from './problem.ts';
import {createProposals, takeProposal} from './proposals.ts';
import {changing, fixed, type IntentRow, intentRows, noteIn, recordScope, toHeld, toIntent} from './rows.ts';
import {unresolvedStates} from './schema.ts';

export type Journal = Exclude<Awaited<ReturnType<typeof openJournal>>, JournalError>;

/**
 * The journal: intents, attempts, changes of state, and observed events. One SQLite file for each account;
 * its unique indexes are the locks. Every method commits before it returns, and throws a JournalError
 * with a message for the user if it cannot.
 *
 * Opens or creates it: mode 0600 in a folder of 0700. A JournalError is returned, not thrown: without
 * a journal reads continue, writes do not.
 */
export async function openJournal(given: {
  path: string;
  host: JournalHost;
  busyTimeoutMs?: number;
  places?: Places;
  onReplaced?: (reason: string) => void;
}) {
  const {path, host, busyTimeoutMs = 100, places, onReplaced} = given;
  try {
    if (places !== undefined)
      for (const folder of [dirname(places.accounts), places.accounts]) makePrivateFolder(folder);
    const reserve = createReserve(path);
    const {db, isInPlace} = await openOnFullDisk(path, busyTimeoutMs, reserve);
    // Made in advance: once the disk is full, it is too late.
    reserve.isKept();
    let barred: JournalError | undefined;
    const bar = (error: JournalError) => {
      barred = error;
      onReplaced?.(error.message);
    };
    const checkPlace = () => {
      const error = barred ?? (isInPlace() ? undefined : journalError('replaced', path));
      if (error === undefined) return;
      onReplaced?.(error.message);
      throw error;
    };
    const file = {db, path, reserve, checkPlace, places, bar};
    const counter = createCounter(db, path);
    return {
      path,
      bind: (service: BoundService, account: string) =>
        createBoundJournal(bindingOf(file, host, service, account), counter),
      log: (service: BoundService, account: string) =>
        createEventLog(bindingOf(file, host, service, account)),
      close: () => db.close(),
    };
  } catch (error) {
    return toJournalError(error, path);
  }
}

/** The reserve's space goes to the files beside the journal: without them nothing could be ended. */
export async function openOnFullDisk(path: string, busyTimeoutMs: number, reserve: Reserve) {
  try {
    return await openFile(path, busyTimeoutMs);
  } catch (error) {
    if (!mayLackSpace(toJournalError(error, path)) || !reserve.giveUp()) throw error;
    return openFile(path, busyTimeoutMs);
  }
}

/** For each of our intents, the owner's epoch under which it is ours. */
type JournalBinding = Binding & {readonly epochs: Map<string, number>};

export type BoundJournal = ReturnType<typeof createBoundJournal>;

export function createBoundJournal(given: Binding, counter: AttemptCounter) {
  const bound: JournalBinding = {...given, epochs: new Map()};
  const {db, key, account, writing, sparing, reading} = bound;
  const changedElsewhere = watchOthers(bound);
  const others = readAfterWrites(db, () => othersUnresolved(bound));
  const isUnnamed = readAfterWrites(db, () => hasUnnamed(bound));

  return {
    /**
     * Locks the targets and stores a new intent. `ends` releases its own lock in the same commit. An intent of
     * a proposal takes it, which must be open.
     * @throws {JournalError} a limit or a halt prevents it, or the journal cannot be written
     */
    ask: (intent: Intent, ends: Intent | undefined, knows: Knows) =>
      (reducesRisk(intent.draft) ? writing : sparing)(() => ask(bound, intent, {ends, knows})),
    goOn: (intent: Intent, knows: Knows) => sparing(() => goOn(bound, intent, knows)),
    /** Called before the connection is opened: if undefined, nothing may be sent. */
    beginAttempt(intent: Intent, attempt: Attempt) {
      const epoch = writing(() => beginAttempt(bound, intent, attempt));
      if (epoch !== undefined) counter.note();
      return epoch;
    },
    /** A fact: a process that has lost the controls may write it too, once. */
    endAttempt: (intentId: string, attempt: Attempt) => writing(() => endAttempt(db, intentId, attempt)),
    /** The outcomes of its attempts are kept also if the intent is no longer ours. */
    save: (intent: Intent): void => void ifOurs(bound, () => save(bound, intent)),
    /** Like save, with the record that ends the intent, unless another intent has that record. */
    claim: (intent: Intent) => ifOurs(bound, () => claim(bound, intent)),
    /** As the journal has it: who sent an attempt of it may have written the outcome since we took it. */
    kept: (intentId: string) => reading(() => kept(bound, intentId)),
    /** Takes over unresolved intents of who is gone or had our controls; none that is left to its owner. */
    adopt(accountId?: Id) {
      if (accountId !== undefined && reading(isUnnamed)) writing(() => nameAccount(bound, accountId));
      const orphans = reading(() => orphansOf(bound, others(), accountId));
      // If there is nothing to take over, no lock is taken.
      return orphans.length === 0
        ? []
        : writing(() => take(bound, orphansOf(bound, othersUnresolved(bound), accountId)));
    },
    release: (intentId: string) => writing(() => release(bound, intentId)),
    takeOver: (intentId: string) => writing(() => take(bound, leftElsewhere(bound, intentId))),
    /** Unresolved intents of other dashboards: running, gone or unknown. */
    held: () => reading(() => others().map(row => toHeld(db, row, bound))),
    takeMissing: (now: Millis) => takeMissing(bound, counter, now),
    changedElsewhere: () => reading(changedElsewhere),
    appendEvents: (lines: readonly ActivityLine[]) => sparing(() => keepLines(db, [key, account], lines)),
    recentActivity: (limit: number) => reading(() => activityLines(db, [key, account], limit)),
    /** Those of the account and its credential, oldest first. */
    confirmedSince: (since: Millis) => reading(() => confirmedSince(bound, since)),
    recall: (name: string) => reading(() => noteIn(db, {key, account, name})),
    keep: (name: string, value: string) => sparing(() => keep(bound, name, value)),
    ...{service: given.service, account: createAccount(bound)},
    limits: createLimitsJournal(bound),
    proposals: createProposals(bound, (proposal, knows) => refuseHeld(bound, proposal, knows)),
    halt: createHalts(bound),
    controls: createControls(bound),
  };
}

/** The number of attempts that a journal restored from a copy has lost; reported once. Halts know it longer. */
function takeMissing(bound: Binding, counter: AttemptCounter, now: Millis): number {
  const count = bound.reading(counter.missing);
  if (count === 0) return 0;
  bound.writing(() => keep({...bound, ...ofJournal}, lackName, JSON.stringify({count, at: now})));
  counter.note();
  return count;
}

/**
 * The gate inside the transaction that is about to commit an intent: what it may add is weighed against all
 * that is open and asked for.
 * @param own one that goes on: it weighs once
 * @throws {JournalError} it is held back
 */
function refuseHeld(bound: JournalBinding, {draft}: Pick<Intent, 'draft'>, knows: Knows, own?: Intent): void {
  const standing = kindOf(draft).adds && weighedBeside(standingOf(bound, knows.now.wall), own);
  const reason = whyHeld({halted: haltIn(bound.db, bound.key), knows, standing}, draft);
  if (reason !== undefined) throw new JournalError('held', reason);
}

type AskResult =
  | {readonly kind: 'asked'; readonly ended: Intent | undefined}
  | {readonly kind: 'locked'; readonly by: string};

function ask(
  bound: JournalBinding,
  intent: Intent,
  {ends, knows}: {readonly ends: Intent | undefined; readonly knows: Knows},
): AskResult {
  const {db, key, account, holder, service} = bound;
  const {credentialSource, fingerprint} = service;
  requireControls(bound);
  refuseHeld(bound, intent, knows);
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
  takeProposal(bound, intent, knows.now.wall);
  db.exec('RELEASE asking');
  return {kind: 'asked', ended};
}

function goOn(bound: JournalBinding, intent: Intent, knows: Knows): boolean {
  requireControls(bound);
  refuseHeld(bound, intent, knows, intent);
  return change(bound, intent, `AND state = 'CANCELED, NOT REPLACED'`);
}

function lockedBy(bound: JournalBinding, intent: Intent): string {
  const {db, key} = bound;
  const where = `service = ? AND state IN ${unresolvedStates}
    AND id IN (SELECT intent_id FROM locks WHERE service = ? AND target IN (SELECT value FROM json_each(?)))`;
  const [row] = intentRows(db, where, key, key, JSON.stringify(targets(intent.draft)));
  if (row === undefined) return 'An earlier one has not ended.';
  const {holder, intent: other} = toHeld(db, row, bound);
  return `${holder} holds ${draftWords(other.draft)} (${row.state}). It must end first.`;
}

/**
 * Commits the attempt and the state together, only if the intent is ours and unresolved, the attempt is its
 * next, and no halt prevents it.
 * @returns the epoch of the controls under which it is made; undefined if nothing was committed
 */
function beginAttempt(bound: JournalBinding, intent: Intent, attempt: Attempt): number | undefined {
  const {number, by, startedAt} = attempt;
  const write = currentWrite(intent);
  const epoch = requireControls(bound);
  refuseWhileHalted(bound.db, bound.key, write);
  const isNext = `AND state IN ${unresolvedStates}
    AND (SELECT count(*) FROM attempts WHERE intent_id = :id) = ${number - 1}`;
  if (!change(bound, intent, isNext)) return undefined;
  bound.db
    .prepare(
      `INSERT INTO attempts (intent_id, number, write, risk, sent_by, started_at, epoch)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(intent.id, number, attempt.write ?? 1, riskOf(write.draft), by, startedAt.wall, epoch);
  return epoch;
}

function endAttempt(db: DatabaseSync, intentId: string, attempt: Attempt): void {
  const {number, startedAt, result} = attempt;
  if (result === undefined) return;
  if (attempt.isUnsteady) forgetOffset(db, intentId, attempt);
  const {at, outcome, requestId, latencyMs} = result;
  db.prepare(
    `UPDATE attempts SET started_at = ?, ended_at = ?, outcome = ?, request_id = ?, latency_ms = ?
     WHERE intent_id = ? AND number = ? AND ended_at IS NULL`,
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

/** The offset was taken at the commit; the first byte has another clock. */
function forgetOffset(db: DatabaseSync, intentId: string, {number, write = 1}: Attempt): void {
  db.prepare(
    `UPDATE intents SET detail = json_remove(detail, '$.offsetAtSend') WHERE id = :id AND NOT EXISTS
       (SELECT 1 FROM attempts WHERE intent_id = :id AND write = :write AND number < :number)`,
  ).run({id: intentId, write, number});
}

/** Writes only if the intent is ours, under the epoch in which we took it, and has not ended. */
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

function kept(bound: Binding, intentId: string): Intent | undefined {
  const [row] = intentRows(bound.db, 'id = ?', intentId);
  return row && toIntent(bound.db, row, bound);
}

/** Throws only after the commit, which keeps the outcomes. */
function ifOurs<Result>({writing, path}: Binding, work: () => Result | 'not ours'): Result {
  const result = writing(work);
  if (result === 'not ours') throw journalError('not ours', path);
  return result;
}

function save(bound: JournalBinding, intent: Intent): 'saved' | 'not ours' {
  keepOutcomes(bound, intent);
  return change(bound, intent) ? 'saved' : 'not ours';
}

function keepOutcomes({db}: Binding, {id, attempts}: Intent): void {
  for (const attempt of attempts) endAttempt(db, id, attempt);
}

/** `rivalled`: the record matches, but an intent that was ended by hand may have made it. */
type ClaimResult = 'claimed' | 'taken' | 'rivalled';

function claim(bound: JournalBinding, intent: Intent): ClaimResult | 'not ours' {
  keepOutcomes(bound, intent);
  if (hasRival(bound, intent)) return 'rivalled';
  try {
    return change(bound, intent) ? 'claimed' : 'not ours';
  } catch (error) {
    if (isUniqueViolation(error)) return 'taken';
    throw error;
  }
}

function hasRival(bound: JournalBinding, intent: Intent): boolean {
  if (intent.state !== 'CONFIRMED' || intent.proof === 'proved' || intent.resolvedRecordId === undefined)
    return false;
  const recordId = intent.resolvedRecordId;
  const {db, key} = bound;
  return intentRows(
    db,
    `service = ? AND record_scope = ? AND state = 'RESOLVED'`,
    key,
    recordScope(intent.draft),
  ).some(row => isRival(toIntent(db, row, bound), intent, recordId));
}

function othersUnresolved({db, key, holder}: JournalBinding): IntentRow[] {
  const where = `service = ? AND holder <> ? AND state IN ${unresolvedStates} ORDER BY asked_at`;
  return intentRows(db, where, key, holder);
}

const sentByUs = 'service = :service AND credential = :credential AND account_id IS NULL';

function hasUnnamed({db, key, service: {fingerprint}}: JournalBinding): boolean {
  const sql = `SELECT 1 FROM intents WHERE ${sentByUs} UNION ALL SELECT 1 FROM halt_orders WHERE ${sentByUs}`;
  return db.prepare(sql).get({service: key, credential: fingerprint}) !== undefined;
}

/** All that this credential sent is of the account that its Easy Options show now. */
function nameAccount({db, key, service: {fingerprint}}: JournalBinding, accountId: Id): void {
  const given = {account: accountId, service: key, credential: fingerprint};
  for (const table of ['intents', 'locks', 'halt_orders'])
    db.prepare(`UPDATE ${table} SET account_id = :account WHERE ${sentByUs}`).run(given);
}

function leftElsewhere(bound: JournalBinding, intentId: string): IntentRow[] {
  if (!hasControls(bound)) return [];
  return othersUnresolved(bound).filter(row => row.id === intentId && presenceOf(bound, row) !== 'alive');
}

const presenceOf = ({host}: JournalBinding, {holder}: IntentRow) => presence(readLease(holder), host);

function orphansOf(bound: JournalBinding, others: readonly IntentRow[], accountId: Id | undefined) {
  const isLeft = (row: IntentRow) =>
    presenceOf(bound, row) === 'gone' || (row.account === bound.account && hadControls(bound, row.holder));
  return others.length === 0 || !hasControls(bound)
    ? []
    : others.filter(row => isLeft(row) && !isLeftToOwner(toIntent(bound.db, row, bound), accountId));
}

function confirmedSince(bound: JournalBinding, since: Millis): readonly Intent[] {
  const where = `service = ? AND account = ? AND state = 'CONFIRMED' AND changed_at >= ? ORDER BY changed_at`;
  return intentRows(bound.db, where, bound.key, bound.account, since)
    .map(row => toIntent(bound.db, row, bound))
    .filter(each => kinship(each, undefined) === 'ours');
}

/** A new owner is a new epoch: the previous owner can no longer change the intent. */
function take(bound: JournalBinding, rows: readonly IntentRow[]): Intent[] {
  const {db, holder, epochs} = bound;
  const taken = db.prepare('UPDATE intents SET holder = ?, epoch = epoch + 1 WHERE id = ? AND epoch = ?');
  const ours = rows.filter(({id, epoch}) => taken.run(holder, id, epoch).changes === 1);
  for (const {id, epoch} of ours) epochs.set(id, epoch + 1);
  return ours.map(row => toIntent(db, row, bound));
}

function release({db, holder, host}: JournalBinding, intentId: string): void {
  db.prepare('UPDATE intents SET holder = ? WHERE id = ? AND holder = ?').run(
    JSON.stringify(released(host)),
    intentId,
    holder,
  );
}

function keep(
  {db, key, account}: Pick<Binding, 'db' | 'key' | 'account'>,
  name: string,
  value: string,
): void {
  const sql = 'INSERT OR REPLACE INTO notes (service, account, name, value) VALUES (?, ?, ?, ?)';
  db.prepare(sql).run(key, account, name, value);
}

const watched = 200;

/** Lists each state of the others' newest intents once. */
function watchOthers(bound: Binding): () => Intent[] {
  const {db, key, holder} = bound;
  const counts = countsOf(db);
  let told = new Set<string>();
  let version: number | undefined;
  return () => {
    const now = counts().others;
    if (now === version) return [];
    const newest = `service = ? AND holder <> ? ORDER BY changed_at DESC LIMIT ${watched}`;
    const rows = intentRows(db, newest, key, holder);
    const stamp = ({id, state, changed_at}: IntentRow) => `${id} ${state} ${changed_at}`;
    const changed = rows.filter(row => !told.has(stamp(row))).map(row => toIntent(db, row, bound));
    told = new Set(rows.map(stamp));
    version = now;
    return changed;
  };
}
