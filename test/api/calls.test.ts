/** What can be set for a client and for one call, and what is told about each. */
import {join} from 'node:path';
import {inspect} from 'node:util';
import {describe, expect, it, onTestFinished} from 'vitest';
import {type AnswerCame, createClient, type RequestMade} from '../../src/api/index.ts';
import {temporaryFolder} from '../helpers/folder.ts';
import {until} from '../helpers/patience.ts';
import {clientOf, failureOf, overTime, rawService, scriptedService, unusedPort} from '../helpers/service.ts';

const page = {items: [{orderId: 1}]};

it('an error says whether the request carried a credential and whether it was a write', async () => {
  const service = await scriptedService({status: 401, body: {message: 'Who are you?'}});
  const withToken = clientOf(service.baseUrl, {
    credential: {scheme: 'bearer', token: 'secret-token'},
    dialect: {auth: {easy_options: false}},
  });
  const read = {method: 'GET', hadCredential: true};
  expect(await failureOf(withToken.listOrders())).toMatchObject(read);
  expect(await failureOf(withToken.listCards())).toMatchObject({...read, hadCredential: false});
  expect(await failureOf(clientOf(service.baseUrl).listOrders())).toMatchObject({
    ...read,
    hadCredential: false,
  });
  expect(await failureOf(withToken.cancelOrder('1'))).toMatchObject({...read, method: 'DELETE'});
  expect(await failureOf(withToken.closeEasyOption('1'))).toMatchObject({
    method: 'POST',
    hadCredential: false,
  });
});

it('a client that only reads sends GET, and opens no connection for anything else', async () => {
  const service = await scriptedService({body: page});
  const client = clientOf(service.baseUrl, {readsOnly: true});
  const order = {symbol: 'X', side: 'BUY', price: '1', size: '1', orderType: 'LIMIT'} as const;
  const refused = {kind: 'input', sent: 'no', message: 'This client only reads.'};
  for (const write of [
    client.openEasyOption({cardId: '1', investmentAmount: '1'}),
    client.closeEasyOption('1'),
    client.createOrder({...order, idempotencyKey: 'k'}),
    client.cancelOrder('1'),
  ])
    expect(await failureOf(write)).toMatchObject(refused);
  expect(service.connections()).toBe(0);
  await client.listOrders();
  expect(service.arrived.map(({method}) => method)).toEqual(['GET']);
});

describe('the options of a call', () => {
  it('end a read or a write after its own timeout', async () => {
    const service = await rawService(() => undefined);
    const never = {readTimeoutMs: 600_000, writeTimeoutMs: 600_000};
    const client = clientOf(service.baseUrl, {fetchOptions: never});
    const late = {kind: 'timeout', sent: 'maybe'};
    const read = () => failureOf(client.listOrders({}, {timeoutMs: 60}));
    expect(await overTime(60, () => service.requests === 1, read)).toMatchObject(late);
    const write = () => failureOf(client.cancelOrder('1', {timeoutMs: 60}));
    expect(await overTime(60, () => service.requests === 2, write)).toMatchObject(late);
  });

  it('send the headers of the caller together with those of the client', async () => {
    const service = await scriptedService({body: page});
    const client = clientOf(service.baseUrl, {credential: {scheme: 'bearer', token: 'secret-token'}});
    const headers = {Traceparent: '00-1', 'user-agent': 'desk/2'};
    await client.listOrders({}, {headers});
    expect(service.last().headers).toMatchObject({
      traceparent: '00-1',
      'user-agent': 'desk/2',
      authorization: 'Bearer secret-token',
    });
    await client.listOrders();
    expect(service.last().headers).not.toHaveProperty('traceparent');
  });

  it('hold back a write at the last moment: connected, but no byte sent', async () => {
    const service = await rawService(() => undefined);
    const client = clientOf(service.baseUrl);
    const reasons = [undefined, 'HALTED', undefined, 'HALTED'];
    const holdBack = () => reasons.shift();
    const held = {kind: 'aborted', sent: 'no', message: 'HALTED'};
    const order = {cardId: '1', investmentAmount: '5'};
    expect(await failureOf(client.openEasyOption(order, {holdBack}))).toMatchObject(held);
    expect(await failureOf(client.cancelOrder('7', {holdBack}))).toMatchObject(held);
    await until(() => service.connections.length === 2);
    await until(() => service.connections.every(each => each.closed));
    expect(service.requests).toBe(0);
  });

  it('do not share an answer with a caller that sends other headers', async () => {
    const service = await scriptedService({body: page});
    const client = clientOf(service.baseUrl);
    await client.listOrders({}, {headers: {'x-account': '5'}});
    expect((await client.listOrders()).notModified).toBeUndefined();
    expect((await client.listOrders({}, {headers: {'x-account': '5'}})).notModified).toBeUndefined();
  });
});

