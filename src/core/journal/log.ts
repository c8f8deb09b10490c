import type {DatabaseSync} from 'node:sqlite';
import type {Id, Millis, Order} from '../../api/wire/records.ts';
import type {ProvedCancel} from '../events/account.ts';
import {
  type AccountEvent,
  type EventResource,
  eventIds,
  eventJson,
  isLogged,
  isUnder,
} from '../events/event.ts';
import {type ActivityLine, lineOf} from '../events/line.ts';
import {activityOf} from '../intents/words.ts';
import {type Binding, readAfterWrites} from './file.ts';
import {readActivity, readEvent, readOrder, readOutcome} from './json.ts';
import {serviceKey} from './lease.ts';
import {intentRows, toIntent} from './rows.ts';

type Clocks = {readonly now: Millis; readonly aheadMs?: number};

export type LoggedEvent = {
  readonly number: number;
  readonly id: string;
  /** JSON without a line break. */
  readonly line: string;
  /** As it was logged now. */
  readonly event?: AccountEvent;
};

export type EventLog = ReturnType<typeof createEventLog>;

/**
 * The log of events of one account: each event once, whichever process sees it first, in one order for all.
 * Every method commits before it returns, and throws a JournalError if it cannot. `now` is our clock; lines
 * have the service's, which is `aheadMs` ahead.
 */
export function createEventLog({db, owner, sparing, reading}: Binding) {
  const key = serviceKey(owner.service);
  const floors = readAfterWrites(db, () => floorsOf(db));
  const outage = readAfterWrites(db, () => lastOutage(db));
  const newest = db.prepare('SELECT max(number) AS number FROM happenings');
  const end = () => Number(newest.get()?.number ?? 0);
  let prunedAt = 0;
  const cancels = readAfterWrites(db, () => provedCancels(db, floorsOf(db).get('orders') ?? 0));
  const addOutage = (at: Clocks, found: (last: LastOutage | undefined) => AccountEvent | undefined) =>
    reading(() => found(outage())) === undefined
      ? []
      : sparing(() => insert(db, at, [found(lastOutage(db)) ?? []].flat()));
  return {
    begun: (): Pick<ReadonlyMap<string, Millis>, 'has'> => reading(floors),
    know: (events: readonly AccountEvent[], now: Millis) =>
      sparing(() => {
        const insertRow = rowInserter(db, now);
        for (const event of events) insertRow(event, null);
      }),
    begin: (resource: EventResource, floor: Millis) =>
      sparing(() => {
        db.prepare('INSERT OR IGNORE INTO happening_floors VALUES (?, ?)').run(resource, floor);
      }),
    append(events: readonly AccountEvent[], now: Millis, aheadMs = 0): readonly LoggedEvent[] {
      // Most reads prove nothing new: then no lock is taken.
      return reading(() => events.every(isOldIn(db, floors())))
        ? []
        : sparing(() => append(db, events, {now, aheadMs}));
    },
    /** True if it was due. */
    prune(now: Millis): boolean {
      if (reading(end) < prunedAt + pruneEvery) return false;
      sparing(() => prune(db, now));
      prunedAt = reading(end);
      return true;
    },
    // If several processes lose the service at once, only the first logs it.
    lost: ({since, reason, ...at}: {since: Millis; reason: string} & Clocks) =>
      addOutage(at, last =>
        last === undefined || last.isOver ? outageEvent('stale', key, since, reason, at) : undefined,
      ),
    // A read that began before the outage was logged proves nothing.
    found: (began: Millis, now: Millis, aheadMs = 0) =>
      addOutage({now, aheadMs}, last =>
        last === undefined || last.isOver || began < last.loggedAt
          ? undefined
          : outageEvent('back', key, last.since, 'A read came back.', {now, aheadMs}),
      ),
    position: (id: string) => reading(() => positionOf(db, id)),
    end: () => reading(end),
    after: (position: number, limit: number) => reading(() => linesAfter(db, position, limit)),
    working: () => reading(() => workingOrders(db)),
    keepWorking: (come: readonly Order[], left: readonly Id[]) => sparing(() => keepWorking(db, come, left)),
    cancels: () => reading(cancels),
    /** True if the caller may run a program for this event; every later call returns false. */
    claim: (id: string, now: Millis) => sparing(() => claim(db, id, now)),
  };
}

const ofActivity = 'activity';

/** Lines of Activity that tell of optty itself. */
export function keepLines(db: DatabaseSync, lines: readonly ActivityLine[]): void {
  const add = db.prepare(
    `INSERT OR REPLACE INTO happenings (id, base, resource, at, logged_at, line)
     VALUES (?, '', '${ofActivity}', ?, ?, ?)`,
  );
  for (const line of lines) add.run(line.id, line.at, line.at, JSON.stringify(line));
  prune(db, lines.at(-1)?.at ?? 0);
}

