import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import fc from 'fast-check';
import {afterEach, describe, expect, it} from 'vitest';
import {type EventRows, nothingSeen} from '../../../src/core/events/account.ts';
import type {Intent} from '../../../src/core/intents/intent.ts';
import type {Attempt} from '../../../src/core/intents/outcome.ts';
import type {Journal} from '../../../src/core/journal/journal.ts';
import {type EventLog, type LoggedEvent, linesKept, mostLines} from '../../../src/core/journal/log.ts';
import {JournalError} from '../../../src/core/journal/problem.ts';
import {logEvents} from '../../../src/desk/effects/events.ts';
import {easyOption, hour, noon, trade} from '../../account/portfolio/account.ts';
import {takingControls} from '../../helpers/controls.ts';
import {temporaryFolder} from '../../helpers/folder.ts';
import {openOwn} from '../../helpers/journal.ts';
import {play, plays, type Turn} from '../../paper/engine/play.ts';
import {accountRead, readAccount} from '../events/account/paper-account.ts';
import {unlimited} from '../limits/knows.ts';
import {hostOf} from './machines.ts';

const journals: Journal[] = [];
afterEach(() => {
  for (const journal of journals.splice(0)) journal.close();
});

const newPath = () => join(temporaryFolder(), 'journal.db');

/** A process of its own on the journal. */
async function openAt(path: string): Promise<Journal> {
  const journal = await openOwn({path, host: hostOf(1)});
  if (journal instanceof JournalError) throw journal;
  journals.push(journal);
  return takingControls(journal);
}

/** One that reads the account again and again, and logs what it finds. */
function readerOf(log: EventLog) {
  let seen = nothingSeen(log.working());
  return (rows: EventRows, now: number): readonly LoggedEvent[] => {
    const steps = logEvents(log, seen, rows, {now: {mono: now, wall: now}, serviceTime: now, tradesLag: 0});
    const logged: LoggedEvent[] = [];
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) logged.push(...step.value);
    seen = step.value;
    return logged;
  };
}

const closedAt = (id: string, closeTime: number) =>
  easyOption({id, status: 'CLOSED', openTime: closeTime - hour, closeTime, plClosed: '1'});
const ids = (events: readonly {readonly id: string}[]) => events.map(({id}) => id);

