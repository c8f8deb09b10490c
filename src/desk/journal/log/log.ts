import type {DatabaseSync} from 'node:sqlite';
import type {Order} from '../../../api/wire/records.ts';
import {type AccountEvent, eventJson, isLogged} from '../../events/account/event.ts';
import {readAfterWrites} from '../after-writes.ts';
import {createCommits} from '../commits.ts';
import {type BoundService, serviceKey} from '../contract.ts';
import {readOrder} from '../json.ts';
import type {Reserve} from '../limits/reserve.ts';
import {provedCancels} from './cancels.ts';
import type {EventLog, LoggedEvent, Logging, LogScope} from './contract.ts';
import {baselineOf, isUnder} from './floor.ts';
import {foundAgain, lastOutage, lostNow} from './outages.ts';
import {prune} from './prune.ts';

type Given = {
  readonly db: DatabaseSync;
  readonly path: string;
  readonly service: BoundService;
  readonly account: string;
  readonly reserve: Reserve;
  readonly checkPlace: () => void;
};

export function createEventLog(given: Given): EventLog {
  const {db, service, account} = given;
  const scope: LogScope = [serviceKey(service), account];
  const {sparing, reading} = createCommits(given);
  const kept = readAfterWrites(db, () => ({floors: floorsOf(db, scope), working: workingIds(db, scope)}));
  const outage = readAfterWrites(db, () => lastOutage(db, scope));
  const cancels = readAfterWrites(db, () => provedCancels(db, scope, floorsOf(db, scope).get('orders') ?? 0));
  /** Looked at without a lock first, and again under it: another process may have said it meanwhile. */
  const addOutage = (
    found: (last: ReturnType<typeof lastOutage>) => AccountEvent | undefined,
    now: number,
  ) =>
    reading(() => found(outage())) === undefined
      ? []
      : sparing(() => insert(db, scope, [found(lastOutage(db, scope))].filter(isThere), now));
  return {
    append(logging) {
      // Most reads tell nothing new: then nothing is locked, nor written.
      return reading(() => isNothingNew(db, scope, logging, kept()))
        ? []
        : sparing(() => append(db, scope, logging));
    },
    lost: ({since, reason, now}) => addOutage(last => lostNow(last, {service: scope[0], since, reason}), now),
    found: (began, now) => addOutage(last => foundAgain(last, began), now),
    position: id => reading(() => positionOf(db, scope, id)),
    end: () => reading(() => numberIn(db, 'SELECT max(number) AS found FROM happenings')),
    after: (position, limit) => reading(() => linesAfter(db, scope, position, limit)),
    working: () => reading(() => workingOrders(db, scope)),
    cancels: () => reading(cancels),
    claim: (id, now) => sparing(() => claim(db, scope, id, now)),
  };
}

const isThere = (event: AccountEvent | undefined) => event !== undefined;

/** What a log holds that each read is held against. */
type Kept = {readonly floors: ReadonlyMap<string, number>; readonly working: ReadonlySet<string>};

function isNothingNew(db: DatabaseSync, scope: LogScope, logging: Logging, {floors, working}: Kept): boolean {
  if (logging.whole.some(resource => !floors.has(resource))) return false;
  const isSameWork =
    working.size === logging.working.size && [...logging.working.keys()].every(id => working.has(id));
  return isSameWork && logging.events.every(event => isOld(db, scope, floors, event));
}

const ofScope = 'WHERE service = ? AND account = ?';

function workingIds(db: DatabaseSync, scope: LogScope): ReadonlySet<string> {
  const rows = db.prepare(`SELECT order_id FROM working_orders ${ofScope}`).all(...scope);
  return new Set(rows.map(({order_id: id}) => String(id)));
}

function append(db: DatabaseSync, scope: LogScope, logging: Logging): LoggedEvent[] {
  const {events, whole, working, now} = logging;
  const floors = floorsOf(db, scope);
  for (const resource of whole.filter(each => !floors.has(each))) {
    const {floor, kept} = baselineOf(
      events.filter(each => each.resource === resource),
      now,
    );
    db.prepare('INSERT INTO happening_floors VALUES (?, ?, ?, ?)').run(...scope, resource, floor);
    for (const event of kept) insertRow(db, scope, event, now, null);
  }
  const known = events.filter(each => floors.has(each.resource));
  const logged = insert(db, scope, known, now, each => !isOld(db, scope, floors, each));
  keepWorking(db, scope, working);
  prune(db, scope, now);
  return logged;
}

