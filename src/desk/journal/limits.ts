import type {DatabaseSync} from 'node:sqlite';
import * as z from 'zod/mini';
import type {Id, Millis} from '../../api/wire/records.ts';
import type {Intent} from '../intents/intent.ts';
import {kindOf} from '../intents/kinds/kinds.ts';
import {announceEveryMs, hasLimits} from '../limits/decide.ts';
import type {AccountStanding, Knows, Reservation} from '../limits/reserved.ts';
import {longestLagMs} from '../model/lags.ts';
import {type Limits, minuteMs} from '../model/vocabulary.ts';
import {ownZone} from '../portfolio/days.ts';
import {type Binding, readAfterWrites} from './file.ts';
import {readDraft, reader} from './json.ts';
import {presence, readLease} from './lease.ts';
import {holderWords} from './rows.ts';

const lookAnewMs = 60_000;

export function createLimitsJournal(bound: Binding) {
  const {reading, sparing} = bound;
  let account: Id | undefined;
  let at: Millis = 0;
  let readAt: Millis = 0;
  const readAnew = () =>
    readAfterWrites(bound.db, () => {
      readAt = at;
      return standingOf(bound, account, at);
    });
  let standing = readAnew();
  return {
    /** They apply to all dashboards of the service until this one ends; repeated periodically. */
    announce: (limits: Limits, accountId: Id | undefined, at: Millis) =>
      sparing(() => keepLimits(bound, limits, {accountId, at})),
    /** All complete reads that begin from now on show their result. */
    keepSettled: (intentIds: readonly string[]) =>
      sparing(() => {
        const sql = `UPDATE reservations SET settled = (SELECT last + 1 FROM marks)
          WHERE service = ? AND intent_id = ? AND mark IS NOT NULL`;
        for (const each of intentIds) bound.db.prepare(sql).run(bound.key, each);
      }),
    standing(accountId: Id | undefined, now: Millis) {
      at = now;
      // Some reservations expire by time, without a write.
      if (accountId !== account || now - readAt > lookAnewMs) {
        account = accountId;
        standing = readAnew();
      }
      return reading(standing);
    },
  };
}

/** In the transaction of the intent's row: exposure that the draft does not show. */
export function reserve({db, key}: Binding, {id, draft}: Intent, {added}: Knows): void {
  if (kindOf(draft).adds === undefined) return;
  db.prepare('INSERT INTO reservations (intent_id, service, currency, underlying) VALUES (?, ?, ?, ?)').run(
    id,
    key,
    added?.currency ?? null,
    added?.underlying ?? null,
  );
}

export function standingOf(bound: Binding, accountId: Id | undefined, now: Millis): AccountStanding {
  const {db, key} = bound;
  const mark = db.prepare('SELECT last FROM marks').get()?.last;
  return {
    mark: Number(mark),
    reservations: reservationsOf(bound, accountId, now),
    others: limitsOfOthers(bound, accountId, now),
    writes: writesOf(db, key, now),
    zone: dayZone(db),
  };
}

/** An unknown account may be this one. Takes the credential, and the account twice. */
const isOfAccount = '(credential = ? OR account_id IS NULL OR ? IS NULL OR account_id = ?)';

/** Time ends a reservation of what may be another account: no read here may ever show its record. */
const seenElsewhereMs = 5 * minuteMs;

