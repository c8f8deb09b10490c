/**
 * A service with as many orders and Easy Options as its first argument says, a hundred a page, all from one
 * seed. Its address comes as JSON on stdout, and a line `read` once both lists were read to their ends: the
 * orders twice, as a long list is believed. From then on all orders but forty are gone.
 */
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {createChance} from '../sim/chance.ts';
import {createMarket} from './market.ts';

const count = Number(process.argv[2]);
const chance = createChance(7);
const placedAt = Date.now() - 86_400_000;
const cards = JSON.stringify(createMarket(40, 7).cards());

const orders = Array.from({length: count}, (_, index) => ({
  orderId: 1_000_000 + index,
  symbol: 'BTC-27NOV26-75500-C',
  side: chance.from(0, 1) === 0 ? 'BUY' : 'SELL',
  price: chance.from(1, 900),
  size: chance.from(1, 9),
  status: 'PENDING',
  timestamp: placedAt + index,
}));
const options = Array.from({length: count}, (_, index) => ({
  id: String(5_000_000 + index),
  cardId: chance.from(1, 40),
  status: 'ACTIVE',
  investmentAmount: chance.from(1, 3_000),
  investmentCurrency: 'USDT',
  pl: chance.from(-500, 500),
  fee: '0.1',
  openTime: placedAt + index,
}));

const pagesLeft = {orders: 2 * Math.ceil(count / 100), options: Math.ceil(count / 100)};
let isShort = false;

function listOrders(query: URLSearchParams): string {
  const [page, pageSize] = [Number(query.get('page') ?? 1), Number(query.get('pageSize') ?? 20)];
  const listed = isShort ? orders.slice(0, 40) : orders;
  if (pageSize === 100) told('orders');
  return JSON.stringify({
    items: listed.slice((page - 1) * pageSize, page * pageSize),
    ...{total: listed.length, page, pageSize},
  });
}

function listOptions(query: URLSearchParams): string {
  const [page, size] = [Number(query.get('pageNumber') ?? 0), Number(query.get('pageSize') ?? 20)];
  const isAsked = (query.get('status') ?? 'ACTIVE') === 'ACTIVE';
  const listed = !isAsked ? [] : query.get('sortByDirection') === 'DESC' ? options.toReversed() : options;
  if (size === 100) told('options');
  const content = listed.slice(page * size, (page + 1) * size);
  return JSON.stringify({content, page, size, totalElements: listed.length});
}

function told(list: keyof typeof pagesLeft): void {
  pagesLeft[list]--;
  if (isShort || pagesLeft.orders > 0 || pagesLeft.options > 0) return;
  isShort = true;
  process.stdout.write('read\n');
}

const bodies: Record<string, (query: URLSearchParams) => string> = {
  '/v1/easy-options/list': query => (query.get('active') === 'false' ? '[]' : cards),
  '/v1/easy-options/search': listOptions,
  '/v1/orders': listOrders,
  '/v1/trades': () => JSON.stringify({items: [], total: 0, page: 1, pageSize: 20}),
};

const server = createServer((request, response) => {
  const {pathname, searchParams} = new URL(request.url ?? '/', 'http://localhost');
  const body = bodies[pathname];
  response.writeHead(body === undefined ? 404 : 200, {'content-type': 'application/json'});
  response.end(body?.(searchParams) ?? '{}');
});
server.listen(0, '127.0.0.1', () => {
  const {port} = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({origin: `http://127.0.0.1:${port}`})}\n`);
});
