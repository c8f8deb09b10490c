/**
 * The interface as facts about a service, whichever it is: given a base URL and a token, each asks it over
 * HTTP. The facts about the typed client are in facts.ts.
 */
import {expect} from 'vitest';
import {createClient, type TradingClient} from '../../src/api/client.ts';
import type {EasyOptionCard, Order} from '../../src/api/wire/records.ts';

/** A service under test. Those facts that write are for services where that costs nothing. */
export type Subject = {
  baseUrl: string;
  token: string;
  /** Lets some time of the service go by, where a record becomes active later than it is opened. */
  letTimePass(): Promise<void>;
};

export type ServiceFact = {
  section: string;
  says: string;
  writes: boolean;
  prove(asking: Asking): Promise<void>;
};

/** The client, and a plain request where the client would refuse to send. */
export type Asking = Pick<Subject, 'letTimePass'> & {
  client: TradingClient;
  ask(method: string, path: string, body?: unknown, token?: string): Promise<{status: number; body: unknown}>;
};

/** Proves one fact against the subject. */
export async function prove(fact: ServiceFact, {baseUrl, token, letTimePass}: Subject): Promise<void> {
  const client = createClient({baseUrl, credential: {scheme: 'bearer', token}});
  try {
    await fact.prove({
      client,
      letTimePass,
      ask: (method, path, body, other) => ask(baseUrl, method, path, body, other ?? token),
    });
  } finally {
    await client.close();
  }
}

async function ask(baseUrl: string, method: string, path: string, body: unknown, token: string) {
  const headers: Record<string, string> = token === '' ? {} : {authorization: `Bearer ${token}`};
  if (body !== undefined) headers['content-type'] = 'application/json';
  const response = await fetch(baseUrl + path, {
    method,
    headers,
    ...(body === undefined ? {} : {body: typeof body === 'string' ? body : JSON.stringify(body)}),
  });
  const text = await response.text();
  return {status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown)};
}

const reads = (section: string, says: string, prove: ServiceFact['prove']): ServiceFact => ({
  section,
  says,
  writes: false,
  prove,
});
const writes = (section: string, says: string, prove: ServiceFact['prove']): ServiceFact => ({
  section,
  says,
  writes: true,
  prove,
});

/** An error body as section 2.7 has it. */
const apiError = {error: expect.any(String), message: expect.any(String)};

async function activeCard(client: TradingClient): Promise<EasyOptionCard> {
  const {rows} = (await client.listCards()).value;
  const card = rows.find(each => each.active !== false && each.currentAskPrice !== undefined);
  if (card === undefined) throw new Error('the service has no active card with an ask');
  return card;
}

/** A buy far below the market, so that it rests. */
async function restingOrder(client: TradingClient): Promise<Order> {
  const {currentOptionSymbol, optionSymbol} = await activeCard(client);
  const symbol = currentOptionSymbol ?? optionSymbol ?? '';
  const idempotencyKey = crypto.randomUUID();
  return (
    await client.createOrder({
      idempotencyKey,
      symbol,
      price: '0.01',
      size: '1',
      side: 'BUY',
      orderType: 'LIMIT',
    })
  ).value;
}

const cards: ServiceFact[] = [
  reads('4.1', 'the list of cards is a plain array, every card of it readable', async ({client, ask}) => {
    expect((await ask('GET', '/v1/easy-options/list?pageNumber=0')).body).toBeInstanceOf(Array);
    const {rows, unreadable} = (await client.listCards()).value;
    expect(unreadable).toEqual([]);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length).toBeLessThanOrEqual(40);
  }),
  reads('4.1', 'pages of cards count from 0', async ({client}) => {
    const first = (await client.listCards({pageSize: 2})).value.rows.map(card => card.id);
    const zeroth = (await client.listCards({pageSize: 2, pageNumber: 0})).value.rows.map(card => card.id);
    const second = (await client.listCards({pageSize: 2, pageNumber: 1})).value.rows.map(card => card.id);
    expect(first).toEqual(zeroth);
    expect(second.filter(id => first.includes(id))).toEqual([]);
  }),
  reads('2.1', 'cards keep to their documented values and lengths', async ({client}) => {
    for (const card of (await client.listCards()).value.rows) {
      expect(['UP_DOWN', 'TOUCH']).toContain(card.type);
      expect(['UP', 'DOWN']).toContain(card.direction);
      expect(card.underlying.length).toBeGreaterThanOrEqual(3);
      expect(card.title.length).toBeLessThanOrEqual(100);
      expect((card.description ?? '').length).toBeLessThanOrEqual(255);
      expect((card.tradingIdea ?? '').length).toBeLessThanOrEqual(255);
      expect(Number(card.targetPrice)).toBeGreaterThanOrEqual(0);
      expect(Date.parse(card.expiryDate)).not.toBeNaN();
    }
  }),
  reads('4.1', 'cards are filtered by type, direction and underlying', async ({client}) => {
    const {type, direction, underlying} = await activeCard(client);
    const {rows} = (await client.listCards({type, direction, underlying})).value;
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row).toMatchObject({type, direction, underlying});
  }),
];

