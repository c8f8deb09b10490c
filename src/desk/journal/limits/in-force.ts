import type {DatabaseSync} from 'node:sqlite';
import * as z from 'zod/mini';
import {jsonIn} from '../../../api/wire/given.ts';
import type {Id, Millis} from '../../../api/wire/records.ts';
import {announceEveryMs} from '../../limits/announced.ts';
import {ownZone} from '../../limits/day.ts';
import {hasLimits} from '../../limits/decide.ts';
import type {AccountStanding} from '../../limits/reserved.ts';
import type {Limits} from '../../model/vocabulary.ts';
import {readLease} from '../json.ts';
import {type JournalHost, presence} from '../lease.ts';
import {holderWords} from '../rows.ts';

/** What the statements about limits need: the file, the service, and who asks. */
export type LimitsBinding = {
  readonly db: DatabaseSync;
  readonly key: string;
  readonly holder: string;
  readonly host: JournalHost;
  readonly service: {readonly fingerprint: string};
};

/** From now on they hold for every dashboard of the service, until this one has ended. */
export function keepLimits(
  {db, key, holder, service}: LimitsBinding,
  limits: Limits,
  {accountId, at}: {readonly accountId: Id | undefined; readonly at: Millis},
): void {
  db.prepare('DELETE FROM limits WHERE service = ? AND holder = ?').run(key, holder);
  if (!hasLimits(limits)) return;
  db.prepare(
    'INSERT INTO limits (service, holder, credential, account_id, limits, told_at) VALUES (?, ?, ?, ?, ?, ?)',
  ).run(key, holder, service.fingerprint, accountId ?? null, JSON.stringify(limits), at);
  // The first to start fixes it for all: a day must not begin twice.
  db.prepare('INSERT OR IGNORE INTO day (one, zone) VALUES (1, ?)').run(ownZone());
}

/**
 * One that cannot be seen from here is taken to run for so long after its last word. The journal is on no
 * network, so it is of another container on this machine, by the same clock, or of a machine that is no more.
 */
const silentMs = 3 * announceEveryMs;

/** Of dashboards that run, as far as can be seen from here, and not known to be of another account. */
export function limitsOfOthers(
  {db, key, holder, host, service}: LimitsBinding,
  accountId: Id | undefined,
  now: Millis,
): AccountStanding['others'] {
  const sql = `SELECT holder, limits, told_at FROM limits WHERE service = ? AND holder <> ?
    AND (credential = ? OR account_id IS NULL OR ? IS NULL OR account_id = ?)`;
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

/** What another program left there that is none holds nobody back. */
function readLimits(text: string): Limits | undefined {
  return z.safeParse(limitsSchema, jsonIn(text)).data;
}

/** The zone that the account's day is counted in; undefined until somebody with limits has started. */
export function dayZone(db: DatabaseSync): string | undefined {
  const zone = db.prepare('SELECT zone FROM day').get()?.zone;
  return zone === undefined ? undefined : String(zone);
}
