/**
 * Hosts of several addresses. A slow one is a listener whose queue is full: the system drops the request to
 * connect, and repeats it after a second.
 */
import {once} from 'node:events';
import {createServer} from 'node:http';
import {connect, type Socket} from 'node:net';
import {Worker} from 'node:worker_threads';
import {describe, expect, it, onTestFinished} from 'vitest';
import type {Address, FetchOptions} from '../../../src/api/contract.ts';
import {clientOf, failureOf, unusedPort} from '../../helpers/service.ts';

const blockedServer = `
const {createServer} = require('node:http');
const {parentPort, workerData} = require('node:worker_threads');
const answer = request => JSON.stringify(request.method === 'GET' ? {items: []} : {orderId: 7});
const server = createServer((request, response) => response.end(answer(request)));
server.on('connect', (_, socket) => {
  socket.write('HTTP/1.1 200 OK\\r\\n\\r\\n');
  server.emit('connection', socket);
});
server.listen({port: 0, host: '127.0.0.1', backlog: 1}, () => {
  parentPort.postMessage(server.address().port);
  Atomics.wait(workerData, 0, 0);
});`;

/** Answers nobody, and takes no connection, until it is released. */
async function slowService(): Promise<{port: number; release: () => void}> {
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
  return {port, release};
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
  it.each([
    ['a read', 'listOrders'],
    ['a write', 'cancelOrder'],
  ] as const)(
    'has the whole time to connect at a slow address while another one fails: %s',
    async (_, name) => {
      const {port, release} = await slowService();
      const {baseUrl, env} = base(way, port);
      const client = clientOf(baseUrl, {env, fetchOptions: names([v4, v6], release)});
      await (name === 'listOrders' ? client.listOrders() : client.cancelOrder('7'));
    },
  );

  it('is reached at the second address while the first is silent', async () => {
    const {port} = await slowService();
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
    const client = clientOf(baseUrl, {env, fetchOptions: names([v4, second])});
    await client.listOrders();
    expect(new Set(seen).size).toBe(1);
  });
});

describe('a host of several addresses', () => {
  it('fails as its last address did if all fail', async () => {
    const {baseUrl, env} = base('directly', await unusedPort());
    const client = clientOf(baseUrl, {env, fetchOptions: names([v6, v4])});
    expect(await failureOf(client.cancelOrder('7'))).toMatchObject({kind: 'refused', sent: 'no'});
  });
});