const easyOptions: ServiceFact[] = [
  reads('2.3', 'a page of Easy Options bears every member of its envelope', async ({ask}) => {
    expect((await ask('GET', '/v1/easy-options/search?pageNumber=0&pageSize=3')).body).toMatchObject({
      content: expect.any(Array),
      page: 0,
      size: 3,
      totalElements: expect.any(Number),
      totalPages: expect.any(Number),
      empty: expect.any(Boolean),
      numberOfElements: expect.any(Number),
    });
  }),
  writes('4.1', 'an Easy Option opened from a card is found by it', async ({client}) => {
    const card = await activeCard(client);
    const before = (await client.searchEasyOptions({cardId: card.id})).value.total ?? 0;
    await client.openEasyOption({cardId: card.id, investmentAmount: '10'});
    const {rows, total, unreadable} = (await client.searchEasyOptions({cardId: card.id})).value;
    expect({total, unreadable}).toEqual({total: before + 1, unreadable: []});
    expect(rows.every(row => row.cardId === card.id)).toBe(true);
  }),
  writes(
    '4.1',
    'an active Easy Option is closed, and is not active afterwards',
    async ({client, letTimePass}) => {
      const card = await activeCard(client);
      await client.openEasyOption({cardId: card.id, investmentAmount: '10'});
      const findActive = async () =>
        (await client.searchEasyOptions({cardId: card.id, status: 'ACTIVE'})).value.rows[0];
      let active = await findActive();
      for (let round = 0; active === undefined && round < 40; round++) {
        await letTimePass();
        active = await findActive();
      }
      if (active === undefined) throw new Error('what was opened does not become active');
      await client.closeEasyOption(active.id);
      const [after] = (await client.searchEasyOptions({id: active.id})).value.rows;
      expect(['CLOSING', 'CLOSED']).toContain(after?.status);
    },
  ),
  writes('4.1', 'what is no request to open is invalid input', async ({client, ask}) => {
    const {id} = await activeCard(client);
    for (const body of [
      '{}',
      '[]',
      '{"cardId":1}',
      `{"cardId":${id},"investmentAmount":"10"}`,
      '{"cardId":',
    ]) {
      expect(await ask('POST', '/v1/easy-options/open', body), body).toMatchObject({
        status: 400,
        body: apiError,
      });
    }
  }),
  writes('4.1', 'an open that the rules forbid is a 422', async ({client, ask}) => {
    const {id} = await activeCard(client);
    const body = `{"cardId":${id},"investmentAmount":-1}`;
    expect([400, 422]).toContain((await ask('POST', '/v1/easy-options/open', body)).status);
    const unknown = '{"cardId":9223372036854775807,"investmentAmount":10}';
    expect([404, 422]).toContain((await ask('POST', '/v1/easy-options/open', unknown)).status);
  }),
  writes('4.1', 'the close of an unknown Easy Option is a 404 with an object', async ({ask}) => {
    const {status, body} = await ask('POST', '/v1/easy-options/9223372036854775807/close');
    expect({status, body}).toEqual({status: 404, body: expect.any(Object)});
  }),
];

