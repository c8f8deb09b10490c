import {afterEach, beforeEach, describe, expect, it, onTestFinished} from 'vitest';
import type {FeedPane} from '../../../src/account/model/vocabulary.ts';
import {createClient, type TradingClient} from '../../../src/api/index.ts';
import {createReads} from '../../../src/desk/effects/reads.ts';
import type {Command, SentMsg} from '../../../src/desk/messages.ts';
import {startTestPaper, type TestPaper} from '../../helpers/paper.ts';
import {firstRound} from '../../helpers/rounds.ts';
import {scriptedService} from '../../helpers/service.ts';

/** The desk's reads against a real service. */
let paper: TestPaper;
let client: TradingClient;
let reads: ReturnType<typeof createReads>;

beforeEach(async () => {
  paper = await startTestPaper();
  client = createClient({baseUrl: paper.origin, credential: {scheme: 'bearer', token: paper.token}});
  const clock = () => ({mono: performance.now(), wall: paper.clock.now()});
  reads = createReads({client, clock, settings: {sortable: {cards: ['title'], easyOptions: ['id']}}});
});

afterEach(async () => {
  reads.stop();
  await client.close();
  await paper.close();
});

const ask = (start: (send: (msg: SentMsg) => void) => void) =>
  new Promise<SentMsg>(resolve => start(resolve));

type Fetch = Extract<Command, {type: 'fetch'}>;
const ofCards: Fetch = {
  type: 'fetch',
  pane: 'cards',
  request: 1,
  query: {},
  sort: undefined,
  page: 0,
  pageSize: 20,
  looksBeyond: false,
};

function poll(pane: FeedPane, changed: Partial<Fetch> = {}) {
  return ask(send => void reads.fetch({...ofCards, pane, ...changed} as Fetch, send));
}

describe('a poll', () => {
  it('fails once the paper service was reset, because its records are others', async () => {
    expect(await poll('cards')).toMatchObject({type: 'arrived'});
    await paper.call('POST', '/_paper/reset');
    const text = 'Another service is at this address now. Start optty again.';
    expect(await poll('trades')).toMatchObject({type: 'failed', fault: {kind: 'link', text}});
    const asked = firstRound('orders');
    expect(await ask(send => void reads.readPortfolio({type: 'readPortfolio', asked}, send))).toMatchObject({
      came: {kind: 'failed', fault: {text}},
    });
  });

  it('returns a page and the facts about the service', async () => {
    const msg = await poll('cards');
    expect(msg).toMatchObject({
      type: 'arrived',
      pane: 'cards',
      request: 1,
      answer: {venue: 'PAPER', isLast: false},
    });
    expect(msg.type === 'arrived' && msg.answer.rows).toHaveLength(20);
  });

  it('is sorted by the service if possible', async () => {
    const titles = async (field: string) => {
      const msg = await poll('cards', {sort: {field, descending: true}});
      return msg.type === 'arrived'
        ? msg.answer.rows.map(row => (row as unknown as Record<string, string>)[field])
        : [];
    };
    const byService = await titles('title');
    expect(byService).toEqual([...byService].sort().reverse());
  });

  it('that crashes the desk is a bug in the program, and is not reported as a failure of the service', async () => {
    const heard: string[] = [];
    const taking = reads.fetch(ofCards, msg => {
      heard.push(msg.type);
      throw new Error('a mistake');
    });
    await expect(taking).rejects.toThrow('a mistake');
    expect(heard).toEqual(['arrived']);
  });

  it('reports why it failed', async () => {
    const nobody = createClient({baseUrl: 'http://127.0.0.1:1'});
    reads = createReads({
      client: nobody,
      clock: () => ({mono: 0, wall: 0}),
      settings: {sortable: {cards: [], easyOptions: []}},
    });
    const msg = await poll('orders');
    await nobody.close();
    expect(msg).toMatchObject({type: 'failed', pane: 'orders', fault: {kind: 'link'}});
  });

  it('reports nothing after it is abandoned', async () => {
    const heard: SentMsg[] = [];
    void reads.fetch(ofCards, msg => heard.push(msg));
    const msg = await poll('cards', {request: 2});
    expect(msg).toMatchObject({type: 'arrived', request: 2});
    expect(heard).toEqual([]);
  });
});

