/**
 * Services for tests: real servers on a free port of 127.0.0.1, scripted, that remember what they were asked.
 */
import {once} from 'node:events';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import {type AddressInfo, createServer as createTcpServer, type Socket} from 'node:net';
import {onTestFinished} from 'vitest';
import {type ClientOptions, createClient, type TradingClient} from '../../src/api/client.ts';

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

export type ScriptedService = {
  baseUrl: string;
  /** Every request so far, in order. */
  arrived: Arrived[];
  /** The reply to requests from now on. */
  reply(next: Reply | ((arrived: Arrived) => Reply)): void;
  last(): Arrived;
  /** How many were opened so far. */
  connections(): number;
};

/** Speaks HTTP properly and answers 200 with `{}` until told otherwise. */
export async function scriptedService(): Promise<ScriptedService> {
  const arrived: Arrived[] = [];
  let script: (request: Arrived) => Reply = () => ({body: {}});
  const server = createServer(async (request, response) => {
    const seen = await read(request);
    arrived.push(seen);
    write(response, script(seen));
  });
  let opened = 0;
  server.on('connection', () => opened++);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    arrived,
    connections: () => opened,
    reply(next) {
      script = typeof next === 'function' ? next : () => next;
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
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of service.connections) socket.destroy();
    server.close();
  });
  service.port = (server.address() as AddressInfo).port;
  service.baseUrl = `http://127.0.0.1:${service.port}`;
  return service;
}

function isWhole(text: string): boolean {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return false;
  const length = /content-length: (\d+)/i.exec(text)?.[1] ?? '0';
  return text.length - head - 4 >= Number(length);
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

/** Waits until `isSo` holds; the event loop turns meanwhile. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise(resolve => setImmediate(resolve));
}