const orders: ServiceFact[] = [
  reads('2.5', 'a page of orders bears every member of its envelope, and counts from 1', async ({ask}) => {
    expect((await ask('GET', '/v1/orders')).body).toMatchObject({
      total: expect.any(Number),
      page: 1,
      pageSize: 20,
      items: expect.any(Array),
    });
  }),
  reads('4.2', 'a page of more than 100 orders is refused', async ({ask}) => {
    expect((await ask('GET', '/v1/orders?pageSize=100')).status).toBe(200);
    expect([400, 413, 422]).toContain((await ask('GET', '/v1/orders?pageSize=101')).status);
  }),
  reads('5', 'orders need authentication', async ({ask}) => {
    expect((await ask('GET', '/v1/orders', undefined, '')).status).toBe(401);
    expect((await ask('GET', '/v1/orders', undefined, 'not-the-token')).status).toBe(401);
    expect((await ask('POST', '/v1/orders', {}, '')).status).toBe(401);
  }),
  writes(
    '4.2',
    'a resting limit order is listed until it is canceled, and is then CANCELED',
    async ({client}) => {
      const order = await restingOrder(client);
      const open = (await client.listOrders({pageSize: 100})).value.rows.map(each => each.orderId);
      expect(open).toContain(order.orderId);
      expect((await client.cancelOrder(order.orderId)).value).toMatchObject({
        orderId: order.orderId,
        status: 'CANCELED',
      });
      const left = (await client.listOrders({pageSize: 100})).value.rows.map(each => each.orderId);
      expect(left).not.toContain(order.orderId);
    },
  ),
  writes('3.2', 'an order in its final state cannot be cancelled', async ({client, ask}) => {
    const {orderId} = await restingOrder(client);
    await client.cancelOrder(orderId);
    expect((await ask('DELETE', `/v1/orders/${orderId}`)).status).toBe(409);
  }),
  writes('4.2', 'an unknown order cannot be cancelled', async ({ask}) => {
    expect((await ask('DELETE', '/v1/orders/9223372036854775807')).status).toBe(404);
  }),
  writes(
    '4.2',
    'the same key creates one order for the same request, and a conflict for another',
    async ({client, ask}) => {
      const {symbol = ''} = await restingOrder(client);
      const order = {
        idempotencyKey: crypto.randomUUID(),
        symbol,
        price: '0.02',
        size: '1',
        side: 'BUY',
        orderType: 'LIMIT',
      } as const;
      const first = (await client.createOrder(order)).value;
      const second = (await client.createOrder(order)).value;
      expect(second.orderId).toBe(first.orderId);
      expect((await ask('POST', '/v1/orders', {...order, price: '0.03'})).status).toBe(409);
    },
  ),
  writes('4.2', 'an order outside of the documented patterns is invalid input', async ({client, ask}) => {
    const {symbol = ''} = await restingOrder(client);
    const order = {symbol, price: '0.02', size: '1', side: 'BUY', orderType: 'LIMIT'};
    const faults = [
      {price: '1e3'},
      {price: '-1'},
      {price: '.5'},
      {size: ''},
      {side: 'buy'},
      {orderType: 'MARKET'},
      {price: 1},
    ];
    for (const fault of faults) {
      const body = {...order, idempotencyKey: crypto.randomUUID(), ...fault};
      expect([400, 422], JSON.stringify(fault)).toContain((await ask('POST', '/v1/orders', body)).status);
    }
  }),
];

const trades: ServiceFact[] = [
  reads('2.5', 'a page of trades bears every member of its envelope, and counts from 1', async ({ask}) => {
    expect((await ask('GET', '/v1/trades')).body).toMatchObject({
      total: expect.any(Number),
      page: 1,
      pageSize: 20,
      items: expect.any(Array),
    });
  }),
  writes('4.3', 'an order that fills is a trade, got by its id too', async ({client}) => {
    const card = await activeCard(client);
    const symbol = card.currentOptionSymbol ?? card.optionSymbol ?? '';
    const price = String(Math.ceil(Number(card.currentAskPrice) * 2));
    const idempotencyKey = crypto.randomUUID();
    const {orderId} = (
      await client.createOrder({idempotencyKey, symbol, price, size: '1', side: 'BUY', orderType: 'LIMIT'})
    ).value;
    const {rows, unreadable} = (await client.listTrades({orderId})).value;
    expect(unreadable).toEqual([]);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(row).toMatchObject({orderId, tradeSide: 'BUY'});
      expect((await client.getTrade(row.tradeId)).value).toMatchObject({tradeId: row.tradeId, orderId});
    }
  }),
  reads('4.3', 'an unknown trade is not found', async ({ask}) => {
    expect((await ask('GET', '/v1/trades/9223372036854775807')).status).toBe(404);
  }),
  reads('4.3', 'parameters that make no sense are refused', async ({ask}) => {
    expect((await ask('GET', '/v1/trades?page=0')).status).toBe(400);
    expect((await ask('GET', '/v1/trades?orderId=abc')).status).toBe(400);
  }),
];

export const serviceFacts: ServiceFact[] = [...cards, ...easyOptions, ...orders, ...trades];