describe('the event log', () => {
  it('starts without events: it never reports what the first read shows', async () => {
    const path = newPath();
    const log = (await openAt(path)).log;
    const held = [closedAt('1', noon - 40 * hour), closedAt('2', noon), easyOption({id: '3'})];
    expect(readerOf(log)(accountRead({easyOptions: held}), noon)).toEqual([]);
    expect(log.after(0, 100)).toEqual([]);
    const again = readerOf((await openAt(path)).log);
    expect(again(accountRead({easyOptions: held}), noon + hour)).toEqual([]);
    expect(ids(again(accountRead({easyOptions: [...held, closedAt('4', noon + 5)]}), noon + hour))).toEqual([
      `opened:4:${noon + 5 - hour}`,
      `closed:4:${noon + 5}`,
    ]);
  });

  it('reports all events of an account that was empty at first, with any clock of the service', async () => {
    const reader = readerOf((await openAt(newPath())).log);
    reader(accountRead({}), noon + 90 * 24 * hour);
    expect(reader(accountRead({easyOptions: [closedAt('1', noon)]}), noon + 90 * 24 * hour)).toHaveLength(2);
  });

  it('reports new events although one record has a time in the future', async () => {
    const reader = readerOf((await openAt(newPath())).log);
    reader(accountRead({trades: [trade({tradeId: '1', openDate: noon + 10_000 * hour})]}), noon);
    const both = [
      trade({tradeId: '1', openDate: noon + 10_000 * hour}),
      trade({tradeId: '2', openDate: noon + 1}),
    ];
    expect(ids(reader(accountRead({trades: both}), noon + 1_000))).toEqual(['partly-filled:2']);
  });

  it('takes an event once, whichever process sees it first, and knows the position of each event', async () => {
    const path = newPath();
    const [{log: first}, {log: second}] = [await openAt(path), await openAt(path)];
    const [one, other] = [readerOf(first), readerOf(second)];
    one(accountRead({}), noon);
    other(accountRead({}), noon);
    const rows = accountRead({easyOptions: [closedAt('1', noon)]});
    expect(one(rows, noon + 1)).toHaveLength(2);
    expect(other(rows, noon + 2)).toEqual([]);
    const lines = second.after(0, 10);
    expect(lines).toEqual(first.after(0, 10));
    expect(ids(second.after(second.position(lines[0]?.id ?? '') ?? -1, 10))).toEqual([`closed:1:${noon}`]);
    expect(second.position('closed:2')).toBeUndefined();
    expect(second.end()).toBe(lines[1]?.number);
  });

  it('recognizes an event whose record gets its time or trade later', async () => {
    const reader = readerOf((await openAt(newPath())).log);
    reader(accountRead({}), noon);
    expect(ids(reader(accountRead({easyOptions: [easyOption({id: '1'})]}), noon + 1))).toEqual(['opened:1']);
    expect(reader(accountRead({easyOptions: [easyOption({id: '1', openTime: noon})]}), noon + 2)).toEqual([]);
  });

  it('gives Activity its first lines, as sentences, next to the lines about optty', async () => {
    const journal = await openAt(newPath());
    const {log} = journal;
    const reader = readerOf(log);
    reader(accountRead({}), noon);
    const order = {orderId: '7', side: 'BUY', symbol: 'BTC-C', price: '5', size: '2', timestamp: noon + 1};
    const fill = trade({tradeId: '1', orderId: '7', tradeSide: 'BUY', openDate: noon + 3, fillType: 'FILL'});
    reader(accountRead({orders: [order], easyOptions: [closedAt('1', noon + 2)]}), noon + 2);
    reader(accountRead({trades: [fill], easyOptions: [closedAt('1', noon + 2)]}), noon + 4);
    const told = {what: 'Alert', target: 'BTC ask', amount: '5', outcome: 'It is above 5.'};
    journal.appendEvents([
      {id: 'alert:1', at: noon + 5, kind: 'alert', ...told, requestId: 'r', latencyMs: 1},
    ]);
    expect(journal.recentActivity(10).map(({id, at, target}) => [id, at - noon, target])).toEqual([
      ['alert:1', 5, 'BTC ask'],
      ['filled:7:1', 3, 'BUY BTC-C #7'],
      [`closed:1:${noon + 2}`, 2, 'Easy Option #1'],
      [`opened:1:${noon + 2 - hour}`, 2 - hour, 'Easy Option #1'],
    ]);
    expect(ids(log.after(0, 10))).not.toContain('alert:1');
  });

  it('gives Activity no time later than that at which the event was logged', async () => {
    const journal = await openAt(newPath());
    const reader = readerOf(journal.log);
    reader(accountRead({}), noon);
    reader(accountRead({easyOptions: [easyOption({id: '1', openTime: noon + hour})]}), noon + 1);
    expect(journal.recentActivity(1)[0]?.at).toBe(noon + 1);
  });

  it('lets only one process pass an event to a program, once', async () => {
    const path = newPath();
    const [{log: one}, {log: other}] = [await openAt(path), await openAt(path)];
    const reader = readerOf(one);
    reader(accountRead({}), noon);
    const [event] = reader(accountRead({easyOptions: [easyOption({id: '1'})]}), noon + 1);
    expect([one.claim(event?.id ?? '', noon), other.claim(event?.id ?? '', noon)]).toEqual([true, false]);
    expect(one.claim('nothing', noon)).toBe(false);
  });

  it('reports that an order is gone although another process saw it listed', async () => {
    const path = newPath();
    const before = readerOf((await openAt(path)).log);
    before(accountRead({}), noon);
    before(accountRead({orders: [{orderId: '7', timestamp: noon, status: 'PENDING', size: '1'}]}), noon + 1);
    const later = readerOf((await openAt(path)).log);
    const gone = {...accountRead({})};
    const at = (mono: number): EventRows => ({
      ...gone,
      trades: {...gone.trades, began: {mono, wall: noon}},
    });
    expect(later(at(10), 10)).toEqual([]);
    expect(ids(later(at(11), 12))).toEqual([`gone:7:${noon}`]);
    expect((await openAt(path)).log.working()).toEqual([]);
  });

  it('reports that an order is gone although the process that logged it was killed at once', async () => {
    const path = newPath();
    const log = (await openAt(path)).log;
    readerOf(log)(accountRead({}), noon);
    const orders = [{orderId: '7', timestamp: noon, status: 'PENDING', size: '1'}];
    const killed = logEvents(log, nothingSeen([]), accountRead({orders}), {
      now: {mono: 1, wall: noon + 1},
      serviceTime: noon + 1,
      tradesLag: 0,
    });
    while (log.after(0, 1).length === 0) killed.next();
    const later = readerOf((await openAt(path)).log);
    const {trades, ...gone} = accountRead({});
    const at = (mono: number): EventRows => ({...gone, trades: {...trades, began: {mono, wall: noon}}});
    later(at(10), 10);
    expect(ids(later(at(11), 12))).toEqual([`gone:7:${noon}`]);
  });

  it('reports a confirmed cancel to every reader of this journal', async () => {
    const journal = await openAt(newPath());
    const {log} = journal;
    const reader = readerOf(log);
    const orders = ['7', '8'].map(orderId => ({orderId, timestamp: noon, status: 'PENDING', size: '1'}));
    reader(accountRead({orders: orders.slice(0, 1)}), noon);
    reader(accountRead({orders}), noon + 1);
    const intent: Intent = {
      ...{id: 'a', draft: {kind: 'cancel', orderId: '7'}, state: 'QUEUED', reason: '', attempts: []},
      ...{askedAt: {mono: 0, wall: noon}, changedAt: noon + 5},
    };
    const moment = {mono: 0, wall: noon + 5};
    const attempt: Attempt = {number: 1, by: 'user', process: 'this', startedAt: moment};
    const confirmed = {kind: 'yes', order: {orderId: '7', timestamp: noon, status: 'CANCELED'}} as const;
    journal.ask(intent, undefined, unlimited);
    journal.beginAttempt(intent, attempt);
    expect(reader(accountRead({orders}), noon + 6)).toEqual([]);
    journal.endAttempt('a', {...attempt, result: {at: moment, outcome: confirmed}});
    expect(ids(reader(accountRead({orders}), noon + 7))).toEqual([`canceled:7:${noon}`]);
  });

  it('reports once that reads fail, and once that they work again, whichever process notices', async () => {
    const path = newPath();
    const [{log: one}, {log: other}] = [await openAt(path), await openAt(path)];
    expect(one.found(noon, noon)).toEqual([]);
    const [stale] = one.lost({since: noon, reason: 'The service does not answer.', now: noon + 6_000});
    expect(JSON.parse(stale?.line ?? '')).toMatchObject({
      ...{id: `stale:${noon}`, kind: 'stale', resource: 'service', key: ''},
      record: {since: '2026-11-22T12:00:00.000Z', reason: 'The service does not answer.'},
    });
    expect(other.lost({since: noon + 1, reason: 'The service does not answer.', now: noon + 6_001})).toEqual(
      [],
    );
    // A read that began before that proves nothing.
    expect(other.found(noon + 5_999, noon + 7_000)).toEqual([]);
    expect(ids(other.found(noon + 7_000, noon + 7_001))).toEqual([`back:${noon}`]);
    expect(one.found(noon + 8_000, noon + 8_001)).toEqual([]);
    expect(ids(one.lost({since: noon + 8_000, reason: '', now: noon + 20_000}))).toEqual([
      `stale:${noon + 8_000}`,
    ]);
  });

  it('has the clock of the service in each time, whatever the clock of this machine says', async () => {
    const journal = await openAt(newPath());
    const {log} = journal;
    const aheadMs = 30 * 60_000;
    let seen = nothingSeen([]);
    const read = (rows: EventRows, wall: number) => {
      const steps = logEvents(log, seen, rows, {
        ...{now: {mono: wall, wall}, serviceTime: wall + aheadMs, tradesLag: 0},
      });
      const logged: LoggedEvent[] = [];
      let step = steps.next();
      for (; step.done !== true; step = steps.next()) logged.push(...step.value);
      seen = step.value;
      return logged.map(({line}) => JSON.parse(line)).map(({kind, time}) => [kind, Date.parse(time)]);
    };
    const option = easyOption({id: '7', status: 'ACTIVE', openTime: noon});
    const orders = [{orderId: '7', timestamp: noon + aheadMs, status: 'PENDING', size: '1'}];
    read(accountRead({easyOptions: [option]}), noon);
    read(accountRead({easyOptions: [option], orders}), noon + 1);
    const closing = accountRead({easyOptions: [{...option, status: 'CLOSING'}], orders});
    expect(read(closing, noon + 2)).toEqual([['closing', noon + aheadMs + 2]]);
    const intent: Intent = {
      ...{id: 'a', draft: {kind: 'cancel', orderId: '7'}, state: 'QUEUED', reason: '', attempts: []},
      ...{askedAt: {mono: 0, wall: noon + 3}, changedAt: noon + 3},
    };
    const [startedAt, at] = [noon + 3, noon + 4].map(wall => ({mono: 0, wall}));
    if (startedAt === undefined || at === undefined) throw new Error('no time');
    const attempt: Attempt = {number: 1, by: 'user', process: 'this', startedAt};
    const order = {orderId: '7', timestamp: noon + aheadMs, status: 'CANCELED'} as const;
    journal.ask(intent, undefined, unlimited);
    journal.beginAttempt(intent, attempt);
    journal.endAttempt('a', {...attempt, result: {at, outcome: {kind: 'yes', order}}});
    expect(read({...closing}, noon + 5)).toEqual([['canceled', noon + aheadMs + 4]]);
    const [stale] = log.lost({since: noon + 6, reason: '', now: noon + 7, aheadMs});
    expect(JSON.parse(stale?.line ?? '')).toMatchObject({
      time: new Date(noon + aheadMs + 7).toISOString(),
      record: {since: new Date(noon + aheadMs + 6).toISOString()},
    });
  });

  it('keeps the lines of the newest events, and still recognizes the others', async () => {
    const path = newPath();
    const log = (await openAt(path)).log;
    const reader = readerOf(log);
    reader(accountRead({}), noon);
    const old = [trade({tradeId: 'old', openDate: noon}), trade({tradeId: 'timeless'})];
    reader(accountRead({trades: old}), noon + 1);
    const later = noon + 2 * hour;
    const many = Array.from({length: linesKept}, (_, index) =>
      trade({tradeId: `t${index}`, openDate: later}),
    );
    expect(reader(accountRead({trades: [...old, ...many]}), later)).toHaveLength(linesKept);
    const db = new DatabaseSync(path);
    const rows = db.prepare("SELECT id, line FROM happenings WHERE id NOT GLOB '*:t[0-9]*'").all();
    db.close();
    expect(rows).toMatchObject([{id: 'partly-filled:timeless', line: null}]);
    expect(log.after(0, 1)).toMatchObject([{id: 'partly-filled:t0'}]);
    const again = readerOf((await openAt(path)).log);
    expect(again(accountRead({trades: [...old, ...many]}), later + 1)).toEqual([]);
  });

  it('keeps at most 50,000 lines, however many arrive in an hour', async () => {
    const path = newPath();
    const reader = readerOf((await openAt(path)).log);
    reader(accountRead({}), noon);
    const logged = (count: number) =>
      Array.from({length: count}, (_, index) => trade({tradeId: `${index}`, openDate: noon + index}));
    reader(accountRead({trades: logged(1)}), noon + hour);
    const db = new DatabaseSync(path);
    db.exec(`WITH RECURSIVE made (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM made LIMIT ${mostLines + 400})
      INSERT INTO happenings (id, base, resource, at, logged_at, line)
      SELECT 'partly-filled:' || n, 'partly-filled:' || n, resource, at + n, logged_at, line
      FROM made, happenings`);
    const newest = trade({tradeId: 'newest', openDate: noon + hour});
    reader(accountRead({trades: [newest]}), noon + hour);
    const counts = db.prepare('SELECT count(*) AS rows, count(line) AS lines FROM happenings').get();
    db.close();
    expect(counts).toEqual({rows: mostLines, lines: mostLines});
    const again = readerOf((await openAt(path)).log);
    expect(again(accountRead({trades: [...logged(400), newest]}), noon + hour + 1)).toEqual([]);
  });

  it('forgets events without a line that are 250,000 events old', async () => {
    const path = newPath();
    const reader = readerOf((await openAt(path)).log);
    reader(accountRead({easyOptions: [easyOption({id: '1'})]}), noon);
    const known = () => {
      const db = new DatabaseSync(path);
      const rows = db.prepare('SELECT id FROM happenings').all();
      db.close();
      return rows.map(({id}) => id);
    };
    expect(known()).toEqual(['opened:1']);
    const db = new DatabaseSync(path);
    db.exec("UPDATE sqlite_sequence SET seq = 250001 WHERE name = 'happenings'");
    db.close();
    reader(accountRead({easyOptions: [easyOption({id: '1'}), easyOption({id: '2'})]}), noon + 1);
    expect(known()).toEqual(['opened:2']);
  });

  /** A thousand orders are still listed, then none, and then none while their trades would have come. */
  function thousandGone() {
    const orders = Array.from({length: 1_000}, (_, index) => ({
      ...{orderId: String(1_000 + index), timestamp: noon + index, status: 'PENDING', size: '1'},
    }));
    const at = (mono: number): EventRows => {
      const none = accountRead({});
      return {...none, trades: {...none.trades, began: {mono, wall: noon}}};
    };
    return [accountRead({}), accountRead({orders}), at(10), at(12)] as const;
  }

  it('reports many orders that are gone together in one line per 500, once', async () => {
    const path = newPath();
    const reader = readerOf((await openAt(path)).log);
    const [empty, listed, left, gone] = thousandGone();
    reader(empty, 1);
    reader(listed, 2);
    const other = readerOf((await openAt(path)).log);
    expect(reader(left, 10)).toEqual([]);
    const lines = reader(gone, 12).map(({id, line}) => ({id, ...JSON.parse(line)}));
    expect(lines).toMatchObject([
      {id: `gone:1000:${noon}`, kind: 'gone', key: '1000', record: {orderId: '1000'}},
      {id: `gone:1500:${noon + 500}`, key: '1500'},
    ]);
    expect(lines.flatMap(({key, others}) => [key, ...others])).toEqual(
      Array.from({length: 1_000}, (_, index) => String(1_000 + index)),
    );
    other(left, 20);
    expect(other(gone, 32)).toEqual([]);
  });

  it('grows in few transactions of limited size, so that keys are handled in between', async () => {
    const log = (await openAt(newPath())).log;
    const [sizes, kept]: [number[], number[]] = [[], []];
    const counted: EventLog = {
      ...log,
      append(events, ...times) {
        sizes.push(events.length);
        return log.append(events, ...times);
      },
      keepWorking(come, left) {
        kept.push(come.length + left.length);
        log.keepWorking(come, left);
      },
    };
    const reader = readerOf(counted);
    for (const [index, rows] of thousandGone().entries()) reader(rows, index + 1);
    // A thousand are kept, placed, gone and left.
    expect({sizes, kept}).toEqual({sizes: [500, 500, 500, 500], kept: [1_000, 1_000]});
  });

  it('explains why a write failed, and accepts the same events later', async () => {
    const path = newPath();
    const log = (await openAt(path)).log;
    const reader = readerOf(log);
    reader(accountRead({}), noon);
    const other = new DatabaseSync(path);
    other.exec('BEGIN IMMEDIATE');
    const rows = accountRead({easyOptions: [closedAt('1', noon)]});
    expect(() => reader(rows, noon + 1)).toThrow(JournalError);
    other.exec('ROLLBACK');
    other.close();
    expect(reader(rows, noon + 2)).toHaveLength(2);
  });
});

