import type {DatabaseSync} from 'node:sqlite';
import * as z from 'zod/mini';
import type {Service} from '../../api/client.ts';
import {jsonIn} from '../../api/wire/given.ts';

/** The service that intents are bound to: they are settled against this service only, with any credential. */
export type BoundService = Service & {
  /** For the paper service, the id of its ledger replaces origin and path: its port changes at every start. */
  readonly ledger?: string | undefined;
  readonly credentialSource: string;
};

export function serviceKey({origin, path, ledger}: Pick<BoundService, 'origin' | 'path' | 'ledger'>): string {
  return ledger === undefined ? `${origin}${path}` : `paper ${ledger}`;
}

const schema = z.object({
  hostname: z.string(),
  bootId: z.string(),
  /** Process ids are unique only within a namespace: two containers may both have a process 7. */
  pidNamespace: z.string(),
  pid: z.number(),
  /** The start time as the system gives it; only compared for equality. */
  startTime: z.string(),
  /** `optty halt`: nobody can resolve a write there. */
  hasNoScreen: z.optional(z.boolean()),
  /** `pts/3` */
  terminal: z.optional(z.string()),
});

/** The process that holds an intent. Its id alone is not enough: ids are reused, also without a reboot. */
export type Lease = Readonly<z.infer<typeof schema>>;

export type JournalHost = Lease & {readonly isAlive: (pid: number, startTime: string) => boolean};

export type Presence = 'alive' | 'gone' | 'elsewhere';

/** `alive` or `gone`; `elsewhere` if that cannot be seen from this host. */
export function presence(lease: Lease, host: JournalHost): Presence {
  const isSameHost = lease.hostname === host.hostname;
  if (lease.bootId !== host.bootId) return isSameHost ? 'gone' : 'elsewhere';
  if (!isSameHost || lease.pidNamespace !== host.pidNamespace) return 'elsewhere';
  return host.isAlive(lease.pid, lease.startTime) ? 'alive' : 'gone';
}

export function leaseOf({isAlive: _, ...lease}: JournalHost): Lease {
  return lease;
}

/** A lease that counts as gone: its boot id is that of no boot. */
export function released(host: JournalHost): Lease {
  return {...leaseOf(host), bootId: ''};
}

/** Nobody can tell if it runs, so only the user's word releases its intents. */
const unseen: Lease = {hostname: 'an unknown host', bootId: '?', pidNamespace: '?', pid: 0, startTime: ''};

export function readLease(text: string): Lease {
  return z.safeParse(schema, jsonIn(text)).data ?? unseen;
}

/** A dashboard that may send. A halt applies to one service, and names the dashboards of others. */
export type Dashboard = {readonly service: string; readonly pid: number};

const prefix = 'dashboard ';

export function enterDashboard(db: DatabaseSync, host: JournalHost, key: string): void {
  const own = JSON.stringify(leaseOf(host));
  const drop = db.prepare('DELETE FROM notes WHERE name = ?');
  for (const {name, lease} of entries(db))
    if (lease === own || presence(readLease(lease), host) === 'gone') drop.run(name);
  db.prepare(`INSERT INTO notes (service, account, name, value) VALUES (?, '', ?, '')`).run(
    key,
    prefix + own,
  );
}

export function dashboardsElsewhere(db: DatabaseSync, host: JournalHost, key: string): Dashboard[] {
  return entries(db)
    .map(({service, lease}) => ({service, lease: readLease(lease)}))
    .filter(({service, lease}) => service !== key && presence(lease, host) === 'alive')
    .map(({service, lease: {pid}}) => ({service, pid}));
}

function entries(db: DatabaseSync): {name: string; service: string; lease: string}[] {
  return db
    .prepare(`SELECT service, name FROM notes WHERE name LIKE '${prefix}%'`)
    .all()
    .map(({service, name}) => ({
      service: String(service),
      name: String(name),
      lease: String(name).slice(prefix.length),
    }));
}
