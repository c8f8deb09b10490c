/** Section 4: every operation, with every member of every input, its limits and its failures. */
import {expect} from 'vitest';
import {ShapeError} from '../../../src/api/errors.ts';
import {
  type CardQuery,
  cardQueryTable,
  type EasyOptionQuery,
  easyOptionQueryTable,
  namesOf,
  type OrderQuery,
  orderQueryTable,
  type TradeQuery,
  tradeQueryTable,
  type WriteName,
} from '../../../src/api/wire/records.ts';
import {clientOf, failureOf} from '../../helpers/service.ts';
import {calls, type Fact, order, sends} from './fact.ts';

/** A value of every member, and its text on the wire. */
const easyOptionMembers: Required<{[Member in keyof EasyOptionQuery]: [EasyOptionQuery[Member], string]}> = {
  search: ['a b&c', 'a b&c'],
  pageNumber: [3, '3'],
  pageSize: [7, '7'],
  wl: [-5, '-5'],
  sortByField: ['openTime', 'openTime'],
  sortByDirection: ['DESC', 'DESC'],
  id: ['9007199254740993', '9007199254740993'],
  accountId: ['-9223372036854775808', '-9223372036854775808'],
  cardId: ['9223372036854775807', '9223372036854775807'],
  positionId: ['3', '3'],
  orderId: ['4', '4'],
  type: ['TOUCH', 'TOUCH'],
  status: ['CLOSED', 'CLOSED'],
  direction: ['DOWN', 'DOWN'],
  investmentCurrency: ['USDT', 'USDT'],
  optionSymbol: ['S', 'S'],
  optionSymbolContains: ['BTC', 'BTC'],
  investmentAmountMin: ['12345678.123456789012', '12345678.123456789012'],
  investmentAmountMax: ['1', '1'],
  targetPriceMin: ['0.1', '0.1'],
  targetPriceMax: ['2', '2'],
  triggerPriceMin: ['-3', '-3'],
  triggerPriceMax: ['4', '4'],
  qtyMin: ['5', '5'],
  qtyMax: ['6', '6'],
  entryPriceMin: ['7', '7'],
  entryPriceMax: ['8', '8'],
  openTimeFrom: ['2026-11-01T00:00:00Z', '2026-11-01T00:00:00Z'],
  openTimeTo: ['2026-11-02T00:00:00Z', '2026-11-02T00:00:00Z'],
  closeTimeFrom: ['2026-11-03T00:00:00+02:00', '2026-11-03T00:00:00+02:00'],
  closeTimeTo: ['2026-11-04T00:00:00Z', '2026-11-04T00:00:00Z'],
  triggerTimeFrom: ['2026-11-05T00:00:00Z', '2026-11-05T00:00:00Z'],
  triggerTimeTo: ['2026-11-06T00:00:00Z', '2026-11-06T00:00:00Z'],
};

const cardMembers: Required<{[Member in keyof CardQuery]: [CardQuery[Member], string]}> = {
  search: ['btc', 'btc'],
  pageNumber: [0, '0'],
  pageSize: [40, '40'],
  wl: [2147483647, '2147483647'],
  sortByField: ['title', 'title'],
  sortByDirection: ['ASC', 'ASC'],
  type: ['UP_DOWN', 'UP_DOWN'],
  direction: ['UP', 'UP'],
  active: ['true', 'true'],
  underlying: ['BTC', 'BTC'],
  underlyingContains: ['T', 'T'],
  titleContains: ['ü/?', 'ü/?'],
};

/** Each with the query name that the default dialect gives it. */
const orderMembers: Required<{[Member in keyof OrderQuery]: [OrderQuery[Member], string, string]}> = {
  asset: ['BTC', 'asset', 'BTC'],
  type: ['PUT', 'type', 'PUT'],
  page: [2, 'page', '2'],
  pageSize: [100, 'pageSize', '100'],
};

