import type {DatabaseSync} from 'node:sqlite';
import type {Id, Millis} from '../../../api/wire/records.ts';
import {type Intent, isExit} from '../../intents/intent.ts';
import {whyBeyond} from '../../limits/decide.ts';
import {loadOf, sizeOf} from '../../limits/load.ts';
import type {AccountStanding, Knows, Reservation} from '../../limits/reserved.ts';
import {readDraft} from '../json.ts';
import {JournalError} from '../problem.ts';
import {dayZone, type LimitsBinding, limitsOfOthers} from './in-force.ts';

/**
 * Asked inside the transaction that is about to commit an intent: what it may add is weighed against all that
 * is open and asked for, and reserved by that very commit.
 * @throws {JournalError} it would go beyond a limit of the account
 */
export function refuseBeyond(bound: LimitsBinding, {id, draft, accountId}: Intent, knows: Knows): void {
  if (isExit(draft)) return;
  const {reservations, ...standing} = standingOf(bound, accountId, knows.now.wall);
  // One that goes on has reserved before, and weighs once.
  const others = reservations.filter(each => each.intentId !== id);
  const reason = whyBeyond(knows, {...standing, reservations: others});
  if (reason !== undefined) throw new JournalError('beyond', reason);
}

/** Beside the intent's own row, in the same transaction: what its draft does not tell of what it adds. */
export function reserve({db, key}: LimitsBinding, {id, draft}: Intent, {added}: Knows): void {
  if (isExit(draft)) return;
  db.prepare('INSERT INTO reservations (intent_id, service, currency, underlying) VALUES (?, ?, ?, ?)').run(
    id,
    key,
    added?.currency ?? null,
    added?.underlying ?? null,
  );
}

/** What was asked for on the service, by dashboards of the same account as far as is known. */
export function standingOf(bound: LimitsBinding, accountId: Id | undefined, now: Millis): AccountStanding {
  const {db, key} = bound;
  const mark = db.prepare('SELECT coalesce(max(mark), 0) AS mark FROM reservations').get()?.mark;
  return {
    mark: Number(mark),
    reservations: reservationsOf(bound, accountId, now),
    others: limitsOfOthers(bound, accountId, now),
    writes: writesOf(db, key, now),
    zone: dayZone(db),
  };
}

/**
 * What ended longer ago than this, and was seen by a whole read of one dashboard, stands in the whole reads of
 * all: older ones are of no use to them, and lists can be set to lag for an hour at most.
 */
const longestMs = 2 * 3_600_000;

function reservationsOf(
  {db, key, holder, service}: LimitsBinding,
  accountId: Id | undefined,
  now: Millis,
): Reservation[] {
  const sql = `SELECT intents.id, draft, holder, resolved_record_id, currency, underlying, mark, seen
    FROM reservations JOIN intents ON intents.id = intent_id
    WHERE reservations.service = ? AND (seen = 0 OR ended_at > ?)
      AND (credential = ? OR account_id IS NULL OR ? IS NULL OR account_id = ?)
    ORDER BY reservations.rowid`;
  const account = accountId ?? null;
  const rows = db.prepare(sql).all(key, now - longestMs, service.fingerprint, account, account);
  return rows.flatMap(row => {
    const draft = readDraft(String(row.draft));
    const load = loadOf(draft, {currency: text(row.currency), underlying: text(row.underlying)});
    if (load === undefined) return [];
    return {
      intentId: String(row.id),
      kind: draft.kind === 'open' ? 'open' : 'place',
      load,
      size: sizeOf(draft),
      isOurs: row.holder === holder,
      ended:
        row.mark === null
          ? undefined
          : {mark: Number(row.mark), recordId: text(row.resolved_record_id), isSeen: row.seen === 1},
    };
  });
}

export function keepSeen({db, key}: LimitsBinding, intentIds: readonly string[]): void {
  const seen = db.prepare(
    'UPDATE reservations SET seen = 1 WHERE service = ? AND intent_id = ? AND mark IS NOT NULL',
  );
  for (const each of intentIds) seen.run(key, each);
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);

const minuteMs = 60_000;

/** By all dashboards; one that was never sent is no write. */
function writesOf(db: DatabaseSync, key: string, now: Millis): Millis[] {
  const sql = `SELECT asked_at FROM intents
    WHERE service = ? AND changed_at > ? AND asked_at > ? AND kind IN ('open', 'place', 'replace')
      AND state <> 'NOT SENT'`;
  return db
    .prepare(sql)
    .all(key, now - minuteMs, now - minuteMs)
    .map(row => Number(row.asked_at));
}
