import type {DatabaseSync} from 'node:sqlite';
import type {Id, Millis} from '../../api/wire/records.ts';
import {eventIds} from '../events/event.ts';
import {whyHalted} from '../gate/gate.ts';
import {
  type AccountHalt,
  type HaltFacts,
  type HaltProgress,
  type HaltRecord,
  type HaltWants,
  haltedReason,
  isUnderWay,
} from '../halt/halt.ts';
import {closingSince, holdingUp, unprovedOrders} from '../halt/orders.ts';
import type {Intent} from '../intents/intent.ts';
import type {Outcome} from '../intents/outcome.ts';
import {hadControls, hasControls, requireControls} from './controls.ts';
import {type Binding, readAfterWrites} from './file.ts';
import {lackName, ofJournal, readLack, readOutcome, readProgress} from './json.ts';
import {presence, readLease} from './lease.ts';
import {workingOrders} from './log.ts';
import {JournalError} from './problem.ts';
import {intentRows, noteIn, orderScopes, toIntent} from './rows.ts';
import {unresolvedStates} from './schema.ts';

/** The process that carries a halt out reports this often; after a longer silence another may take over. */
const beatMs = 5_000;
const longestSilenceMs = 15_000;

export function createHalts(given: Binding) {
  const {db, host, holder, key, account, service, reading, writing} = given;
  const seen = readAfterWrites(db, () => recordOf(given));
  const update = (set: string, ...values: (string | number | null)[]) => {
    const number = Number(workOf(given)?.number ?? 0);
    return db.prepare(`UPDATE halt_works SET ${set} WHERE number = ?`).run(...values, number).changes === 1;
  };
  return {
    /** The halt in force; the same object until a process writes. */
    seen: () => reading(seen),
    set: (at: Millis) =>
      writing(() => {
        const by = `process ${host.pid} on ${host.hostname}, account ${account}`;
        const sql = 'INSERT OR IGNORE INTO halts (service, at, set_by, account) VALUES (?, ?, ?, ?)';
        db.prepare(sql).run(key, at, by, account);
      }),
    lift: () => writing(() => lift(given)),
    /** Starts what the review confirmed, until it has ended or is lifted. False if no halt is set. */
    want: (wants: HaltWants, at: Millis, accountId: Id | undefined) =>
      writing(() => want(given, wants, at, accountId)),
    /** True if this process carries the halt out: exactly one does, and it has the controls. */
    drive(at: Millis, accountId: Id | undefined) {
      const standing = reading(() => standingOf(given, at, accountId));
      if (standing !== 'free') return standing === 'ours';
      return writing(() => {
        const isFree = standingOf(given, at, accountId) === 'free';
        const set = 'holder = ?, beat_at = ?, account_id = coalesce(account_id, ?)';
        return isFree && update(set, holder, at, accountId ?? null);
      });
    },
    facts: () => reading(() => haltFactsOf(given)),
    /** Orders that a list showed last, in an earlier process too. */
    working: () => reading(() => workingOrders({db, scope: [key, account]})),
    learn: (ids: readonly Id[]) =>
      writing(() => {
        const keep = db.prepare('INSERT OR IGNORE INTO halt_orders VALUES (?, ?, ?, ?, ?)');
        const ours = [service.fingerprint, service.credentialSource, accountIdIn(given)];
        for (const id of ids) keep.run(key, id, ...ours);
      }),
    /** Before a DELETE of an order by its id alone; undefined if the halt was lifted: then nothing is sent. */
    beginDelete: (orderId: Id, at: Millis) =>
      writing(() => {
        if (haltIn(db, key) === undefined) return undefined;
        const epoch = requireControls(given);
        const sql =
          'INSERT INTO halt_deletes (service, order_id, account_id, started_at, epoch) VALUES (?, ?, ?, ?, ?)';
        const {lastInsertRowid} = db.prepare(sql).run(key, orderId, accountIdIn(given), at, epoch);
        return {number: Number(lastInsertRowid), epoch};
      }),
    endDelete: (number: number, at: Millis, outcome: Outcome) =>
      writing(() => {
        const end = db.prepare('UPDATE halt_deletes SET ended_at = ?, outcome = ? WHERE number = ?');
        end.run(at, JSON.stringify(outcome), number);
      }),
    report: (progress: HaltProgress) => writing(() => void update('progress = ?', JSON.stringify(progress))),
    /** Ends the halt; false if any process may have written to the account since those facts. */
    finish: (progress: HaltProgress, {writes}: Pick<HaltFacts, 'writes'>) =>
      writing(() => writesOf(given) === writes && update('progress = ?', JSON.stringify(progress))),
  };
}

function lift(given: Binding): void {
  requireControls(given);
  given.db.prepare('DELETE FROM halts WHERE service = ?').run(given.key);
}

/** Ours has the same credential, or one from the same source. */
function workOf({db, key, service: {fingerprint, credentialSource}}: Binding) {
  const sql = `SELECT * FROM halt_works WHERE service = ? AND (credential = ? OR credential_source = ?)
    ORDER BY credential = ? DESC`;
  return db.prepare(sql).get(key, fingerprint, credentialSource, fingerprint);
}

const accountIdIn = (given: Binding) => workOf(given)?.account_id ?? null;

/** Rows that may be of this account. */
const ofAccount =
  'WHERE service = :service AND (account_id IS NULL OR :account IS NULL OR account_id = :account)';
const oursIn = (given: Binding) => ({service: given.key, account: accountIdIn(given)});

type Row = Readonly<Record<string, unknown>>;

const ofRow = ({account, asked_at: at, wants, progress, beat_at: beatAt}: Row): AccountHalt => ({
  account: String(account),
  askedAt: Number(at),
  wants: wants === 'flat' ? wants : 'no orders',
  progress: typeof progress === 'string' ? readProgress(progress) : undefined,
  workedAt: Number(beatAt ?? at),
});

