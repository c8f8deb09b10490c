import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {cardFields, easyOptionFields, orderFields, tradeFields} from '../../src/api/resources.ts';
import {startTestPaper, type TestPaper} from '../helpers/paper.ts';

const day = 86_400_000;
let paper: TestPaper;

beforeEach(async () => {
  paper = await startTestPaper();
  return () => paper.close();
});

const cards = async (query = '') => (await paper.call('GET', `/v1/easy-options/list${query}`)).json;
const activeCard = async (query = '') => (await cards(query)).find((card: {active: boolean}) => card.active);
const search = async (query = '') => (await paper.call('GET', `/v1/easy-options/search${query}`)).json;
const orders = async (query = '') => (await paper.call('GET', `/v1/orders${query}`)).json;
const trades = async (query = '') => (await paper.call('GET', `/v1/trades${query}`)).json;

const open = (cardId: unknown, investmentAmount: unknown) =>
  paper.call('POST', '/v1/easy-options/open', {cardId, investmentAmount});
const close = (id: string) => paper.call('POST', `/v1/easy-options/${id}/close`);
const place = (order: Record<string, unknown>) =>
  paper.call('POST', '/v1/orders', {
    idempotencyKey: 'key',
    symbol: 'BTC-27NOV26-75000-C',
    price: '0.01',
    size: '1',
    side: 'BUY',
    orderType: 'LIMIT',
    ...order,
  });
const cancel = (id: string) => paper.call('DELETE', `/v1/orders/${id}`);

/** Opens an Easy Option and lets its order reach the market. */
async function openAndFill(amount = 100, query = '?type=UP_DOWN') {
  const card = await activeCard(query);
  const {json} = await open(card.id, amount);
  paper.clock.advance(1000);
  return {card, id: String(json.id)};
}

describe('cards', () => {
  it('are a plain array of forty with all documented fields', async () => {
    const list = await cards();
    expect(list).toHaveLength(40);
    const touch = list.find((card: {type: string}) => card.type === 'TOUCH');
    expect(Object.keys(touch).toSorted()).toEqual([...cardFields].toSorted());
    expect(list.some((card: {active: boolean}) => !card.active)).toBe(true);
  });

  it.each([
    ['?type=TOUCH', 20],
    ['?direction=UP', 20],
    ['?underlying=BTC', 8],
    ['?underlyingContains=t', 16],
    ['?titleContains=TOUCHES', 20],
    ['?search=doge', 8],
    ['?active=false', 4],
    ['?type=TOUCH&direction=DOWN&underlying=XRP', 2],
    ['?pageSize=15', 15],
    ['?pageSize=15&pageNumber=2', 10],
    ['?pageSize=15&pageNumber=3', 0],
    ['?wl=1', 40],
    ['?underlying=btc', 0],
  ])('are filtered and paged by %s', async (query, count) => {
    expect(await cards(query)).toHaveLength(count);
  });

  it('are sorted by any field, in both directions', async () => {
    for (const field of cardFields) {
      const up = await cards(`?sortByField=${field}&sortByDirection=ASC`);
      const down = await cards(`?sortByField=${field}&sortByDirection=DESC`);
      expect(up).toHaveLength(40);
      const values = up
        .map((card: Record<string, unknown>) => card[field])
        .filter((value: unknown) => value !== undefined);
      const [first, last] = [values[0], values.at(-1)];
      expect(first <= last, field).toBe(true);
      expect(down[0][field]).toEqual(last);
    }
  });

  it('show asks that move', async () => {
    const before = await cards();
    paper.clock.advance(5000);
    const after = await cards();
    const moved = before.filter(
      (card: {currentAskPrice: number}, place: number) =>
        card.currentAskPrice !== after[place].currentAskPrice,
    );
    expect(moved.length).toBeGreaterThan(20);
  });
});

