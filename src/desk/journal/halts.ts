import type {DatabaseSync} from 'node:sqlite';
import type {Id, Millis} from '../../api/wire/records.ts';
import {eventIds} from '../events/event.ts';
import {whyHalted} from '../gate/gate.ts';
import {
  type HaltFacts,
  type HaltProgress,
  type HaltRecord,
  type HaltWants,
  haltedReason,
  isToBeFlat,
  isUnderWay,
  whyTaken,
} from '../halt/halt.ts';
import {closingSince, holdingUp, ordersOfOthers, unprovedOrders} from '../halt/orders.ts';
import type {Intent} from '../intents/intent.ts';
import type {Outcome} from '../intents/outcome.ts';
import {type Binding, readAfterWrites} from './file.ts';
import {readOutcome, readProgress} from './json.ts';
import {presence, readLease} from './lease.ts';
import {JournalError} from './problem.ts';
import {intentRows, orderScopes, toIntent} from './rows.ts';
import {unresolvedStates} from './schema.ts';

/** The process that carries a halt out reports this often; after a longer silence another may take over. */
const beatMs = 5_000;
const longestSilenceMs = 15_000;

export function createHalts(given: Binding) {
  const {db, host, holder, key, account, reading, writing} = given;
  const seen = readAfterWrites(db, () => recordOf(given));
  const update = (set: string, ...values: (string | number | null)[]) =>
    db.prepare(`UPDATE halts SET ${set} WHERE service = ?`).run(...values, key).changes === 1;
  const isSet = () => rowOf(db, key) !== undefined;
  return {
    /** The halt in force; the same object until a process writes. */
    seen: () => reading(seen),
    set: (at: Millis) =>
      writing(() => {
        const by = `process ${host.pid} on ${host.hostname}, account ${account}`;
        const sql = 'INSERT OR IGNORE INTO halts (service, at, set_by, account) VALUES (?, ?, ?, ?)';
        db.prepare(sql).run(key, at, by, account);
      }),
    lift: () => writing(() => void db.prepare('DELETE FROM halts WHERE service = ?').run(key)),
    /**
     * Starts what the review confirmed; it stays under way until it has ended or is lifted. False if no halt is
     * set, or one for another account is under way.
     */
    want: (wants: HaltWants, at: Millis, accountId: Id | undefined) =>
      writing(() => want(given, wants, at, accountId)),
    /** True if this process carries the halt out: exactly one does, and another takes over when it is gone. */
    drive(at: Millis, accountId: Id | undefined) {
      const standing = reading(() => standingOf(given, at, accountId));
      if (standing !== 'free') return standing === 'ours';
      return writing(() => {
        const isFree = standingOf(given, at, accountId) === 'free';
        return isFree && update('holder = ?, beat_at = ?', holder, at);
      });
    },
    facts: (accountId?: Id) => reading(() => haltFactsOf(given, accountId)),
    learn: (ids: readonly Id[]) =>
      writing(() => {
        const keep = db.prepare('INSERT OR IGNORE INTO halt_orders (service, order_id) VALUES (?, ?)');
        for (const id of ids) keep.run(key, id);
      }),
    /** Before a DELETE of an order by its id alone; undefined if the halt was lifted: then nothing is sent. */
    beginDelete: (orderId: Id, at: Millis) =>
      writing(() => {
        if (!isSet()) return undefined;
        const begin = db.prepare('INSERT INTO halt_deletes (service, order_id, started_at) VALUES (?, ?, ?)');
        return Number(begin.run(key, orderId, at).lastInsertRowid);
      }),
    endDelete: (number: number, at: Millis, outcome: Outcome) =>
      writing(() => {
        const end = db.prepare('UPDATE halt_deletes SET ended_at = ?, outcome = ? WHERE number = ?');
        end.run(at, JSON.stringify(outcome), number);
      }),
    report: (progress: HaltProgress) => writing(() => void update('progress = ?', JSON.stringify(progress))),
    /** Ends the halt; false if any process has written since those facts. */
    finish: (progress: HaltProgress, {writes}: Pick<HaltFacts, 'writes'>) =>
      writing(() => writesOf(db, key) === writes && update('progress = ?', JSON.stringify(progress))),
  };
}

type HaltRow = Readonly<Record<string, unknown>>;

function rowOf(db: DatabaseSync, key: string): HaltRow | undefined {
  return db.prepare('SELECT * FROM halts WHERE service = ?').get(key);
}

function recordOf({db, key, service}: Binding): HaltRecord | undefined {
  const row = rowOf(db, key);
  if (row === undefined) return undefined;
  const {asked_at: askedAt, wants, account, progress, credential, credential_source: source} = row;
  const isOurs = credential === service.fingerprint || source === service.credentialSource;
  return {
    at: Number(row.at),
    by: String(row.set_by),
    asked:
      wants === null
        ? undefined
        : {
            at: Number(askedAt),
            wants: wants === 'flat' ? wants : 'no orders',
            account: String(account),
            isOurs,
          },
    progress: progress === null ? undefined : readProgress(String(progress)),
  };
}

