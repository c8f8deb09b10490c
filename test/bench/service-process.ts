/**
 * The one service that everything measured reads; it prints its address as JSON. POST /moving and /still start
 * and stop the prices; all else is a read, and answers at once.
 */
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {createMarket} from './market.ts';

const market = createMarket(40, 7);
const none = JSON.stringify({items: [], total: 0, page: 1, pageSize: 20});
let timer: NodeJS.Timeout | undefined;

const bodies: Record<string, () => string> = {
  '/v1/easy-options/list': () => JSON.stringify(market.cards()),
  '/v1/easy-options/search': () =>
    JSON.stringify({content: [], page: 0, size: 1, totalElements: 0, totalPages: 1, empty: true}),
  '/v1/orders': () => none,
  '/v1/trades': () => none,
};

const server = createServer((request, response) => {
  const {pathname: path} = new URL(request.url ?? '/', 'http://localhost');
  if (request.method === 'POST') {
    clearInterval(timer);
    if (path === '/moving') timer = setInterval(() => market.tick(), 1000);
    response.end('{}');
    return;
  }
  const body = bodies[path];
  response.writeHead(body === undefined ? 404 : 200, {'content-type': 'application/json'});
  response.end(body?.() ?? '{}');
});
server.listen(0, '127.0.0.1', () => {
  const {port} = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({origin: `http://127.0.0.1:${port}`})}\n`);
});
