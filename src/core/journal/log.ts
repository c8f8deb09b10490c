import type {DatabaseSync} from 'node:sqlite';
import type {Id, Millis, Order} from '../../api/wire/records.ts';
import {type AccountEvent, type EventResource, eventJson, floorOf, isUnder} from '../events/event.ts';
import type {ActivityLine} from '../events/line.ts';
import {activityOf} from '../events/writes.ts';
import {type Binding, readAfterWrites} from './file.ts';
import {readActivity, readOrder} from './json.ts';
import {serviceKey} from './lease.ts';
import {intentsIn} from './stored.ts';

export type LoggedEvent = {
  readonly number: number;
  readonly id: string;
  /** JSON without a line break. */
  readonly line: string;
};

export type EventLog = ReturnType<typeof createEventLog>;

/**
 * The log of events of one account: each event once, whichever process sees it first, in one order for all.
 * Every method commits before it returns, and throws a JournalError if it cannot. Its times are the service's.
 */
export function createEventLog({db, owner, sparing, reading}: Binding) {
  const floors = readAfterWrites(db, () => floorsOf(db));
  const outage = readAfterWrites(db, () => openOutage(db));
  return {
    /** Once for each list. These are what an account holds when its log begins: they have no line. */
    begin(resource: EventResource, events: readonly AccountEvent[], now: Millis): void {
      if (reading(floors).has(resource)) return;
      sparing(() => {
        if (floorsOf(db).has(resource)) return;
        const floor = floorOf(events, resource, now);
        const add = rowInserter(db, now);
        for (const event of events)
          if (event.resource === resource && !isUnder(event, floor)) add(event, null);
        db.prepare('INSERT INTO events (id, resource, at) VALUES (?, ?, ?)').run(
          floorId(resource),
          ...[resource, floor],
        );
      });
    },
    /** @returns those that nobody has logged before */
    append(events: readonly AccountEvent[], now: Millis): readonly AccountEvent[] {
      // Most are known: then no lock is taken.
      return reading(() => events.every(isOldIn(db, floors())))
        ? []
        : sparing(() => insert(db, now, events, isOldIn(db, floorsOf(db))));
    },
    /** Lost, or found again. If several processes notice it at once, only the first logs it. */
    outage(lost: Lost | undefined, now: Millis): readonly AccountEvent[] {
      const isKnown = (open: Lost | undefined) => (open === undefined) === (lost === undefined);
      if (isKnown(reading(outage))) return [];
      return sparing(() => {
        const open = openOutage(db);
        return isKnown(open) ? [] : insert(db, now, [outageEvent(lost, open)]);
      });
    },
    position: (id: string) => reading(() => positionOf(db, id)),
    end: () =>
      reading(() => Number(db.prepare('SELECT max(number) AS number FROM events').get()?.number ?? 0)),
    after: (position: number, limit: number) => reading(() => linesAfter(db, position, limit)),
    working: () => reading(() => workingOrders(db)),
    keepWorking: (come: readonly Order[], left: readonly Id[]) => sparing(() => keepWorking(db, come, left)),
  };

  function outageEvent(lost: Lost | undefined, open: Lost | undefined): AccountEvent {
    const kind = lost === undefined ? 'back' : 'stale';
    const {since = 0, reason = ''} = lost ?? open ?? {};
    const record = {since: new Date(since).toISOString(), reason};
    const key = serviceKey(owner.service);
    return {id: `${kind}:${since}`, kind, resource: 'service', key, at: undefined, record};
  }
}

/** The time that the data is as of identifies an outage. */
type Lost = {readonly since: Millis; readonly reason: string};

const ofActivity = 'activity';

/** Lines of Activity that tell of optty itself. */
export function keepLines(db: DatabaseSync, lines: readonly ActivityLine[]): void {
  const add = db.prepare(
    `INSERT OR REPLACE INTO events (id, resource, at, line) VALUES (?, '${ofActivity}', ?, ?)`,
  );
  for (const line of lines) add.run(line.id, line.at, JSON.stringify(line));
  prune(db);
}

/** Writes, and lines about optty itself, newest first. A negative limit means no limit. */
export function activityLines(db: DatabaseSync, limit: number): ActivityLine[] {
  const own = db.prepare(
    `SELECT line FROM events WHERE resource = '${ofActivity}' AND line IS NOT NULL ORDER BY number DESC LIMIT ?`,
  );
  const lines = [
    ...intentsIn(db, 'TRUE ORDER BY changed_at DESC LIMIT ?', limit).map(activityOf),
    ...own.all(limit).flatMap(({line}) => readActivity(String(line)) ?? []),
  ];
  return lines.sort((a, b) => b.at - a.at).slice(0, limit < 0 ? undefined : limit);
}

