import {dirname} from 'node:path';
import type {DatabaseSync} from 'node:sqlite';
import type {Millis} from '../../api/wire/records.ts';
import {makePrivateFolder} from '../../folders.ts';
import type {ActivityLine} from '../events/line.ts';
import {whyHeld, whyViewing} from '../gate/gate.ts';
import type {HaltEnd, HaltRecord} from '../halt/halt.ts';
import {type Intent, isResolved, leavesEarlier} from '../intents/intent.ts';
import {amendOf} from '../intents/kinds/cancel.ts';
import {type Draft, makesRecord, reducesRisk, riskOf, targets} from '../intents/kinds/kinds.ts';
import {replacedBy} from '../intents/kinds/place.ts';
import type {Attempt} from '../intents/outcome.ts';
import {draftWords} from '../intents/words.ts';
import type {Knows} from '../limits/pending.ts';
import {createAccount} from './account.ts';
import {controlsIn, createControls, requireControls} from './controls.ts';
import {
  type AttemptCounter,
  type Binding,
  bindingOf,
  createCounter,
  createReserve,
  openFile,
  type Reserve,
  readAfterWrites,
} from './file.ts';
import {createHalts, haltIn, haltOf, refuseWhileHalted} from './halts.ts';
import {lackName, readSeveral} from './json.ts';
import type {JournalHost} from './lease.ts';
import {createLimitsJournal, standingOf} from './limits.ts';
import {activityLines, createEventLog, keepLines} from './log.ts';
import {type Owner, whyMoved} from './place.ts';
import {isUniqueViolation, JournalError, journalError, mayLackSpace, toJournalError} from './problem.ts';
import {createProposals, takeProposal} from './proposals.ts';
import {unresolvedStates} from './schema.ts';
import {accountIn, changing, fixed, intentsIn, noteIn, recentMs} from './stored.ts';

export type Journal = Awaited<ReturnType<typeof openJournal>>;

/**
 * The journal of one account: intents, attempts, changes of state, and observed events, in one SQLite file.
 * Every method commits before it returns, and throws a JournalError
 * with a message for the user if it cannot.
 *
 * Opens or creates it: mode 0600 in a folder of 0700.
 * @throws {JournalError}
 */
export async function openJournal(given: {
  path: string;
  host: JournalHost;
  owner: Owner;
  busyTimeoutMs?: number;
  onReplaced?: (reason: string) => void;
}) {
  const {path, host, owner, busyTimeoutMs = 100, onReplaced} = given;
  try {
    for (const folder of [dirname(owner.places.accounts), owner.places.accounts]) makePrivateFolder(folder);
    const reserve = createReserve(path);
    const {db, isInPlace} = await openOnFullDisk(path, busyTimeoutMs, reserve);
    // Made in advance: once the disk is full, it is too late.
    reserve.isKept();
    const refusals: Binding['refusals'] = {};
    const bar = (error: JournalError) => {
      refusals.all = error;
      onReplaced?.(error.message);
    };
    const checkPlace = () => {
      if (isInPlace()) return;
      const error = journalError('replaced', path);
      onReplaced?.(error.message);
      throw error;
    };
    const bound = bindingOf({db, path, reserve, checkPlace, refusals, bar}, host, owner);
    const moved = bound.reading(() => whyMoved(bound, accountIn(db)));
    if (moved !== undefined) {
      db.close();
      throw moved;
    }
    return {
      ...createBoundJournal(bound, createCounter(db, path)),
      log: createEventLog(bound),
      close: () => db.close(),
    };
  } catch (error) {
    throw toJournalError(error, path);
  }
}