describe('several readers of one log', () => {
  it('log together what one reader of every step logs, each event once', async () => {
    const turnsOf = fc.infiniteStream(fc.noBias(fc.nat(3)));
    await fc.assert(
      fc.asyncProperty(plays, turnsOf, async (game: {seed: number; turns: Turn[]}, turns) => {
        const portfolios = [...play(game)].map(({book}) => book);
        const [path, alonePath] = [newPath(), newPath()];
        const alone = readerOf((await openAt(alonePath)).log);
        const shared = await openAt(path);
        const readers = [0, 1, 2].map(() => readerOf(shared.log));
        const nothing = accountRead({});
        const first = {...nothing, trades: {...nothing.trades, since: 0}};
        const all: string[] = [];
        const each: string[] = [];
        alone(first, 0);
        for (const reader of readers) reader(first, 0);
        portfolios.forEach((portfolio, index) => {
          const now = (index + 1) * 1_000;
          all.push(...ids(alone(readAccount(portfolio, 0, now), now)));
          // The fourth is nobody's turn; a reader that was away sees it all when it comes back.
          const reader = readers[turns.next().value];
          if (reader !== undefined) each.push(...ids(reader(readAccount(portfolio, 0, now), now)));
        });
        const end = portfolios.at(-1);
        if (end === undefined) return;
        for (const now of [1e6, 2e6]) {
          all.push(...ids(alone(readAccount(end, 0, now), now)));
          for (const reader of readers) each.push(...ids(reader(readAccount(end, 0, now), now)));
        }
        expect(new Set(each).size).toBe(each.length);
        const shown = (id: string) =>
          /^(?:opened|increased|reduced|closed|expired|partly-filled|filled)/.test(id);
        expect(each.filter(shown).sort()).toEqual(all.filter(shown).sort());
        expect(each.filter(id => !all.includes(id))).toEqual([]);
      }),
      {numRuns: 10},
    );
  });
});
