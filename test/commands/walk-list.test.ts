/** Tests that every page of a list is read, whatever page size or total the service returns. */
import {describe, expect, it} from 'vitest';
import {ShapeError, tooManyPages} from '../../src/api/errors.ts';
import {walkList, walkPages} from '../../src/commands/walk-list.ts';
import {defaultProfileDialect} from '../../src/config/profile-dialect.ts';
import {type Arrived, clientOf, failureOf, type Reply, scriptedService} from '../helpers/service.ts';

const total = 95;
const card = {type: 'TOUCH', underlying: 'BTC', direction: 'UP', targetPrice: 1, expiryDate: 'x', title: 't'};

type Service = {readonly baseUrl: string};

const walk = (pane: 'cards' | 'easyOptions' | 'orders' | 'trades') => (service: Service) =>
  walkList(clientOf(service.baseUrl), defaultProfileDialect, {pane, query: {}, page: 0, pageSize: 100});

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

async function idsOf(
  rows: AsyncIterable<{readonly [Name in 'id' | 'orderId' | 'tradeId']?: string | undefined}>,
) {
  return (await Array.fromAsync(rows)).map(({tradeId, orderId, id}) => tradeId ?? orderId ?? id);
}

describe.each(['cards', 'easyOptions', 'orders', 'trades'] as const)('all pages of %s', pane => {
  const walked = walk(pane);

  it.each([
    [7, undefined],
    [40, total],
    [40, undefined],
    [40, 40],
    [1000, total],
  ])('give every row with %i rows per page and a total of %s', async (size, told) => {
    const service = await scriptedService(serving(size, told));
    expect(await idsOf(walked(service).rows)).toEqual(ids(total));
    expect(service.arrived).toHaveLength(Math.ceil(total / size) + 1);
  });

  it('end if the service ignores the page number and repeats a page', async () => {
    const service = await scriptedService(asked => rowsOf(asked, ids(20), 20));
    expect(await idsOf(walked(service).rows)).toEqual(ids(20));
    expect(service.arrived).toHaveLength(2);
  });

  it('give a row that moved to the next page only once', async () => {
    const pages = [ids(3), ids(3, 3), []];
    const service = await scriptedService(asked => rowsOf(asked, pages[pageOf(asked)] ?? [], 3));
    expect(await idsOf(walked(service).rows)).toEqual(ids(5));
  });

  it('are asked for only when a row of them is needed', async () => {
    const service = await scriptedService(serving(10, total));
    for await (const _row of walked(service).rows) break;
    expect(service.arrived).toHaveLength(1);
  });
});

describe('all pages of a list', () => {
  it('begin at the page that is asked for, and keep the query', async () => {
    const service = await scriptedService({body: {items: []}});
    const wanted = {pane: 'orders', query: {asset: 'BTC'}, page: 2, pageSize: 7} as const;
    await idsOf(walkList(clientOf(service.baseUrl), defaultProfileDialect, wanted).rows);
    expect(service.arrived.map(({url}) => url)).toEqual(['/api/v1/orders?asset=BTC&page=3&pageSize=7']);
  });

  it('count a row that cannot be read, and give the others', async () => {
    const mixed = {items: [{orderId: 1}, 'no order', {orderId: 2}]};
    const service = await scriptedService(asked => ({body: pageOf(asked) === 0 ? mixed : {items: []}}));
    const {rows, walked} = walk('orders')(service);
    expect(await idsOf(rows)).toEqual(['1', '2']);
    expect(walked).toMatchObject({
      unread: 1,
      unreadable: [{index: 1, reason: 'must be an object, not "no order"'}],
    });
  });

  it('continue after a page with no readable row', async () => {
    const pages = [['x'], ['yy', 'y'], [{orderId: 3}], []];
    const service = await scriptedService(asked => ({body: {items: pages[pageOf(asked)]}}));
    expect(await idsOf(walk('orders')(service).rows)).toEqual(['3']);
  });

  it('give trades without an id as listed, and end when a page repeats', async () => {
    const service = await scriptedService(asked => ({
      body: {items: pageOf(asked) === 0 ? [{asset: 'A'}, {asset: 'A'}] : [{asset: 'B'}]},
    }));
    const trades = await Array.fromAsync(walk('trades')(service).rows);
    expect(trades.map(each => Reflect.get(each, 'asset'))).toEqual(['A', 'A', 'B']);
  });

  it('end with the error of a page', async () => {
    const service = await scriptedService(asked =>
      pageOf(asked) === 0 ? {body: {items: [{orderId: 1}]}} : {status: 401, body: {}},
    );
    expect(await failureOf(idsOf(walk('orders')(service).rows))).toMatchObject({status: 401});
  });
});

/** Walks pages of ids; `total` stands beside each page, and the service knows no page beyond. */
async function walked(pages: readonly (readonly string[])[], total?: number, mostPages?: number) {
  const read = async (page: number) => {
    const rows = (pages[page] ?? []).map(id => ({id}));
    return {rows, unreadable: [], total, page, pageSize: 1, isLast: false};
  };
  const found = await Array.fromAsync(walkPages(read, 0, ({id}) => id, mostPages));
  return found.flatMap(({rows}) => rows.map(({id}) => id));
}

describe('pages that shift', () => {
  it('go on after a page without new rows if the total says that there are more', async () => {
    expect(await walked([['1'], ['1'], ['2'], ['2'], ['2'], ['3']], 3)).toEqual(['1', '2', '3']);
  });

  it('end at such a page if there is no total, or if all rows have arrived', async () => {
    expect(await walked([['1'], ['1'], ['2']])).toEqual(['1']);
    expect(await walked([['1'], ['2'], ['2'], ['3']], 2)).toEqual(['1', '2']);
  });

  it('are not asked for without end if the total is wrong', async () => {
    expect(await walked(Array(100).fill(['1']), 50)).toEqual(['1']);
  });

  it('are an error beyond the most that are read', async () => {
    const failure = await failureOf(
      walked(
        ids(6).map(id => [id]),
        undefined,
        5,
      ),
    );
    expect(failure).toEqual(new ShapeError(tooManyPages(5), {status: 200}));
  });
});
