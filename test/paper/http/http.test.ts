import fc from 'fast-check';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {controls} from '../../../src/paper/http/control.ts';
import {routes} from '../../../src/paper/operations/routes.ts';
import {manualClock, startTestPaper, type TestPaper} from '../../helpers/paper.ts';
import {restingOrder as order} from '../operations/trader.ts';

let paper: TestPaper;
beforeAll(async () => {
  paper = await startTestPaper();
});
afterAll(() => paper.close());

it('every answer names the venue, the ledger, its request and the service time', async () => {
  for (const [method, path, status] of [
    ['GET', '/v1/orders', 200],
    ['GET', '/v1/orders?page=0', 400],
    ['GET', '/v1/nothing', 404],
    ['GET', '/v1/trades/1', 404],
    ['POST', '/v1/easy-options/open', 400],
    ['PATCH', '/v1/orders', 405],
    ['GET', '/v1/trades/%ff', 400],
  ] as const) {
    const answer = await paper.call(method, path);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('optty-venue')).toBe('paper');
    expect(answer.headers.get('optty-trades-lag')).toBe('0');
    expect(answer.headers.get('optty-ledger')).toBe(paper.ledgerId);
    expect(answer.headers.get('date')).toBe('Thu, 19 Nov 2026 12:00:00 GMT');
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}-[0-9a-z]+$/);
    if (status !== 200) {
      expect(answer.json).toEqual({
        error: expect.any(String),
        message: expect.any(String),
        requestId: answer.headers.get('x-request-id'),
        details: expect.any(Object),
      });
    }
  }
});

describe('a malformed request', () => {
  it.each([
    ['/v1/easy-options/list?pageNumber=-1', 'pageNumber'],
    ['/v1/easy-options/list?pageNumber=99999999999', 'pageNumber'],
    ['/v1/easy-options/list?pageSize=0', 'pageSize'],
    ['/v1/easy-options/list?wl=1.5', 'wl'],
    ['/v1/easy-options/list?sortByField=nothing', 'sortByField'],
    [`/v1/easy-options/list?search=${'x'.repeat(256)}`, 'search'],
    ['/v1/easy-options/list?searchDto=nonsense', 'searchDto'],
    ['/v1/easy-options/list?searchDto=[1]', 'searchDto'],
    ['/v1/easy-options/search?id=9223372036854775808', 'id'],
    ['/v1/easy-options/search?status=DONE', 'status'],
    ['/v1/easy-options/search?investmentAmountMin=lots', 'investmentAmountMin'],
    ['/v1/easy-options/search?openTimeFrom=2026-02-30T00:00:00Z', 'openTimeFrom'],
    ['/v1/orders?page=0', 'page'],
    ['/v1/orders?pageSize=1e1', 'pageSize'],
    ['/v1/trades?orderId=x', 'orderId'],
    ['/v1/trades?tradeSide=long', 'tradeSide'],
    ['/v1/trades?startTimestamp=2026-01-01', 'startTimestamp'],
    ['/v1/trades?startTimestamp=5&endTimestamp=4', 'startTimestamp'],
    ['/v1/trades?pageSize=1001', 'pageSize'],
    ['/v1/trades/abc', 'id'],
  ])('gets a 400 with the field: %s', async (path, field) => {
    const {status, json} = await paper.call('GET', path);
    expect(status).toBe(400);
    expect(json.error).toBe('INVALID_REQUEST');
    expect(Object.keys(json.details)).toEqual([field]);
    expect(json.message).toContain(field);
  });

  it.each([
    ['nothing', undefined, 'body'],
    ['an empty body', '', 'body'],
    ['invalid JSON', '{"idempotencyKey":', 'body'],
    ['a list', '[]', 'body'],
    ['null', 'null', 'body'],
    ['fifty thousand brackets', '['.repeat(50_000), 'body'],
    ['no key', {...order, idempotencyKey: undefined}, 'idempotencyKey'],
    ['a price that is a number', {...order, price: 1}, 'price'],
    ['a market order', {...order, orderType: 'MARKET'}, 'orderType'],
    ['a position that is a string', {...order, positionId: '5'}, 'positionId'],
  ])('gets a 400 with the field for an order with %s', async (_what, body, field) => {
    const {status, json} = await paper.call('POST', '/v1/orders', body);
    expect(status).toBe(400);
    expect(Object.keys(json.details)).toContain(field);
  });

  it.each([
    ['no card', {investmentAmount: 5}, 'cardId'],
    ['a card that is a string', {cardId: '5', investmentAmount: 5}, 'cardId'],
    ['a card beyond 64 bits', '{"cardId":99999999999999999999,"investmentAmount":5}', 'cardId'],
    ['an amount that is a string', {cardId: 5, investmentAmount: '5'}, 'investmentAmount'],
  ])('gets a 400 with the field for an opening with %s', async (_what, body, field) => {
    const {status, json} = await paper.call('POST', '/v1/easy-options/open', body);
    expect(status).toBe(400);
    expect(Object.keys(json.details)).toEqual([field]);
  });

  it('gets a 400 for a path id that is not a 64-bit integer', async () => {
    for (const id of ['abc', '1.5', '9223372036854775808', '%20', '%00', 'x'.repeat(900)]) {
      expect((await paper.call('DELETE', `/v1/orders/${id}`)).status, id).toBe(400);
      expect((await paper.call('POST', `/v1/easy-options/${id}/close`)).status, id).toBe(400);
    }
    expect((await paper.call('DELETE', '/v1/orders/%E0%A4%A')).status).toBe(400);
  });

  it('gets a 400 for a body of another type or in invalid UTF-8', async () => {
    const text = await paper.call('POST', '/v1/orders', JSON.stringify(order), {
      'content-type': 'text/plain',
    });
    expect(text).toMatchObject({status: 400, json: {details: {'Content-Type': 'must be application/json'}}});
    const bytes = await fetch(`${paper.origin}/v1/orders`, {
      method: 'POST',
      headers: {authorization: 'Bearer test-token', 'content-type': 'application/json'},
      body: Uint8Array.of(0x22, 0xff, 0xfe, 0x22),
    });
    expect(bytes.status).toBe(400);
  });

  it('gets a 413 for a huge body or a huge page of orders', async () => {
    const huge = await paper.call('POST', '/v1/orders', {...order, symbol: 'x'.repeat(70_000)});
    expect(huge).toMatchObject({status: 413, json: {error: 'REQUEST_TOO_LARGE'}});
    expect(await paper.call('GET', '/v1/orders?pageSize=101')).toMatchObject({
      status: 413,
      json: {error: 'REQUEST_TOO_LARGE'},
    });
    expect((await paper.call('GET', '/v1/orders?pageSize=100')).status).toBe(200);
  });

  it('never stops the service and has no effect, with any content', async () => {
    const bodies = fc.oneof(
      fc.json(),
      fc.string({unit: 'binary', maxLength: 200}),
      fc
        .record({cardId: fc.anything(), investmentAmount: fc.anything()})
        .map(value => JSON.stringify(value, safely)),
      fc
        .record({idempotencyKey: fc.anything(), price: fc.anything(), positionId: fc.anything()})
        .map(value => JSON.stringify({...order, ...value}, safely)),
    );
    const paths = fc.constantFrom(
      '/v1/orders',
      '/v1/easy-options/open',
      '/v1/easy-options/1/close',
      '/v1/trades',
      '/v1/easy-options/search',
    );
    const queries = fc
      .string({unit: 'grapheme', maxLength: 40})
      .map(text => `?${encodeURI(text.replace(/\p{Cs}/gu, ''))}`);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('GET', 'POST', 'DELETE'),
        paths,
        queries,
        bodies,
        async (method, path, query, body) => {
          const {status} = await paper.call(method, path + query, method === 'POST' ? body : undefined);
          expect(status).toBeLessThan(500);
        },
      ),
      {seed: 9, numRuns: 300},
    );
    expect((await paper.call('GET', '/v1/orders')).json.total).toBe(0);
    expect((await paper.call('GET', '/v1/easy-options/search')).json.totalElements).toBe(0);
  });
});

