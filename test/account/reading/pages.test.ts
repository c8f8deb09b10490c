import {describe, expect, it} from 'vitest';
import {anotherAnswers, nameLedger} from '../../../src/account/reading/ledger.ts';
import {askPage} from '../../../src/account/reading/pages.ts';
import type {RoundAsked} from '../../../src/account/reading/round.ts';
import type {Answer, Operations} from '../../../src/api/client.ts';
import {LinkError} from '../../../src/api/errors.ts';
import type {Order, Page} from '../../../src/api/wire/records.ts';
import {createReads} from '../../../src/desk/effects/reads.ts';
import {order} from '../../helpers/desk.ts';
import {firstRound} from '../../helpers/rounds.ts';

const clock = () => ({mono: 0, wall: 0});
const sortable = {cards: [], easyOptions: []};

const answerOf = <Row>(rows: Row[], changed: Partial<Page<Row>> = {}): Answer<Page<Row>> => ({
  value: {rows, unreadable: [], page: 0, pageSize: 100, isLast: rows.length < 100, ...changed},
  venue: 'LIVE',
  latencyMs: 3,
  requestId: undefined,
});

/** A service that gives two orders a page, whatever it is asked for, and tells no total. */
function sparing(ids: readonly string[], changed: Partial<Page<Order>> = {}) {
  const asked: (number | undefined)[] = [];
  const client: Pick<Operations, 'listOrders'> = {
    listOrders: async ({page = 1} = {}) => {
      asked.push(page);
      const rows = ids.slice((page - 1) * 2, page * 2).map(id => order(id));
      return answerOf(rows, rows.length === 0 ? {} : changed);
    },
  };
  return {client: client as Operations, asked};
}

it('a page of another paper ledger than that of the journal does not count, even if it is the first', async () => {
  const read = async (paperLedger: string) => {
    const client = {
      listOrders: async () => ({...answerOf([order('1')], {total: 1}), paperLedger}),
    } satisfies Pick<Operations, 'listOrders'> as Operations;
    nameLedger(client, 'L1');
    return askPage(client, {pane: 'orders', query: {}, page: 0, pageSize: 20}, sortable);
  };
  expect(await read('L1')).toMatchObject({value: {rows: [{orderId: '1'}]}});
  await expect(read('L2')).rejects.toThrow(anotherAnswers);
});

describe('an answer that a cache made before the question', () => {
  const cached = {ageMs: 33_000, by: undefined};
  const client = {
    listOrders: async () => ({...answerOf([order('1')], {total: 1}), cached}),
  } satisfies Pick<Operations, 'listOrders'> as Operations;
  const words = 'A cache answers for the service, 33 s old. Run optty doctor.';

  it('is no read of the account, and on a pane it is as old as it is', async () => {
    const now = () => ({mono: 50_000, wall: 90_000});
    const reads = createReads({client, clock: now, settings: {sortable}});
    const how = {query: {}, sort: undefined, page: 0, pageSize: 20} as const;
    const asked = firstRound('orders');
    const came = await new Promise(send => void reads.readPortfolio({type: 'readPortfolio', asked}, send));
    expect(came).toMatchObject({came: {kind: 'failed', fault: {text: words}}});
    const poll = {type: 'fetch', pane: 'orders', request: 1, looksBeyond: false, ...how} as const;
    const arrived = await new Promise(send => void reads.fetch(poll, send));
    expect(arrived).toMatchObject({
      type: 'arrived',
      began: {mono: 17_000, wall: 57_000},
      answer: {offsetMs: undefined},
    });
  });
});

describe('the complete reads of a client', () => {
  it('take turns: 20 requests in any second, however many read at once', async () => {
    let now = 0;
    const timers: {at: number; then: () => void}[] = [];
    const {client, asked} = sparing(Array.from({length: 30}, (_, index) => String(index + 1)));
    const after = (ms: number, then: () => void) => void timers.push({at: now + ms, then});
    const how = {client, clock: () => ({mono: now, wall: now}), after, settings: {sortable}};
    const rest = () => new Promise(resolve => setImmediate(resolve));
    for (let reader = 0; reader < 2; reader++)
      createReads(how).readPortfolio({type: 'readPortfolio', asked: firstRound('orders')}, () => {});
    await rest();
    expect(asked).toHaveLength(20);
    expect(timers.map(({at}) => at)).toEqual([1_000, 1_000]);
    now = 1_000;
    while (timers.some(({at}) => at <= now)) {
      timers.shift()?.then();
      await rest();
    }
    expect(asked).toHaveLength(40);
  });
});