/** Newest first. A negative limit means no limit. */
export function activityLines(db: DatabaseSync, limit: number): ActivityLine[] {
  const intents = intentRows(db, 'TRUE ORDER BY changed_at DESC LIMIT ?', limit);
  const opened = new Set(intents.map(each => each.resolved_record_id));
  const events = linesOfEvents(db, limit).filter(each => !isOpenedBy(each, opened));
  const lines = [...intents.map(row => activityOf(toIntent(db, row))), ...events].sort((a, b) => b.at - a.at);
  return lines.slice(0, limit);
}

/** The intent reports an Easy Option that it opened. */
function isOpenedBy({kind, id}: ActivityLine, records: ReadonlySet<string | null>): boolean {
  return kind === 'opened' && records.has(id.split(':')[1] ?? '');
}

function linesOfEvents(db: DatabaseSync, limit: number): ActivityLine[] {
  const newest = db.prepare('SELECT * FROM happenings WHERE line IS NOT NULL ORDER BY number DESC LIMIT ?');
  const placed = db.prepare('SELECT line FROM happenings WHERE base = ? AND line IS NOT NULL');
  return newest.all(limit).flatMap(({resource, at, logged_at, line}) => {
    if (resource === ofActivity) return readActivity(String(line)) ?? [];
    const read = readEvent(String(line));
    if (read === undefined) return [];
    const event = {...read, base: read.id, at: at === null ? undefined : Number(at)};
    const found = read.resource === 'trades' ? placed.get(`placed:${read.record.orderId}`) : undefined;
    const order = found && readEvent(String(found.line));
    return lineOf(
      event,
      // A time after it was logged is that of another clock.
      Math.min(event.at ?? Number(logged_at), Number(logged_at)),
      order?.resource === 'orders' ? order.record : undefined,
    );
  });
}

/** More orders than this that are gone at once share one line: the whole list has changed. */
const mostGone = 20;

function append(db: DatabaseSync, events: readonly AccountEvent[], at: Clocks): LoggedEvent[] {
  const isOld = isOldIn(db, floorsOf(db));
  const {gone = [], others = []} = Object.groupBy(events, ({kind}) => (kind === 'gone' ? 'gone' : 'others'));
  const logged = insert(db, at, others, isOld);
  const left = gone.filter(event => !isOld(event));
  logged.push(...(left.length > mostGone ? insertAsOne(db, at, left) : insert(db, at, left)));
  return logged;
}

function insertAsOne(
  db: DatabaseSync,
  {now, aheadMs = 0}: Clocks,
  [first, ...others]: readonly AccountEvent[],
): LoggedEvent[] {
  if (first === undefined) return [];
  const insertRow = rowInserter(db, now);
  for (const event of others) insertRow(event, null);
  const keys = others.map(({key}) => key);
  const line = eventJson(first, now + aheadMs, keys);
  const number = insertRow(first, line);
  return number === undefined ? [] : [{number, id: first.id, line, event: first}];
}

function floorsOf(db: DatabaseSync): ReadonlyMap<string, number> {
  const rows = db.prepare('SELECT resource, floor FROM happening_floors').all();
  return new Map(rows.map(({resource, floor}) => [String(resource), Number(floor)]));
}

function isOldIn(db: DatabaseSync, floors: ReadonlyMap<string, number>): (event: AccountEvent) => boolean {
  const find = db.prepare('SELECT id FROM happenings WHERE base = ?');
  return event => {
    const floor = floors.get(event.resource);
    if (floor === undefined || isUnder(event, floor)) return true;
    const logged = find.all(event.base).map(({id}) => String(id));
    return isLogged(event, logged);
  };
}

function insert(
  db: DatabaseSync,
  {now, aheadMs = 0}: Clocks,
  events: readonly AccountEvent[],
  isOld: (event: AccountEvent) => boolean = () => false,
): LoggedEvent[] {
  const insertRow = rowInserter(db, now);
  return events.flatMap(event => {
    if (isOld(event)) return [];
    const line = eventJson(event, now + aheadMs);
    const number = insertRow(event, line);
    return number === undefined ? [] : [{number, id: event.id, line, event}];
  });
}

function rowInserter(db: DatabaseSync, now: number) {
  const add = db.prepare(
    'INSERT OR IGNORE INTO happenings (id, base, resource, at, logged_at, line) VALUES (?, ?, ?, ?, ?, ?)',
  );
  return ({id, base, resource, at}: AccountEvent, line: string | null): number | undefined => {
    const {changes, lastInsertRowid} = add.run(id, base, resource, at ?? null, now, line);
    return changes === 1 ? Number(lastInsertRowid) : undefined;
  };
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
  const row = db.prepare('SELECT number FROM happenings WHERE id = ? AND line IS NOT NULL').get(id);
  return row === undefined ? undefined : Number(row.number);
}