/** For a process that does not use the file, or not yet. */
export async function setHaltIn(
  given: Parameters<typeof openJournal>[0],
  at: Millis,
  wants?: HaltEnd,
): Promise<HaltRecord | undefined> {
  const journal = await openJournal(given);
  try {
    return journal.halt.set(at, wants);
  } finally {
    journal.close();
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

export type BoundJournal = ReturnType<typeof createBoundJournal>;

export function createBoundJournal(bound: Binding, counter: AttemptCounter) {
  const {db, writing, sparing, reading} = bound;
  let since: Millis = 0;
  const writes = readAfterWrites(db, () => writesSince(db, since));

  return {
    /**
     * Stores a new intent with its first attempt, if no unresolved one shares a target with it. That of a
     * proposal takes it, which must be open.
     * @throws {JournalError} a limit or a halt prevents it, or the journal cannot be written
     */
    ask(intent: Intent, knows: Knows) {
      const isExit = reducesRisk(amendOf(intent.draft) ?? intent.draft);
      const asked = (isExit ? writing : sparing)(() => insertAsked(bound, intent, knows));
      if (asked.kind === 'asked') counter.note();
      return asked;
    },
    /** A repeat. Called before the connection is opened: if undefined, nothing may be sent. */
    beginAttempt(intent: Intent, attempt: Attempt) {
      const epoch = writing(() => insertAttempt(bound, intent, attempt));
      if (epoch !== undefined) counter.note();
      return epoch;
    },
    /** A fact: a process that has lost the controls may write it too, once. */
    endAttempt: (intentId: string, attempt: Attempt) => writing(() => keepOutcome(db, intentId, attempt)),
    /**
     * Without the controls, only the outcomes of its attempts are kept. `behind`: nothing ends while an outcome
     * is not known to who decides, and what has ended stays so. `taken`: its record has ended another one.
     */
    save: (intent: Intent) => keepState(bound, intent),
    /** Reads the intent again: the process that sent an attempt may have written its outcome since. */
    kept: (intentId: string) => reading(() => kept(bound, intentId)),
    /** Unresolved ones and those of two days, oldest first; the same array until a process writes. */
    writes(now: Millis) {
      since = now - recentMs;
      return reading(writes);
    },
    takeMissing: () => takeMissing(bound, counter),
    appendEvents: (lines: readonly ActivityLine[]) => sparing(() => keepLines(db, lines)),
    recentActivity: (limit: number) => reading(() => activityLines(db, limit)),
    recall: (name: string) => reading(() => noteIn(db, name)),
    keep: (name: string, value: string) => sparing(() => keep(db, name, value)),
    account: createAccount(bound),
    limits: createLimitsJournal(bound),
    proposals: createProposals(bound, (proposal, knows) => refuseHeld(bound, proposal, knows)),
    halt: createHalts(bound),
    controls: createControls(bound),
  };
}

/** The number of attempts that a journal restored from a copy has lost; reported once. Halts know it longer. */
function takeMissing(bound: Binding, counter: AttemptCounter): number {
  const count = bound.reading(counter.missing);
  if (count === 0) return 0;
  bound.writing(() => keep(bound.db, lackName, JSON.stringify({count})));
  counter.note();
  return count;
}

/**
 * The gate inside the transaction that is about to commit an intent: what it may add is weighed against all
 * that is open and asked for.
 * @throws {JournalError} it is held back
 */
function refuseHeld(bound: Binding, {draft}: {readonly draft: Draft}, knows: Knows): void {
  refuseBarred(bound, draft, knows.now.wall);
  const standing = makesRecord(draft) ? standingOf(bound.db, knows.now.wall) : undefined;
  const reason = whyHeld({halted: haltIn(bound.db), knows, standing}, draft);
  if (reason !== undefined) throw new JournalError('held', reason);
}

/** @throws {JournalError} */
function refuseBarred({refusals: {all, risk}}: Binding, draft: Draft, now: Millis): void {
  if (all !== undefined) throw all;
  if (risk !== undefined && now < risk.until && !reducesRisk(draft)) throw risk.error;
}

const locked = (by: string) => ({kind: 'locked', by}) as const;

function insertAsked(bound: Binding, intent: Intent, knows: Knows) {
  const epoch = requireControls(bound);
  refuseHeld(bound, intent, knows);
  // Else its order could leave the market for nothing.
  const draft = amendOf(intent.draft);
  if (draft !== undefined) refuseHeld(bound, {draft}, knows.next ?? knows);
  // A second place after the same cancel comes too late.
  const {cancelId} = replacedBy(intent.draft) ?? {};
  if (cancelId !== undefined && isReplaced(bound, cancelId))
    return locked('Another order has taken its place.');
  const wanted = targets(intent.draft);
  const open = intentsIn(bound.db, `state IN ${unresolvedStates}`);
  const locker = open.find(({draft}) => targets(draft).some(each => wanted.includes(each)));
  if (locker !== undefined)
    return locked(`An earlier one is ${locker.state}: ${draftWords(locker.draft)}. It must end first.`);
  // The place of an amend follows by itself unless its process knows of the halt.
  const underHalt = cancelId === undefined ? haltOf(bound.db)?.number : intent.underHalt;
  const asked: Intent = {...intent, underHalt};
  const row = {...fixed(asked), ...changing(asked)};
  const columns = Object.keys(row);
  const values = columns.map(name => `:${name}`);
  bound.db.prepare(`INSERT INTO intents (${columns.join(', ')}) VALUES (${values.join(', ')})`).run(row);
  takeProposal(bound, intent, knows.now.wall);
  const begun: Attempt = {epoch, number: 1, by: 'user', process: 'this', startedAt: knows.now};
  keepAttempt(bound, asked, begun);
  return {kind: 'asked', intent: asked, begun} as const;
}

function isReplaced({db}: Binding, cancelId: string): boolean {
  return !intentsIn(db, 'follows = ?', cancelId).every(leavesEarlier);
}

/**
 * Commits the attempt and the state together, only if the intent is unresolved, the attempt is its next, all
 * outcomes are known, and no halt prevents it.
 * @returns the epoch of the controls under which it is made; undefined if nothing was committed
 */
function insertAttempt(bound: Binding, intent: Intent, attempt: Attempt): number | undefined {
  refuseBarred(bound, intent.draft, attempt.startedAt.wall);
  const epoch = requireControls(bound);
  refuseWhileHalted(bound.db, intent);
  const isNext = `state IN ${unresolvedStates}
    AND (SELECT count(*) FROM attempts WHERE intent_id = :id) = ${attempt.number - 1}`;
  if (isBehind(bound, intent) || !change(bound, intent, isNext)) return undefined;
  keepAttempt(bound, intent, {...attempt, epoch});
  return epoch;
}

function keepAttempt({db}: Binding, {id, draft}: Intent, attempt: Attempt): void {
  const {number, by, startedAt, epoch = 0} = attempt;
  const sql =
    'INSERT INTO attempts (intent_id, number, risk, sent_by, started_at, epoch) VALUES (?, ?, ?, ?, ?, ?)';
  db.prepare(sql).run(id, number, riskOf(draft), by, startedAt.wall, epoch);
}

function keepOutcome(db: DatabaseSync, intentId: string, attempt: Attempt): void {
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
function forgetOffset(db: DatabaseSync, intentId: string, {number}: Attempt): void {
  db.prepare(
    `UPDATE intents SET detail = json_remove(detail, '$.offsetAtSend') WHERE id = :id AND NOT EXISTS
       (SELECT 1 FROM attempts WHERE intent_id = :id AND number < :number)`,
  ).run({id: intentId, number});
}

/** An ended intent stays so, and keeps its record, unless an answer contradicts its end. */
function change({db}: Binding, intent: Intent, only?: string): boolean {
  const {resolved_record_id, ...others} = changing(intent);
  const isKept = intent.state === 'CONFIRMED' && !intent.isContradicted && resolved_record_id === null;
  const row = isKept ? others : {...others, resolved_record_id};
  const set = Object.keys(row).map(name => `${name} = :${name}`);
  const usual = intent.isContradicted ? 'TRUE' : `(state IN ${unresolvedStates} OR state = :state)`;
  const {changes} = db
    .prepare(`UPDATE intents SET ${set.join(', ')} WHERE id = :id AND ${only ?? usual}`)
    .run({...row, id: intent.id});
  return changes === 1;
}

type SaveResult = 'saved' | 'behind' | 'taken';

function settle(bound: Binding, intent: Intent): SaveResult {
  try {
    return change(bound, intent) ? 'saved' : 'behind';
  } catch (error) {
    if (isUniqueViolation(error)) return 'taken';
    throw error;
  }
}

function kept(bound: Binding, intentId: string): Intent | undefined {
  return intentsIn(bound.db, 'id = ?', intentId)[0];
}

/** An attempt is a fact, and a state a decision: only who has the controls decides. */
function keepState(bound: Binding, intent: Intent): SaveResult {
  const made = bound.writing(() => {
    for (const attempt of intent.attempts) keepOutcome(bound.db, intent.id, attempt);
    const seen = controlsIn(bound);
    if (seen.is !== 'ours') return {refused: whyViewing(seen)};
    return isResolved(intent) && isBehind(bound, intent) ? 'behind' : settle(bound, intent);
  });
  // Only after the commit, which keeps the outcomes.
  if (typeof made === 'object') throw new JournalError('viewer', made.refused);
  return made;
}

/** A former holder wrote an outcome that is not known to who decides. */
function isBehind(bound: Binding, intent: Intent): boolean {
  return outcomesOf(kept(bound, intent.id)) > outcomesOf(intent);
}

const outcomesOf = (intent: Intent | undefined): number =>
  intent?.attempts.filter(each => each.result !== undefined).length ?? 0;

/** Also those of several writes whose rest is not named yet: the others of them are named as not sent. */
function writesSince(db: DatabaseSync, since: Millis): readonly Intent[] {
  const newest = db.prepare('SELECT several FROM controls ORDER BY epoch DESC LIMIT 1').get();
  const {at = since} = readSeveral(String(newest?.several)) ?? {};
  const where = `state IN ${unresolvedStates} OR changed_at >= ? ORDER BY asked_at`;
  return intentsIn(db, where, Math.min(since, at));
}

function keep(db: DatabaseSync, name: string, value: string): void {
  db.prepare('INSERT OR REPLACE INTO notes VALUES (?, ?)').run(name, value);
}