describe('an Easy Option', () => {
  it('is PENDING until its order has bought at the ask, then ACTIVE with a profit or loss that moves', async () => {
    const card = await activeCard('?type=UP_DOWN');
    const opened = await open(card.id, 100.5);
    expect(opened.status).toBe(200);
    expect(opened.json).toMatchObject({
      status: 'PENDING',
      cardId: card.id,
      investmentAmount: 100.5,
      investmentCurrency: 'USDT',
    });
    paper.clock.advance(500);
    const [row] = (await search()).content;
    expect(row).toMatchObject({
      id: opened.json.id,
      status: 'ACTIVE',
      optionSymbol: card.optionSymbol,
      cardName: card.title,
    });
    expect(row.entryPrice).toBe(card.currentAskPrice);
    expect(row.qty * row.entryPrice).toBeLessThanOrEqual(100.5);
    expect(Number(row.pl)).toBeLessThan(0);
    paper.clock.advance(60_000);
    expect((await search()).content[0].pl).not.toBe(row.pl);
  });

  it('belongs together with its position, its orders and its trades', async () => {
    const {id} = await openAndFill();
    await close(id);
    paper.clock.advance(1000);
    const [row] = (await search()).content;
    const {items} = await trades();
    expect(items.map((trade: {tradeSide: string}) => trade.tradeSide)).toEqual(['SELL', 'BUY']);
    expect(new Set(items.map((trade: {positionId: string}) => trade.positionId))).toEqual(
      new Set([row.positionId]),
    );
    expect(items[1].orderId).toBe(row.orderId);
    const [sold, bought] = items;
    const profit = sold.filledSizeUsdt - bought.filledSizeUsdt - sold.fee - bought.fee;
    expect(Number(row.plClosed)).toBeCloseTo(profit, 9);
    expect(Number(row.fee)).toBeCloseTo(sold.fee + bought.fee, 9);
    expect(Object.keys(row).every(name => (easyOptionFields as readonly string[]).includes(name))).toBe(true);
  });

  it('is CLOSING at once and CLOSED when its contracts are sold', async () => {
    const {id} = await openAndFill();
    const answer = await close(id);
    expect(answer).toMatchObject({status: 200, json: {id, status: 'CLOSING'}});
    expect((await search(`?id=${id}`)).content[0]).toMatchObject({status: 'CLOSING'});
    paper.clock.advance(1000);
    const [row] = (await search(`?id=${id}`)).content;
    expect(row).toMatchObject({status: 'CLOSED', pl: row.plClosed});
    expect(row.closeTime).toBeGreaterThan(row.openTime);
    expect(Number(row.closePrice)).toBeLessThan(row.entryPrice);
  });

  it('that is a TOUCH is TRIGGERED when its trigger trades, and sold by itself', async () => {
    const list = (await cards('?type=TOUCH&active=true')).filter((card: {title: string}) => card.title);
    for (const card of list) expect((await open(card.id, 50)).status).toBe(200);
    paper.clock.advance(3 * day);
    const {content} = await search('?status=TRIGGERED');
    expect(content.length).toBeGreaterThan(0);
    for (const row of content) {
      expect(row.triggerTime).toBeGreaterThan(row.openTime);
      expect(row.closeTime - row.triggerTime).toBeGreaterThanOrEqual(500);
      expect(row.plClosed).toBeDefined();
      expect((await close(row.id)).status).toBe(422);
    }
  });

  it('is EXPIRED with its option, and paid what the option was worth', async () => {
    const daily = (await cards('?type=UP_DOWN&active=true')).filter((card: {expiryDate: string}) =>
      card.expiryDate.startsWith('2026-11-20'),
    );
    for (const card of daily) await open(card.id, 50);
    paper.clock.advance(day);
    const {content} = await search('?status=EXPIRED');
    expect(content).toHaveLength(daily.length);
    for (const row of content) expect(row.closeTime).toBe(Date.UTC(2026, 10, 20, 8));
    expect(content.some((row: {closePrice: string}) => row.closePrice === '0')).toBe(true);
  });

  it('may take several quotes to fill when it is larger than the depth', async () => {
    const card = (await cards('?underlying=DOGE&active=true'))[0];
    await open(card.id, 50_000);
    paper.clock.advance(500);
    expect((await search()).content[0]).toMatchObject({status: 'PENDING'});
    expect((await orders()).items[0]).toMatchObject({orderType: 'MARKET', status: 'PENDING'});
    paper.clock.advance(60_000);
    expect((await search()).content[0]).toMatchObject({status: 'ACTIVE'});
    const {items, total} = await trades();
    expect(total).toBeGreaterThan(1);
    expect(items[0].fillType).toBe('FILL');
    expect(items.slice(1).every((trade: {fillType: string}) => trade.fillType === 'PARTIAL_FILL')).toBe(true);
  });

  it.each([
    ['a card that never was', async () => open(5, 100), 'CARD_NOT_FOUND'],
    ['a paused card', async () => open((await cards('?active=false'))[0].id, 100), 'CARD_NOT_ACTIVE'],
    ['an amount below the least', async () => open((await activeCard()).id, 0.99), 'INVALID_AMOUNT'],
    ['an amount above the largest', async () => open((await activeCard()).id, 50_001), 'INVALID_AMOUNT'],
    [
      'an amount with too many decimals',
      async () => open((await activeCard()).id, 10.123_456_7),
      'INVALID_AMOUNT',
    ],
    ['an absurd amount', async () => open((await activeCard()).id, 1e21), 'INVALID_AMOUNT'],
  ])('is not opened for %s', async (_what, attempt, error) => {
    const answer = await attempt();
    expect(answer).toMatchObject({status: 422, json: {error}});
    expect((await search()).totalElements).toBe(0);
  });

  it('is not opened without funds', async () => {
    const card = await activeCard();
    expect((await open(card.id, 50_000)).status).toBe(200);
    expect((await open(card.id, 49_000)).status).toBe(200);
    expect(await open(card.id, 1_000)).toMatchObject({
      status: 422,
      json: {error: 'INSUFFICIENT_FUNDS', details: {required: '1005', available: '505', currency: 'USDT'}},
    });
  });

  it('is closed once, and only when it is there', async () => {
    const card = await activeCard();
    const {json} = await open(card.id, 10);
    expect(await close(json.id)).toMatchObject({status: 422, json: {details: {status: 'PENDING'}}});
    paper.clock.advance(1000);
    expect((await close(json.id)).status).toBe(200);
    expect(await close(json.id)).toMatchObject({status: 422, json: {details: {status: 'CLOSING'}}});
    expect((await close('9400000000000002')).status).toBe(404);
    expect((await close('1')).status).toBe(404);
  });
});

