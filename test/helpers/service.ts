/**
 * Services for tests: real servers on a free port of 127.0.0.1, scripted, that remember what they were asked.
 */
import {once} from 'node:events';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import {type AddressInfo, connect, createServer as createTcpServer, type Server, type Socket} from 'node:net';
import {onTestFinished, type TestContext, vi} from 'vitest';
import {type ClientOptions, createClient, type TradingClient} from '../../src/api/client.ts';
import {until} from './patience.ts';

/** A request as it arrived, its body whole. */
export type Arrived = {
  method: string;
  /** As on the wire, with the query. */
  url: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: string;
};

export type Reply = {
  status?: number;
  headers?: Record<string, string>;
  /** Text and bytes as they are, anything else as JSON. */
  body?: unknown;
};

type Script = (arrived: Arrived) => Reply | 'none' | Promise<Reply | 'none'>;

export type ScriptedService = {
  origin: string;
  /** Below a prefix. */
  baseUrl: string;
  /** Every request so far, in order. */
  arrived: Arrived[];
  /** The reply to requests from now on; for `none` the connection is closed. */
  reply(next: Reply | Script): void;
  last(): Arrived;
  /** How many were opened so far. */
  connections(): number;
};

/** The port of 127.0.0.1 where the server listens, with all its connections, until the test ends. */
export async function listening(
  server: Server,
  finished: TestContext['onTestFinished'] = onTestFinished,
): Promise<number> {
  const sockets: Socket[] = [];
  server.on('connection', socket => sockets.push(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  finished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/**
 * Speaks HTTP properly and answers 200 with `{}` unless told otherwise.
 * @param finished of a test that runs beside others
 */
export async function scriptedService(
  first: Reply | Script = {body: {}},
  finished: TestContext['onTestFinished'] = onTestFinished,
): Promise<ScriptedService> {
  const arrived: Arrived[] = [];
  const scriptOf = (next: Reply | Script) => (typeof next === 'function' ? next : () => next);
  let script = scriptOf(first);
  const server = createServer(async (request, response) => {
    const seen = await read(request);
    arrived.push(seen);
    const reply = await script(seen);
    if (reply === 'none') request.socket.destroy();
    else write(response, reply);
  });
  let opened = 0;
  server.on('connection', () => opened++);
  const origin = `http://127.0.0.1:${await listening(server, finished)}`;
  return {
    origin,
    baseUrl: `${origin}/api`,
    arrived,
    connections: () => opened,
    reply(next) {
      script = scriptOf(next);
    },
    last() {
      const request = arrived.at(-1);
      if (request === undefined) throw new Error('nothing arrived');
      return request;
    },
  };
}

async function read(request: IncomingMessage): Promise<Arrived> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const {method = '', url = '', headers} = request;
  const [path = '', query = ''] = url.split('?');
  return {
    method,
    url,
    path,
    query: new URLSearchParams(query),
    headers,
    body: Buffer.concat(chunks).toString(),
  };
}

function write(response: ServerResponse, {status = 200, headers = {}, body = ''}: Reply): void {
  const payload = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  response.writeHead(status, {'content-type': 'application/json', ...headers}).end(payload);
}

/** Between two services, each connection has these headers of its own. */
const ofConnection =
  /^(host|connection|keep-alive|content-length|content-encoding|accept-encoding|transfer-encoding)$/;
const withoutThose = (headers: Iterable<readonly [string, unknown]>) =>
  Object.fromEntries(
    [...headers].flatMap(([name, value]) => (ofConnection.test(name) ? [] : [[name, String(value)]])),
  );

/** The question by which a command learns which paper ledger answers: a list of one order. */
export const isOfLedger = ({path, query}: Arrived) => path === '/v1/orders' && query.get('pageSize') === '1';

/** What the service at `origin` answers to the same request, and nothing where that is gone. */
export async function passedOn(origin: string, arrived: Arrived): Promise<Reply | 'none'> {
  const {method, url, body} = arrived;
  const headers = withoutThose(Object.entries(arrived.headers));
  try {
    const answer = await fetch(origin + url, {method, headers, ...(body === '' ? {} : {body})});
    return {status: answer.status, headers: withoutThose(answer.headers), body: await answer.text()};
  } catch (error) {
    if (error instanceof TypeError) return 'none';
    throw error;
  }
}

export type RawService = {
  port: number;
  baseUrl: string;
  connections: Socket[];
  /** Requests whose header arrived. */
  requests: number;
};

/**
 * Speaks TCP: `answer` is called with each socket once a whole request head has arrived on it, and plays
 * whatever fault it likes. `greet` is called as soon as a socket connects.
 */
export async function rawService(
  answer: (socket: Socket, head: string) => void,
  greet: (socket: Socket) => void = () => undefined,
): Promise<RawService> {
  const service: RawService = {port: 0, baseUrl: '', connections: [], requests: 0};
  const server = createTcpServer(socket => {
    let text = '';
    service.connections.push(socket);
    socket.on('error', () => undefined);
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk;
      if (!isWhole(text)) return;
      service.requests++;
      const head = text;
      text = '';
      answer(socket, head);
    });
    greet(socket);
  });
  service.port = await listening(server);
  service.baseUrl = `http://127.0.0.1:${service.port}`;
  return service;
}

function isWhole(text: string): boolean {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return false;
  const length = /content-length: (\d+)/i.exec(text)?.[1] ?? '0';
  return text.length - head - 4 >= Number(length);
}

export type ConnectProxy = {url: string; tunnels: string[]};

/** Tunnels every CONNECT to `port` of this machine, or answers it with another status. */
export async function connectProxy(port: number, status = 200): Promise<ConnectProxy> {
  const server = createServer((_request, response) => response.writeHead(400).end());
  const tunnels: string[] = [];
  server.on('connect', (request, client: Socket, head) => {
    tunnels.push(`${request.url} ${request.headers['proxy-authorization'] ?? ''}`.trim());
    client.on('error', () => undefined);
    if (status !== 200) return void client.end(`HTTP/1.1 ${status} No\r\n\r\n`);
    const target = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      target.write(head);
      target.pipe(client).pipe(target);
    });
    client.on('close', () => target.destroy());
    target.on('error', () => undefined);
  });
  return {url: `http://127.0.0.1:${await listening(server)}`, tunnels};
}

/** A port where nobody listens. */
export async function unusedPort(): Promise<number> {
  const server = createTcpServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const {port} = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** A client that is closed when the test ends, with random retries taken out. */
export function clientOf(baseUrl: string, options: Partial<ClientOptions> = {}): TradingClient {
  const client = createClient({baseUrl, random: () => 0, ...options});
  onTestFinished(() => client.close());
  return client;
}

/** What the call threw. */
export async function failureOf(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
  } catch (error) {
    return error;
  }
  throw new Error('the call did not fail');
}

/**
 * What becomes of a call whose time is over once `isSo` holds and all that was on the way has arrived: however
 * busy the machine is, it is over neither before nor much later.
 */
export async function overTime<Result>(
  ms: number,
  isSo: () => boolean,
  call: () => Promise<Result>,
): Promise<Result> {
  vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout']});
  try {
    const result = call();
    await until(isSo);
    for (let turns = 0; turns < 20; turns++) await new Promise(resolve => setImmediate(resolve));
    vi.advanceTimersByTime(ms);
    return await result;
  } finally {
    vi.useRealTimers();
  }
}
