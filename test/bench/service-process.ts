/**
 * The one service that everything measured reads: settings as JSON in the first argument, its address as JSON
 * on stdout, and then a line each time that the cards are asked for. POST /moving and /still start and stop the
 * prices; all else is a read, and answers at once.
 */
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {createMarket} from './market.ts';
import type {ServiceSettings} from './service.ts';

const {cards, trades, options, seed, cardsDo} = JSON.parse(process.argv[2] ?? '{}') as ServiceSettings;
const market = createMarket(cards, seed);
const tradesBody = JSON.stringify({
  items: Array.from({length: trades}, (_, index) => ({
    tradeId: 1_000_000 + index,
    filledSizeContracts: 1 + (index % 977),
    tradeSide: index % 2 === 0 ? 'BUY' : 'SELL',
  })),
  total: trades,
  page: 1,
  pageSize: trades,
});
const none = JSON.stringify({items: [], total: 0, page: 1, pageSize: 20});
const opened = market.cards().map(({currentAskPrice}) => currentAskPrice);
let timer: NodeJS.Timeout | undefined;

const bodies: Record<string, (query: URLSearchParams) => string> = {
  '/v1/easy-options/list': listCards,
  '/v1/easy-options/search': listOptions,
  '/v1/orders': () => none,
  '/v1/trades': () => tradesBody,
};

function listCards(): string {
  process.stdout.write('asked\n');
  if (cardsDo === 'moves') market.tick();
  if (cardsDo === 'renews') market.renew();
  return JSON.stringify(market.cards());
}

/** All of them are ACTIVE, and stand on one page. */
function listOptions(query: URLSearchParams): string {
  const asks = market.cards();
  const content = Array.from({length: options}, (_, index) => {
    const card = asks[index % asks.length];
    const gained = (card?.currentAskPrice ?? 0) - (opened[index % opened.length] ?? 0);
    return {
      id: String(9000 + index),
      cardId: card?.id,
      status: 'ACTIVE',
      investmentAmount: 100,
      investmentCurrency: 'USDT',
      pl: gained.toFixed(2),
      fee: '0.1',
    };
  });
  const isMeant =
    (query.get('status') ?? 'ACTIVE') === 'ACTIVE' && Number(query.get('pageNumber') ?? 0) === 0;
  const size = Math.max(1, content.length);
  return JSON.stringify({
    content: isMeant ? content : [],
    page: 0,
    size,
    totalElements: isMeant ? content.length : 0,
    totalPages: 1,
    empty: !isMeant || content.length === 0,
  });
}

const server = createServer((request, response) => {
  const {pathname: path, searchParams} = new URL(request.url ?? '/', 'http://localhost');
  if (request.method === 'POST') {
    clearInterval(timer);
    if (path === '/moving') timer = setInterval(() => market.tick(), 1000);
    response.end('{}');
    return;
  }
  const body = bodies[path];
  response.writeHead(body === undefined ? 404 : 200, {'content-type': 'application/json'});
  response.end(body?.(searchParams) ?? '{}');
});
server.listen(0, '127.0.0.1', () => {
  const {port} = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({origin: `http://127.0.0.1:${port}`})}\n`);
});
