/**
 * Reads over real sockets: repeated where that is safe, decoded within bounds, the same object while nothing
 * changes.
 */
import {type ChannelListener, subscribe, unsubscribe} from 'node:diagnostics_channel';
import type {Socket} from 'node:net';
import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';
import {brotliCompressSync, gzipSync} from 'node:zlib';
import {describe, expect, it, onTestFinished, vi} from 'vitest';
import {ApiError, LinkError} from '../../src/api/errors.ts';
import {retryAfter} from '../../src/api/http/refusal.ts';
import {maxAttempts, retryDelay} from '../../src/api/http/transport.ts';
import {eventually} from '../helpers/patience.ts';
import {clientOf, failureOf, overTime, rawService, scriptedService} from '../helpers/service.ts';

const page = '{"items":[{"orderId":1}],"total":1}';
const http = (head: string, body: string) =>
  `HTTP/1.1 ${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

/** Plays the answers in turn, the last one for good. */
async function serviceThat(...plays: ((socket: Socket) => void)[]) {
  const service = await rawService(socket => {
    const play = plays[Math.min(service.requests, plays.length) - 1];
    play?.(socket);
  });
  return service;
}
const says = (text: string) => (socket: Socket) => void socket.write(text);
const resets = (socket: Socket) => void socket.resetAndDestroy();

describe('a failing read', () => {
  it.each([
    ['a reset', resets],
    ['a close', (socket: Socket) => void socket.end()],
    [
      'an answer cut short',
      (socket: Socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{'),
    ],
    ['502', says(http('502 Bad Gateway', '<html>'))],
    ['503', says(http('503 Unavailable\r\nretry-after: 0', ''))],
    ['504', says(http('504 Timeout', ''))],
    ['429 with a short enough wait', says(http('429 Many\r\nretry-after: 0', ''))],
  ])('is retried after %s', async (_name, play) => {
    const service = await serviceThat(play, play, says(http('200 OK', page)));
    expect((await clientOf(service.baseUrl).listOrders()).value.rows).toEqual([{orderId: '1'}]);
    expect(service.requests).toBe(3);
  });

  it.each([429, 500, 503, 413])(
    'is the answer to all reads until the pause that a %i asks for is over',
    async status => {
      const many = says(http(`${status} Wait\r\nretry-after: 30`, '{"message":"too many"}'));
      const service = await serviceThat(many, says(http('200 OK', page)));
      let now = 0;
      const client = clientOf(service.baseUrl, {clock: () => now});
      await failureOf(client.listOrders());
      now = 10_000;
      expect(await failureOf(client.listTrades())).toMatchObject({status, retryAfter: 20_000});
      expect(service.requests).toBe(1);
      now = 30_000;
      expect((await client.listOrders()).value.rows).toEqual([{orderId: '1'}]);
    },
  );

  it('goes over a new connection when the kept one is 30 s old: its host may have moved', async () => {
    const service = await scriptedService({body: {items: []}});
    vi.useFakeTimers({toFake: ['Date'], now: 1});
    onTestFinished(() => void vi.useRealTimers());
    const client = clientOf(service.baseUrl, {fetchOptions: {connections: 1}});
    for (const now of [1, 20_000, 30_001]) {
      vi.setSystemTime(now);
      await client.listOrders({page: now});
    }
    expect(service.connections()).toBe(1);
    vi.setSystemTime(30_002);
    await client.listOrders();
    expect(service.connections()).toBe(2);
  });

  it.each([
    ['400', says(http('400 Bad', '{"message":"no"}'))],
    ['401', says(http('401 Who', ''))],
    ['404', says(http('404 Gone', ''))],
    ['500', says(http('500 Oh', ''))],
    ['a wait that is too long', says(http('429 Many\r\nretry-after: 30', ''))],
    ['an invalid body', says(http('200 OK', '[]'))],
    ['a redirect', says(http('302 Found\r\nlocation: /x', ''))],
  ])('is not retried after %s', async (_name, play) => {
    const service = await serviceThat(play);
    await failureOf(clientOf(service.baseUrl).listOrders());
    expect(service.requests).toBe(1);
  });

  it('ends at one deadline for all attempts and waits', async () => {
    let now = 0;
    const resetsLate = (socket: Socket) => {
      now = 4_000;
      resets(socket);
    };
    const service = await serviceThat(resetsLate, () => undefined);
    const client = clientOf(service.baseUrl, {clock: () => now, fetchOptions: {readTimeoutMs: 5_000}});
    const read = () => failureOf(client.listOrders());
    expect(await overTime(1_000, () => service.requests === 2, read)).toMatchObject({kind: 'timeout'});
  });

  it('ends when the client is closed, and no read starts after that', async () => {
    const service = await serviceThat(() => undefined);
    const client = clientOf(service.baseUrl);
    const {signal} = new AbortController();
    const failures = [failureOf(client.listOrders()), failureOf(client.cancelOrder('1', {signal}))];
    while (service.requests < 2) await new Promise(resolve => setImmediate(resolve));
    await client.close();
    expect(await Promise.all(failures)).toMatchObject([{kind: 'closed'}, {kind: 'closed', sent: 'maybe'}]);
    expect(await failureOf(client.cancelOrder('1'))).toMatchObject({kind: 'closed', sent: 'no'});
    expect(service.requests).toBe(2);
  });

  it('leaves nothing behind for the next read if it is aborted', async () => {
    const controller = new AbortController();
    const service = await rawService((socket, head) => {
      if (head.includes('page=2')) return void socket.write(http('200 OK', page));
      controller.abort();
      socket.write(http('200 OK', '{"items":[]}'));
    });
    const client = clientOf(service.baseUrl);
    expect(await failureOf(client.listOrders({page: 1}, {signal: controller.signal}))).toMatchObject({
      kind: 'aborted',
    });
    expect((await client.listOrders({page: 2})).value.rows).toEqual([{orderId: '1'}]);
    expect(service.connections).toHaveLength(2);
  });

  it('does not affect another read in progress', async () => {
    const service = await rawService((socket, head) => {
      if (head.includes('/orders')) resets(socket);
      else setTimeout(() => socket.write(http('200 OK', '[]')), 100);
    });
    const client = clientOf(service.baseUrl);
    const [orders, cards] = await Promise.allSettled([client.listOrders(), client.listCards()]);
    expect(orders.status).toBe('rejected');
    expect(cards.status).toBe('fulfilled');
  });
});

describe('the decision to retry a read', () => {
  it('depends only on the failure, the attempt and chance', () => {
    const reset = new LinkError('reset', 'maybe', 'reset');
    expect([1, 2, 3].map(attempt => retryDelay(reset, attempt, 0))).toEqual([50, 100, undefined]);
    expect(retryDelay(reset, 1, 1)).toBe(150);
    const kinds = [
      'dns',
      'tls',
      'timeout',
      'too-large',
      'encoding',
      'aborted',
      'credentials',
      'input',
      'closed',
    ] as const;
    for (const kind of kinds) expect(retryDelay(new LinkError(kind, 'no', kind), 1, 0)).toBeUndefined();
    expect(retryDelay(new ApiError('slow', {status: 503, retryAfter: 700, recognised: false}), 1, 0)).toBe(
      700,
    );
    expect(retryDelay(new TypeError('ours'), 1, 0)).toBeUndefined();
    expect(maxAttempts).toBe(3);
  });

  it.each([
    ['2', 2_000],
    ['0', 0],
    ['61', 60_000],
    ['100000000', 60_000],
    ['99999999999999999999999999', 60_000],
    ['Sat, 21 Nov 2026 03:00:10 GMT', 10_000],
    ['Sat, 21 Nov 2026 02:00:00 GMT', 0],
    ['Sun, 22 Nov 2026 03:00:00 GMT', 60_000],
    ['-5', undefined],
    ['abc', undefined],
    ['abc 1', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('reads Retry-After %s as %s ms', (header, ms) => {
    expect(retryAfter(header, Date.parse('2026-11-21T03:00:00Z'))).toBe(ms);
  });

  it('measures a Retry-After date with the clock of the service', async () => {
    const service = await scriptedService();
    const headers = {'retry-after': 'Wed, 01 Jan 2020 00:00:30 GMT', date: 'Wed, 01 Jan 2020 00:00:00 GMT'};
    service.reply({status: 429, headers});
    expect(await failureOf(clientOf(service.baseUrl).listOrders())).toMatchObject({retryAfter: 30_000});
  });
});

describe('an answer', () => {
  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['identity', (text: string) => Buffer.from(text)],
  ])('is decoded from %s', async (coding, encode) => {
    const service = await scriptedService({
      headers: {'content-encoding': coding},
      body: encode('{"items":[{"orderId":9007199254740993,"asset":"Gß"}]}'),
    });
    expect((await clientOf(service.baseUrl).listOrders()).value.rows).toEqual([
      {orderId: '9007199254740993', asset: 'Gß'},
    ]);
    expect(service.last().headers['accept-encoding']).toBe('gzip, br');
    expect(service.last().headers['cache-control']).toBe('no-cache');
  });

  it('has the date, the request id and the latency', async () => {
    const service = await scriptedService();
    let time = 1000;
    service.reply(() => {
      time = 1042;
      return {body: page, headers: {date: 'Sat, 21 Nov 2026 03:00:00 GMT', 'x-request-id': 'r-5'}};
    });
    const client = clientOf(service.baseUrl, {clock: () => time});
    const answer = await client.listOrders();
    expect(answer).toMatchObject({requestId: 'r-5', serverDate: Date.parse('2026-11-21T03:00:00Z')});
    expect(answer.latencyMs).toBe(42);
  });

  it('is PAPER only if the service proves it', async () => {
    const service = await scriptedService();
    const client = clientOf(service.baseUrl);
    const venues = [];
    for (const venue of ['paper', 'PAPER', 'paper, live', 'live']) {
      service.reply({body: page, headers: {'optty-venue': venue, 'optty-ledger': 'l-1'}});
      venues.push((await client.listOrders()).venue);
    }
    service.reply({body: page});
    venues.push((await client.listOrders()).venue);
    expect(venues).toEqual(['PAPER', 'LIVE', 'LIVE', 'LIVE', 'LIVE']);
    service.reply({body: page, headers: {'optty-ledger': 'l-1'}});
    expect((await client.listOrders()).paperLedger).toBe('l-1');
  });

  it('has the lag of trades that the paper service states, and of no other', async () => {
    const service = await scriptedService();
    const client = clientOf(service.baseUrl);
    const lags = [];
    for (const [venue, stated] of [
      ['paper', '1.5'],
      ['paper', 'soon'],
      ['live', '1.5'],
    ] as const) {
      service.reply({body: page, headers: {'optty-venue': venue, 'optty-trades-lag': stated}});
      lags.push((await client.listOrders()).tradesLagMs);
    }
    expect(lags).toEqual([1_500, 3_600_000, undefined]);
  });

  it('is requested with our user agent', async () => {
    const service = await scriptedService();
    await clientOf(service.baseUrl)
      .cancelOrder('1')
      .catch(() => undefined);
    expect(service.last().headers).toMatchObject({
      'user-agent': 'optty/0.0.0-test',
      accept: 'application/json',
    });
  });
});

describe('an unchanged answer', () => {
  it('is the same object, marked as not modified', async () => {
    const service = await scriptedService({body: page});
    const client = clientOf(service.baseUrl);
    const first = await client.listOrders();
    const second = await client.listOrders();
    service.reply({body: '{"items":[]}'});
    const third = await client.listOrders();
    expect(first.notModified).toBeUndefined();
    expect(second).toMatchObject({notModified: true});
    expect(second.value).toBe(first.value);
    expect(third.value.rows).toEqual([]);
    expect(third.notModified).toBeUndefined();
  });

  it('is forgotten after many other answers', async () => {
    const service = await scriptedService({body: page});
    const client = clientOf(service.baseUrl);
    for (let number = 1; number <= 17; number++) await client.listOrders({page: number});
    expect((await client.listOrders({page: 17})).notModified).toBe(true);
    expect((await client.listOrders({page: 1})).notModified).toBeUndefined();
  });
});

it('keeps no connection in memory that was closed', async () => {
  setFlagsFromString('--expose-gc');
  const sockets: WeakRef<object>[] = [];
  const keep: ChannelListener = made => void sockets.push(new WeakRef((made as {socket: object}).socket));
  subscribe('net.client.socket', keep);
  onTestFinished(() => void unsubscribe('net.client.socket', keep));
  const service = await scriptedService({headers: {connection: 'close'}, body: {items: []}});
  const client = clientOf(service.baseUrl);
  for (let read = 0; read < 6; read++) await client.listOrders();
  expect(sockets).toHaveLength(6);
  await eventually(() => {
    runInNewContext('gc')();
    expect(sockets.filter(each => each.deref() !== undefined).length).toBeLessThan(3);
  });
});
