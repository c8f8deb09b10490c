import type {DatabaseSync} from 'node:sqlite';
import type {Order} from '../../../api/wire/records.ts';
import {type AccountEvent, eventJson, isLogged} from '../../events/account/event.ts';
import {readAfterWrites} from '../after-writes.ts';
import {createCommits} from '../commits.ts';
import {type BoundService, serviceKey} from '../contract.ts';
import {readOrder} from '../json.ts';
import type {Reserve} from '../limits/reserve.ts';
import {provedCancels} from './cancels.ts';
import type {EventLog, LoggedEvent, LogScope} from './contract.ts';
import {isUnder} from './floor.ts';
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
  const floors = readAfterWrites(db, () => floorsOf(db, scope));
  const outage = readAfterWrites(db, () => lastOutage(db, scope));
  const cancels = readAfterWrites(db, () => provedCancels(db, scope, floorsOf(db, scope).get('orders') ?? 0));
  /** Looked at without a lock first, and again under it: another process may have said it meanwhile. */
  const addOutage = (
    found: (last: ReturnType<typeof lastOutage>) => AccountEvent | undefined,
    now: number,
  ) =>
    reading(() => found(outage())) === undefined
      ? []
      : sparing(() => insert(db, scope, now, [found(lastOutage(db, scope))].filter(isThere)));
  return {
    isBegun: resource => reading(() => floors().has(resource)),
    know: (events, now) =>
      sparing(() => {
        const insertRow = rowInserter(db, scope, now);
        for (const event of events) insertRow(event, null);
      }),
    begin: (resource, floor) =>
      sparing(() => {
        db.prepare('INSERT OR IGNORE INTO happening_floors VALUES (?, ?, ?, ?)').run(
          ...scope,
          resource,
          floor,
        );
      }),
    append(events, now) {
      // Most reads tell nothing new: then nothing is locked, nor written.
      return reading(() => events.every(isOldIn(db, scope, floors())))
        ? []
        : sparing(() => append(db, scope, events, now));
    },
    lost: ({since, reason, now}) => addOutage(last => lostNow(last, {service: scope[0], since, reason}), now),
    found: (began, now) => addOutage(last => foundAgain(last, began), now),
    position: id => reading(() => positionOf(db, scope, id)),
    end: () => reading(() => numberIn(db, 'SELECT max(number) AS found FROM happenings')),
    after: (position, limit) => reading(() => linesAfter(db, scope, position, limit)),
    working: (after, limit) => reading(() => workingOrders(db, scope, after, limit)),
    keepWorking: (come, left) => sparing(() => keepWorking(db, scope, come, left)),
    cancels: () => reading(cancels),
    claim: (id, now) => sparing(() => claim(db, scope, id, now)),
  };
}

const isThere = (event: AccountEvent | undefined) => event !== undefined;

const ofScope = 'WHERE service = ? AND account = ?';

/** More orders than these that are gone at once are one line: a list that changes as a whole tells as much. */
const mostGone = 20;

function append(
  db: DatabaseSync,
  scope: LogScope,
  events: readonly AccountEvent[],
  now: number,
): LoggedEvent[] {
  const isOld = isOldIn(db, scope, floorsOf(db, scope));
  const {gone = [], others = []} = Object.groupBy(events, ({kind}) => (kind === 'gone' ? 'gone' : 'others'));
  const logged = insert(db, scope, now, others, isOld);
  const left = gone.filter(event => !isOld(event));
  logged.push(...(left.length > mostGone ? insertAsOne(db, scope, now, left) : insert(db, scope, now, left)));
  prune(db, scope, now);
  return logged;
}

/** The first of them has the line; the others are known by their ids. */
function insertAsOne(
  db: DatabaseSync,
  scope: LogScope,
  now: number,
  [first, ...others]: readonly AccountEvent[],
): LoggedEvent[] {
  if (first === undefined) return [];
  const insertRow = rowInserter(db, scope, now);
  for (const event of others) insertRow(event, null);
  const line = eventJson(
    first,
    now,
    others.map(({key}) => key),
  );
  const number = insertRow(first, line);
  return number === undefined ? [] : [{number, id: first.id, line}];
}

function floorsOf(db: DatabaseSync, scope: LogScope): ReadonlyMap<string, number> {
  const rows = db.prepare(`SELECT resource, floor FROM happening_floors ${ofScope}`).all(...scope);
  return new Map(rows.map(({resource, floor}) => [String(resource), Number(floor)]));
}

/** One of a list without a floor is not old, and not yet new. */
function isOldIn(
  db: DatabaseSync,
  scope: LogScope,
  floors: ReadonlyMap<string, number>,
): (event: AccountEvent) => boolean {
  const find = db.prepare(`SELECT id FROM happenings ${ofScope} AND base = ?`);
  return event => {
    const floor = floors.get(event.resource);
    if (floor === undefined || isUnder(event, floor)) return true;
    const logged = find.all(...scope, event.base).map(({id}) => String(id));
    return isLogged(event, logged);
  };
}

/** One after another, for two of a list may be the same event. */
function insert(
  db: DatabaseSync,
  scope: LogScope,
  now: number,
  events: readonly AccountEvent[],
  isOld: (event: AccountEvent) => boolean = () => false,
): LoggedEvent[] {
  const insertRow = rowInserter(db, scope, now);
  return events.flatMap(event => {
    if (isOld(event)) return [];
    const line = eventJson(event, now);
    const number = insertRow(event, line);
    return number === undefined ? [] : [{number, id: event.id, line}];
  });
}

function rowInserter(db: DatabaseSync, scope: LogScope, now: number) {
  const add = db.prepare(
    `INSERT OR IGNORE INTO happenings (service, account, id, base, resource, at, logged_at, line)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  /** Its number; undefined where its id is there already. */
  return ({id, base, resource, at}: AccountEvent, line: string | null): number | undefined => {
    const {changes, lastInsertRowid} = add.run(...scope, id, base, resource, at ?? null, now, line);
    return changes === 1 ? Number(lastInsertRowid) : undefined;
  };
}

function keepWorking(
  db: DatabaseSync,
  scope: LogScope,
  come: readonly Order[],
  left: readonly string[],
): void {
  const drop = db.prepare(`DELETE FROM working_orders ${ofScope} AND order_id = ?`);
  for (const id of left) drop.run(...scope, id);
  const add = db.prepare('INSERT OR IGNORE INTO working_orders VALUES (?, ?, ?, ?)');
  for (const order of come) add.run(...scope, order.orderId, JSON.stringify(order));
}

function workingOrders(db: DatabaseSync, scope: LogScope, after: string, limit: number): Order[] {
  const sql = `SELECT record FROM working_orders ${ofScope} AND order_id > ? ORDER BY order_id LIMIT ?`;
  const rows = db.prepare(sql).all(...scope, after, limit);
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
