import {readdirSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import fc from 'fast-check';
import {beforeEach, describe, expect, it} from 'vitest';
import {startClock} from '../../src/paper/clock.ts';
import {apply} from '../../src/paper/engine/apply.ts';
import {type Book, createBook} from '../../src/paper/engine/book.ts';
import {LedgerInUse} from '../../src/paper/errors.ts';
import {createPaperService, type Ledger, openLedger} from '../../src/paper/ledger.ts';
import {temporaryFolder} from '../helpers/folder.ts';
import {manualClock, startTestPaper, testStart} from '../helpers/paper.ts';
import {brokenLaws, contentOf, play, plays} from './engine/play.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, 'state', 'paper.db');
});

const open = (now = testStart): Ledger => openLedger({file, seed: 7, now});
const order = {symbol: 'BTC-27NOV26-75000-C', price: '0.01', size: '1', side: 'BUY', orderType: 'LIMIT'};

describe('a ledger', () => {
  it('is a private file in a private folder', () => {
    const ledger = open();
    expect(statSync(join(folder, 'state')).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(join(folder, 'state'))) {
      expect(statSync(join(folder, 'state', name)).mode & 0o777, name).toBe(0o600);
    }
    ledger.close();
  });

  it('keeps its random id and its seed', () => {
    const one = open();
    const {id} = one;
    one.close();
    const again = openLedger({file, seed: 99, now: testStart});
    expect(again).toMatchObject({id, seed: 7});
    again.close();
    const other = openLedger({file: ':memory:', seed: 7, now: testStart});
    expect(other.id).not.toBe(id);
    expect(other.id).toMatch(/^[0-9a-f-]{36}$/);
    other.close();
  });

  it('can be open only once', () => {
    const ledger = open();
    expect(() => open()).toThrow(LedgerInUse);
    expect(() => open()).toThrow(/in use by another optty/);
    ledger.close();
    open().close();
  });

  it('of a newer version stays unchanged, and so does a file that is not a ledger', () => {
    open().close();
    const database = new DatabaseSync(file);
    database.exec('PRAGMA user_version = 99');
    database.close();
    expect(() => open()).toThrow(/newer optty/);
    writeFileSync(file, 'this is no database, but long enough to be looked at as one '.repeat(20));
    expect(() => open()).toThrow(/not a database/);
  });

  it('returns the book that was written', () => {
    fc.assert(
      fc.property(plays, game => {
        const ledger = openLedger({file, seed: game.seed, now: testStart});
        const clock = manualClock();
        const service = createPaperService(ledger, startClock(testStart, 1, clock.now, 0));
        for (let count = 0; count < 2; count++) service.run({type: 'addAccount'});
        for (const {command, now} of play(game)) {
          clock.advance(now - clock.now());
          if (command.type !== 'wait') service.run(command);
        }
        const last = service.book();
        ledger.close();

        const again = openLedger({file, seed: 1, now: 0});
        const [awake] = apply(again.book, {type: 'wait'}, last.time);
        expect(contentOf(awake)).toEqual(contentOf(last));
        expect(brokenLaws(again.book)).toEqual([]);
        again.close();
        rmSync(join(folder, 'state'), {recursive: true});
      }),
      {seed: 10, numRuns: 8, endOnFailure: true},
    );
  });
});

it('a write that cannot be stored fails, and the service continues from the data on disk', () => {
  const stored: Book = createBook({seed: 7, now: testStart});
  let isFull = true;
  const ledger: Ledger = {
    id: 'x',
    seed: 7,
    genesis: testStart,
    book: stored,
    clock: undefined,
    commit() {
      if (isFull) throw new Error('database or disk is full');
    },
    setClock: () => {},
    reset: () => {},
    close: () => {},
  };
  const service = createPaperService(
    ledger,
    startClock(testStart, 1, () => testStart, 0),
  );
  const place = () =>
    service.run({
      type: 'placeOrder',
      account: 0,
      key: 'k',
      symbol: order.symbol,
      side: 'BUY',
      price: '0.01',
      size: '1',
    });
  expect(place).toThrow(/full/);
  expect(service.book().orders.length).toBe(0);
  isFull = false;
  expect(place()).toMatchObject({type: 'orderDone'});
  expect(service.book().orders.length).toBe(1);
});

describe('a restart', () => {
  it('continues market, orders, Easy Options and keys, and catches up with the time in between', async () => {
    const clock = manualClock();
    const before = await startTestPaper({db: file, clock});
    const list = (await before.call('GET', '/v1/easy-options/list?active=true')).json;
    const touch = list.filter((card: {type: string}) => card.type === 'TOUCH');
    for (const card of touch)
      await before.call('POST', '/v1/easy-options/open', {cardId: card.id, investmentAmount: 50});
    const placed = await before.call('POST', '/v1/orders', {...order, idempotencyKey: 'k'});
    clock.advance(1000);
    const {ledgerId} = before;
    await before.close();

    // The same, never stopped, shows what should have happened.
    const twin = await startTestPaper({clock: manualClock(testStart)});
    for (const card of touch)
      await twin.call('POST', '/v1/easy-options/open', {cardId: card.id, investmentAmount: 50});
    await twin.call('POST', '/v1/orders', {...order, idempotencyKey: 'k'});

    const sleep = 12 * 3_600_000;
    clock.advance(sleep);
    twin.clock.advance(sleep + 1000);
    const after = await startTestPaper({db: file, clock});
    expect(after.ledgerId).toBe(ledgerId);
    for (const path of [
      '/v1/easy-options/search',
      '/v1/orders',
      '/v1/trades?pageSize=1000',
      '/v1/easy-options/list',
    ]) {
      expect((await after.call('GET', path)).text, path).toBe((await twin.call('GET', path)).text);
    }
    expect(
      (await after.call('GET', '/v1/easy-options/search?status=TRIGGERED')).json.totalElements,
    ).toBeGreaterThan(0);
    expect((await after.call('POST', '/v1/orders', {...order, idempotencyKey: 'k'})).json.orderId).toBe(
      placed.json.orderId,
    );
    await after.close();
    await twin.close();
  });

  it('keeps the same account for the first token, even if that token changes', async () => {
    const clock = manualClock();
    const one = await startTestPaper({db: file, clock, token: 'one'});
    await one.call('POST', '/v1/orders', {...order, idempotencyKey: 'k'});
    await one.close();
    const other = await startTestPaper({db: file, clock, token: ['other', 'second']});
    expect((await other.call('GET', '/v1/orders')).json.total).toBe(1);
    expect(
      (await other.call('GET', '/v1/orders', undefined, {authorization: 'Bearer second'})).json.total,
    ).toBe(0);
    await other.close();
  });
});

describe('the service clock', () => {
  it('runs at its speed, keeps that speed while stopped, and never runs backwards', () => {
    const wall = manualClock(1_000_000);
    const fast = startClock(1_000_000, 60, wall.now, 0);
    wall.advance(1_000);
    expect(fast.now()).toBe(1_060_000);
    wall.advance(1_000);
    const slow = startClock(fast.anchor(), 1, wall.now, 0);
    expect(slow.now()).toBe(1_120_000);
    wall.advance(1_000);
    expect(slow.now()).toBe(1_121_000);
    wall.advance(-500_000);
    expect(slow.now()).toBe(1_120_000);
    expect(startClock(slow.anchor(), 1, wall.now, 1_200_000).now()).toBe(1_200_000);
  });
});
