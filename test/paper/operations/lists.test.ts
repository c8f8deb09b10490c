import {beforeEach, describe, expect, it} from 'vitest';
import {startTrader, type Trader} from './trader.ts';

let trader: Trader;
beforeEach(async () => {
  trader = await startTrader();
  return () => trader.paper.close();
});

describe('the lists of orders and trades', () => {
  it('filter orders by asset and option type, and page from 1', async () => {
    for (let count = 0; count < 25; count++) {
      const symbol = count % 5 === 0 ? 'ETH-27NOV26-3400-P' : 'BTC-27NOV26-75000-C';
      expect((await trader.place({idempotencyKey: `k${count}`, symbol})).status).toBe(200);
    }
    expect(await trader.orders()).toMatchObject({total: 25, page: 1, pageSize: 20});
    expect((await trader.orders()).items).toHaveLength(20);
    expect((await trader.orders('?asset=ETH')).total).toBe(5);
    expect((await trader.orders('?type=CALL&asset=BTC&pageSize=100')).items).toHaveLength(20);
    expect((await trader.orders('?type=PUT&asset=BTC')).total).toBe(0);
    const seen = new Set<string>();
    for (let page = 1; page <= 4; page++)
      for (const {orderId} of (await trader.orders(`?page=${page}&pageSize=7`)).items) seen.add(orderId);
    expect(seen.size).toBe(25);
    expect(await trader.orders('?page=5&pageSize=7')).toMatchObject({items: [], total: 25, page: 5});
  });

  it('filter trades by symbol, order, position, side and time', async () => {
    const {card, id} = await trader.openAndFill();
    trader.paper.clock.advance(10_000);
    await trader.close(id);
    trader.paper.clock.advance(1000);
    const {items} = await trader.trades();
    const [sold, bought] = items;
    for (const [query, expected] of [
      [`symbol=${card.optionSymbol}`, items],
      ['symbol=BTC-27NOV26-75000-P', []],
      [`orderId=${bought.orderId}`, [bought]],
      [`positionId=${bought.positionId}`, items],
      ['tradeSide=buy', [bought]],
      ['tradeSide=SELL', [sold]],
      [`startTimestamp=${sold.openDate}`, [sold]],
      [`endTimestamp=${sold.openDate - 1}`, [bought]],
      [`startTimestamp=${bought.openDate}&endTimestamp=${sold.openDate}`, items],
      ['page=2&pageSize=1', [bought]],
    ] as const) {
      expect((await trader.trades(`?${query}`)).items, query).toEqual(expected);
    }
    expect((await trader.paper.call('GET', '/v1/trades/9200000000000009')).status).toBe(404);
  });
});
