/**
 * Hosts of several addresses. A slow one is a listener whose queue is full: the system drops the request to
 * connect, and repeats it after a second.
 */
import {once} from 'node:events';
import {createServer} from 'node:http';
import {connect, type Socket} from 'node:net';
import {Worker} from 'node:worker_threads';
import {describe, expect, it, onTestFinished, vi} from 'vitest';
import type {Address, FetchOptions, Lookup} from '../../../src/api/contract.ts';
import {sharedNames} from '../../../src/api/http/link.ts';
import {until} from '../../helpers/patience.ts';
import {
  clientOf,
  connectProxy,
  failureOf,
  overTime,
  scriptedService,
  unusedPort,
} from '../../helpers/service.ts';

const blockedServer = `
const {parentPort, workerData} = require('node:worker_threads');
const server = require('node:net').createServer();
server.listen({port: 0, host: '127.0.0.1', backlog: 1}, () => {
  parentPort.postMessage(server.address().port);
  Atomics.wait(workerData, 0, 0);
});`;

/** Answers nobody, and takes no connection. */
async function slowService(): Promise<number> {
  const state = new Int32Array(new SharedArrayBuffer(4));
  const release = () => {
    Atomics.store(state, 0, 1);
    Atomics.notify(state, 0);
  };
  const worker = new Worker(blockedServer, {eval: true, workerData: state});
  const [port] = (await once(worker, 'message')) as [number];
  const queue = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  onTestFinished(async () => {
    release();
    for (const socket of queue) socket.destroy();
    await worker.terminate();
  });
  await Promise.all(queue.map(socket => once(socket, 'connect')));
  return port;
}

const v4 = {address: '127.0.0.1', family: 4};
const v6 = {address: '::1', family: 6};

function names(addresses: readonly Address[], then: () => void = () => {}): FetchOptions {
  return {
    connectTimeoutMs: 60_000,
    readTimeoutMs: 60_000,
    writeTimeoutMs: 60_000,
    lookup: (_name, _options, callback) => {
      callback(null, [...addresses]);
      then();
    },
  };
}

const ways = ['directly', 'through a proxy'] as const;
const base = (way: (typeof ways)[number], port: number) =>
  way === 'directly'
    ? {baseUrl: `http://service.example:${port}`, env: {}}
    : {baseUrl: 'http://service.example', env: {HTTP_PROXY: `http://proxy.example:${port}`}};

describe.each(ways)('a host of several addresses, reached %s', way => {
  it('is reached at the second address if the first is silent', async () => {
    const port = await slowService();
    const seen: Socket[] = [];
    const server = createServer((_request, response) => response.end('{"items":[]}'));
    server.on('connection', socket => seen.push(socket));
    server.on('connect', (_request, socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      server.emit('connection', socket);
    });
    server.listen(port, '127.0.0.2');
    await once(server, 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const {baseUrl, env} = base(way, port);
    const second = {address: '127.0.0.2', family: 4};
    const fetchOptions = {...names([v4, second]), connectTimeoutMs: 600};
    const client = clientOf(baseUrl, {env, fetchOptions});
    await client.listOrders();
    expect(new Set(seen).size).toBe(1);
  });
});

it('a silent address ends the time to connect, and nothing was sent', async () => {
  const {baseUrl, env} = base('directly', await slowService());
  const client = clientOf(baseUrl, {env, fetchOptions: {...names([v4]), connectTimeoutMs: 100}});
  expect(await failureOf(client.cancelOrder('7'))).toMatchObject({kind: 'connect-timeout', sent: 'no'});
});

it('a host of several addresses fails as its last address did if all fail', async () => {
  const {baseUrl, env} = base('directly', await unusedPort());
  const client = clientOf(baseUrl, {env, fetchOptions: names([v6, v4])});
  expect(await failureOf(client.cancelOrder('7'))).toMatchObject({kind: 'refused', sent: 'no'});
});

function fakeTime(): void {
  vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout']});
  onTestFinished(() => void vi.useRealTimers());
}

describe('the time to connect', () => {
  /** Each look-up that began waits for its answer. */
  function asking() {
    const asked: Parameters<Lookup>[2][] = [];
    const lookup: Lookup = (_name, _options, callback) => void asked.push(callback);
    return {asked, lookup};
  }

  it.each(ways)('begins after the look-up, however long that took: %s', async way => {
    const {origin} = await scriptedService({body: {orderId: 7}});
    const service = new URL(origin);
    const proxy = await connectProxy(Number(service.port));
    const {port} = way === 'directly' ? service : new URL(proxy.url);
    const {asked, lookup} = asking();
    const {baseUrl, env} = base(way, Number(port));
    const client = clientOf(baseUrl, {env, fetchOptions: {lookup}});
    fakeTime();
    const answer = client.cancelOrder('7');
    await until(() => asked.length === 1);
    vi.advanceTimersByTime(5_000);
    asked[0]?.(null, [v4]);
    expect((await answer).value.orderId).toBe('7');
  });

  it.each([
    ['a write', 10_000, 'cancelOrder'],
    ['a read', 5_000, 'getTrade'],
  ] as const)('ends with the name as the cause while the look-up goes on: %s', async (_, ms, name) => {
    const {asked, lookup} = asking();
    const client = clientOf('https://service.example', {fetchOptions: {lookup}});
    const isAsked = () => asked.length === 1;
    const failure = await overTime(ms, isAsked, () => failureOf(client[name]('7')));
    const message = 'The name servers gave no address of service.example in time.';
    expect(failure).toMatchObject({kind: 'dns', sent: 'no', message});
  });
});

it('a look-up counts for all calls within 10 s, unless it fails', async () => {
  let now = 0;
  const asked: Parameters<Lookup>[2][] = [];
  const {lookUp, isWaiting} = sharedNames(
    () => now,
    (_name, _options, callback) => void asked.push(callback),
  );
  const look = () => new Promise(resolve => lookUp('service.example', (...found) => resolve(found)));
  const failed = [look(), look()];
  const error = new Error('none');
  asked[0]?.(error, []);
  expect(isWaiting()).toBe(true);
  expect(await Promise.all(failed)).toEqual(Array(2).fill([error, []]));
  expect(isWaiting()).toBe(false);
  const found = [look(), look()];
  asked[1]?.(null, [v4]);
  now = 9_999;
  expect(await Promise.all([...found, look()])).toEqual(Array(3).fill([null, [v4]]));
  now = 10_000;
  void look();
  expect(asked.length).toBe(3);
});

it('a look-up that is never answered ends after 10 s, and the next call begins one', async () => {
  fakeTime();
  let asked = 0;
  const names = sharedNames(
    () => 0,
    () => void asked++,
  );
  const look = () => new Promise(resolve => names.lookUp('service.example', error => resolve(error)));
  const late = look();
  vi.advanceTimersByTime(10_000);
  expect(await late).toMatchObject({code: 'EAI_AGAIN'});
  expect(names.isWaiting()).toBe(false);
  void look();
  expect(asked).toBe(2);
});
