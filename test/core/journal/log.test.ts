import {join} from 'node:path';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {accountEvents, type EventRows, nothingSeen, withEarlier} from '../../../src/core/events/account.ts';
import {type EventLog, type LoggedEvent, linesKept} from '../../../src/core/journal/log.ts';
import {type Came, openEvents} from '../../../src/desk/effects/events.ts';
import {easyOption, hour, noon, trade} from '../../account/portfolio/account.ts';
import {cases} from '../../helpers/cases.ts';
import {temporaryFolder} from '../../helpers/folder.ts';
import {query} from '../../helpers/journal.ts';
import {play, plays, type Turn} from '../../paper/engine/play.ts';
import {accountRead, readAccount} from '../events/account/paper-account.ts';
import {hostOf, openTested} from './machines.ts';

const newPath = () => join(temporaryFolder(), 'journal.db');

/** A process of its own on the journal. */
const openAt = (path: string) => openTested({path, host: hostOf(1)});

/** One that reads the account again and again; gives what it logs, or why it could not. */
function readerOf(log: EventLog, aheadMs = 0) {
  let seen = withEarlier(nothingSeen, log.working(), 0);
  let [kept, now] = [Promise.withResolvers<string | undefined>(), 0];
  const clock = () => ({mono: now, wall: now});
  const events = openEvents({
    ...{log: () => log, onEvent: undefined, env: {}, periodMs: 1_000, begun: clock(), clock},
    send: msg => msg.type === 'told' && kept.resolve(msg.text),
    prove: async () => {},
    onKept: async () => kept.resolve(undefined),
  });
  const come = async (fault: string | undefined, found?: Pick<Came, 'found' | 'working'>) => {
    kept = Promise.withResolvers();
    const from = log.end();
    events.keep({...found, fault, serviceTime: now + aheadMs});
    const why = await kept.promise;
    if (why !== undefined) throw new Error(why);
    return log.after(from, 1e6);
  };
  const read = async (
    rows: EventRows,
    at: number,
    cancels: Parameters<typeof accountEvents>[2]['cancels'] = [],
  ): Promise<readonly LoggedEvent[]> => {
    now = at;
    const given = {cancels, now: clock(), aheadMs, tradesLag: 0};
    const {seen: next, ...found} = accountEvents(seen, rows, given);
    seen = next;
    return come(undefined, {found, working: seen.orders && seen.working});
  };
  const fail = (at: number) => {
    now = at;
    return come('No answer.');
  };
  return Object.assign(read, {fail});
}

const order = (orderId: string, timestamp: number) => ({orderId, timestamp, status: 'PENDING', size: '1'});
const closedAt = (id: string, closeTime: number) =>
  easyOption({id, status: 'CLOSED', openTime: closeTime - hour, closeTime, plClosed: '1'});
const ids = (events: readonly {readonly id: string}[]) => events.map(({id}) => id);

