import {describe, expect, it} from 'vitest';
import type {Answer, Operations} from '../../../src/api/client.ts';
import type {Order, Page} from '../../../src/api/wire/records.ts';
import {askPage, findRows} from '../../../src/desk/feeds/lists.ts';
import {order} from '../../helpers/desk.ts';

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

const find = (client: Operations, ...ids: string[]) =>
  findRows(client, 'orders', {}, ids, {}).then(rows => rows.map(each => each.orderId));

describe('rows looked for by their ids', () => {
  it('are found behind pages that are smaller than was asked for', async () => {
    const {client, asked} = sparing(['1', '2', '3', '4', '5']);
    expect(await find(client, '5', '2')).toEqual(['2', '5']);
    expect(asked).toEqual([1, 2, 3]);
  });

  it('are asked for no further than to the last of them', async () => {
    const {client, asked} = sparing(['1', '2', '3', '4', '5']);
    expect(await find(client, '2')).toEqual(['2']);
    expect(asked).toEqual([1]);
  });

  it('are missing once the list has ended without them', async () => {
    const {client, asked} = sparing(['1', '2', '3']);
    expect(await find(client, '9', '3')).toEqual(['3']);
    expect(asked).toEqual([1, 2, 3]);
  });

  it('are not called missing where one of them may be a row that could not be read', async () => {
    const {client} = sparing(['1', '2'], {unreadable: [{index: 1, reason: 'no price'}]});
    expect(await find(client, '1')).toEqual(['1']);
    await expect(find(client, '9')).rejects.toThrow('1 of the rows could not be read (no price).');
  });
});

describe('a page of a list', () => {
  it('is counted as its operation counts, and sorted only where that can', async () => {
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
  ] as const)('of %s, asked for the third, that says %j is told apart', async (pane, said, otherPage) => {
    const read = async () => answerOf<Order>([order('1')], said as Partial<Page<Order>>);
    const client = {listOrders: read, searchEasyOptions: read} as unknown as Operations;
    const sortable = {cards: [], easyOptions: []};
    const answer = await askPage(client, {pane, query: {}, page: 2, pageSize: 20}, sortable);
    expect(answer.otherPage).toBe(otherPage);
  });
});
