import {describe, expect, it} from 'vitest';
import type {DialectChoice} from '../../../src/paper/operations/dialect.ts';
import {startTestPaper} from '../../helpers/paper.ts';
import {restingOrder} from './trader.ts';

/** How many rows each spelling of "one row" gets from a service of this dialect: 1 where it is obeyed. */
async function obeyed(
  dialect: DialectChoice | undefined,
  path: string,
  spellings: string[],
): Promise<string[]> {
  const paper = await startTestPaper({dialect});
  for (const idempotencyKey of ['a', 'b'])
    await paper.call('POST', '/v1/orders', {...restingOrder, idempotencyKey});
  const [card] = (await paper.call('GET', '/v1/easy-options/list')).json.filter(
    (each: {active: boolean}) => each.active,
  );
  for (const investmentAmount of [10, 20]) {
    await paper.call('POST', '/v1/easy-options/open', {cardId: card.id, investmentAmount});
  }
  paper.clock.advance(1000);
  const found: string[] = [];
  for (const spelling of spellings) {
    const {status, json} = await paper.call('GET', `${path}?${spelling}`);
    const rows = Array.isArray(json) ? json : (json.items ?? json.content ?? []);
    if (status === 200 && rows.length === 1) found.push(spelling);
  }
  await paper.close();
  return found;
}

const searchSpellings = {
  flat: 'pageSize=1',
  bracket: 'searchDto%5BpageSize%5D=1',
  dot: 'searchDto.pageSize=1',
  json: `searchDto=${encodeURIComponent('{"pageSize":1}')}`,
};

describe('searchDto', () => {
  it.each(['flat', 'bracket', 'dot', 'json'] as const)(
    'is used only in the %s spelling if that is the dialect',
    async search_dto => {
      for (const path of ['/v1/easy-options/list', '/v1/easy-options/search']) {
        expect(await obeyed({search_dto}, path, Object.values(searchSpellings))).toEqual([
          searchSpellings[search_dto],
        ]);
      }
    },
  );

  it('is used in every spelling if no dialect is selected', async () => {
    const spellings = Object.values(searchSpellings);
    expect(await obeyed(undefined, '/v1/easy-options/list', spellings)).toEqual(spellings);
    expect(await obeyed(undefined, '/v1/easy-options/list', ['searchDto=', 'searchDto=%7B%7D'])).toEqual([]);
  });
});

describe('the query names of orders and trades', () => {
  it('are only the selected ones', async () => {
    const orders = {asset: 'underlying', page_size: 'limit'};
    expect(await obeyed({orders}, '/v1/orders', ['pageSize=1', 'limit=1', 'size=1'])).toEqual(['limit=1']);
    const trades = {page_size: 'count', order_id: 'order'};
    expect(
      await obeyed({trades}, '/v1/trades', ['pageSize=1', 'count=1', 'orderId=9100000000000003']),
    ).toEqual(['count=1']);
    expect(await obeyed({trades}, '/v1/trades', ['order=9100000000000003'])).toEqual([
      'order=9100000000000003',
    ]);
  });

  it('appear in the error for a wrong value', async () => {
    const paper = await startTestPaper({dialect: {orders: {page: 'p'}, trades: {start: 'from'}}});
    expect((await paper.call('GET', '/v1/orders?p=0')).json.details).toHaveProperty('p');
    expect((await paper.call('GET', '/v1/trades?from=x')).json.details).toHaveProperty('from');
    await paper.close();
  });
});

describe('the side of trades', () => {
  it.each([
    [undefined, ['tradeSide=buy&pageSize=1', 'tradeSide=BUY&pageSize=1']],
    ['lower', ['tradeSide=buy&pageSize=1']],
    ['upper', ['tradeSide=BUY&pageSize=1']],
  ] as const)('is taken in %s case', async (side_case, expected) => {
    const dialect = side_case === undefined ? undefined : {trades: {side_case}};
    expect(
      await obeyed(dialect, '/v1/trades', ['tradeSide=buy&pageSize=1', 'tradeSide=BUY&pageSize=1']),
    ).toEqual(expected);
  });
});
