/** The walks over all pages of a list, on services that give pages of any size and tell any total. */
import {describe, expect, it} from 'vitest';
import {walk as walkPages} from '../../src/api/client.ts';
import {tooManyPages} from '../../src/api/errors.ts';
import {LinkError, ShapeError, type TradingClient, type WalkOptions} from '../../src/api/index.ts';
import {
  type Arrived,
  clientOf,
  failureOf,
  type Reply,
  type ScriptedService,
  scriptedService,
} from '../helpers/service.ts';

const total = 95;
const card = {type: 'TOUCH', underlying: 'BTC', direction: 'UP', targetPrice: 1, expiryDate: 'x', title: 't'};

type Walk = (client: TradingClient, options?: WalkOptions) => AsyncGenerator<object>;

const walks: readonly [name: string, walk: Walk][] = [
  ['cards', (client, options) => client.cards({underlying: 'BTC'}, options)],
  ['Easy Options', (client, options) => client.easyOptions({status: 'ACTIVE'}, options)],
  ['orders', (client, options) => client.orders({asset: 'BTC'}, options)],
  ['trades', (client, options) => client.trades({symbol: 'BTC'}, options)],
];
const ids = (count: number, from = 1) => Array.from({length: count}, (_, index) => String(from + index));

/** From 0, in whatever list. */
const pageOf = ({query}: Arrived) => Number(query.get('pageNumber') ?? Number(query.get('page') ?? 1) - 1);

/** A page of the list that is asked for, with these rows. */
function rowsOf(asked: Arrived, rows: readonly string[], size: number, told?: number): Reply {
  const page = pageOf(asked);
  if (asked.path.endsWith('/list')) return {body: rows.map(id => ({...card, id: Number(id)}))};
  if (asked.path.endsWith('/search'))
    return {body: {content: rows.map(id => ({id})), page, size, totalElements: told}};
  const items = rows.map(id => ({orderId: Number(id), tradeId: Number(id)}));
  return {body: {items, page: page + 1, pageSize: size, total: told}};
}

/** Gives pages of `size` rows whatever is asked for, and tells a total or none. */
const serving = (size: number, told?: number) => (asked: Arrived) =>
  rowsOf(asked, ids(total).slice(pageOf(asked) * size, (pageOf(asked) + 1) * size), size, told);

async function idsOf(rows: AsyncIterable<{id?: string; orderId?: string; tradeId?: string}>) {
  return (await everyRow(rows)).map(({tradeId, orderId, id}) => tradeId ?? orderId ?? id);
}