describe('the hooks', () => {
  const token = 'secret-token-of-mine';

  it('receive each attempt and its result', async () => {
    const service = await scriptedService();
    const statuses = [503, 200];
    service.reply(() => ({status: statuses.shift() ?? 200, body: page, headers: {'x-request-id': 'r-1'}}));
    const told: (RequestMade | AnswerCame)[] = [];
    const hook = (event: RequestMade | AnswerCame) => void told.push(event);
    const client = clientOf(service.baseUrl, {onRequest: hook, onAnswer: hook});
    await client.listOrders({asset: 'BTC'});
    const read = {method: 'GET', path: '/api/v1/orders?asset=BTC'};
    expect(told).toMatchObject([
      {...read, attempt: 1},
      {...read, attempt: 1, status: 503, requestId: 'r-1', error: {name: 'ApiError'}},
      {...read, attempt: 2},
      {...read, attempt: 2, status: 200, requestId: 'r-1', latencyMs: expect.any(Number)},
    ]);
    expect(told[3]).not.toHaveProperty('error');
  });

  it('receive a failure of the connection', async () => {
    const told: AnswerCame[] = [];
    const client = clientOf(`http://127.0.0.1:${await unusedPort()}`, {onAnswer: each => told.push(each)});
    await failureOf(client.cancelOrder('1'));
    expect(told).toMatchObject([{method: 'DELETE', attempt: 1, error: {kind: 'refused', sent: 'no'}}]);
  });

  it('never receive a secret, echoed or not', async () => {
    const service = await scriptedService(({headers}) => ({
      status: 400,
      body: {error: 'E', message: `not ${headers.authorization}`},
    }));
    const told: unknown[] = [];
    const client = clientOf(service.baseUrl, {
      credential: {scheme: 'bearer', token},
      onRequest: each => told.push(each),
      onAnswer: each => told.push(each),
    });
    await failureOf(client.cancelOrder('1'));
    expect(told).toHaveLength(2);
    expect(inspect(told, {depth: 9, showHidden: true}) + JSON.stringify(told)).not.toContain(token);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('the log is full');
      },
    ],
    ['rejects', () => Promise.reject(new Error('the log is full'))],
    ['changes its argument', (event: object) => Object.assign(event, {path: '/elsewhere'})],
  ])('cannot stop or fail a call: a hook that %s', async (_name, hook) => {
    const service = await scriptedService({body: {orderId: 1}});
    const client = clientOf(service.baseUrl, {onRequest: hook as () => void, onAnswer: hook as () => void});
    expect((await client.cancelOrder('1')).value.orderId).toBe('1');
    expect(service.last().path).toBe('/api/v1/orders/1');
  });
});

