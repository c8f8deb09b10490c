import type {DatabaseSync} from 'node:sqlite';
import {readLease} from './json.ts';
import {type JournalHost, leaseOf, presence} from './lease.ts';

/** A dashboard that may send. A stop holds for one service alone, and names the dashboards of others. */
export type Dashboard = {readonly service: string; readonly pid: number};

const prefix = 'dashboard ';

/** From now on it is bound to that service, and to no other; what dashboards that are gone left is dropped. */
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

/** Those that run on this host, bound to any other service. */
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
