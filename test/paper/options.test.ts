import {join} from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {readAddress} from '../../src/paper/address.ts';
import {PaperOptionError} from '../../src/paper/errors.ts';
import type {Paper, PaperOptions} from '../../src/paper/options.ts';
import {startPaper} from '../../src/paper/server.ts';
import {temporaryFolder} from '../helpers/folder.ts';
import {callService, testStart} from '../helpers/paper.ts';
import {restingOrder} from './operations/trader.ts';

const started = async (options: PaperOptions = {}): Promise<Paper> => {
  const paper = await startPaper({speed: 0, limits: 'none', ...options});
  onTestFinished(() => paper.close());
  return paper;
};
const callOn =
  (paper: Paper) => (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    callService({origin: paper.baseUrl, token: paper.token}, method, path, body, headers);

it('a prefix starts every path, and a path without it is not found', async () => {
  const paper = await started({prefix: '/some/api', faults: 'GET /v1/trades:status=503'});
  expect(paper.baseUrl).toBe(`${paper.origin}/some/api`);
  const call = callOn(paper);
  expect((await call('GET', '/v1/orders')).status).toBe(200);
  expect((await call('GET', '/_paper/health')).status).toBe(200);
  expect((await call('GET', '/v1/trades')).status).toBe(503);
  for (const path of ['/v1/orders', '/some/apiv1/orders', '/some']) {
    const answer = await callService(paper, 'GET', path);
    expect(answer).toMatchObject({
      status: 404,
      json: {error: 'NOT_FOUND', message: expect.stringContaining('/some/api')},
    });
  }
});

it.each([0, 0.1, 1, 60])(
  'a lag lists a trade that late at a speed of %d, and every answer states it',
  async speed => {
    let wall = testStart;
    const paper = await started({lag: 2, speed, now: () => wall});
    const call = callOn(paper);
    const {json} = await call('POST', '/v1/orders', restingOrder);
    paper.fillOrder(String(json.orderId));
    const listed = async () => {
      const {json: list, headers} = await call('GET', '/v1/trades');
      return [list.total, headers.get('optty-trades-lag')];
    };
    expect((await call('GET', '/v1/orders')).json.total).toBe(0);
    expect(await listed()).toEqual([0, '2']);
    wall += 1_500;
    paper.clock.advance(1_000);
    paper.clock.setSpeed(2 * speed);
    wall += 499;
    expect(await listed()).toEqual([0, '2']);
    wall += 1;
    expect(await listed()).toEqual([1, '2']);
  },
);

describe('the credential of a dialect', () => {
  it('can be the bare token in a custom header', async () => {
    const paper = await started({token: 'secret', dialect: {auth: {scheme: 'header', header: 'X-Api-Key'}}});
    const call = callOn(paper);
    const bearer = await call('GET', '/v1/orders');
    expect(bearer.status).toBe(401);
    expect(bearer.headers.get('www-authenticate')).toBe('Header name="X-Api-Key"');
    expect(
      (await call('GET', '/v1/orders', undefined, {authorization: '', 'x-api-key': 'secret'})).status,
    ).toBe(200);
    expect((await call('GET', '/v1/orders', undefined, {'x-api-key': 'secrets'})).status).toBe(401);
  });

  it('can be none, so that every request belongs to the first account', async () => {
    const paper = await started({token: ['a', 'b'], dialect: {auth: {scheme: 'none'}}});
    const open = (authorization: string) => callOn(paper)('GET', '/v1/orders', undefined, {authorization});
    expect([(await open('')).status, (await open('Bearer b')).status]).toEqual([200, 200]);
  });

  it('can leave Easy Options public', async () => {
    const paper = await started({dialect: {auth: {easy_options: false}}});
    const bare = (path: string) => callOn(paper)('GET', path, undefined, {authorization: ''});
    expect((await bare('/v1/easy-options/list')).status).toBe(200);
    expect((await bare('/v1/easy-options/search')).status).toBe(200);
    expect((await bare('/v1/orders')).status).toBe(401);
  });
});

it('the fields of a dialect are the only ones for sorting', async () => {
  const call = callOn(await started({dialect: {sort: {cards: ['id'], easy_options: []}}}));
  expect((await call('GET', '/v1/easy-options/list?sortByField=id')).status).toBe(200);
  expect(await call('GET', '/v1/easy-options/list?sortByField=title')).toMatchObject({
    status: 400,
    json: {details: {sortByField: 'must be one of id'}},
  });
  expect((await call('GET', '/v1/easy-options/search?sortByField=id')).status).toBe(400);
});

it('the market of a new ledger continues from its last state if the ledger exists already', async () => {
  const db = join(temporaryFolder(), 'paper.db');
  const first = await startPaper({db, start: testStart, speed: 0});
  first.clock.advance(5_000);
  await first.close();
  const again = await started({db, start: '2030-01-01'});
  expect(again.clock.now()).toBe(testStart + 5_000);
});

it('an idempotency key lasts 24 hours of the wall clock, however fast the market clock runs', async () => {
  let wall = testStart;
  const paper = await started({now: () => wall, speed: 10_000});
  const place = async () =>
    (await callOn(paper)('POST', '/v1/orders', {...restingOrder, symbol: await symbol()})).json;
  let known: string | undefined;
  const symbol = async () =>
    (known ??= (await callOn(paper)('GET', '/v1/easy-options/list')).json.at(-1).optionSymbol);
  const first = await place();
  expect(first.orderId).toBe('9100000000000001');
  wall += 60_000;
  expect(paper.clock.now() - testStart).toBeGreaterThan(6 * 86_400_000);
  expect((await place()).orderId).toBe(first.orderId);
  wall += 86_400_000 - 60_001;
  expect((await place()).orderId).toBe(first.orderId);
  wall += 1;
  // The option of that card has expired by now: a new order is what is asked for, and it is refused.
  expect(await place()).toMatchObject({error: 'UNKNOWN_SYMBOL'});
});

describe('the accounts', () => {
  it('belong to their tokens and see nothing of each other', async () => {
    const shared = await started({token: ['one', 'two'], seed: 7, start: testStart});
    const call = callOn(shared);
    const as = (token: string) => ({authorization: `Bearer ${token}`});
    const mine = await call('POST', '/v1/orders', restingOrder, as('one'));
    const theirs = await call('POST', '/v1/orders', {...restingOrder, price: '0.02'}, as('two'));
    expect([mine.status, theirs.status]).toEqual([200, 200]);
    expect((await call('GET', '/v1/orders', undefined, as('two'))).json.items).toEqual([theirs.json]);
    expect((await call('DELETE', `/v1/orders/${mine.json.orderId}`, undefined, as('two'))).status).toBe(404);
    const list = (await call('GET', '/v1/easy-options/list?active=true')).json;
    const opened = await call(
      'POST',
      '/v1/easy-options/open',
      {cardId: list[0].id, investmentAmount: 10},
      as('two'),
    );
    expect(opened.json.accountId).toBe(1002);
    shared.clock.advance(1000);
    expect(
      (await call('POST', `/v1/easy-options/${opened.json.id}/close`, undefined, as('one'))).status,
    ).toBe(404);
    expect((await call('GET', '/v1/easy-options/search', undefined, as('one'))).json.totalElements).toBe(0);
    const trade = (await call('GET', '/v1/trades', undefined, as('two'))).json.items[0];
    expect((await call('GET', '/v1/trades', undefined, as('one'))).json.total).toBe(0);
    expect((await call('GET', `/v1/trades/${trade.tradeId}`, undefined, as('one'))).status).toBe(404);
  });

  it('have their names, or numbers by their order', async () => {
    const named = await started({token: {bob: 'x', alice: 'y'}});
    expect([named.token, named.tokens]).toEqual(['x', {bob: 'x', alice: 'y'}]);
    expect((await started({token: ['x', 'y']})).tokens).toEqual({account1: 'x', account2: 'y'});
    const random = await started();
    expect(random.tokens).toEqual({account1: random.token});
    expect(random.token.length).toBeGreaterThanOrEqual(32);
  });
});

describe('a closed service', () => {
  it('can be closed again, and any further use reports that it is closed', async () => {
    const paper = await startPaper({seed: 7, start: testStart, speed: 0});
    expect((await callOn(paper)('POST', '/v1/orders', restingOrder)).status).toBe(200);
    await Promise.all([paper.close(), paper.close()]);
    await paper.close();
    await paper[Symbol.asyncDispose]();
    for (const use of [
      () => paper.reset(),
      () => paper.clock.advance(1_000),
      () => paper.clock.setSpeed(2),
      () => paper.fillOrder('9100000000000001'),
    ]) {
      expect(use).toThrow('The paper service is closed.');
    }
  });

  it('keeps the address of the service that now serves its ledger', async () => {
    const db = join(temporaryFolder(), 'paper.db');
    const first = await startPaper({db});
    await first.close();
    const second = await started({db});
    await first.close();
    expect(readAddress(db)?.origin).toBe(second.origin);
  });
});

it.each<[string, PaperOptions, RegExp]>([
  ['prefix', {prefix: 'api'}, /a path like \/api, not "api"/],
  ['speed', {speed: -1}, /from 0 to 1000000, not -1/],
  ['speed', {speed: Number.NaN}, /from 0 to/],
  ['sede', {sede: 1} as PaperOptions, /there is no option "sede"/],
  ['start', {start: 'tomorrow'}, /like 2026-11-19T12:00:00Z, not "tomorrow"/],
  ['start', {start: '2026-02-30'}, /like 2026-11-19T12:00:00Z/],
  ['token', {token: ['a', 'a']}, /account1 and account2 have the same token/],
  ['token', {token: {'7': 'a'}}, /a name of letters/],
  ['token', {token: 'with space'}, /without a space/],
])('an invalid option is named in the error: %s of %o', async (option, options, message) => {
  const error = await startPaper(options).then(
    paper => paper.close(),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(PaperOptionError);
  expect(error).toMatchObject({option, message: expect.stringMatching(message)});
});
