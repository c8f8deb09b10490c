/**
 * The one service that everything measured reads; it prints its address as JSON. Each reader has a prefix of
 * its own: GET /counts shows what each has asked for. POST /moving and /still start and stop the prices; all
 * else is a read, and answers at once.
 */
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {accountOf} from './account.ts';
import {createMarket} from './market.ts';
import type {Counts} from './service.ts';

const market = createMarket(40, 7);
const bodies = accountOf(market.cards());
const counts = new Map<string, Counts>();
let timer: NodeJS.Timeout | undefined;

const server = createServer((request, response) => {
  const {pathname, searchParams} = new URL(request.url ?? '/', 'http://localhost');
  if (request.method === 'POST') {
    clearInterval(timer);
    if (pathname === '/moving') timer = setInterval(() => market.tick(), 1000);
    response.end('{}');
    return;
  }
  const [, reader = '', path = ''] = /^\/?(.*?)(\/v1\/.*)$/.exec(pathname) ?? [];
  const told = pathname === '/counts' ? () => Object.fromEntries(counts) : bodies[path];
  const body = JSON.stringify(told?.(searchParams) ?? {});
  const own = counts.get(reader) ?? {};
  const {requests, bytes} = own[path] ?? {requests: 0, bytes: 0};
  counts.set(reader, {...own, [path]: {requests: requests + 1, bytes: bytes + body.length}});
  response.writeHead(told === undefined ? 404 : 200, {'content-type': 'application/json'});
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  const {port} = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({origin: `http://127.0.0.1:${port}`})}\n`);
});
