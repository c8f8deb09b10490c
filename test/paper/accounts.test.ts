import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {startTestPaper, type TestPaper} from '../helpers/paper.ts';
import {restingOrder} from './operations/trader.ts';

describe('accounts', () => {
  let shared: TestPaper;
  beforeAll(async () => {
    shared = await startTestPaper({token: ['one', 'two']});
  });
  afterAll(() => shared.close());

  it('belong to their tokens and see nothing of each other', async () => {
    const as = (token: string) => ({authorization: `Bearer ${token}`});
    const mine = await shared.call('POST', '/v1/orders', restingOrder, as('one'));
    const theirs = await shared.call('POST', '/v1/orders', {...restingOrder, price: '0.02'}, as('two'));
    expect([mine.status, theirs.status]).toEqual([200, 200]);
    expect((await shared.call('GET', '/v1/orders', undefined, as('two'))).json.items).toEqual([theirs.json]);
    expect(
      (await shared.call('DELETE', `/v1/orders/${mine.json.orderId}`, undefined, as('two'))).status,
    ).toBe(404);
    const list = (await shared.call('GET', '/v1/easy-options/list?active=true')).json;
    const opened = await shared.call(
      'POST',
      '/v1/easy-options/open',
      {cardId: list[0].id, investmentAmount: 10},
      as('two'),
    );
    expect(opened.json.accountId).toBe(1002);
    shared.clock.advance(1000);
    expect(
      (await shared.call('POST', `/v1/easy-options/${opened.json.id}/close`, undefined, as('one'))).status,
    ).toBe(404);
    expect(
      (await shared.call('GET', '/v1/easy-options/search', undefined, as('one'))).json.totalElements,
    ).toBe(0);
    const trade = (await shared.call('GET', '/v1/trades', undefined, as('two'))).json.items[0];
    expect((await shared.call('GET', `/v1/trades/${trade.tradeId}`, undefined, as('one'))).status).toBe(404);
  });
});