/** After the longest lag, no process has a read from before it was settled. */
function reservationsOf(
  {db, key, holder, service, account: label}: Binding,
  accountId: Id | undefined,
  now: Millis,
): Reservation[] {
  const sql = `SELECT intents.id, draft, holder, resolved_record_id, currency, underlying, mark, settled
    FROM reservations JOIN intents ON intents.id = intent_id
    WHERE reservations.service = ? AND ${isOfAccount}
      AND CASE WHEN account = ? OR credential = ? OR account_id = ? THEN settled IS NULL OR ended_at > ?
        ELSE mark IS NULL OR ended_at > iif(settled IS NULL, ?, ?) END
    ORDER BY reservations.rowid`;
  const account = accountId ?? null;
  const {fingerprint} = service;
  const lagging = now - longestLagMs;
  const rows = db
    .prepare(sql)
    .all(
      ...[key, fingerprint, account, account],
      ...[label, fingerprint, account, lagging, lagging, now - seenElsewhereMs],
    );
  return rows.flatMap(row => {
    const draft = readDraft(String(row.draft));
    const {adds} = kindOf(draft);
    if (adds === undefined) return [];
    const of = {currency: text(row.currency), underlying: text(row.underlying)};
    return {
      intentId: String(row.id),
      makes: adds.what,
      load: adds.load(draft, of, '0'),
      size: adds.size(draft),
      order: kindOf(draft).places(draft),
      isOurs: row.holder === holder,
      ended:
        row.mark === null
          ? undefined
          : {
              mark: Number(row.mark),
              recordId: text(row.resolved_record_id),
              settled: row.settled === null ? undefined : Number(row.settled),
            },
    };
  });
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** For all dashboards; an intent that was never sent does not count. */
function writesOf(db: DatabaseSync, key: string, now: Millis): Millis[] {
  const sql = `SELECT asked_at FROM intents
    WHERE service = ? AND changed_at > ? AND asked_at > ? AND risk = 'adds'
      AND state <> 'NOT SENT'`;
  return db
    .prepare(sql)
    .all(key, now - minuteMs, now - minuteMs)
    .map(row => Number(row.asked_at));
}

function keepLimits(
  {db, key, holder, service}: Binding,
  limits: Limits,
  {accountId, at}: {readonly accountId: Id | undefined; readonly at: Millis},
): void {
  db.prepare('DELETE FROM limits WHERE service = ? AND holder = ?').run(key, holder);
  if (!hasLimits(limits)) return;
  db.prepare(
    'INSERT INTO limits (service, holder, credential, account_id, limits, told_at) VALUES (?, ?, ?, ?, ?, ?)',
  ).run(key, holder, service.fingerprint, accountId ?? null, JSON.stringify(limits), at);
  // The first dashboard fixes the zone, so that no day begins twice.
  db.prepare('INSERT OR IGNORE INTO day (one, zone) VALUES (1, ?)').run(ownZone(at));
}

/**
 * A dashboard that is not visible from here counts as running for this time after its last announcement. It
 * is in another container with the same clock, or on a machine that no longer exists.
 */
const silentMs = 3 * announceEveryMs;

function limitsOfOthers(
  {db, key, holder, host, service}: Binding,
  accountId: Id | undefined,
  now: Millis,
): AccountStanding['others'] {
  const sql = `SELECT holder, limits, told_at FROM limits WHERE service = ? AND holder <> ?
    AND ${isOfAccount}`;
  const account = accountId ?? null;
  return db
    .prepare(sql)
    .all(key, holder, service.fingerprint, account, account)
    .flatMap(row => {
      const lease = readLease(String(row.holder));
      const limits = readLimits(String(row.limits));
      const seen = presence(lease, host);
      const isSilent = seen === 'elsewhere' && now - Number(row.told_at) > silentMs;
      if (limits === undefined || seen === 'gone' || isSilent) return [];
      return {limits, holder: holderWords(lease, seen)};
    });
}

const decimal = z.string().check(z.regex(/^\d+(\.\d+)?$/));
const byCurrency = z.record(z.string(), decimal);
const bounds = {
  maxOpenInvestment: z.optional(byCurrency),
  maxOpenNotional: z.optional(decimal),
  maxOpenCount: z.optional(z.number()),
};
const limitsSchema: z.ZodMiniType<Limits> = z.object({
  ...bounds,
  underlyings: z.record(z.string(), z.object(bounds)),
  maxWritesPerMinute: z.optional(z.number()),
  maxDayLoss: z.optional(byCurrency),
});

/** Invalid limits from another program block nobody. */
const readLimits = reader(limitsSchema);

/** Zone of the account's day; undefined until a dashboard with limits has started. */
export function dayZone(db: DatabaseSync): string | undefined {
  const zone = db.prepare('SELECT zone FROM day').get()?.zone;
  return zone === undefined ? undefined : String(zone);
}