describe('concurrent reads', () => {
  it('share a few connections, however many reads there are', async () => {
    const service = await scriptedService();
    const client = clientOf(service.baseUrl);
    service.reply({body: page});
    await Promise.all(Array.from({length: 200}, (_, index) => client.listOrders({page: index + 1})));
    expect(service.arrived).toHaveLength(200);
    expect(service.connections()).toBeLessThanOrEqual(8);
  });

  it.each([8, 20])('keep all %i connections from one burst to the next', async connections => {
    const service = await scriptedService();
    const client = clientOf(service.baseUrl, {fetchOptions: {connections}});
    service.reply({body: page});
    for (let burst = 0; burst < 5; burst++)
      await Promise.all(Array.from({length: connections}, (_, at) => client.listOrders({page: at + 1})));
    expect(service.arrived).toHaveLength(5 * connections);
    expect(service.connections()).toBe(connections);
  });

  it('share the configured number of connections', async () => {
    const service = await rawService(() => undefined);
    const client = clientOf(service.baseUrl, {fetchOptions: {connections: 2, readTimeoutMs: 150}});
    const reads = () => Promise.all([1, 2, 3].map(id => failureOf(client.getTrade(String(id)))));
    const failures = await overTime(150, () => service.requests === 2, reads);
    expect(service.connections).toHaveLength(2);
    expect(failures).toMatchObject([
      {kind: 'timeout', sent: 'maybe'},
      {kind: 'timeout', sent: 'maybe'},
      {kind: 'timeout', sent: 'no', message: expect.stringContaining('Connecting to')},
    ]);
  });

  it('never leave the queue once they are aborted', async () => {
    const body = '{"tradeId":1}';
    const waiting: (() => void)[] = [];
    const paths: string[] = [];
    const service = await rawService((socket, head) => {
      paths.push(head.split(' ')[1] ?? '');
      waiting.push(() => socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`));
    });
    const client = clientOf(service.baseUrl, {fetchOptions: {connections: 1}});
    const first = client.getTrade('1');
    await until(() => waiting.length === 1);
    const ending = new AbortController();
    const second = failureOf(client.getTrade('2', {signal: ending.signal}));
    const third = client.getTrade('3');
    // Both are in the queue by then.
    await new Promise(resolve => setImmediate(resolve));
    ending.abort();
    expect(await second).toMatchObject({kind: 'aborted', sent: 'no'});
    waiting[0]?.();
    await until(() => waiting.length === 2);
    waiting[1]?.();
    await Promise.all([first, third]);
    expect(paths.map(path => path.slice(-2))).toEqual(['/1', '/3']);
  });
});

describe('a signal that aborts a call', () => {
  type Stage = (signal: AbortSignal) => Promise<{call: Promise<unknown>; sent: 'no' | 'maybe'}>;
  /** Each comes back as soon as the call has got there. */
  const stages: Record<string, Stage> = {
    async 'while it waits for its answer'(signal) {
      const service = await rawService(() => undefined);
      const call = clientOf(service.baseUrl).cancelOrder('1', {signal});
      await until(() => service.requests === 1);
      return {call, sent: 'maybe'};
    },
    async 'while it waits for its turn'(signal) {
      const service = await rawService(() => undefined);
      const client = clientOf(service.baseUrl, {fetchOptions: {connections: 1}});
      client.getTrade('1').catch(() => undefined);
      const call = client.getTrade('2', {signal});
      await until(() => service.requests === 1);
      return {call, sent: 'no'};
    },
    async 'while it waits for a retry'(signal) {
      const service = await scriptedService({status: 503, headers: {'retry-after': '4'}});
      const {promise: refused, resolve: onAnswer} = Promise.withResolvers<unknown>();
      const call = clientOf(service.baseUrl, {onAnswer}).getTrade('1', {signal});
      await refused;
      return {call, sent: 'maybe'};
    },
    async 'while a program signs it'(signal) {
      const credential = {scheme: 'command', argv: ['sleep', '60']} as const;
      return {call: clientOf('http://127.0.0.1:9', {credential}).cancelOrder('1', {signal}), sent: 'no'};
    },
  };
  const reasons = [new Error('the user left'), 'closed', 7];

  describe.each(Object.entries(stages))('%s', (_name, stage) => {
    it.each(reasons)('appears with its reason as the cause: %s', async reason => {
      const ending = new AbortController();
      const {call, sent} = await stage(ending.signal);
      const failed = failureOf(call);
      ending.abort(reason);
      expect(await failed).toMatchObject({kind: 'aborted', sent});
      expect(((await failed) as Error).cause).toBe(reason);
    });

    it('causes a timeout if it is a timeout signal', async () => {
      const ending = new AbortController();
      const {call, sent} = await stage(ending.signal);
      const failed = failureOf(call);
      ending.abort(await reasonOf(AbortSignal.timeout(1)));
      expect(await failed).toMatchObject({kind: 'timeout', sent, cause: {name: 'TimeoutError'}});
    });
  });

  const reasonOf = (signal: AbortSignal) =>
    new Promise<unknown>(resolve => signal.addEventListener('abort', () => resolve(signal.reason)));
});

describe('a call with holdBack', () => {
  it('fails before it is sent if holdBack returns a promise', async () => {
    const service = await scriptedService();
    const holdBack = (async () => undefined) as never;
    const client = clientOf(service.baseUrl);
    for (const call of [client.cancelOrder('1', {holdBack}), client.listOrders({}, {holdBack})]) {
      expect(await failureOf(call)).toMatchObject({
        ...{kind: 'input', sent: 'no'},
        message: 'What holdBack gives must be a reason in words or undefined, and no promise, not an object.',
      });
    }
    expect(service.arrived).toEqual([]);
  });

  it('fails before it is sent if holdBack throws', async () => {
    const error = new TypeError('no such row');
    const holdBack = () => {
      throw error;
    };
    const failure = await failureOf(clientOf('http://127.0.0.1:9').cancelOrder('1', {holdBack}));
    expect(failure).toMatchObject({kind: 'input', sent: 'no', cause: error});
  });
});

describe('a retried read', () => {
  it('counts as possibly sent if any attempt may have been sent', async () => {
    const service = await rawService(socket => socket.resetAndDestroy());
    const signsOnce = `mkdir "$0" && echo '{"authorization":"x"}'`;
    const argv = ['sh', '-c', signsOnce, join(temporaryFolder(), 'signed')];
    const client = clientOf(service.baseUrl, {credential: {scheme: 'command', argv}});
    const failure = await failureOf(client.listOrders());
    expect(failure).toMatchObject({kind: 'credentials', sent: 'maybe'});
    expect(service.requests).toBe(1);
  });

  it('counts as not sent if no attempt was sent', async () => {
    const port = await unusedPort();
    const failure = await failureOf(clientOf(`http://127.0.0.1:${port}`).listOrders());
    expect(failure).toMatchObject({kind: 'refused', sent: 'no'});
  });
});

it('sends nothing after its timeout, and sets no negative timer', async () => {
  const warned: Error[] = [];
  const warn = (warning: Error) => warned.push(warning);
  process.on('warning', warn);
  onTestFinished(() => void process.off('warning', warn));
  let now = 0;
  const service = await scriptedService({body: page});
  const holdBack = () => {
    now += 10_001;
    return undefined;
  };
  const client = clientOf(service.baseUrl, {clock: () => now});
  expect(await failureOf(client.listOrders({}, {holdBack}))).toMatchObject({kind: 'timeout', sent: 'no'});
  expect(await failureOf(client.cancelOrder('1', {holdBack}))).toMatchObject({kind: 'timeout', sent: 'no'});
  const fast = clientOf(service.baseUrl, {clock: () => (now += 3_000)});
  expect(await failureOf(fast.listOrders())).toMatchObject({kind: 'timeout', sent: 'no'});
  await new Promise(resolve => setImmediate(resolve));
  expect(service.arrived).toEqual([]);
  expect(warned).toEqual([]);
});

it('closes the client at the end of its `await using` block', async () => {
  const service = await rawService(() => undefined);
  let failed: Promise<unknown>;
  {
    await using client = createClient({baseUrl: service.baseUrl});
    failed = failureOf(client.listOrders());
    await until(() => service.requests === 1);
  }
  expect(await failed).toMatchObject({kind: 'closed'});
});
