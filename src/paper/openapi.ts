/** The OpenAPI 3.1 document of the whole interface, served at /openapi.json. */
import {cardFields, easyOptionFields} from '../api/resources.ts';
import {dateTime, int32, int64, oneOf, ref, schemas} from './openapi-schemas.ts';
import type {Reading} from './operations/dialect.ts';
import type {Wire} from './operations/json.ts';

type Schema = {readonly [keyword: string]: Wire};

export function openApi(reading: Reading): Wire {
  const {orders, trades} = reading;
  const sides = reading.sideCase === 'upper' ? ['BUY', 'SELL'] : ['buy', 'sell'];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Paper trading service',
      version: '0.0.1',
      license: {name: 'MIT', identifier: 'MIT'},
      description: 'Easy Options, limit orders and trades with play money in a simulated market.',
    },
    servers: [{url: '/'}],
    security: [{bearer: []}],
    tags: [{name: 'Easy Options'}, {name: 'Orders'}, {name: 'Trades'}],
    paths: {
      '/v1/easy-options/list': {
        get: operation('Easy Options', 'listCards', 'Lists the cards', {
          parameters: [searchDto(reading, cardMembers)],
          ok: ['The cards', {type: 'array', items: ref('EasyOptionCard')}],
          fails: [400, 401, 429, 500],
        }),
      },
      '/v1/easy-options/search': {
        get: operation('Easy Options', 'searchEasyOptions', 'Searches Easy Options', {
          parameters: [searchDto(reading, easyOptionMembers)],
          ok: ['A page of Easy Options', ref('PagedResultEasyOptionDto')],
          fails: [400, 401, 429, 500],
        }),
      },
      '/v1/easy-options/open': {
        post: operation('Easy Options', 'openEasyOption', 'Opens an Easy Option from a card', {
          body: 'OpenEasyOption',
          ok: ['Easy Option opened', ref('EasyOption')],
          fails: [400, 401, 413, 422, 429, 500],
        }),
      },
      '/v1/easy-options/{id}/close': {
        post: operation('Easy Options', 'closeEasyOption', 'Closes an active Easy Option', {
          parameters: [inPath('id')],
          ok: ['Easy Option close initiated', ref('EasyOption')],
          fails: [400, 401, 404, 422, 429, 500],
        }),
      },
      '/v1/orders': {
        get: operation('Orders', 'listOrders', 'Lists open and partially filled orders', {
          parameters: [
            inQuery(orders.asset, {type: 'string'}, 'Underlying asset symbol'),
            inQuery(orders.type, oneOf('CALL', 'PUT'), 'Option type'),
            inQuery(orders.page, {...int32, minimum: 1, default: 1}, 'Page, from 1'),
            inQuery(orders.page_size, {...int32, minimum: 1, maximum: 100, default: 20}, 'Orders on a page'),
          ],
          ok: ['A page of orders', ref('OrderList')],
          fails: [400, 401, 413, 429, 500],
        }),
        post: operation(
          'Orders',
          'createOrder',
          'Creates a limit order; the same key creates it once in 24 hours',
          {
            body: 'CreateOrder',
            ok: ['Order created', ref('Order')],
            fails: [400, 401, 409, 413, 422, 429, 500],
          },
        ),
      },
      '/v1/orders/{orderId}': {
        delete: operation('Orders', 'cancelOrder', 'Cancels an order', {
          parameters: [inPath('orderId')],
          ok: ['Order cancelled', ref('Order')],
          fails: [400, 401, 404, 409, 422, 429, 500],
        }),
      },
      '/v1/trades': {
        get: operation('Trades', 'listTrades', 'Lists trades, newest first', {
          parameters: [
            inQuery(trades.symbol, {type: 'string'}, 'Option symbol'),
            inQuery(trades.order_id, int64, 'Order'),
            inQuery(trades.position_id, int64, 'Position'),
            inQuery(trades.side, oneOf(...sides), 'Side'),
            inQuery(trades.start, int64, 'Not before, epoch milliseconds'),
            inQuery(trades.end, int64, 'Not after, epoch milliseconds'),
            inQuery(trades.page, {...int32, minimum: 1, default: 1}, 'Page, from 1'),
            inQuery(trades.page_size, {...int32, minimum: 1, maximum: 1000, default: 20}, 'Trades on a page'),
          ],
          ok: ['A page of trades', ref('TradeList')],
          fails: [400, 401, 429, 500],
        }),
      },
      '/v1/trades/{id}': {
        get: operation('Trades', 'getTrade', 'Shows one trade', {
          parameters: [inPath('id')],
          ok: ['The trade', ref('Trade')],
          fails: [400, 401, 404, 429, 500],
        }),
      },
    },
    components: {
      schemas,
      responses: Object.fromEntries(
        Object.entries(failures).map(([status, text]) => [`E${status}`, failure(status, text)]),
      ),
      securitySchemes: {bearer: {type: 'http', scheme: 'bearer'}},
    },
  };
}

