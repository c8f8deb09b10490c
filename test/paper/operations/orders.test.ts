import {beforeEach, describe, expect, it} from 'vitest';
import {orderFields, tradeFields} from '../../../src/api/wire/records.ts';
import {startTrader, type Trader} from './trader.ts';

const day = 86_400_000;

type Trade = {maker: boolean; fillType: string; filledSizeContracts: number};

let trader: Trader;
beforeEach(async () => {
  trader = await startTrader();
  return () => trader.paper.close();
});

describe('an order', () => {
  it('rests, fills when the market crosses it, and then is a trade', async () => {
    const card = await trader.activeCard('?underlying=BTC&type=UP_DOWN&direction=UP');
    const price = (Math.floor(card.currentAskPrice * 97) / 100).toFixed(2);
    const placed = await trader.place({symbol: card.optionSymbol, price});
    expect(placed).toMatchObject({
      status: 200,
      json: {status: 'PENDING', price: Number(price), size: 1, side: 'BUY', orderType: 'LIMIT'},
    });
    expect((await trader.orders()).items[0]).toEqual(placed.json);
    for (let minute = 0; minute < 600 && (await trader.orders()).total > 0; minute++)
      trader.paper.clock.advance(60_000);
    const {items} = await trader.trades(`?orderId=${placed.json.orderId}`);
    expect(items[0]).toMatchObject({
      orderId: placed.json.orderId,
      openPrice: Number(price),
      maker: true,
      fillType: 'FILL',
      tradeSide: 'BUY',
    });
    expect((await trader.paper.call('GET', `/v1/trades/${items[0].tradeId}`)).json).toEqual(items[0]);
    expect(Object.keys(items[0]).toSorted()).toEqual([...tradeFields].toSorted());
  });

  it('above the ask takes the quote, level after level, and rests with the remainder', async () => {
    const {symbol, ask, order} = await trader.onCard('?underlying=ETH&type=UP_DOWN');
    expect(await order('BUY', '5000', ask * 1.02)).toMatchObject({
      ...{status: 422, json: {error: 'INSUFFICIENT_FUNDS'}},
    });
    const {json: depth} = await order('BUY', '900', ask * 1.011);
    expect(depth).toMatchObject({symbol, status: 'PENDING'});
    expect(Object.keys(depth).toSorted()).toEqual([...orderFields].toSorted());
    expect(depth.openPrice).toBeGreaterThanOrEqual(ask);
    const items: Trade[] = (await trader.trades()).items;
    expect(items.every(({maker, fillType}) => !maker && fillType === 'PARTIAL_FILL')).toBe(true);
    expect(items.reduce((sum, {filledSizeContracts: size}) => sum + size, 0)).toBeLessThan(900);
    const {orderId} = depth;
    expect((await trader.cancel(orderId)).json).toMatchObject({status: 'CANCELED', orderId});
    expect((await trader.orders()).total).toBe(0);
  });

  it('sells what is held and no more', async () => {
    const {symbol, ask, order} = await trader.onCard('?underlying=ETH&type=UP_DOWN');
    const nothing = {status: 422, json: {error: 'NOTHING_TO_SELL'}};
    expect(await order('SELL', '1', 0.01)).toMatchObject(nothing);
    const {positionId, status} = (await order('BUY', '2', ask)).json;
    expect([status, positionId]).toEqual(['FILLED', expect.stringMatching(/^\d{16}$/)]);
    expect((await order('SELL', '1.5', ask * 3)).json).toMatchObject({status: 'PENDING', positionId});
    expect(await order('SELL', '1', 0.01)).toMatchObject({
      json: {...nothing.json, details: {available: '0.5'}},
    });
    const named = `{"idempotencyKey":"e","symbol":"${symbol}","price":"0.01","size":"0.5","side":"SELL","orderType":"LIMIT","positionId":${positionId}}`;
    expect((await trader.paper.call('POST', '/v1/orders', named)).json).toMatchObject({
      ...{status: 'FILLED', positionId},
    });
    expect((await trader.trades(`?positionId=${positionId}`)).total).toBe(2);
  });

  it('is refused for a position that does not exist, is of another option, or belongs to an Easy Option', async () => {
    const {card, id} = await trader.openAndFill();
    const [row] = (await trader.search(`?id=${id}`)).content;
    const sell = (symbol: string, positionId: string) =>
      trader.paper.call(
        'POST',
        '/v1/orders',
        `{"idempotencyKey":"k","symbol":"${symbol}","price":"1","size":"1","side":"SELL","orderType":"LIMIT","positionId":${positionId}}`,
      );
    for (const [symbol, positionId, error] of [
      [card.optionSymbol, '1', 'UNKNOWN_POSITION'],
      [card.optionSymbol, '9300000000000002', 'UNKNOWN_POSITION'],
      [card.optionSymbol, row.positionId, 'EASY_OPTION_POSITION'],
      ['ETH-27NOV26-3400-C', row.positionId, 'OTHER_SYMBOL'],
    ])
      expect(await sell(symbol, positionId)).toMatchObject({status: 422, json: {error}});
  });

  it.each([
    ['an unknown symbol', {symbol: 'FOO-1'}, 'UNKNOWN_SYMBOL'],
    ['an expired option', {symbol: 'BTC-18NOV26-65000-C'}, 'UNKNOWN_SYMBOL'],
    ['a price of zero', {price: '0'}, 'INVALID_PRICE'],
    ['a price between ticks', {price: '1.001'}, 'INVALID_PRICE'],
    ['a price of forty digits', {price: '9'.repeat(40)}, 'INVALID_PRICE'],
    ['a size of zero', {size: '0'}, 'INVALID_SIZE'],
    ['a size below the minimum', {size: '0.00001'}, 'INVALID_SIZE'],
    ['a notional above the cash', {price: '100000', size: '1'}, 'INSUFFICIENT_FUNDS'],
  ])('is refused for %s', async (_what, change, error) => {
    expect(await trader.place(change)).toMatchObject({status: 422, json: {error}});
    expect((await trader.orders()).total).toBe(0);
  });

  it('is created once for a key and a payload', async () => {
    const first = await trader.place({});
    const again = await trader.place({price: '0.010', size: '1.0'});
    expect(again.json).toEqual(first.json);
    expect((await trader.orders()).total).toBe(1);
    expect(await trader.place({price: '0.02'})).toMatchObject({
      status: 409,
      json: {error: 'DUPLICATE_IDEMPOTENCY_KEY'},
    });
    expect(await trader.place({side: 'SELL'})).toMatchObject({status: 409});
  });

  it('returns its current state for the same key', async () => {
    const {json} = await trader.place({});
    await trader.cancel(json.orderId);
    expect((await trader.place({})).json).toMatchObject({orderId: json.orderId, status: 'CANCELED'});
  });

  it('does not use up its key if it is refused', async () => {
    expect((await trader.place({price: '100000'})).status).toBe(422);
    expect((await trader.place({})).status).toBe(200);
  });

  it('is canceled when its option expires', async () => {
    const daily = (await trader.cards('?active=true')).find((card: {expiryDate: string}) =>
      card.expiryDate.startsWith('2026-11-20'),
    );
    const tick = daily.underlying === 'DOGE' ? '0.00001' : '0.01';
    const {json} = await trader.place({symbol: daily.optionSymbol, price: tick, size: '1'});
    trader.paper.clock.advance(day);
    expect((await trader.orders()).total).toBe(0);
    const answer = await trader.cancel(json.orderId);
    expect(answer.status).toBe(409);
    expect(['CANCELED', 'FILLED']).toContain(answer.json.details.status);
  });

  it('cannot be canceled if it is final or unknown', async () => {
    const {json} = await trader.place({});
    expect((await trader.cancel(json.orderId)).status).toBe(200);
    expect(await trader.cancel(json.orderId)).toMatchObject({
      status: 409,
      json: {error: 'ORDER_FINAL', details: {status: 'CANCELED'}},
    });
    expect((await trader.cancel('9100000000000009')).status).toBe(404);
    expect((await trader.cancel('9223372036854775807')).status).toBe(404);
  });
});