describe('the search of Easy Options', () => {
  it('finds by every filter', async () => {
    const {card, id} = await openAndFill(100, '?type=TOUCH&direction=UP&underlying=ETH');
    await openAndFill(200, '?type=UP_DOWN&direction=DOWN&underlying=BTC');
    const [row] = (await search(`?id=${id}`)).content;
    const time = (millis: number) => encodeURIComponent(new Date(millis).toISOString());
    for (const query of [
      `cardId=${card.id}`,
      `positionId=${row.positionId}`,
      `orderId=${row.orderId}`,
      'type=TOUCH',
      'direction=UP',
      `optionSymbol=${row.optionSymbol}`,
      'optionSymbolContains=eth',
      'investmentAmountMax=150',
      `targetPriceMin=${row.targetPrice}&targetPriceMax=${row.targetPrice}`,
      `triggerPriceMin=${row.triggerPrice}`,
      `qtyMin=${row.qty}&qtyMax=${row.qty}`,
      `entryPriceMin=${row.entryPrice}&entryPriceMax=${row.entryPrice}`,
      `openTimeTo=${time(row.openTime)}`,
      'search=touches',
    ]) {
      expect(
        (await search(`?${query}`)).content.map((each: {id: string}) => each.id),
        query,
      ).toEqual([id]);
    }
    for (const query of [
      'accountId=1001',
      'status=ACTIVE',
      'investmentCurrency=USDT',
      'investmentAmountMin=1e2',
      `openTimeFrom=${time(row.openTime)}`,
    ]) {
      expect((await search(`?${query}`)).totalElements, query).toBe(2);
    }
    for (const query of [
      'accountId=1002',
      'status=CLOSED',
      'investmentCurrency=EUR',
      'qtyMin=1000000',
      'closeTimeFrom=2020-01-01T00:00:00Z',
      'triggerTimeTo=2030-01-01',
      'id=9007199254740993',
    ]) {
      expect((await search(`?${query}`)).totalElements, query).toBe(0);
    }
  });

  it('lists every row once over its pages, whatever it is sorted by', async () => {
    const list = await cards('?active=true&pageSize=40');
    for (const card of list.slice(0, 23)) await open(card.id, 10 + (card.id % 7));
    paper.clock.advance(1000);
    for (const field of [undefined, ...easyOptionFields]) {
      const seen: string[] = [];
      for (let page = 0; page < 5; page++) {
        const sort = field === undefined ? '' : `&sortByField=${field}&sortByDirection=DESC`;
        const answer = await search(`?pageNumber=${page}&pageSize=5${sort}`);
        expect(answer).toMatchObject({page, size: 5, totalElements: 23, totalPages: 5, empty: false});
        expect(answer.numberOfElements).toBe(answer.content.length);
        seen.push(...answer.content.map((row: {id: string}) => row.id));
      }
      expect(new Set(seen).size, field).toBe(23);
    }
    expect(await search('?pageNumber=9')).toMatchObject({content: [], empty: true, numberOfElements: 0});
  });

  it('sorts amounts as numbers, also those that are texts', async () => {
    for (const amount of [9, 100, 20]) await openAndFill(amount, '?type=UP_DOWN&underlying=BTC');
    const fees = (await search('?sortByField=fee&sortByDirection=ASC')).content.map((row: {fee: string}) =>
      Number(row.fee),
    );
    expect(fees).toEqual(fees.toSorted((a: number, b: number) => a - b));
    const amounts = (await search('?sortByField=investmentAmount')).content.map(
      (row: {investmentAmount: number}) => row.investmentAmount,
    );
    expect(amounts).toEqual([9, 20, 100]);
  });
});

