import type {DatabaseSync} from 'node:sqlite';
import type {Id, Millis} from '../../../api/wire/records.ts';
import {type Intent, isExit} from '../../intents/intent.ts';
import {isUnderWay, type StopRecord, type StopWants, stoppedReason} from '../../stop/record.ts';
import {readAfterWrites} from '../after-writes.ts';
import type {Commits} from '../commits.ts';
import type {BoundService} from '../contract.ts';
import {readLease} from '../json.ts';
import {type JournalHost, leaseOf, presence} from '../lease.ts';
import {JournalError} from '../problem.ts';
import type {StopJournal} from './contract.ts';
import {stopFactsOf, writesOf} from './facts.ts';
import {readProgress} from './progress.ts';

type Given = Pick<Commits, 'reading' | 'writing'> & {
  readonly db: DatabaseSync;
  readonly host: JournalHost;
  readonly service: BoundService;
  /** The service's. */
  readonly key: string;
};

/** Who carries a stop out tells that it does; after so long without, another one may. */
const beatMs = 5_000;
const longestSilenceMs = 15_000;

export function createStops(given: Given): StopJournal {
  const {db, host, service, key, reading, writing} = given;
  const seen = readAfterWrites(db, () => recordOf(given));
  const update = (set: string, ...values: (string | number | null)[]) =>
    db.prepare(`UPDATE stops SET ${set} WHERE service = ?`).run(...values, key).changes === 1;
  const isSet = () => rowOf(db, key) !== undefined;
  return {
    seen: () => reading(seen),
    set: at =>
      writing(() => {
        const by = `process ${host.pid} on ${host.hostname}`;
        db.prepare('INSERT OR IGNORE INTO stops (service, at, set_by) VALUES (?, ?, ?)').run(key, at, by);
      }),
    lift: () => writing(() => void db.prepare('DELETE FROM stops WHERE service = ?').run(key)),
    want: (wants, at, accountId) => writing(() => want(given, wants, at, accountId)),
    drive(at, accountId) {
      const standing = reading(() => standingOf(given, at, accountId));
      if (standing !== 'free') return standing === 'ours';
      return writing(() => {
        const isFree = standingOf(given, at, accountId) === 'free';
        return isFree && update('holder = ?, beat_at = ?', JSON.stringify(leaseOf(host)), at);
      });
    },
    facts: () => reading(() => stopFactsOf(db, key, service)),
    learn: ids =>
      writing(() => {
        const keep = db.prepare('INSERT OR IGNORE INTO stop_orders (service, order_id) VALUES (?, ?)');
        for (const id of ids) keep.run(key, id);
      }),
    beginDelete: (orderId, at) =>
      writing(() => {
        if (!isSet()) return undefined;
        const begin = db.prepare('INSERT INTO stop_deletes (service, order_id, started_at) VALUES (?, ?, ?)');
        return Number(begin.run(key, orderId, at).lastInsertRowid);
      }),
    endDelete: (number, at, outcome) =>
      writing(() => {
        const end = db.prepare('UPDATE stop_deletes SET ended_at = ?, outcome = ? WHERE number = ?');
        end.run(at, JSON.stringify(outcome), number);
      }),
    report: progress => writing(() => void update('progress = ?', JSON.stringify(progress))),
    finish: (progress, {writes}) =>
      writing(() => writesOf(db, key) === writes && update('progress = ?', JSON.stringify(progress))),
  };
}

type StopRow = Readonly<Record<string, unknown>>;

function rowOf(db: DatabaseSync, key: string): StopRow | undefined {
  return db.prepare('SELECT * FROM stops WHERE service = ?').get(key);
}

function recordOf({db, key, service}: Given): StopRecord | undefined {
  const row = rowOf(db, key);
  if (row === undefined) return undefined;
  const {asked_at: askedAt, wants, progress, credential, credential_source: source} = row;
  const isOurs = credential === service.fingerprint || source === service.credentialSource;
  return {
    at: Number(row.at),
    by: String(row.set_by),
    asked:
      wants === null
        ? undefined
        : {at: Number(askedAt), wants: wants === 'flat' ? wants : 'no orders', isOurs},
    progress: progress === null ? undefined : readProgress(String(progress)),
  };
}

function want(given: Given, wants: StopWants, at: Millis, accountId: Id | undefined): boolean {
  const {db, key, service} = given;
  const record = recordOf(given);
  if (record === undefined) return false;
  // What is under way for another account is not ours to change.
  if (isUnderWay(record) && record.asked?.isOurs === false) return false;
  const goesOn = isUnderWay(record) && record.asked?.wants === 'flat';
  db.prepare(
    `UPDATE stops SET wants = ?, asked_at = ?, credential = ?, credential_source = ?, account_id = ?, progress = NULL
     WHERE service = ?`,
  ).run(goesOn ? 'flat' : wants, at, service.fingerprint, service.credentialSource, accountId ?? null, key);
  return true;
}

/** Whether it is ours to carry out: we do, nobody does who is still there, or another one is at it. */
function standingOf(given: Given, at: Millis, accountId: Id | undefined): 'ours' | 'free' | "another's" {
  const {db, key, host} = given;
  const row = rowOf(db, key);
  const record = recordOf(given);
  if (row === undefined || record === undefined || !isUnderWay(record) || record.asked?.isOurs !== true)
    return "another's";
  // Of a token that was changed for another account's in the same place it is known only by the account.
  if (row.account_id !== null && accountId !== undefined && row.account_id !== accountId) return "another's";
  if (row.holder === null) return 'free';
  const silentMs = Math.abs(at - Number(row.beat_at));
  if (row.holder === JSON.stringify(leaseOf(host))) return silentMs < beatMs ? 'ours' : 'free';
  const isGone = presence(readLease(String(row.holder)), host) === 'gone';
  return isGone || silentMs > longestSilenceMs ? 'free' : "another's";
}

/**
 * Asked inside the transaction that is about to commit an intent or an attempt of it: between this look and
 * that commit nobody can set a stop.
 * @throws {JournalError} what adds risk is stopped
 */
export function refuseWhileStopped(db: DatabaseSync, key: string, {draft}: Pick<Intent, 'draft'>): void {
  if (isExit(draft)) return;
  const row = rowOf(db, key);
  if (row !== undefined) throw new JournalError('stopped', stoppedReason({by: String(row.set_by)}));
}
