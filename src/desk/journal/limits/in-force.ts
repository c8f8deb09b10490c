import type {DatabaseSync} from 'node:sqlite';
import * as z from 'zod/mini';
import {jsonIn} from '../../../api/wire/given.ts';
import type {Id} from '../../../api/wire/records.ts';
import {ownZone} from '../../limits/day.ts';
import {hasLimits} from '../../limits/decide.ts';
import type {AccountStanding} from '../../limits/reserved.ts';
import type {Limits} from '../../model/vocabulary.ts';
import {readLease} from '../json.ts';
import {type JournalHost, presence} from '../lease.ts';

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
  accountId: Id | undefined,
): void {
  db.prepare('DELETE FROM limits WHERE service = ? AND holder = ?').run(key, holder);
  if (!hasLimits(limits)) return;
  db.prepare(
    'INSERT INTO limits (service, holder, credential, account_id, limits) VALUES (?, ?, ?, ?, ?)',
  ).run(key, holder, service.fingerprint, accountId ?? null, JSON.stringify(limits));
  // The first to start fixes it for all: a day must not begin twice.
  db.prepare('INSERT OR IGNORE INTO day (one, zone) VALUES (1, ?)').run(ownZone());
}

/** Of dashboards that run, as far as can be seen from here, and not known to be of another account. */
export function limitsOfOthers(
  {db, key, holder, host, service}: LimitsBinding,
  accountId: Id | undefined,
): AccountStanding['others'] {
  const sql = `SELECT holder, limits FROM limits WHERE service = ? AND holder <> ?
    AND (credential = ? OR account_id IS NULL OR ? IS NULL OR account_id = ?)`;
  const account = accountId ?? null;
  return db
    .prepare(sql)
    .all(key, holder, service.fingerprint, account, account)
    .flatMap(row => {
      const lease = readLease(String(row.holder));
      const limits = readLimits(String(row.limits));
      if (limits === undefined || presence(lease, host) === 'gone') return [];
      return {limits, holder: `Another dashboard (process ${lease.pid})`};
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