describe('the rounds of the account', () => {
  it('ask for one page after another, and go on with the page that failed', async () => {
    let [busy, most] = [0, 0];
    const asked: string[] = [];
    const failing = new Set(['orders 2']);
    const answer = async (list: string, page: number) => {
      most = Math.max(most, ++busy);
      asked.push(`${list} ${page}`);
      await new Promise(resolve => setImmediate(resolve));
      busy--;
      if (failing.delete(`${list} ${page}`)) throw new LinkError('timeout', 'maybe', 'No answer.');
      return answerOf(page === 1 ? [order('1')] : [order('2')], {total: 2});
    };
    const client = {
      listOrders: ({page = 1} = {}) => answer('orders', page),
      listTrades: async () => ({...(await answer('trades', 1)), value: {...answerOf([]).value, total: 0}}),
    } satisfies Partial<Operations> as unknown as Operations;
    const reads = createReads({client, clock, settings: {sortable: {cards: [], easyOptions: []}}});
    const came: string[] = [];
    const ended = (asked: RoundAsked) =>
      new Promise<void>(resolve =>
        reads.readPortfolio({type: 'readPortfolio', asked: {...asked, mostAtOnce: 1}}, msg => {
          if (msg.type !== 'portfolio' || !('came' in msg)) return;
          came.push(`${msg.came.pane} ${msg.came.kind}`);
          if (msg.came.kind !== 'part') resolve();
        }),
      );
    const orders = firstRound('orders');
    await Promise.all([ended(orders), ended({...firstRound('orders'), pane: 'trades'} as RoundAsked)]);
    expect(asked).toEqual(['orders 1', 'trades 1', 'orders 2']);
    await ended(orders);
    expect(asked.slice(3)).toEqual(['orders 2', 'orders 1', 'orders 2']);
    expect(came).toEqual([
      'orders part',
      'trades read',
      'orders failed',
      ...Array(2).fill('orders part'),
      'orders read',
    ]);
    expect(most).toBe(1);
  });
});

describe('a page of a list', () => {
  it('is numbered as its endpoint requires, and sorted only if the endpoint can sort', async () => {
    const asked: unknown[] = [];
    const note = async (query: unknown) => {
      asked.push(query);
      return answerOf([]);
    };
    const client = {listCards: note, listOrders: note} as unknown as Operations;
    const sortable = {cards: ['title'], easyOptions: []};
    const wanted = {query: {}, page: 2, pageSize: 20};
    const sort = {field: 'title', descending: true};
    await askPage(client, {pane: 'cards', sort, ...wanted}, sortable);
    await askPage(client, {pane: 'cards', sort: {...sort, field: 'id'}, ...wanted}, sortable);
    await askPage(client, {pane: 'orders', sort, ...wanted}, sortable);
    expect(asked).toEqual([
      {sortByField: 'title', sortByDirection: 'DESC', pageNumber: 2, pageSize: 20},
      {pageNumber: 2, pageSize: 20},
      {page: 3, pageSize: 20},
    ]);
  });

  it.each([
    ['orders', {page: 1}, 0],
    ['orders', {page: 3}, undefined],
    ['easyOptions', {page: 0}, 0],
    ['easyOptions', {page: 2}, undefined],
    ['easyOptions', {page: 0, rows: []}, undefined],
  ] as const)(
    'of %s is compared with the requested third page if it says %j',
    async (pane, said, otherPage) => {
      const read = async () => answerOf<Order>([order('1')], said as Partial<Page<Order>>);
      const client = {listOrders: read, searchEasyOptions: read} as unknown as Operations;
      const sortable = {cards: [], easyOptions: []};
      const answer = await askPage(client, {pane, query: {}, page: 2, pageSize: 20}, sortable);
      expect(answer.otherPage).toBe(otherPage);
    },
  );
});