describe('an order', () => {
  it('rests, fills when the market crosses it, and then is a trade', async () => {
    const card = await activeCard('?underlying=BTC&type=UP_DOWN&direction=UP');
    const price = (Math.floor(card.currentAskPrice * 97) / 100).toFixed(2);
    const placed = await place({symbol: card.optionSymbol, price});
    expect(placed).toMatchObject({
      status: 200,
      json: {status: 'PENDING', price: Number(price), size: 1, side: 'BUY', orderType: 'LIMIT'},
    });
    expect((await orders()).items[0]).toEqual(placed.json);
    for (let minute = 0; minute < 600 && (await orders()).total > 0; minute++) paper.clock.advance(60_000);
    const {items} = await trades(`?orderId=${placed.json.orderId}`);
    expect(items[0]).toMatchObject({
      orderId: placed.json.orderId,
      openPrice: Number(price),
      maker: true,
      fillType: 'FILL',
      tradeSide: 'BUY',
    });
    expect((await paper.call('GET', `/v1/trades/${items[0].tradeId}`)).json).toEqual(items[0]);
    expect(Object.keys(items[0]).toSorted()).toEqual([...tradeFields].toSorted());
  });

  it('above the ask takes the quote, level after level, and rests with what is left', async () => {
    const card = await activeCard('?underlying=ETH&type=UP_DOWN');
    const answer = await place({
      symbol: card.optionSymbol,
      price: String(Math.ceil(card.currentAskPrice * 1.02)),
      size: '5000',
    });
    expect(answer).toMatchObject({status: 422, json: {error: 'INSUFFICIENT_FUNDS'}});
    const depth = await place({
      symbol: card.optionSymbol,
      price: String(Math.ceil(card.currentAskPrice * 1.011)),
      size: '900',
    });
    expect(depth.json).toMatchObject({status: 'PENDING'});
    expect(Object.keys(depth.json).toSorted()).toEqual([...orderFields].toSorted());
    expect(depth.json.openPrice).toBeGreaterThanOrEqual(card.currentAskPrice);
    const {items} = await trades();
    expect(
      items.every(
        (trade: {maker: boolean; fillType: string}) => !trade.maker && trade.fillType === 'PARTIAL_FILL',
      ),
    ).toBe(true);
    const filled = items.reduce(
      (sum: number, trade: {filledSizeContracts: number}) => sum + trade.filledSizeContracts,
      0,
    );
    expect(filled).toBeLessThan(900);
    expect((await cancel(depth.json.orderId)).json).toMatchObject({
      status: 'CANCELED',
      orderId: depth.json.orderId,
    });
    expect((await orders()).total).toBe(0);
  });

  it('sells what is held and no more', async () => {
    const card = await activeCard('?underlying=ETH&type=UP_DOWN');
    const symbol = card.optionSymbol;
    expect(await place({symbol, side: 'SELL', idempotencyKey: 'a'})).toMatchObject({
      status: 422,
      json: {error: 'NOTHING_TO_SELL'},
    });
    const bought = await place({
      symbol,
      price: String(Math.ceil(card.currentAskPrice)),
      size: '2',
      idempotencyKey: 'b',
    });
    expect(bought.json).toMatchObject({status: 'FILLED', positionId: expect.stringMatching(/^\d{16}$/)});
    const sold = await place({
      symbol,
      side: 'SELL',
      size: '1.5',
      price: String(Math.ceil(card.currentAskPrice * 3)),
      idempotencyKey: 'c',
    });
    expect(sold.json).toMatchObject({status: 'PENDING', positionId: bought.json.positionId});
    expect(await place({symbol, side: 'SELL', size: '1', idempotencyKey: 'd'})).toMatchObject({
      status: 422,
      json: {error: 'NOTHING_TO_SELL', details: {available: '0.5'}},
    });
    const named = `{"idempotencyKey":"e","symbol":"${symbol}","price":"0.01","size":"0.5","side":"SELL","orderType":"LIMIT","positionId":${bought.json.positionId}}`;
    expect((await paper.call('POST', '/v1/orders', named)).json).toMatchObject({
      status: 'FILLED',
      positionId: bought.json.positionId,
    });
    expect((await trades(`?positionId=${bought.json.positionId}`)).total).toBe(2);
  });

  it('is refused for a position that is not there, is another option’s, or belongs to an Easy Option', async () => {
    const {card, id} = await openAndFill();
    const [row] = (await search(`?id=${id}`)).content;
    const body = (symbol: string, positionId: string) =>
      paper.call(
        'POST',
        '/v1/orders',
        `{"idempotencyKey":"k","symbol":"${symbol}","price":"1","size":"1","side":"SELL","orderType":"LIMIT","positionId":${positionId}}`,
      );
    expect(await body(card.optionSymbol, '1')).toMatchObject({
      status: 422,
      json: {error: 'UNKNOWN_POSITION'},
    });
    expect(await body(card.optionSymbol, '9300000000000002')).toMatchObject({
      status: 422,
      json: {error: 'UNKNOWN_POSITION'},
    });
    expect(await body(card.optionSymbol, row.positionId)).toMatchObject({
      status: 422,
      json: {error: 'EASY_OPTION_POSITION'},
    });
    expect(await body('ETH-27NOV26-3400-C', row.positionId)).toMatchObject({
      status: 422,
      json: {error: 'OTHER_SYMBOL'},
    });
  });

  it.each([
    ['an unknown symbol', {symbol: 'FOO-1'}, 'UNKNOWN_SYMBOL'],
    ['an expired option', {symbol: 'BTC-18NOV26-65000-C'}, 'UNKNOWN_SYMBOL'],
    ['a price of zero', {price: '0'}, 'INVALID_PRICE'],
    ['a price between ticks', {price: '1.001'}, 'INVALID_PRICE'],
    ['a price of forty digits', {price: '9'.repeat(40)}, 'INVALID_PRICE'],
    ['a size of zero', {size: '0'}, 'INVALID_SIZE'],
    ['a size below the least', {size: '0.00001'}, 'INVALID_SIZE'],
    ['more than the cash', {price: '100000', size: '1'}, 'INSUFFICIENT_FUNDS'],
  ])('is refused for %s', async (_what, change, error) => {
    expect(await place(change)).toMatchObject({status: 422, json: {error}});
    expect((await orders()).total).toBe(0);
  });

  it('is created once for a key and a payload, for 24 hours', async () => {
    const first = await place({});
    paper.clock.advance(day - 1000);
    const again = await place({price: '0.010', size: '1.0'});
    expect(again.json).toEqual(first.json);
    expect((await orders()).total).toBe(1);
    expect(await place({price: '0.02'})).toMatchObject({
      status: 409,
      json: {error: 'DUPLICATE_IDEMPOTENCY_KEY'},
    });
    expect(await place({side: 'SELL'})).toMatchObject({status: 409});
    paper.clock.advance(1000);
    const later = await place({price: '0.02'});
    expect(later.status).toBe(200);
    expect(later.json.orderId).not.toBe(first.json.orderId);
  });

  it('answers the same key with the order as it is now', async () => {
    const {json} = await place({});
    await cancel(json.orderId);
    expect((await place({})).json).toMatchObject({orderId: json.orderId, status: 'CANCELED'});
  });

  it('does not use its key up when it is refused', async () => {
    expect((await place({price: '100000'})).status).toBe(422);
    expect((await place({})).status).toBe(200);
  });

  it('is cancelled with its option when that expires', async () => {
    const daily = (await cards('?active=true')).find((card: {expiryDate: string}) =>
      card.expiryDate.startsWith('2026-11-20'),
    );
    const tick = daily.underlying === 'DOGE' ? '0.00001' : '0.01';
    const {json} = await place({symbol: daily.optionSymbol, price: tick, size: '1'});
    paper.clock.advance(day);
    expect((await orders()).total).toBe(0);
    const answer = await cancel(json.orderId);
    expect(answer.status).toBe(409);
    expect(['CANCELED', 'FILLED']).toContain(answer.json.details.status);
  });

  it('in a final state, unknown, or of an Easy Option is not cancelled', async () => {
    const {json} = await place({});
    expect((await cancel(json.orderId)).status).toBe(200);
    expect(await cancel(json.orderId)).toMatchObject({
      status: 409,
      json: {error: 'ORDER_FINAL', details: {status: 'CANCELED'}},
    });
    expect((await cancel('9100000000000009')).status).toBe(404);
    expect((await cancel('9223372036854775807')).status).toBe(404);
    const easy = await open((await activeCard()).id, 10);
    expect(await cancel(easy.json.orderId)).toMatchObject({
      status: 422,
      json: {error: 'ORDER_NOT_CANCELLABLE'},
    });
  });
});

