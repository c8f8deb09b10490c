/**
 * The decision table of writes over real sockets: what the client makes of every kind of answer, `sent`
 * included, and what the first attempt proves by it, for each kind of write.
 */
import {once} from 'node:events';
import type {Socket} from 'node:net';
import {gzipSync} from 'node:zlib';
import {describe, expect, it} from 'vitest';
import type {FetchOptions} from '../../src/api/contract.ts';
import {classify} from '../../src/core/intents/classify.ts';
import {sentKindOf, type WriteKind} from '../../src/core/intents/kinds/kinds.ts';
import type {Attempt, Outcome} from '../../src/core/intents/outcome.ts';
import {outcomeOf} from '../../src/core/sending.ts';
import {patienceMs} from '../helpers/patience.ts';
import {clientOf, failureOf, overTime, rawService, scriptedService, unusedPort} from '../helpers/service.ts';
import {steps, writeKinds} from '../helpers/write-kinds.ts';
import {expired, tlsService, valid} from './certificates.ts';
import {calls} from './facts/calls.ts';

const writes = {
  open: calls.openEasyOption,
  close: calls.closeEasyOption,
  place: calls.createOrder,
  cancel: calls.cancelOrder,
} satisfies Record<WriteKind, unknown>;

type Steps = ReturnType<typeof steps>;
const refused = steps('refused');
const read = steps('read');
/** A 422 to a close proves nothing before the Easy Option was read. */
const readBeforeClosed = steps('refused', {close: 'read'});
const lost = steps('read', {place: 'again'});
const unsent = steps('not sent', {place: 'again', cancel: 'again'});

/** For what takes no time but that which a busy machine takes. */
const patient: FetchOptions = {connectTimeoutMs: patienceMs, writeTimeoutMs: patienceMs};

async function outcomeFor(
  write: WriteKind,
  baseUrl: string,
  fetchOptions: FetchOptions,
): Promise<{error: unknown; outcome: Outcome}> {
  try {
    const answer = (await writes[write](clientOf(baseUrl, {fetchOptions}))) as {value: {orderId: string}};
    const isOrder = write === 'place' || write === 'cancel';
    return {error: undefined, outcome: isOrder ? {kind: 'yes', order: answer.value} : {kind: 'yes'}};
  } catch (error) {
    return {error, outcome: outcomeOf(error)};
  }
}

function stepFor(write: WriteKind, outcome: Outcome): string {
  const now = {mono: 1_000, wall: 1_763_690_000_000};
  const attempt: Attempt = {
    number: 1,
    by: 'user',
    process: 'this',
    startedAt: now,
    result: {at: now, outcome},
  };
  return classify(sentKindOf({kind: write}), [attempt], now).step;
}

const http = (status: string, body: string, headers = ''): string =>
  `HTTP/1.1 ${status}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${headers}\r\n${body}`;
const own = '{"error":"NO","message":"Not like this","requestId":"r-1","details":{}}';
const record = '{"orderId":7,"status":"CANCELED"}';

/** A row: its name, what the service writes on the socket, what the client throws, and the steps. */
type Row = readonly [name: string, play: (socket: Socket) => void, thrown: object | undefined, steps: Steps];

const says =
  (text: string) =>
  (socket: Socket): void =>
    void socket.end(text, 'latin1');
const status = (code: number, isOwn: boolean) => ({name: 'ApiError', status: code, recognised: isOwn});
const maybe = (kind: string, code?: number) => ({name: 'LinkError', kind, sent: 'maybe', status: code});
const tooMany = {...status(429, false), retryAfter: 3_000};
const unfit = {name: 'ShapeError', status: 200};

const ok = (body: string, headers?: string) => says(http('200 OK', body, headers));
const switching = 'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n';
const endlessHead = `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}`;
const elsewhere = 'location: http://127.0.0.1:1/\r\n';
const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024)).toString('latin1');
const cutGzip = gzipSync(record).subarray(0, 20).toString('latin1');
const gzip = 'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n';
const dripping = (status: string) => (socket: Socket) =>
  drip(socket, `HTTP/1.1 ${status}\r\ncontent-length: 9999\r\n\r\n`);