function want(given: Binding, wants: HaltWants, at: Millis, accountId: Id | undefined): boolean {
  const {db, key, account, service} = given;
  const {fingerprint, credentialSource} = service;
  const record = recordOf(given);
  if (record === undefined || whyTaken(record) !== undefined) return false;
  const goesOn = isUnderWay(record) && isToBeFlat(record);
  // The process that did it for another account has no part in this one.
  const isNew = record.asked?.isOurs !== true;
  db.prepare(
    `UPDATE halts SET wants = ?, asked_at = ?, account = ?, credential = ?, credential_source = ?, account_id = ?,
       progress = NULL, holder = iif(?, NULL, holder)
     WHERE service = ?`,
  ).run(
    goesOn ? 'flat' : wants,
    at,
    account,
    fingerprint,
    credentialSource,
    accountId ?? null,
    Number(isNew),
    key,
  );
  return true;
}

function standingOf(given: Binding, at: Millis, accountId: Id | undefined): 'ours' | 'free' | "another's" {
  const {db, key, host, holder} = given;
  const row = rowOf(db, key);
  const record = recordOf(given);
  if (row === undefined || record === undefined || !isUnderWay(record) || record.asked?.isOurs !== true)
    return "another's";
  // If the credential from the same source now belongs to another account, only the account id shows it.
  if (row.account_id !== null && accountId !== undefined && row.account_id !== accountId) return "another's";
  if (row.holder === null) return 'free';
  const silentMs = Math.abs(at - Number(row.beat_at));
  if (row.holder === holder) return silentMs < beatMs ? 'ours' : 'free';
  const isGone = presence(readLease(String(row.holder)), host) === 'gone';
  return isGone || silentMs > longestSilenceMs ? 'free' : "another's";
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
  const row = rowOf(db, key);
  return row && haltedReason({by: String(row.set_by)});
}

function haltFactsOf(bound: Binding, accountId: Id | undefined): HaltFacts {
  const {db, key, account} = bound;
  const intents = (where: string) =>
    intentRows(db, `service = ? AND ${where}`, key).map(row => toIntent(db, row, bound));
  const ofOrders = intents(`record_scope IN ${orderScopes}`);
  const ofOthers = ordersOfOthers(ofOrders, accountId);
  const [isFilled, isFilledAnywhere] = [filledIn(db, key, [account]), filledIn(db, key, accountsIn(db, key))];
  const unproved = unprovedOrders(ofOrders, listedOrders(db, key), deletesOf(db, key)).filter(
    id => !(ofOthers.includes(id) ? isFilledAnywhere(id) : isFilled(id)),
  );
  return {
    writes: writesOf(db, key),
    // CANCELED, NOT REPLACED waits for the user, and sends nothing by itself.
    open: holdingUp(intents(`state IN ${unresolvedStates} AND state <> 'CANCELED, NOT REPLACED'`), unproved),
    unproved,
    ofOthers,
    closing: closingSince(ofOrders, Number(rowOf(db, key)?.asked_at ?? 0)),
  };
}

function writesOf(db: DatabaseSync, key: string): string {
  const count = (from: string) => {
    const row = db
      .prepare(`SELECT count(*) AS begun, count(ended_at) AS ended FROM ${from} WHERE service = ?`)
      .get(key);
    return `${row?.begun} ${row?.ended}`;
  };
  const attempts = '(SELECT ended_at, service FROM attempts JOIN intents ON intents.id = attempts.intent_id)';
  const asked = db.prepare('SELECT count(*) AS asked FROM intents WHERE service = ?').get(key)?.asked;
  return `${asked} ${count(attempts)} ${count('halt_deletes')}`;
}

function listedOrders(db: DatabaseSync, key: string): Id[] {
  return db
    .prepare('SELECT order_id FROM halt_orders WHERE service = ?')
    .all(key)
    .map(row => String(row.order_id));
}

/** A log of events has it from a record of the order, or of the trade that completed it. */
function filledIn(db: DatabaseSync, key: string, accounts: readonly string[]): (id: Id) => boolean {
  const find = db.prepare('SELECT 1 FROM happenings WHERE service = ? AND account = ? AND base = ?');
  return id =>
    accounts.some(each => find.get(key, each, eventIds('filled', id, undefined).base) !== undefined);
}

/** Only the owner of an order reads its end. */
function accountsIn(db: DatabaseSync, key: string): string[] {
  const rows = db.prepare('SELECT DISTINCT account FROM happenings WHERE service = ?').all(key);
  return rows.map(({account}) => String(account));
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
