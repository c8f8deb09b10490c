import {describe, expect, it} from 'vitest';
import {askPage} from '../../../src/account/reading/pages.ts';
import type {Answer, Operations} from '../../../src/api/client.ts';
import type {Order, Page} from '../../../src/api/wire/records.ts';
import {order} from '../../helpers/desk.ts';

const answerOf = <Row>(rows: Row[], changed: Partial<Page<Row>> = {}): Answer<Page<Row>> => ({
  value: {rows, unreadable: [], page: 0, pageSize: 100, isLast: rows.length < 100, ...changed},
  venue: 'LIVE',
  latencyMs: 3,
  requestId: undefined,
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