const tradeMembers: Required<{[Member in keyof TradeQuery]: [TradeQuery[Member], string, string]}> = {
  symbol: ['S', 'symbol', 'S'],
  orderId: ['9007199254740993', 'orderId', '9007199254740993'],
  positionId: ['5', 'positionId', '5'],
  side: ['SELL', 'tradeSide', 'sell'],
  start: [1763690000000, 'startTimestamp', '1763690000000'],
  end: [1763690000001, 'endTimestamp', '1763690000001'],
  page: [1, 'page', '1'],
  pageSize: [500, 'pageSize', '500'],
};

type Lister = 'listCards' | 'searchEasyOptions' | 'listOrders' | 'listTrades';

function sendsMember(
  section: string,
  operation: Lister,
  member: string,
  value: unknown,
  name: string,
  text: string,
): Fact {
  return {
    section,
    says: `${operation} takes ${member}`,
    async prove(service) {
      await clientOf(service.baseUrl)
        [operation]({[member]: value} as never)
        .catch(() => undefined);
      expect(service.last().query.getAll(name)).toEqual([text]);
      const others = [...service.last().query.keys()].filter(each => each !== name && each !== 'pageNumber');
      expect(others).toEqual([]);
    },
  };
}

function pages(section: string, operation: Lister, first: number, size: number): Fact[] {
  const envelope = {
    listCards: [],
    searchEasyOptions: {content: []},
    listOrders: {items: []},
    listTrades: {items: []},
  };
  return [
    {
      section,
      says: `${operation} counts pages from ${first}, and has ${size} rows on each by default`,
      async prove(service) {
        service.reply({body: envelope[operation]});
        const {value} = await clientOf(service.baseUrl)[operation]();
        expect(value).toMatchObject({page: first, pageSize: size});
        const {query} = service.last();
        expect(Number(query.get(first === 0 ? 'pageNumber' : 'page') ?? first)).toBe(first);
        expect(query.has('pageSize')).toBe(false);
      },
    },
  ];
}

function answersWithObject(operation: 'openEasyOption' | 'closeEasyOption'): Fact {
  return {
    section: '4.1',
    says: `${operation} answers 200 with an object of fields that are not documented`,
    async prove(service) {
      service.reply({body: '{"id":9007199254740993,"any":{"thing":[1,null]}}'});
      const {value} = await clientOf(service.baseUrl)[operation](
        (operation === 'openEasyOption' ? {cardId: '1', investmentAmount: '1'} : '1') as never,
      );
      expect(value).toEqual({id: '9007199254740993', any: {thing: [1, null]}});
      service.reply({body: '[]'});
      expect(await failureOf(calls[operation](clientOf(service.baseUrl)))).toBeInstanceOf(ShapeError);
    },
  };
}

function answersWithRecord(
  section: string,
  operation: 'createOrder' | 'cancelOrder' | 'getTrade',
  id: string,
): Fact {
  return {
    section,
    says: `${operation} answers with the record`,
    async prove(service) {
      service.reply({status: operation === 'createOrder' ? 201 : 200, body: `{"${id}":9007199254740993}`});
      expect(await calls[operation](clientOf(service.baseUrl))).toMatchObject({
        value: {[id]: '9007199254740993'},
      });
    },
  };
}

const close: Fact[] = [
  sends('4.1', 'closeEasyOption', 'close is a POST without a body to the Easy Option', {
    method: 'POST',
    path: '/v1/easy-options/7/close',
    body: '',
  }),
  answersWithObject('closeEasyOption'),
];

const open: Fact[] = [
  sends('4.1', 'openEasyOption', 'open is a POST of cardId and investmentAmount, both numbers', {
    method: 'POST',
    path: '/v1/easy-options/open',
    body: '{"cardId":7,"investmentAmount":100}',
    contentType: 'application/json',
  }),
  answersWithObject('openEasyOption'),
];

