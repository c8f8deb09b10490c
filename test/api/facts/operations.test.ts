/** Every operation of docs/service.md, with every member of every query, on a service that plays it. */
import {readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import {ShapeError} from '../../../src/api/errors.ts';
import {
  cardQueryTable,
  easyOptionQueryTable,
  namesOf,
  type OrderQuery,
  type TradeQuery,
} from '../../../src/api/wire/records.ts';
import {clientOf, failureOf, scriptedService} from '../../helpers/service.ts';
import {calls, card, order} from './calls.ts';

type Operation = keyof typeof calls;

it.each<[operation: Operation, method: string, path: string, body?: string]>([
  ['closeEasyOption', 'POST', '/v1/easy-options/7/close'],
  ['openEasyOption', 'POST', '/v1/easy-options/open', '{"cardId":7,"investmentAmount":100}'],
  ['searchEasyOptions', 'GET', '/v1/easy-options/search'],
  ['listCards', 'GET', '/v1/easy-options/list'],
  ['listOrders', 'GET', '/v1/orders'],
  ['createOrder', 'POST', '/v1/orders', JSON.stringify(order)],
  ['cancelOrder', 'DELETE', '/v1/orders/7'],
  ['listTrades', 'GET', '/v1/trades'],
  ['getTrade', 'GET', '/v1/trades/7'],
])('%s is a %s of %s', async (operation, method, path, body) => {
  const service = await scriptedService();
  await calls[operation](clientOf(service.baseUrl)).catch(() => undefined);
  const {headers, ...sent} = service.last();
  expect(sent).toMatchObject({method, path: `/api${path}`, body: body ?? ''});
  expect(headers['content-type']).toBe(body && 'application/json');
});

it('createOrder sends its amounts as texts, as they are, and positionId as an integer', async () => {
  const service = await scriptedService();
  const asked = {...order, price: '007.10', positionId: '9007199254740993'};
  await clientOf(service.baseUrl)
    .createOrder(asked)
    .catch(() => undefined);
  expect(service.last().body).toMatch(/"price":"007.10".*"positionId":9007199254740993}/);
});

it.each([
  ['createOrder', 'orderId', 201],
  ['cancelOrder', 'orderId', 200],
  ['getTrade', 'tradeId', 200],
] as const)('%s answers with the record', async (operation, id, status) => {
  const service = await scriptedService({status, body: `{"${id}":9007199254740993}`});
  const answer = await calls[operation](clientOf(service.baseUrl));
  expect(answer).toMatchObject({value: {[id]: '9007199254740993'}});
});

it.each(['openEasyOption', 'closeEasyOption'] as const)(
  '%s answers with an object of fields that are not documented',
  async operation => {
    const service = await scriptedService({body: '{"id":9007199254740993,"any":{"thing":[1,null]}}'});
    const value = {id: '9007199254740993', any: {thing: [1, null]}};
    expect(await calls[operation](clientOf(service.baseUrl))).toMatchObject({value});
    service.reply({body: '[]'});
    expect(await failureOf(calls[operation](clientOf(service.baseUrl)))).toBeInstanceOf(ShapeError);
  },
);

const page = readFileSync('docs/service.md', 'utf8');

/** A value of what the docs call the kind of a member. */
const values: readonly (readonly [kind: RegExp, value: string | number])[] = [
  [/^text/, 'a b&c ü/?'],
  [/^`ASC`/, 'ASC'],
  [/^int32/, 2147483647],
  [/^int64/, '-9223372036854775808'],
  [/^number/, '12345678.123456789012'],
  [/^ISO/, '2026-11-03T00:00:00+02:00'],
];