function floorsOf(db: DatabaseSync, scope: LogScope): ReadonlyMap<string, number> {
  const rows = db.prepare(`SELECT resource, floor FROM happening_floors ${ofScope}`).all(...scope);
  return new Map(rows.map(({resource, floor}) => [String(resource), Number(floor)]));
}

/** One of a list without a floor is not old, and not yet new. */
function isOld(
  db: DatabaseSync,
  scope: LogScope,
  floors: ReadonlyMap<string, number>,
  event: AccountEvent,
): boolean {
  const floor = floors.get(event.resource);
  if (floor === undefined || isUnder(event, floor)) return true;
  const logged = db.prepare(`SELECT id FROM happenings ${ofScope} AND base = ?`).all(...scope, event.base);
  return isLogged(
    event,
    logged.map(({id}) => String(id)),
  );
}

/** One after another, for two of a list may be the same event. */
function insert(
  db: DatabaseSync,
  scope: LogScope,
  events: readonly AccountEvent[],
  now: number,
  isNew: (event: AccountEvent) => boolean = () => true,
): LoggedEvent[] {
  return events.flatMap(event => {
    const line = eventJson(event, now);
    const number = isNew(event) ? insertRow(db, scope, event, now, line) : undefined;
    return number === undefined ? [] : [{number, id: event.id, line}];
  });
}

function insertRow(
  db: DatabaseSync,
  scope: LogScope,
  {id, base, resource, at}: AccountEvent,
  now: number,
  line: string | null,
): number | undefined {
  const {changes, lastInsertRowid} = db
    .prepare(
      `INSERT OR IGNORE INTO happenings (service, account, id, base, resource, at, logged_at, line)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(...scope, id, base, resource, at ?? null, now, line);
  return changes === 1 ? Number(lastInsertRowid) : undefined;
}

function keepWorking(db: DatabaseSync, scope: LogScope, working: Logging['working']): void {
  const known = db.prepare(`SELECT order_id FROM working_orders ${ofScope}`).all(...scope);
  const drop = db.prepare(`DELETE FROM working_orders ${ofScope} AND order_id = ?`);
  for (const {order_id: id} of known) if (!working.has(String(id))) drop.run(...scope, String(id));
  const add = db.prepare('INSERT OR IGNORE INTO working_orders VALUES (?, ?, ?, ?)');
  for (const [id, order] of working) add.run(...scope, id, JSON.stringify(order));
}

function workingOrders(db: DatabaseSync, scope: LogScope): Order[] {
  const rows = db.prepare(`SELECT record FROM working_orders ${ofScope}`).all(...scope);
  return rows.flatMap(({record}) => readOrder(String(record)) ?? []);
}

function positionOf(db: DatabaseSync, scope: LogScope, id: string): number | undefined {
  const sql = `SELECT number FROM happenings ${ofScope} AND id = ? AND line IS NOT NULL`;
  const row = db.prepare(sql).get(...scope, id);
  return row === undefined ? undefined : Number(row.number);
}

function numberIn(db: DatabaseSync, sql: string): number {
  return Number(db.prepare(sql).get()?.found ?? 0);
}

function linesAfter(db: DatabaseSync, scope: LogScope, position: number, limit: number): LoggedEvent[] {
  const sql = `SELECT number, id, line FROM happenings ${ofScope} AND number > ? AND line IS NOT NULL
    ORDER BY number LIMIT ?`;
  const rows = db.prepare(sql).all(...scope, position, limit);
  return rows.map(({number, id, line}) => ({number: Number(number), id: String(id), line: String(line)}));
}

function claim(db: DatabaseSync, scope: LogScope, id: string, now: number): boolean {
  const sql = `UPDATE happenings SET claimed_at = ? ${ofScope} AND id = ? AND claimed_at IS NULL`;
  return db.prepare(sql).run(now, ...scope, id).changes === 1;
}