function recordOf(given: Binding): HaltRecord | undefined {
  const {db, key} = given;
  const halt = db.prepare('SELECT * FROM halts WHERE service = ?').get(key);
  if (halt === undefined) return undefined;
  const own = workOf(given);
  return {
    at: Number(halt.at),
    by: String(halt.set_by),
    own: own && ofRow(own),
    others: underWayIn(db, key, Number(own?.number ?? 0)),
  };
}

/** The accounts whose halt has not ended. */
export function underWayIn(db: DatabaseSync, key: string, except = 0): AccountHalt[] {
  const rows = db.prepare('SELECT * FROM halt_works WHERE service = ? AND number <> ?');
  return rows.all(key, except).map(ofRow).filter(isUnderWay);
}

function want(given: Binding, wants: HaltWants, at: Millis, accountId: Id | undefined): boolean {
  const {db, key, account, service} = given;
  const record = recordOf(given);
  if (record === undefined) return false;
  const goesOn = isUnderWay(record.own) && record.own.wants === 'flat';
  const {number = null, holder = null, beat_at: beatAt = null} = workOf(given) ?? {};
  db.prepare(
    `INSERT OR REPLACE INTO halt_works
       (number, service, account, credential, credential_source, account_id, wants, asked_at, holder, beat_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    ...[number, key, account, service.fingerprint, service.credentialSource, accountId ?? null],
    ...[goesOn ? 'flat' : wants, at, holder, beatAt],
  );
  return true;
}

function standingOf(given: Binding, at: Millis, accountId: Id | undefined): 'ours' | 'free' | "another's" {
  const {host, holder, account} = given;
  const row = workOf(given);
  if (row === undefined || !hasControls(given) || !isUnderWay(recordOf(given)?.own)) return "another's";
  // If the credential from the same source now belongs to another account, only the account id shows it.
  if (row.account_id !== null && accountId !== undefined && row.account_id !== accountId) return "another's";
  if (row.holder === null) return 'free';
  const silentMs = Math.abs(at - Number(row.beat_at));
  if (row.holder === holder) return silentMs < beatMs ? 'ours' : 'free';
  const isGone = presence(readLease(String(row.holder)), host) === 'gone';
  const isFormer = row.account === account && hadControls(given, String(row.holder));
  return isGone || isFormer || silentMs > longestSilenceMs ? 'free' : "another's";
}

/**
 * Called inside the transaction that commits an attempt: no halt can be set in between.
 * @throws {JournalError} a halt prevents what adds risk
 */
export function refuseWhileHalted(db: DatabaseSync, key: string, {draft}: Pick<Intent, 'draft'>): void {
  const reason = whyHalted(haltIn(db, key), draft);
  if (reason !== undefined) throw new JournalError('held', reason);
}

export function haltIn(db: DatabaseSync, key: string): string | undefined {
  const row = db.prepare('SELECT set_by FROM halts WHERE service = ?').get(key);
  return row && haltedReason({by: String(row.set_by)});
}

function haltFactsOf(bound: Binding): HaltFacts {
  const {db, key, account} = bound;
  const intents = (where: string) =>
    intentRows(db, `service = ? AND ${where}`, key).map(row => toIntent(db, row));
  const ofOrders = intents(`record_scope IN ${orderScopes}`);
  const isFilled = filledIn(db, key, account);
  const unproved = unprovedOrders(ofOrders, listedOrders(bound), deletesOf(db, key)).filter(
    id => !isFilled(id),
  );
  const open = intents(`state IN ${unresolvedStates} AND state <> 'CANCELED, NOT REPLACED'`);
  return {
    writes: writesOf(bound),
    // CANCELED, NOT REPLACED waits for the user, and sends nothing by itself.
    open: holdingUp(open, unproved),
    unproved,
    listed: workingOrders({db, scope: [key, account]}),
    closing: closingSince(ofOrders, Number(workOf(bound)?.asked_at ?? 0)),
    lack: readLack(noteIn(db, {...ofJournal, name: lackName}) ?? ''),
  };
}

function writesOf(given: Binding): string {
  const counts = [
    `SELECT count(DISTINCT id) AS asked, count(number) AS begun, count(ended_at) AS ended
     FROM intents LEFT JOIN attempts ON intent_id = id ${ofAccount}`,
    `SELECT count(*) AS begun, count(ended_at) AS ended FROM halt_deletes ${ofAccount}`,
  ];
  return JSON.stringify(counts.map(sql => given.db.prepare(sql).get(oursIn(given))));
}

function listedOrders(given: Binding): Id[] {
  const sql = `SELECT DISTINCT order_id FROM halt_orders ${ofAccount}`;
  return given.db
    .prepare(sql)
    .all(oursIn(given))
    .map(row => String(row.order_id));
}

/** A log of events has it from a record of the order, or of the trade that completed it. */
function filledIn(db: DatabaseSync, key: string, account: string): (id: Id) => boolean {
  const find = db.prepare('SELECT 1 FROM happenings WHERE service = ? AND account = ? AND base = ?');
  return id => find.get(key, account, eventIds('filled', id, undefined).base) !== undefined;
}

function deletesOf(db: DatabaseSync, key: string): Map<Id, Outcome[]> {
  const deletes = new Map<Id, Outcome[]>();
  const sql =
    'SELECT order_id, outcome FROM halt_deletes WHERE service = ? AND outcome IS NOT NULL ORDER BY number';
  for (const {order_id: id, outcome} of db.prepare(sql).all(key)) {
    const came = readOutcome(String(outcome));
    if (came !== undefined) deletes.set(String(id), [...(deletes.get(String(id)) ?? []), came]);
  }
  return deletes;
}