const safely = (_name: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);

const unused = {faults: {}, clock: {}} as Parameters<typeof controls>[0];
const guarded = controls(unused, {accountOf: () => 0, challenge: ''}).filter(
  ({path}) => !/health/.test(path),
);

it.each([
  ['missing', ''],
  ['wrong', 'Bearer wrong'],
  ['too long', 'Bearer test-tokens'],
  ['of another scheme', 'Basic dGVzdC10b2tlbg=='],
  ['without a scheme', 'test-token'],
])('the token gets a 401 on every operation if it is %s', async (_what, authorization) => {
  for (const {method, path} of [...routes, ...guarded]) {
    const answer = await paper.call(method, path.replace(':id', '1'), undefined, {authorization});
    expect(answer).toMatchObject({status: 401, json: {error: 'UNAUTHORIZED'}});
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  }
});

describe('the rate limit', () => {
  it('refuses requests that come too fast with Retry-After, per account, and recovers with time', async () => {
    const clock = manualClock();
    const limits = {reads: {perSecond: 2, burst: 4}, writes: {perSecond: 0.25, burst: 1}};
    const limited = await startTestPaper({clock, limits, token: ['one', 'two']});
    const get = async (token: string) =>
      limited.call('GET', '/v1/orders', undefined, {authorization: `Bearer ${token}`});
    for (let count = 0; count < 4; count++) expect((await get('one')).status).toBe(200);
    const refused = await get('one');
    expect(refused).toMatchObject({status: 429, json: {error: 'RATE_LIMITED'}});
    expect(refused.headers.get('retry-after')).toBe('1');
    expect((await get('two')).status).toBe(200);
    clock.advance(1000);
    expect((await get('one')).status).toBe(200);
    expect((await limited.call('POST', '/v1/orders', order)).status).toBe(200);
    const write = await limited.call('POST', '/v1/orders', {...order, idempotencyKey: 'other'});
    expect(write.status).toBe(429);
    expect(write.headers.get('retry-after')).toBe('4');
    expect((await get('one')).json.total).toBe(1);
    await limited.close();
  });
});
