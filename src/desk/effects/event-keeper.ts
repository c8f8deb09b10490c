import type {Order} from '../../api/wire/records.ts';
import type {BookReading} from '../book/reading/known.ts';
import {
  type AccountSeen,
  accountEvents,
  type EventRows,
  eventRowsOf,
  nothingSeen,
} from '../events/account/account.ts';
import {type AccountEvent, byTime, eventResources} from '../events/account/event.ts';
import type {EventLog, LoggedEvent} from '../journal/log/contract.ts';
import {baselineOf} from '../journal/log/floor.ts';
import {age} from '../model/freshness.ts';
import type {Moment} from '../model/moment.ts';

/** Logs what readings of the account tell; each tells those events that nobody had logged before. */
export type EventKeeper = {
  /**
   * An answer came. Step by step, for a long list takes long: each tells what it has logged.
   * @throws {JournalError} what was not logged by then the next answer tells again
   */
  take(reading: BookReading): Iterable<readonly LoggedEvent[]>;
  /** Nothing came: after three periods the account is as good as unknown. @throws {JournalError} */
  lookForStale(reason: string): readonly LoggedEvent[];
};

type Given = {
  readonly log: EventLog;
  readonly tradesLagMs: number;
  readonly periodMs: number;
  readonly begun: Moment;
  readonly clock: () => Moment;
};

const resources = {easyOptions: 'easy-options', orders: 'orders', trades: 'trades'} as const;

export function createEventKeeper({log, tradesLagMs, periodMs, begun, clock}: Given): EventKeeper {
  let seen: AccountSeen | undefined;
  let told: EventRows | undefined;
  let lastAnswer = begun;
  let isTaking = false;
  return {
    *take(reading) {
      const now = clock();
      lastAnswer = now;
      const read = eventRowsOf(reading);
      if (told !== undefined && isSame(told, read)) return;
      isTaking = true;
      try {
        yield log.found(now.wall, now.wall);
        seen ??= nothingSeen(yield* workingOrders(log));
        seen = yield* logEvents(log, seen, read, {now, tradesLag: tradesLagMs});
        told = read;
      } finally {
        isTaking = false;
        lastAnswer = clock();
      }
    },
    lookForStale(reason) {
      const now = clock();
      if (isTaking || age(lastAnswer, now) <= 3 * periodMs) return [];
      return log.lost({since: lastAnswer.wall, reason, now: now.wall});
    },
  };
}

/** So many rows of the log are read or written at once. */
const sliceSize = 500;

function* slicesOf<Item>(items: readonly Item[]): Generator<readonly Item[], void> {
  for (let from = 0; from < items.length; from += sliceSize) yield items.slice(from, from + sliceSize);
}

function* workingOrders(log: EventLog): Generator<readonly [], Order[]> {
  const orders: Order[] = [];
  for (;;) {
    const slice = log.working(orders.at(-1)?.orderId ?? '', sliceSize);
    if (slice.length === 0) return orders;
    orders.push(...slice);
    yield [];
  }
}

/** Logs what is new in what was read; returns what has been told of by then. */
export function* logEvents(
  log: EventLog,
  before: AccountSeen,
  read: EventRows,
  {now, tradesLag}: {readonly now: Moment; readonly tradesLag: number},
): Generator<readonly LoggedEvent[], AccountSeen> {
  const events: AccountEvent[] = [];
  const steps = accountEvents(before, read, {cancels: log.cancels(), now: now.mono, tradesLag});
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) {
    for (const event of step.value) events.push(event);
    yield [];
  }
  const seen = step.value;
  const begun = new Set(eventResources.filter(each => log.isBegun(each)));
  for (const resource of [...read.ended].map(list => resources[list]).filter(each => !begun.has(each))) {
    const held = events.filter(each => each.resource === resource);
    const {floor, kept} = baselineOf(held, now.wall);
    for (const slice of slicesOf(kept)) {
      log.know(slice, now.wall);
      yield [];
    }
    // Last: who is ended before it begins anew.
    log.begin(resource, floor);
  }
  const news = events.filter(({resource}) => begun.has(resource)).sort(byTime);
  for (const slice of slicesOf(news)) yield log.append(slice, now.wall);
  // Behind what tells how they ended: who is ended between the two sees once more that they are gone.
  yield* keepWorking(log, before.working.listed, seen.working.listed);
  return seen;
}

function* keepWorking(
  log: EventLog,
  before: AccountSeen['working']['listed'],
  after: AccountSeen['working']['listed'],
): Generator<readonly [], void> {
  if (before === after) return;
  const left = [...before.keys()].filter(id => !after.has(id));
  for (const slice of slicesOf(left)) {
    log.keepWorking([], slice);
    yield [];
  }
  const come = [...after.values()].filter(({orderId}) => !before.has(orderId));
  for (const slice of slicesOf(come)) {
    log.keepWorking(slice, []);
    yield [];
  }
}

/** Most answers are pages of a list that is not at its end. */
function isSame(before: EventRows, after: EventRows): boolean {
  return (
    before.ended.size === after.ended.size && [...after.ended].every(list => before[list] === after[list])
  );
}