describe('the event log', () => {
  it('starts without events: it never reports what the first read shows', async () => {
    const path = newPath();
    const log = (await openAt(path)).log;
    const held = [closedAt('1', noon - 40 * hour), closedAt('2', noon), easyOption({id: '3'})];
    expect(await readerOf(log)(accountRead({easyOptions: held}), noon)).toEqual([]);
    expect(log.after(0, 100)).toEqual([]);
    const again = readerOf((await openAt(path)).log);
    expect(await again(accountRead({easyOptions: held}), noon + hour)).toEqual([]);
    expect(
      ids(await again(accountRead({easyOptions: [...held, closedAt('4', noon + 5)]}), noon + hour)),
    ).toEqual(['opened:4', 'closed:4']);
  });

  it('reports all events of an account that was empty at first, with any clock of the service', async () => {
    const reader = readerOf((await openAt(newPath())).log);
    await reader(accountRead({}), noon + 90 * 24 * hour);
    expect(
      await reader(accountRead({easyOptions: [closedAt('1', noon)]}), noon + 90 * 24 * hour),
    ).toHaveLength(2);
  });

  it('reports new events although one record has a time in the future', async () => {
    const reader = readerOf((await openAt(newPath())).log);
    await reader(accountRead({trades: [trade({tradeId: '1', openDate: noon + 10_000 * hour})]}), noon);
    const both = [
      trade({tradeId: '1', openDate: noon + 10_000 * hour}),
      trade({tradeId: '2', openDate: noon + 1}),
    ];
    expect(ids(await reader(accountRead({trades: both}), noon + 1_000))).toEqual(['partly-filled:2']);
  });

  it('takes an event once, whichever process sees it first, and knows the position of each event', async () => {
    const path = newPath();
    const [{log: first}, {log: second}] = [await openAt(path), await openAt(path)];
    const [one, other] = [readerOf(first), readerOf(second)];
    await one(accountRead({}), noon);
    await other(accountRead({}), noon);
    const rows = accountRead({easyOptions: [closedAt('1', noon)]});
    expect(await one(rows, noon + 1)).toHaveLength(2);
    expect(await other(rows, noon + 2)).toEqual([]);
    const lines = second.after(0, 10);
    expect(lines).toEqual(first.after(0, 10));
    expect(ids(second.after(second.position(lines[0]?.id ?? '') ?? -1, 10))).toEqual(['closed:1']);
    expect(second.position('closed:2')).toBeUndefined();
    expect(second.end()).toBe(lines[1]?.number);
  });

  it('recognizes an event whose record gets its time or trade later', async () => {
    const reader = readerOf((await openAt(newPath())).log);
    await reader(accountRead({}), noon);
    expect(ids(await reader(accountRead({easyOptions: [easyOption({id: '1'})]}), noon + 1))).toEqual([
      'opened:1',
    ]);
    expect(
      await reader(accountRead({easyOptions: [easyOption({id: '1', openTime: noon})]}), noon + 2),
    ).toEqual([]);
  });

  it('gives Activity the lines about optty alone: records are read again', async () => {
    const journal = await openAt(newPath());
    const reader = readerOf(journal.log);
    await reader(accountRead({}), noon);
    await reader(accountRead({easyOptions: [closedAt('1', noon + 2)]}), noon + 2);
    const told = {what: 'Alert', target: 'BTC ask', amount: '5', outcome: 'It is above 5.'};
    journal.appendEvents([
      {id: 'alert:1', at: noon + 5, kind: 'alert', ...told, requestId: 'r', latencyMs: 1},
    ]);
    expect(journal.recentActivity(10)).toMatchObject([{id: 'alert:1', at: noon + 5}]);
    expect(ids(journal.log.after(0, 10))).toEqual(['opened:1', 'closed:1']);
  });

  it('reports that an order is gone although another process saw it listed, also one that was killed', async () => {
    const path = newPath();
    const {log} = await openAt(path);
    const before = readerOf(log);
    await before(accountRead({}), noon);
    const listed = {orderId: '7', timestamp: noon, status: 'PENDING', size: '1'};
    await before(accountRead({orders: [listed]}), noon + 1);
    // Of this one nothing else was logged.
    log.keepWorking([{...listed, orderId: '8'}], []);
    const later = readerOf((await openAt(path)).log);
    const {trades, ...gone} = accountRead({});
    const at = (mono: number): EventRows => ({...gone, trades: {...trades, began: {mono, wall: noon}}});
    expect(await later(at(10), 10)).toEqual([]);
    expect(ids(await later(at(11), 12))).toEqual(['gone:7', 'gone:8']);
    expect((await openAt(path)).log.working()).toEqual([]);
  });

  it('reports once that reads fail, and once that they work again, whichever process notices', async () => {
    const path = newPath();
    const [{log: one}, {log: other}] = [await openAt(path), await openAt(path)];
    expect(one.outage(undefined, noon)).toEqual([]);
    expect(one.outage({since: noon, reason: 'The service does not answer.'}, noon + 6_000)).toMatchObject([
      {
        ...{id: `stale:${noon}`, kind: 'stale', resource: 'service', key: ''},
        record: {since: '2026-11-22T12:00:00.000Z', reason: 'The service does not answer.'},
      },
    ]);
    expect(other.outage({since: noon + 1, reason: 'No answer.'}, noon + 6_001)).toEqual([]);
    const back = other.outage(undefined, noon + 7_001);
    expect(back).toMatchObject([{id: `back:${noon}`, record: {reason: 'A read came back.'}}]);
    expect(one.outage(undefined, noon + 8_001)).toEqual([]);
    expect(ids(one.outage({since: noon + 8_000, reason: ''}, noon + 20_000))).toEqual([
      `stale:${noon + 8_000}`,
    ]);
  });

  it('has the clock of the service in each time, whatever the clock of this machine says', async () => {
    const {log} = await openAt(newPath());
    const aheadMs = 30 * 60_000;
    const reader = readerOf(log, aheadMs);
    const times = (lines: readonly LoggedEvent[]) =>
      lines.map(({line}) => JSON.parse(line)).map(({kind, time}) => [kind, Date.parse(time)]);
    const option = easyOption({id: '7', status: 'ACTIVE', openTime: noon});
    const orders = [{orderId: '7', timestamp: noon + aheadMs, status: 'PENDING', size: '1'}];
    await reader(accountRead({easyOptions: [option], orders}), noon);
    const closing = accountRead({easyOptions: [{...option, status: 'CLOSING'}], orders});
    expect(times(await reader(closing, noon + 2))).toEqual([['closing', noon + aheadMs + 2]]);
    const order = {orderId: '7', timestamp: noon + aheadMs, status: 'CANCELED'};
    const canceled = await reader({...closing}, noon + 5, [{orderId: '7', at: noon + 4, order}]);
    expect(times(canceled)).toEqual([['canceled', noon + aheadMs + 4]]);
    const [stale] = await reader.fail(noon + 4_000);
    expect(JSON.parse(stale?.line ?? '')).toMatchObject({
      time: new Date(noon + aheadMs + 4_000).toISOString(),
      record: {since: new Date(noon + aheadMs + 5).toISOString()},
    });
  });

  it('keeps the lines of the newest events, and still recognizes the others', async () => {
    const path = newPath();
    const reader = readerOf((await openAt(path)).log);
    await reader(accountRead({}), noon);
    const old = [trade({tradeId: 'old', openDate: noon}), trade({tradeId: 'timeless'})];
    await reader(accountRead({trades: old}), noon + 1);
    const many = `WITH RECURSIVE made (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM made LIMIT ${linesKept})
      INSERT INTO events (id, resource, at, line)
      SELECT 'partly-filled:t' || n, 'trades', ${noon} + n, '{}' FROM made`;
    query(path, many);
    const newest = trade({tradeId: 'newest', openDate: noon + hour});
    await reader(accountRead({trades: [...old, newest]}), noon + hour);
    expect(
      query(path, "SELECT id, line FROM events WHERE id GLOB 'partly*' ORDER BY number LIMIT 2"),
    ).toMatchObject([{id: 'partly-filled:timeless', line: null}, {line: '{}'}]);
    expect(query(path, 'SELECT count(line) AS lines FROM events')).toEqual([{lines: linesKept}]);
    const again = readerOf((await openAt(path)).log);
    expect(await again(accountRead({trades: [...old, newest]}), noon + hour + 1)).toEqual([]);
  });

  it('forgets the ids of very old events that had no time, but no floor', async () => {
    const path = newPath();
    const reader = readerOf((await openAt(path)).log);
    await reader(accountRead({trades: [trade({tradeId: 'timeless'})]}), noon);
    query(path, "INSERT INTO events (number, id, resource, line) VALUES (300000, 'late', 'trades', '{}')");
    await reader(accountRead({easyOptions: [easyOption({id: '1'})]}), noon + 1);
    const rows = query(path, "SELECT id FROM events WHERE resource = 'trades' ORDER BY id");
    expect(rows.map(({id}) => id)).toEqual(['floor:trades', 'late']);
  });

  it('begins once: what is new to the process that begins it second has a line', async () => {
    const path = newPath();
    const [{log: first}, {log: second}] = [await openAt(path), await openAt(path)];
    const record = order('7', noon);
    const placed = {id: 'placed:7', kind: 'placed', resource: 'orders', key: '7', at: noon, record} as const;
    first.begin('orders', [], noon + 1);
    second.begin('orders', [placed], noon + 1);
    expect(ids(second.append([placed], noon + 1))).toEqual(['placed:7']);
  });
});

it('several readers of one log log together what one reader of every step logs, each event once', async () => {
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
      await alone(first, 0);
      for (const reader of readers) await reader(first, 0);
      for (const [index, portfolio] of portfolios.entries()) {
        const now = (index + 1) * 1_000;
        all.push(...ids(await alone(readAccount(portfolio, 0, now), now)));
        // The fourth is nobody's turn; a reader that was away sees it all when it comes back.
        const reader = readers[turns.next().value];
        if (reader !== undefined) each.push(...ids(await reader(readAccount(portfolio, 0, now), now)));
      }
      const end = portfolios.at(-1);
      if (end === undefined) return;
      for (const now of [1e6, 2e6]) {
        all.push(...ids(await alone(readAccount(end, 0, now), now)));
        for (const reader of readers) each.push(...ids(await reader(readAccount(end, 0, now), now)));
      }
      expect(new Set(each).size).toBe(each.length);
      const shown = (id: string) => /^(?:opened|closed|expired|partly-filled|filled)/.test(id);
      expect(each.filter(shown).sort()).toEqual(all.filter(shown).sort());
      expect(each.filter(id => !all.includes(id))).toEqual([]);
    }),
    {numRuns: cases(20, 100), endOnFailure: true},
  );
});