const answered: Row[] = [
  ['2xx as documented', ok(record), undefined, steps('done')],
  ['201 as documented', says(http('201 Created', record)), undefined, steps('done')],
  ['2xx, not canceled', ok('{"orderId":7,"status":"PENDING"}'), undefined, steps('done', {cancel: 'read'})],
  ['2xx with a page of HTML', ok('<html>hi</html>'), unfit, lost],
  ['2xx without a body', ok(''), unfit, lost],
  ['204 without a body', says('HTTP/1.1 204 No Content\r\n\r\n'), {...unfit, status: 204}, lost],
  ['2xx with a list', ok('[]'), unfit, lost],
  ['2xx cut by close', says('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{"orderId":7,"sta'), unfit, lost],
  ['2xx with a gzip bomb', says(`${gzip}\r\n${bomb}`), maybe('too-large', 200), lost],
  ['2xx with a cut gzip stream', says(`${gzip}\r\n${cutGzip}`), maybe('cut', 200), lost],
  ['2xx in an unknown coding', ok('x', 'content-encoding: zstd\r\n'), maybe('encoding', 200), lost],
  ['2xx whose body drips', dripping('200 OK'), maybe('timeout', 200), lost],
  ['301 to another host', says(http('301 Moved', own, elsewhere)), status(301, true), read],
  ['303 to another host', says(http('303 See Other', '', elsewhere)), status(303, false), read],
  ['307 to another host', says(http('307 Temporary', '', elsewhere)), status(307, false), read],
  ['304 without a conditional request', says('HTTP/1.1 304 Not Modified\r\n\r\n'), status(304, false), read],
  ['400', says(http('400 Bad', own)), status(400, true), refused],
  ['400 with HTML', says(http('400 Bad', '<html>')), status(400, false), read],
  ['401 with HTML', says(http('401 Who', '<html>')), status(401, false), refused],
  ['401 cut short', says('HTTP/1.1 401 Who\r\ncontent-length: 99\r\n\r\n{'), status(401, false), refused],
  ['403', says(http('403 No', own)), status(403, true), refused],
  ['404', says(http('404 Gone', own)), status(404, true), steps('refused', {close: 'read', cancel: 'read'})],
  ['404 with HTML', says(http('404 Gone', '<html>')), status(404, false), read],
  ['404 with an object without a message', says(http('404 Gone', '{}')), status(404, false), read],
  ['409', says(http('409 Conflict', own)), status(409, true), read],
  ['413', says(http('413 Large', own)), status(413, true), refused],
  ['422', says(http('422 Rule', own)), status(422, true), readBeforeClosed],
  ['422 with HTML', says(http('422 Rule', '<html>')), status(422, false), read],
  ['422 with a message', says(http('422 Rule', '{"message":"no"}')), status(422, true), readBeforeClosed],
  ['422 cut short', says(`HTTP/1.1 422 Rule\r\ncontent-length: 999\r\n\r\n${own}`), status(422, false), read],
  ['429', says(http('429 Many', '<html>', 'retry-after: 3\r\n')), tooMany, refused],
  ...[408, 425, 499].map((code): Row => [`${code}`, says(http(`${code} Oh`, own)), status(code, true), read]),
  ...[500, 502, 503, 504].map(
    (code): Row => [`${code}`, says(http(`${code} Oh`, own)), status(code, true), lost],
  ),
  ['500 with HTML', says(http('500 Oh', '<html>')), status(500, false), lost],
  ['500 whose body drips', dripping('500 Oh'), status(500, false), lost],
  ['closed without an answer', socket => socket.end(), maybe('reset'), lost],
  ['reset without an answer', socket => socket.resetAndDestroy(), maybe('reset'), lost],
  ['a cut inside the head', says('HTTP/1.1 200 OK\r\ncontent-le'), maybe('reset'), lost],
  ['an answer that is not HTTP', says('SSH-2.0-OpenSSH_9.9\r\n'), maybe('protocol'), lost],
  ['an endless head', socket => void socket.write(endlessHead), maybe('protocol'), lost],
  ['no answer', () => undefined, maybe('timeout'), lost],
  ['a head that drips', socket => drip(socket, 'HTTP/1.1 200 OK\r\nx: '), maybe('timeout'), lost],
  ['101 without a request for it', says(switching), maybe('reset'), lost],
];