/** The members under these words of docs/service.md; `…Min` is one for each name after it. */
function membersUnder(head: string): Readonly<Record<string, string | number>> {
  const [, lines = ''] = new RegExp(`\n${head}:\n\n((?:- .*\n)+)`).exec(page) ?? [];
  const found = lines.matchAll(/(?:^- |; )(`[^:]+): ([^;\n]+)/gm);
  const members = [...found].flatMap(([, said = '', kind = '']) => {
    const names = [...said.matchAll(/`(…?)([A-Za-z]+)`/g)];
    const ends = names.flatMap(([, isEnd, end = '']) => (isEnd ? end : []));
    const [, value = ''] = values.find(([is]) => is.test(kind)) ?? [];
    return names
      .filter(([, isEnd, name = '']) => !isEnd && /^[a-z]/.test(name))
      .flatMap(([, , name]) => (ends.length === 0 ? [''] : ends).map(end => [`${name}${end}`, value]));
  });
  return Object.fromEntries(members);
}

const easyOptionMembers = {...membersUnder('Both'), ...membersUnder('Easy Options')};
const cardMembers = {...membersUnder('Both'), ...membersUnder('Cards')};

it('the docs name every member of a query of cards and Easy Options', () => {
  expect(Object.keys(easyOptionMembers).toSorted()).toEqual(namesOf(easyOptionQueryTable).toSorted());
  expect(Object.keys(cardMembers).toSorted()).toEqual(namesOf(cardQueryTable).toSorted());
});

const orderMembers: Required<OrderQuery> = {asset: 'BTC', type: 'PUT', page: 2, pageSize: 100};

const tradeMembers: Required<TradeQuery> = {
  symbol: 'S',
  orderId: '9007199254740993',
  positionId: '5',
  side: 'SELL',
  start: 1763690000000,
  end: 1763690000001,
  page: 1,
  pageSize: 500,
};

/** Members that the default dialect calls otherwise. */
const sentAs: Readonly<Record<string, string>> = {
  side: 'tradeSide',
  start: 'startTimestamp',
  end: 'endTimestamp',
};

describe.each([
  ['searchEasyOptions', easyOptionMembers, 'pageNumber', 0, 40, {content: []}],
  ['listCards', cardMembers, 'pageNumber', 0, 40, []],
  ['listOrders', orderMembers, 'page', 1, 20, {items: []}],
  ['listTrades', tradeMembers, 'page', 1, 20, {items: []}],
] as const)('%s', (operation, members, page, first, pageSize, empty) => {
  it.each(Object.entries(members))('takes %s', async (member, value) => {
    const service = await scriptedService();
    await clientOf(service.baseUrl)
      [operation]({[member]: value})
      .catch(() => undefined);
    const {query} = service.last();
    const name = sentAs[member] ?? member;
    expect(query.getAll(name)).toEqual([member === 'side' ? 'sell' : String(value)]);
    expect([...query.keys()].filter(each => each !== name && each !== 'pageNumber')).toEqual([]);
  });

  it('counts pages from the first, and leaves their size to the service', async () => {
    const service = await scriptedService({body: empty});
    const {value} = await clientOf(service.baseUrl)[operation]();
    expect(value).toMatchObject({page: first, pageSize});
    const {query} = service.last();
    expect(Number(query.get(page) ?? first)).toBe(first);
    expect(query.has('pageSize')).toBe(false);
  });
});

it('the list of cards is a plain array without a total: a short page is the last', async () => {
  const service = await scriptedService({body: [card, card]});
  const client = clientOf(service.baseUrl);
  expect((await client.listCards({pageSize: 2})).value).toMatchObject({isLast: false});
  expect((await client.listCards({pageSize: 3})).value).toMatchObject({isLast: true});
  expect((await client.listCards()).value).not.toHaveProperty('total');
  service.reply({body: {content: [card]}});
  expect(await failureOf(client.listCards())).toBeInstanceOf(ShapeError);
});

/** The statuses that each operation documents. */
const refusals: Readonly<Record<Operation, readonly number[]>> = {
  listCards: [],
  closeEasyOption: [404, 422],
  openEasyOption: [400, 422],
  searchEasyOptions: [500],
  listOrders: [400, 401, 413, 429, 500],
  createOrder: [400, 401, 409, 422, 429],
  cancelOrder: [404, 409],
  listTrades: [400, 500],
  getTrade: [400, 404, 500],
};
const refused = Object.entries(refusals).flatMap(([operation, statuses]) =>
  statuses.map(status => [operation as Operation, status] as const),
);

it.each(refused)(
  '%s fails with %i, and the words of the service reach the caller',
  async (operation, status) => {
    const body =
      '{"error":"SOME_CODE","message":"No.","requestId":"r-1","details":{"need":12345678901234567890}}';
    // A short Retry-After keeps a read from waiting before it is asked again.
    const service = await scriptedService({status, body, headers: {'retry-after': '0'}});
    expect(await failureOf(calls[operation](clientOf(service.baseUrl)))).toMatchObject({
      ...{name: 'ApiError', status, code: 'SOME_CODE', message: 'No.', requestId: 'r-1', recognised: true},
      details: {need: '12345678901234567890'},
    });
  },
);

it('the 404 of close is an object of any shape', async () => {
  const service = await scriptedService({status: 404, body: {anything: true}});
  const error = await failureOf(clientOf(service.baseUrl).closeEasyOption('1'));
  const told = {status: 404, recognised: false, body: '{"anything":true}'};
  expect(error).toMatchObject({name: 'ApiError', ...told});
});