async function everyRow<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const found: Row[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

describe.each(walks)('the iteration over %s', (_name, walk) => {
  it.each([
    [7, undefined],
    [40, total],
    [40, undefined],
    [40, 40],
    [1000, total],
  ])('finds every row with %i rows per page and a total of %s', async (size, told) => {
    const service = await scriptedService(serving(size, told));
    expect(await idsOf(walk(clientOf(service.baseUrl)))).toEqual(ids(total));
    expect(service.arrived).toHaveLength(Math.ceil(total / size) + 1);
  });

  it('ends if the service ignores the page number and repeats a page', async () => {
    const service = await scriptedService(asked => rowsOf(asked, ids(20), 20));
    expect(await idsOf(walk(clientOf(service.baseUrl)))).toEqual(ids(20));
    expect(service.arrived).toHaveLength(2);
  });

  it('returns a row that moved to the next page only once', async () => {
    const pages = [ids(3), ids(3, 3), []];
    const service = await scriptedService(asked => rowsOf(asked, pages[pageOf(asked)] ?? [], 3));
    expect(await idsOf(walk(clientOf(service.baseUrl)))).toEqual(ids(5));
  });

  it('ends at its page limit', async () => {
    const service = await scriptedService(asked => rowsOf(asked, ids(1, 1 + pageOf(asked)), 1));
    const rows = walk(clientOf(service.baseUrl), {maxPages: 5});
    expect(await failureOf(idsOf(rows))).toEqual(new ShapeError(tooManyPages(5), {status: 200}));
    expect(service.arrived).toHaveLength(5);
  });

  it('requests no page before a row of it is needed', async () => {
    const service = await scriptedService(serving(10, total));
    for await (const _row of walk(clientOf(service.baseUrl))) break;
    expect(service.arrived).toHaveLength(1);
  });
});

describe('an iteration', () => {
  const mixed = {items: [{orderId: 1}, 'no order', {orderId: 2}]};
  const onePage = (service: ScriptedService, body: object) =>
    service.reply(({query}) => ({body: query.get('page') === '1' ? body : {items: []}}));

  it('starts at the page of its query and keeps the other filters', async () => {
    const service = await scriptedService({body: {items: []}});
    for await (const _row of clientOf(service.baseUrl).orders({asset: 'BTC', page: 3, pageSize: 7}));
    expect(service.arrived.map(({url}) => url)).toEqual(['/api/v1/orders?asset=BTC&page=3&pageSize=7']);
  });

  it('fails with an input error at its first row', async () => {
    const client = clientOf('http://127.0.0.1:9');
    for (const query of [null, 'BTC', [], {assett: 'BTC'}, {page: '1'}, {page: 0}]) {
      const failure = await failureOf(client.orders(query as never).next());
      expect(failure, JSON.stringify(query)).toBeInstanceOf(LinkError);
      expect(failure).toMatchObject({kind: 'input', sent: 'no'});
    }
  });

  it('does not skip a row that cannot be read', async () => {
    const service = await scriptedService();
    onePage(service, mixed);
    const found: string[] = [];
    const reading = async () => {
      for await (const {orderId} of clientOf(service.baseUrl).orders()) found.push(orderId);
    };
    expect(await failureOf(reading())).toMatchObject({
      name: 'ShapeError',
      message: expect.stringContaining('Row 2 of a page cannot be read: must be an object, not "no order"'),
    });
    expect(found).toEqual(['1', '2']);
  });

  it('skips an unreadable row if there is a callback for it', async () => {
    const service = await scriptedService();
    onePage(service, mixed);
    const told: number[] = [];
    const onUnreadable = ({index}: {index: number}) => void told.push(index);
    const orders = await everyRow(clientOf(service.baseUrl).orders({}, {onUnreadable}));
    expect([orders.map(({orderId}) => orderId), told]).toEqual([['1', '2'], [1]]);
  });

  it('continues after a page with no readable row', async () => {
    const service = await scriptedService();
    const pages = [['x'], ['yy', 'y'], [{orderId: 3}], []];
    service.reply(({query}) => ({body: {items: pages[Number(query.get('page')) - 1]}}));
    const orders = await everyRow(clientOf(service.baseUrl).orders({}, {onUnreadable: () => undefined}));
    expect(orders.map(({orderId}) => orderId)).toEqual(['3']);
  });

  it('returns trades without an id as listed, and ends when a page repeats', async () => {
    const service = await scriptedService(({query}) => ({
      body: {items: query.get('page') === '1' ? [{asset: 'A'}, {asset: 'A'}] : [{asset: 'B'}]},
    }));
    const trades = await everyRow(clientOf(service.baseUrl).trades());
    expect(trades.map(({asset}) => asset)).toEqual(['A', 'A', 'B']);
  });

  it('ends with the error of a page, or by its signal', async () => {
    const service = await scriptedService(({query}) =>
      query.get('page') === '1' ? {body: mixed} : {status: 401, body: {}},
    );
    const options = {onUnreadable: () => undefined};
    expect(await failureOf(everyRow(clientOf(service.baseUrl).orders({}, options)))).toMatchObject({
      status: 401,
    });
    const walk = clientOf(service.baseUrl).orders({}, {signal: AbortSignal.abort()});
    expect(await failureOf(walk.next())).toMatchObject({kind: 'aborted'});
  });
});

type Row = {readonly id: string};

/** Walks pages of ids; `totals` stands beside each page, and the service knows no page beyond. */
async function walked(pages: readonly (readonly string[])[], total?: number): Promise<string[]> {
  const rows: string[] = [];
  const read = async (page: number) => {
    const ids = pages[page] ?? [];
    const value = {rows: ids.map(id => ({id})), unreadable: [], total, page, pageSize: 1, isLast: false};
    return {value, venue: 'LIVE' as const, latencyMs: 1};
  };
  for await (const {id} of walkPages<Row>({firstPage: 0, read, idOf: row => row.id}, {})) rows.push(id);
  return rows;
}

describe('an iteration over pages that shift', () => {
  it('continues after a page without new rows if the total says that there are more', async () => {
    expect(await walked([['1'], ['1'], ['2'], ['2'], ['2'], ['3']], 3)).toEqual(['1', '2', '3']);
  });

  it('ends at such a page if there is no total, or if all rows have arrived', async () => {
    expect(await walked([['1'], ['1'], ['2']])).toEqual(['1']);
    expect(await walked([['1'], ['2'], ['2'], ['3']], 2)).toEqual(['1', '2']);
  });

  it('does not loop if the total is wrong', async () => {
    expect(await walked(Array(100).fill(['1']), 50)).toEqual(['1']);
  });
});