const floorId = (resource: string) => `floor:${resource}`;

function floorsOf(db: DatabaseSync): ReadonlyMap<string, number> {
  const rows = db.prepare(`SELECT resource, at FROM events WHERE id GLOB 'floor:*'`).all();
  return new Map(rows.map(({resource, at}) => [String(resource), Number(at)]));
}

function isOldIn(db: DatabaseSync, floors: ReadonlyMap<string, number>): (event: AccountEvent) => boolean {
  const find = db.prepare('SELECT 1 FROM events WHERE id = ?');
  return event => isUnder(event, floors.get(event.resource) ?? -Infinity) || find.get(event.id) !== undefined;
}

function insert(
  db: DatabaseSync,
  now: Millis,
  events: readonly AccountEvent[],
  isOld: (event: AccountEvent) => boolean = () => false,
): readonly AccountEvent[] {
  const add = rowInserter(db, now);
  const logged = events.filter(event => !isOld(event) && add(event, eventJson(event, now)));
  prune(db);
  return logged;
}

function rowInserter(db: DatabaseSync, now: Millis) {
  const add = db.prepare('INSERT OR IGNORE INTO events (id, resource, at, line) VALUES (?, ?, ?, ?)');
  // No floor may rise to a future time, which is wrong: its id alone tells that event apart.
  return ({id, resource, at = Infinity}: AccountEvent, line: string | null): boolean =>
    add.run(id, resource, at <= now ? at : null, line).changes === 1;
}

function keepWorking(db: DatabaseSync, come: readonly Order[], left: readonly Id[]): void {
  const drop = db.prepare('DELETE FROM working_orders WHERE order_id = ?');
  for (const id of left) drop.run(id);
  const add = db.prepare('INSERT OR IGNORE INTO working_orders VALUES (?, ?)');
  for (const order of come) add.run(order.orderId, JSON.stringify(order));
}

export function workingOrders(db: DatabaseSync): Order[] {
  const rows = db.prepare('SELECT record FROM working_orders ORDER BY order_id').all();
  return rows.flatMap(({record}) => readOrder(String(record)) ?? []);
}

function positionOf(db: DatabaseSync, id: string): number | undefined {
  const row = db.prepare('SELECT number FROM events WHERE id = ? AND line IS NOT NULL').get(id);
  return row === undefined ? undefined : Number(row.number);
}

function linesAfter(db: DatabaseSync, position: number, limit: number): LoggedEvent[] {
  const sql = `SELECT number, id, line FROM events
    WHERE number > ? AND line IS NOT NULL AND resource <> '${ofActivity}' ORDER BY number LIMIT ?`;
  const rows = db.prepare(sql).all(position, limit);
  return rows.map(({number, id, line}) => ({number: Number(number), id: String(id), line: String(line)}));
}

/** The outage that the log has no end of. */
function openOutage(db: DatabaseSync): Lost | undefined {
  const sql = `SELECT id FROM events WHERE resource = 'service' ORDER BY number DESC LIMIT 1`;
  const [kind, since] = String(db.prepare(sql).get()?.id).split(':');
  return kind === 'stale' ? {since: Number(since), reason: 'A read came back.'} : undefined;
}

export const linesKept = 20_000;
const mostPruned = 5_000;
const mostRows = 250_000;

/** Drops the oldest events. The floor then covers those with a time; others keep their id for longer. */
function prune(db: DatabaseSync): void {
  const oldest = db
    .prepare(
      `SELECT number, resource, at FROM events WHERE line IS NOT NULL AND number <=
         (SELECT number FROM events WHERE line IS NOT NULL ORDER BY number DESC LIMIT 1 OFFSET ${linesKept})
         ORDER BY number LIMIT ${mostPruned}`,
    )
    .all();
  const raise = db.prepare('UPDATE events SET at = max(at, ?) WHERE id = ?');
  const drop = db.prepare('DELETE FROM events WHERE number = ?');
  const empty = db.prepare('UPDATE events SET line = NULL WHERE number = ?');
  for (const {number, resource, at} of oldest) {
    if (at !== null) raise.run(Number(at), floorId(String(resource)));
    (at === null ? empty : drop).run(Number(number));
  }
  db.exec(`DELETE FROM events WHERE line IS NULL AND id NOT GLOB 'floor:*'
    AND number <= (SELECT max(number) FROM events) - ${mostRows}`);
}