const failures: Record<string, string> = {
  400: 'Invalid input or parameters',
  401: 'Authentication required',
  404: 'Not found',
  409: 'Duplicate idempotency key with a different payload, or order already in final state',
  413: 'Request size too large',
  422: 'Business validation failed',
  429: 'Rate limit exceeded',
  500: 'Internal server error',
};

const failure = (status: string, description: string): Wire => ({
  description,
  ...(status === '429' ? {headers: {'Retry-After': {description: 'Seconds to wait', schema: int32}}} : {}),
  content: {'application/json': {schema: ref('ApiErrorV1')}},
});

interface Parts {
  parameters?: Wire[];
  body?: string;
  ok: readonly [string, Schema];
  fails: number[];
}

function operation(
  tag: string,
  operationId: string,
  summary: string,
  {parameters, body, ok, fails}: Parts,
): Wire {
  return {
    tags: [tag],
    operationId,
    summary,
    parameters,
    requestBody:
      body === undefined ? undefined : {required: true, content: {'application/json': {schema: ref(body)}}},
    responses: {
      200: {description: ok[0], content: {'application/json': {schema: ok[1]}}},
      ...Object.fromEntries(fails.map(status => [status, {$ref: `#/components/responses/E${status}`}])),
    },
  };
}

const inPath = (name: string): Wire => ({name, in: 'path', required: true, schema: int64});

const inQuery = (name: string, schema: Schema, description: string): Wire => ({
  name,
  in: 'query',
  required: false,
  description,
  schema,
});

/** The query object in the encoding that is obeyed; flat where any is. */
function searchDto({searchDto: encoding = 'flat'}: Reading, properties: Record<string, Schema>): Wire {
  const schema = {type: 'object', properties};
  const base = {name: 'searchDto', in: 'query', required: true};
  switch (encoding) {
    case 'flat':
      return {...base, style: 'form', explode: true, schema};
    case 'bracket':
      return {...base, style: 'deepObject', explode: true, schema};
    case 'json':
      return {...base, content: {'application/json': {schema}}};
    case 'dot':
      // OpenAPI has no style for it; the description says what the schema cannot.
      return {...base, description: 'Each member is a parameter of its own: searchDto.status=ACTIVE', schema};
    default:
      return encoding satisfies never;
  }
}

const text: Schema = {type: 'string'};

const paging: Record<string, Schema> = {
  search: text,
  pageNumber: {...int32, minimum: 0, default: 0},
  pageSize: {...int32, minimum: 1, maximum: 10_000, default: 40},
  wl: int32,
  sortByDirection: oneOf('ASC', 'DESC'),
};

const cardMembers: Record<string, Schema> = {
  ...paging,
  sortByField: oneOf(...cardFields),
  type: oneOf('UP_DOWN', 'TOUCH'),
  direction: oneOf('UP', 'DOWN'),
  active: oneOf('true', 'false'),
  underlying: text,
  underlyingContains: text,
  titleContains: text,
};

const ranges = (schema: Schema, suffixes: [string, string], ...names: string[]): Record<string, Schema> =>
  Object.fromEntries(names.flatMap(name => suffixes.map(suffix => [name + suffix, schema])));

const easyOptionMembers: Record<string, Schema> = {
  ...paging,
  sortByField: oneOf(...easyOptionFields),
  id: int64,
  accountId: int64,
  cardId: int64,
  positionId: int64,
  orderId: int64,
  type: oneOf('UP_DOWN', 'TOUCH'),
  status: oneOf('PENDING', 'ACTIVE', 'TRIGGERED', 'CLOSING', 'CLOSED', 'EXPIRED'),
  direction: oneOf('UP', 'DOWN'),
  investmentCurrency: text,
  optionSymbol: text,
  optionSymbolContains: text,
  ...ranges(
    {type: 'number'},
    ['Min', 'Max'],
    'investmentAmount',
    'targetPrice',
    'triggerPrice',
    'qty',
    'entryPrice',
  ),
  ...ranges(dateTime, ['From', 'To'], 'openTime', 'closeTime', 'triggerTime'),
};