const endless = answered.filter(([name]) => /drips|^no answer$/.test(name)).map(([, play]) => play);
const isEndless = (play: Row[1]) => endless.includes(play);

/** A byte every 20 ms: no gap is long enough for a timeout between bytes. */
function drip(socket: Socket, head: string): void {
  socket.write(head);
  const timer = setInterval(() => socket.write(' '), 20);
  socket.on('close', () => clearInterval(timer));
}

const byKind = (results: readonly {readonly step: string}[]) =>
  Object.fromEntries(results.map(({step}, at) => [writeKinds[at], step]));

/** The same for every write, at once: each has a service of its own. */
async function forEachWrite<Result>(play: (write: WriteKind) => Promise<Result>): Promise<Result[]> {
  return Promise.all(writeKinds.map(play));
}

describe('every write', () => {
  it.each(answered)('leads to the right next step after: %s', async (_name, play, thrown, expected) => {
    const services = await Promise.all(writeKinds.map(() => rawService(play)));
    const writeAll = () =>
      Promise.all(
        writeKinds.map(async (write, at) => {
          const came = await outcomeFor(write, services[at]?.baseUrl ?? '', patient);
          return {...came, step: stepFor(write, came.outcome), requests: services[at]?.requests};
        }),
      );
    const areAsked = () => services.every(({requests}) => requests === 1);
    const results = await (isEndless(play) ? overTime(patienceMs, areAsked, writeAll) : writeAll());
    for (const {error} of results) expect(error ?? {}).toMatchObject(thrown ?? {});
    expect(byKind(results)).toEqual(expected);
    expect(results.map(({requests}) => requests)).toEqual(results.map(() => 1));
  });

  it.each(unsentRows)('counts as not sent: %s', async (_name, kind, reach) => {
    const results = await forEachWrite(async write => {
      const {baseUrl, fetchOptions = {}} = await reach();
      const came = await outcomeFor(write, baseUrl, {
        ...patient,
        ...(kind === 'connect-timeout' ? {connectTimeoutMs: 300} : {}),
        ...fetchOptions,
      });
      return {...came, step: stepFor(write, came.outcome)};
    });
    for (const {error} of results) {
      expect(error).toMatchObject({name: 'LinkError', kind, sent: 'no', status: undefined});
    }
    expect(byKind(results)).toEqual(unsent);
  });
});

/** A row: its name, the kind of failure, and an address with that fault. */
type UnsentRow = readonly [
  name: string,
  kind: string,
  reach: () => Promise<{baseUrl: string; fetchOptions?: FetchOptions}>,
];