const search: Fact[] = [
  sends('4.1', 'searchEasyOptions', 'search is a GET that spells searchDto out even when it is empty', {
    method: 'GET',
    path: '/v1/easy-options/search',
    body: '',
  }),
  ...namesOf(easyOptionQueryTable).map(member => {
    const [value, text] = easyOptionMembers[member];
    return sendsMember('4.1', 'searchEasyOptions', member, value, member, text);
  }),
  ...pages('4.1', 'searchEasyOptions', 0, 40),
];

const list: Fact[] = [
  sends('4.1', 'listCards', 'the list of cards is a GET', {
    method: 'GET',
    path: '/v1/easy-options/list',
    body: '',
  }),
  ...namesOf(cardQueryTable).map(member => {
    const [value, text] = cardMembers[member];
    return sendsMember('4.1', 'listCards', member, value, member, text);
  }),
  ...pages('4.1', 'listCards', 0, 40),
  {
    section: '4.1',
    says: 'the list of cards is a plain array without a total: a short page is the last',
    async prove(service) {
      const row = {
        id: 1,
        type: 'TOUCH',
        underlying: 'BTC',
        direction: 'UP',
        targetPrice: 1,
        expiryDate: 'x',
        title: 't',
      };
      service.reply({body: [row, row]});
      const client = clientOf(service.baseUrl);
      expect((await client.listCards({pageSize: 2})).value).toMatchObject({isLast: false});
      expect((await client.listCards({pageSize: 3})).value).toMatchObject({isLast: true});
      expect((await client.listCards()).value).not.toHaveProperty('total');
      service.reply({body: {content: [row]}});
      expect(await failureOf(client.listCards())).toBeInstanceOf(ShapeError);
    },
  },
];

const orders: Fact[] = [
  sends('4.2', 'listOrders', 'the list of orders is a GET', {method: 'GET', path: '/v1/orders', body: ''}),
  ...namesOf(orderQueryTable).map(member => {
    const [value, name, text] = orderMembers[member];
    return sendsMember('4.2', 'listOrders', member, value, name, text);
  }),
  ...pages('4.2', 'listOrders', 1, 20),
];

const create: Fact[] = [
  sends('4.2', 'createOrder', 'an order is created by a POST; without a position none is named', {
    method: 'POST',
    path: '/v1/orders',
    body: JSON.stringify(order),
    contentType: 'application/json',
  }),
  {
    section: '4.2',
    says: 'createOrder sends its amounts as texts, as they are, and positionId as an integer',
    async prove(service) {
      await clientOf(service.baseUrl)
        .createOrder({...order, price: '007.10', positionId: '9007199254740993'})
        .catch(() => undefined);
      expect(service.last().body).toMatch(/"price":"007.10".*"positionId":9007199254740993}/);
    },
  },
  answersWithRecord('4.2', 'createOrder', 'orderId'),
];

const cancel: Fact[] = [
  sends('4.2', 'cancelOrder', 'an order is cancelled by a DELETE without a body', {
    method: 'DELETE',
    path: '/v1/orders/7',
    body: '',
  }),
  answersWithRecord('4.2', 'cancelOrder', 'orderId'),
];

const trades: Fact[] = [
  sends('4.3', 'listTrades', 'the list of trades is a GET', {method: 'GET', path: '/v1/trades', body: ''}),
  ...namesOf(tradeQueryTable).map(member => {
    const [value, name, text] = tradeMembers[member];
    return sendsMember('4.3', 'listTrades', member, value, name, text);
  }),
  ...pages('4.3', 'listTrades', 1, 20),
  sends('4.3', 'getTrade', 'a trade is got by its id', {method: 'GET', path: '/v1/trades/7', body: ''}),
  answersWithRecord('4.3', 'getTrade', 'tradeId'),
];

const written: Readonly<Record<WriteName, Fact[]>> = {
  closeEasyOption: close,
  openEasyOption: open,
  createOrder: create,
  cancelOrder: cancel,
};

export const operationFacts: Fact[] = [
  ...Object.values(written).flat(),
  ...search,
  ...list,
  ...orders,
  ...trades,
];
