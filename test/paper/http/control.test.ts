import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import type {Paper, PaperOptions} from '../../../src/paper/options.ts';
import {startPaper} from '../../../src/paper/server.ts';
import {callService, testStart} from '../../helpers/paper.ts';
import {restingOrder} from '../operations/trader.ts';

let paper: Paper;
const begin = async (options: PaperOptions = {}) => {
  paper = await startPaper({
    seed: 7,
    start: testStart,
    speed: 0,
    token: 'secret',
    limits: 'none',
    ...options,
  });
};
beforeEach(() => begin());
afterEach(() => paper.close());

const call = (method: string, path: string, body?: unknown, token = 'secret') =>
  callService({origin: paper.baseUrl, token}, method, path, body);

it('the health of the service is public', async () => {
  const answer = await call('GET', '/_paper/health', undefined, 'nobody');
  expect(answer).toMatchObject({
    status: 200,
    json: {status: 'ok', time: testStart, iso: '2026-11-19T12:00:00.000Z', speed: 0},
  });
  expect(answer.headers.get('optty-venue')).toBe('paper');
});

describe('the clock of the service', () => {
  it('stops at speed 0, and moves on request, with all events in between', async () => {
    const [card] = (await call('GET', '/v1/easy-options/list?active=true&type=UP_DOWN')).json;
    await call('POST', '/v1/easy-options/open', {cardId: card.id, investmentAmount: 10});
    const status = async () => (await call('GET', '/v1/easy-options/search')).json.content[0].status;
    expect(await status()).toBe('PENDING');
    expect((await call('PUT', '/_paper/clock', {advance: 1_000})).json).toMatchObject({
      time: testStart + 1_000,
    });
    expect(await status()).toBe('ACTIVE');
    expect((await call('GET', '/_paper/clock')).json).toMatchObject({
      iso: '2026-11-19T12:00:01.000Z',
      speed: 0,
    });
  });

  it('accepts another speed while it runs', async () => {
    let wall = 5_000_000;
    await paper.close();
    await begin({now: () => wall, speed: 1});
    expect((await call('PUT', '/_paper/clock', {speed: 3_600})).json).toMatchObject({speed: 3_600});
    wall += 1_000;
    expect(paper.clock.now()).toBe(testStart + 3_600_000);
    paper.clock.setSpeed(0);
    wall += 1_000;
    expect(paper.clock.now()).toBe(testStart + 3_600_000);
  });

  it.each([
    [{advance: -1}, 'advance'],
    [{advance: 1e12}, 'advance'],
    [{speed: 'fast'}, 'speed'],
    [{time: 5}, 'body'],
    ['no json', 'body'],
  ])('is not changed by %o', async (body, field) => {
    const answer = await call('PUT', '/_paper/clock', body);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.json.details)).toEqual([field]);
    expect(paper.clock.now()).toBe(testStart);
  });

  it.each<unknown>([-1, '60000', Number.NaN, Number.POSITIVE_INFINITY, 367 * 86_400_000, undefined])(
    'is not changed by a program that gives %o',
    value => {
      expect(() => paper.clock.advance(value as number)).toThrow(RangeError);
      expect(() => paper.clock.setSpeed(value as number)).toThrow(/speed must be a number from 0 to 1000000/);
      expect(paper.clock.now()).toBe(testStart);
    },
  );
});

describe('a reset', () => {
  it('restores the initial state with a new ledger id', async () => {
    await paper.close();
    await begin({
      faults: 'GET /v1/trades:status=503*1',
      limits: {reads: {perSecond: 1e-3, burst: 4}, writes: {perSecond: 1, burst: 9}},
    });
    const before = {id: paper.ledgerId, cards: (await call('GET', '/v1/easy-options/list')).text};
    expect((await call('GET', '/v1/trades')).status).toBe(503);
    await call('POST', '/v1/orders', restingOrder);
    paper.setFaults('GET /v1/orders:status=500');
    paper.clock.advance(86_400_000);
    paper.clock.setSpeed(5);
    for (let count = 0; count < 4; count++) await call('GET', '/v1/easy-options/search');
    expect((await call('GET', '/v1/easy-options/search')).status).toBe(429);

    const reset = await call('POST', '/_paper/reset');
    expect(reset).toMatchObject({status: 200, json: {time: testStart, speed: 0}});
    expect(paper.ledgerId).not.toBe(before.id);
    expect(reset.headers.get('optty-ledger')).toBe(paper.ledgerId);
    expect((await call('GET', '/v1/easy-options/list')).text).toBe(before.cards);
    expect((await call('GET', '/v1/orders')).json.total).toBe(0);
    expect((await call('GET', '/v1/trades')).status).toBe(503);
    const again = await call('POST', '/v1/orders', restingOrder);
    expect(again.json).toMatchObject({orderId: '9100000000000001', status: 'PENDING'});
  });

  it('keeps every account and its start balance', async () => {
    await paper.close();
    await begin({token: {alice: 'a', bob: 'b'}});
    const [card] = (await call('GET', '/v1/easy-options/list?active=true', undefined, 'b')).json;
    await call('POST', '/v1/easy-options/open', {cardId: card.id, investmentAmount: 50_000}, 'b');
    await call('POST', '/_paper/reset', undefined, 'a');
    const opened = await call(
      'POST',
      '/v1/easy-options/open',
      {cardId: card.id, investmentAmount: 50_000},
      'b',
    );
    expect(opened).toMatchObject({status: 200, json: {accountId: 1002, id: '9400000000000001'}});
  });
});

describe('a manual fill', () => {
  it('fills an order in part, then completely, at any market price', async () => {
    const {orderId} = (await call('POST', '/v1/orders', restingOrder)).json;
    const half = await call('POST', `/_paper/orders/${orderId}/fill`, {size: '0.5'});
    expect(half).toMatchObject({status: 200, json: {orderId, status: 'PENDING', openPrice: 0.01}});
    paper.fillOrder(orderId);
    const {items} = (await call('GET', `/v1/trades?orderId=${orderId}`)).json;
    expect(items.map(({fillType}: {fillType: string}) => fillType)).toEqual(['FILL', 'PARTIAL_FILL']);
    expect(await call('POST', `/_paper/orders/${orderId}/fill`)).toMatchObject({
      status: 409,
      json: {error: 'ORDER_FINAL'},
    });
    expect(() => paper.fillOrder(orderId)).toThrow('The order is already in a final state: FILLED.');
  });

  it.each([
    ['abc', undefined, 400],
    ['9100000000000009', undefined, 404],
    ['9100000000000001', {size: 1}, 400],
    ['9100000000000001', {size: '5'}, 422],
    ['9100000000000001', {part: '1'}, 400],
  ])('is refused for the order %s and %o', async (id, body, status) => {
    await call('POST', '/v1/orders', restingOrder);
    expect((await call('POST', `/_paper/orders/${id}/fill`, body)).status).toBe(status);
    expect((await call('GET', '/v1/trades')).json.total).toBe(0);
  });
});