function linesAfter(db: DatabaseSync, position: number, limit: number): LoggedEvent[] {
  const sql = `SELECT number, id, line FROM happenings
    WHERE number > ? AND line IS NOT NULL AND resource <> '${ofActivity}' ORDER BY number LIMIT ?`;
  const rows = db.prepare(sql).all(position, limit);
  return rows.map(({number, id, line}) => ({number: Number(number), id: String(id), line: String(line)}));
}

function claim(db: DatabaseSync, id: string, now: number): boolean {
  const sql = 'UPDATE happenings SET claimed_at = ? WHERE id = ? AND claimed_at IS NULL';
  return db.prepare(sql).run(now, id).changes === 1;
}

type LastOutage = {readonly isOver: boolean; readonly since: Millis; readonly loggedAt: Millis};

function lastOutage(db: DatabaseSync): LastOutage | undefined {
  const sql = `SELECT id, logged_at FROM happenings WHERE resource = 'service' ORDER BY number DESC LIMIT 1`;
  const row = db.prepare(sql).get();
  if (row === undefined) return undefined;
  const [kind, since] = String(row.id).split(':');
  return {isOver: kind === 'back', since: Number(since), loggedAt: Number(row.logged_at)};
}

/** The time that the data is as of identifies an outage. */
function outageEvent(
  kind: 'stale' | 'back',
  key: string,
  since: Millis,
  reason: string,
  {aheadMs = 0}: Clocks,
): AccountEvent {
  const record = {since: new Date(since + aheadMs).toISOString(), reason};
  const {id} = eventIds(kind, String(since), undefined);
  return {id, base: id, kind, resource: 'service', key, at: undefined, record};
}

/** Events of an account that keep their lines. All of the last hour do, up to a maximum. */
export const linesKept = 10_000;
export const mostLines = 50_000;
const keptMs = 3_600_000;
const mostIds = 250_000;
const mostPruned = 5_000;
/** Finding the oldest reads all lines that are kept, so it is done rarely. */
const pruneEvery = mostPruned / 2;

/**
 * Drops the oldest events. Those with a time are then covered by the floor; of those without one, the id stays.
 * Beyond the maximum, events of the last hour are dropped too: one that is listed late may then be missed or
 * logged twice.
 */
function prune(db: DatabaseSync, now: number): void {
  const first = db
    .prepare('SELECT number, logged_at FROM happenings WHERE line IS NOT NULL ORDER BY number LIMIT 1')
    .get();
  const end = db.prepare('SELECT max(number) AS number FROM happenings').get();
  const isFew = Number(end?.number) - Number(first?.number) < mostLines;
  const areKept = isFew && Number(first?.logged_at) >= now - keptMs;
  // Counting the lines reads all of them.
  const oldest = areKept
    ? []
    : db
        .prepare(
          `SELECT number, resource, at, logged_at FROM happenings WHERE line IS NOT NULL
         AND (logged_at < ? AND number <= ${numberBehind(linesKept)} OR number <= ${numberBehind(mostLines)})
       ORDER BY number LIMIT ${mostPruned}`,
        )
        .all(now - keptMs);
  const raise = db.prepare('UPDATE happening_floors SET floor = max(floor, ?) WHERE resource = ?');
  const drop = db.prepare('DELETE FROM happenings WHERE number = ?');
  const empty = db.prepare('UPDATE happenings SET line = NULL WHERE number = ?');
  for (const {number, resource, at, logged_at} of oldest) {
    const isCovered = at !== null && Number(at) <= Number(logged_at);
    if (isCovered) raise.run(Number(at), String(resource));
    (isCovered ? drop : empty).run(Number(number));
  }
  db.prepare(
    `DELETE FROM happenings WHERE number IN (SELECT number FROM happenings
       WHERE number <= (SELECT max(number) FROM happenings) - ${mostIds} AND line IS NULL
       ORDER BY number LIMIT ${mostPruned})`,
  ).run();
}

const numberBehind = (lines: number) =>
  `(SELECT number FROM happenings WHERE line IS NOT NULL ORDER BY number DESC LIMIT 1 OFFSET ${lines})`;

const mostCancels = 1_000;

/**
 * Cancels confirmed by the answer to a DELETE.
 * @param since our clock
 */
function provedCancels(db: DatabaseSync, since: Millis): ProvedCancel[] {
  const sql = `SELECT outcome, ended_at FROM attempts WHERE risk = 'reduces' AND outcome LIKE '%"CANCELED"%'
    AND ended_at > ? ORDER BY ended_at DESC LIMIT ${mostCancels}`;
  return db
    .prepare(sql)
    .all(since)
    .flatMap(({outcome, ended_at}) => {
      const answer = readOutcome(String(outcome));
      const order = answer?.kind === 'yes' ? answer.order : undefined;
      return order?.status === 'CANCELED' ? [{orderId: order.orderId, at: Number(ended_at), order}] : [];
    });
}