describe('the lists of orders and trades', () => {
  it('filter orders by asset and option type, and page from 1', async () => {
    for (let count = 0; count < 25; count++) {
      const symbol = count % 5 === 0 ? 'ETH-27NOV26-3400-P' : 'BTC-27NOV26-75000-C';
      expect((await place({idempotencyKey: `k${count}`, symbol})).status).toBe(200);
    }
    expect(await orders()).toMatchObject({total: 25, page: 1, pageSize: 20});
    expect((await orders()).items).toHaveLength(20);
    expect((await orders('?asset=ETH')).total).toBe(5);
    expect((await orders('?type=CALL&asset=BTC&pageSize=100')).items).toHaveLength(20);
    expect((await orders('?type=PUT&asset=BTC')).total).toBe(0);
    const seen = new Set<string>();
    for (let page = 1; page <= 4; page++)
      for (const {orderId} of (await orders(`?page=${page}&pageSize=7`)).items) seen.add(orderId);
    expect(seen.size).toBe(25);
    expect(await orders('?page=5&pageSize=7')).toMatchObject({items: [], total: 25, page: 5});
  });

  it('show every change at once', async () => {
    const card = await activeCard('?type=UP_DOWN');
    const symbol = card.optionSymbol;
    const look = async () => [(await orders()).total, (await trades()).total, (await search()).totalElements];
    expect(await look()).toEqual([0, 0, 0]);
    const tick = card.underlying === 'DOGE' || card.underlying === 'XRP' ? '0.00001' : '0.01';
    const resting = await place({symbol, price: tick, idempotencyKey: 'a'});
    expect(await look()).toEqual([1, 0, 0]);
    await place({symbol, price: String(Math.ceil(card.currentAskPrice)), idempotencyKey: 'b'});
    expect(await look()).toEqual([1, 1, 0]);
    await open(card.id, 10);
    expect(await look()).toEqual([2, 1, 1]);
    paper.clock.advance(500);
    expect(await look()).toEqual([1, 2, 1]);
    await cancel(resting.json.orderId);
    expect(await look()).toEqual([0, 2, 1]);
  });

  it('filter trades by symbol, order, position, side and time', async () => {
    const {card, id} = await openAndFill();
    paper.clock.advance(10_000);
    await close(id);
    paper.clock.advance(1000);
    const {items} = await trades();
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
      expect((await trades(`?${query}`)).items, query).toEqual(expected);
    }
    expect((await paper.call('GET', '/v1/trades/9200000000000009')).status).toBe(404);
  });
});

describe('ids', () => {
  it('are exact beyond 2^53, and odd ones too', async () => {
    const answer = await place({});
    expect(answer.text).toContain('"orderId":9100000000000001,');
  });
});

describe('accounts', () => {
  let shared: TestPaper;
  beforeAll(async () => {
    shared = await startTestPaper({token: ['one', 'two']});
  });
  afterAll(() => shared.close());

  it('belong to their tokens and see nothing of each other', async () => {
    const as = (token: string) => ({authorization: `Bearer ${token}`});
    const order = {
      idempotencyKey: 'k',
      symbol: 'BTC-27NOV26-75000-C',
      price: '0.01',
      size: '1',
      side: 'BUY',
      orderType: 'LIMIT',
    };
    const mine = await shared.call('POST', '/v1/orders', order, as('one'));
    const theirs = await shared.call('POST', '/v1/orders', {...order, price: '0.02'}, as('two'));
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