describe('the second read of a review', () => {
  it('finds a card on any page', async () => {
    const {value} = await client.listCards({pageNumber: 0, pageSize: 100});
    const last = value.rows.at(-1);
    if (last === undefined) throw new Error('no cards');
    const msg = await ask(send =>
      reads.reread(
        {type: 'reread', review: 3, of: {kind: 'card', id: last.id, underlying: last.underlying}},
        send,
      ),
    );
    expect(msg).toMatchObject({type: 'reread', review: 3, answer: {kind: 'card', card: {id: last.id}}});
  });

  it('reports that a card is gone', async () => {
    const msg = await ask(send =>
      reads.reread({type: 'reread', review: 3, of: {kind: 'card', id: '1', underlying: undefined}}, send),
    );
    expect(msg).toMatchObject({answer: {kind: 'card', card: undefined}});
  });

  it('returns the open orders and the Easy Option by its id', async () => {
    const {value} = await client.listCards({});
    const card = value.rows.find(each => each.active);
    await client.openEasyOption({cardId: card?.id ?? '', investmentAmount: '100'});
    paper.clock.advance(5_000);
    const option = (await client.searchEasyOptions({})).value.rows[0];
    const msg = await ask(send =>
      reads.reread({type: 'reread', review: 1, of: {kind: 'easyOption', id: option?.id ?? ''}}, send),
    );
    expect(msg).toMatchObject({answer: {kind: 'easyOption', option: {id: option?.id}}});
    const orders = await ask(send =>
      reads.reread({type: 'reread', review: 1, of: {kind: 'orders', ids: []}}, send),
    );
    expect(orders).toMatchObject({answer: {kind: 'orders'}});
  });
});

describe('the complete list of orders', () => {
  const all = {type: 'readList', number: 4, pane: 'orders', ids: undefined} as const;

  async function place(count: number) {
    const {value} = await client.listCards({});
    const symbol = value.rows.find(each => each.active)?.currentOptionSymbol ?? '';
    const order = {symbol, side: 'BUY', price: '0.01', size: '0.1', orderType: 'LIMIT'} as const;
    for (let index = 0; index < count; index++)
      await client.createOrder({...order, idempotencyKey: `key ${index}`});
  }

  it('is read page by page, a hundred rows at a time', async () => {
    await place(130);
    const msg = await ask(send => reads.readList(all, send));
    expect(msg).toMatchObject({type: 'listRead', number: 4, answer: {total: 130, isWhole: true}});
    expect(msg.type === 'listRead' && new Set(msg.answer.orders.map(each => each.orderId)).size).toBe(130);
  });

  it('has the rows before a failed page, and the total', async () => {
    await place(130);
    paper.setFaults('GET /v1/orders:latency=1*1, GET /v1/orders:status=503');
    const msg = await ask(send => reads.readList(all, send));
    expect(msg).toMatchObject({answer: {total: 130, isWhole: false, fault: expect.stringContaining('503')}});
    expect(msg.type === 'listRead' && msg.answer.orders).toHaveLength(100);
  });

  it('ends at the last requested order', async () => {
    await place(103);
    const [first] = (await client.listOrders({})).value.rows;
    const sought = await ask(send => reads.readList({...all, ids: [first?.orderId ?? '']}, send));
    expect(sought).toMatchObject({answer: {isWhole: false, orders: {0: {orderId: first?.orderId}}}});
    expect(sought.type === 'listRead' && sought.answer.orders).toHaveLength(100);
  });
});

describe('a list without an end', () => {
  /** Each page of orders brings others; a position has no trades. */
  async function endless() {
    const service = await scriptedService();
    let now = 0;
    const times: number[] = [];
    const pages: number[] = [];
    const waiting = new Map<number, () => void>();
    service.reply(({path, query}) => {
      if (path.endsWith('/trades')) return {body: {items: []}};
      const page = Number(query.get('page'));
      times.push(now);
      pages.push(page);
      waiting.get(pages.length)?.();
      return {body: {items: [{orderId: 1_000_000 + page, status: 'PENDING', positionId: 5}]}};
    });
    const asked = (count: number) => new Promise<void>(resolve => waiting.set(count, resolve));
    const endlessClient = createClient({baseUrl: service.baseUrl});
    onTestFinished(() => endlessClient.close());
    reads = createReads({
      client: endlessClient,
      clock: () => ({mono: now, wall: now}),
      after(ms, then) {
        now += ms;
        setImmediate(then);
      },
      settings: {sortable: {cards: [], easyOptions: []}},
    });
    return {times, pages, asked};
  }
  const ofOrders = {type: 'reread', review: 1, of: {kind: 'orders', ids: ['1']}} as const;

  it('is read up to 50 pages by a review, 20 requests per second, and the review says that there is more', async () => {
    const {times, pages} = await endless();
    const msg = await ask(send => reads.reread(ofOrders, send));
    expect(msg).toMatchObject({answer: {kind: 'failed', fault: {text: expect.stringContaining('50 pages')}}});
    expect(pages).toHaveLength(50);
    expect(times.map(at => at / 1_000)).toEqual(pages.map((_, index) => Math.floor(index / 20)));
  });

  it('is not read further for a review once the next one reads, and nothing is reported', async () => {
    const {pages, asked} = await endless();
    const told: SentMsg[] = [];
    reads.reread(ofOrders, msg => told.push(msg));
    await asked(10);
    const left = pages.length;
    await ask(send => reads.reread(ofOrders, send));
    expect(told).toEqual([]);
    // One request may have been under way.
    expect(pages.length - 50 - left).toBeLessThanOrEqual(1);
  });
});
