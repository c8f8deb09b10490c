import {expect, it} from 'vitest';
import type {Operations} from '../../../src/api/client.ts';
import {readAccount} from '../../../src/core/halt/reading.ts';
import {easyOption, order} from '../../helpers/desk.ts';

/** A list that has one row more in each answer. */
function growing<Row>(of: (id: string) => Row) {
  let total = 150;
  return async (page: number) => {
    total++;
    const ids = Array.from({length: total}, (_, at) => String(at)).slice(page * 100, page * 100 + 100);
    const value = {rows: ids.map(of), unreadable: [], page, pageSize: 100, isLast: false, total};
    return {value, venue: 'LIVE', latencyMs: 3, requestId: undefined};
  };
}

it('lists that change while they are read are read once, for what they show is ended at once', async () => {
  const [orderPage, optionPage] = [growing(id => order(id)), growing(id => easyOption(id))];
  const client: Pick<Operations, 'listOrders' | 'searchEasyOptions'> = {
    listOrders: async ({page = 1} = {}) => ({...(await orderPage(page - 1)), venue: 'LIVE'}),
    searchEasyOptions: async ({pageNumber = 0} = {}) => ({...(await optionPage(pageNumber)), venue: 'LIVE'}),
  };
  const clock = () => ({mono: 0, wall: 0});
  const world = {client: client as Operations, clock, after: (_: number, then: () => void) => then()};
  const {orders, easyOptions} = await readAccount({...world, service: {}}, true);
  for (const read of [orders, easyOptions]) expect(read).toMatchObject({isWhole: false, fault: undefined});
  expect(easyOptions?.rows).toHaveLength(152);
});