const unsentRows: UnsentRow[] = [
  ['connection refused', 'refused', async () => ({baseUrl: `http://127.0.0.1:${await unusedPort()}`})],
  [
    'name not found',
    'dns',
    async () => ({
      baseUrl: 'https://service.example',
      fetchOptions: {
        lookup: (name, _options, callback) => {
          callback(Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), {code: 'ENOTFOUND'}), '', 4);
        },
      },
    }),
  ],
  [
    'name look-up hangs',
    'dns',
    async () => ({
      baseUrl: 'https://service.example',
      fetchOptions: {lookup: () => undefined, writeTimeoutMs: 300},
    }),
  ],
  [
    'SYN swallowed',
    'timeout',
    async () => ({
      baseUrl: 'http://127.0.0.1:9',
      fetchOptions: {connect: () => undefined, writeTimeoutMs: 300},
    }),
  ],
  ['certificate of an unknown authority', 'tls', async () => ({baseUrl: await tlsAt(valid)})],
  [
    'certificate expired',
    'tls',
    async () => ({baseUrl: await tlsAt(expired), fetchOptions: {connect: {ca: expired}}}),
  ],
  [
    'certificate for another name',
    'tls',
    async () => ({
      baseUrl: (await tlsAt(valid)).replace('127.0.0.1', 'other.example'),
      fetchOptions: {connect: {ca: valid}, lookup: toLoopback},
    }),
  ],
  [
    'TLS stalls',
    'connect-timeout',
    async () => ({baseUrl: `https://127.0.0.1:${(await rawService(() => undefined)).port}`}),
  ],
  [
    'closed during the TLS handshake',
    'reset',
    async () => {
      const service = await rawService(
        () => undefined,
        socket => socket.once('data', () => socket.resetAndDestroy()),
      );
      return {baseUrl: `https://127.0.0.1:${service.port}`};
    },
  ],
  [
    'an HTTP service asked for TLS',
    'no-tls',
    async () => {
      const service = await rawService(
        () => undefined,
        socket => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
      );
      return {baseUrl: `https://127.0.0.1:${service.port}`};
    },
  ],
];

const toLoopback: FetchOptions['lookup'] = (_name, options, callback) => {
  if (options.all === true) callback(null, [{address: '127.0.0.1', family: 4}]);
  else callback(null, '127.0.0.1', 4);
};

const tlsAt = async (cert: string) => `https://127.0.0.1:${(await tlsService(cert)).port}`;

describe('a write', () => {
  it('does not follow a redirect to another host, and sends no credential there', async () => {
    const elsewhere = await rawService(says(http('200 OK', record)));
    const service = await rawService(
      says(http('307 Temporary', '', `location: ${elsewhere.baseUrl}/v1/orders\r\n`)),
    );
    const client = clientOf(service.baseUrl, {credential: {scheme: 'bearer', token: 'canary-token'}});
    for (const write of writeKinds) await writes[write](client).catch(() => undefined);
    expect(service.requests).toBe(writeKinds.length);
    expect(elsewhere.connections).toEqual([]);
  });

  it('never reuses a kept connection that the service has just closed', async () => {
    // Every answer promises keep-alive, and the connection is closed as soon as the next bytes come on it.
    const used = new WeakSet<Socket>();
    const service = await rawService(socket => {
      if (used.has(socket)) return void socket.resetAndDestroy();
      used.add(socket);
      socket.write(http('200 OK', '{"orderId":7,"status":"CANCELED","items":[]}'));
    });
    const client = clientOf(service.baseUrl);
    for (let round = 0; round < 20; round++) {
      await client.listOrders();
      for (const write of writeKinds) await writes[write](client);
    }
    expect(new Set(service.connections).size).toBeGreaterThan(20 * writeKinds.length);
  });

  it('closes the socket of an aborted connection immediately', async () => {
    const controller = new AbortController();
    const service = await rawService(
      () => undefined,
      socket => socket.once('data', () => controller.abort()),
    );
    const client = clientOf(`https://127.0.0.1:${service.port}`, {fetchOptions: patient});
    const error = await failureOf(client.cancelOrder('1', {signal: controller.signal}));
    expect(error).toMatchObject({kind: 'aborted', sent: 'no'});
    await Promise.all(service.connections.map(socket => socket.destroyed || once(socket, 'close')));
    expect(service.connections).toHaveLength(1);
  });

  it('sends "Connection: close"', async () => {
    const service = await scriptedService();
    for (const write of writeKinds) await writes[write](clientOf(service.baseUrl)).catch(() => undefined);
    expect(service.arrived.map(({headers}) => headers.connection)).toEqual(writeKinds.map(() => 'close'));
  });
});
