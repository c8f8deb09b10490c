/** Invalid ids, queries, bodies and headers: refused before a connection is opened, as LinkError `input`. */
import {inspect} from 'node:util';
import {describe, expect, it} from 'vitest';
import {createClient} from '../../src/api/client.ts';
import {LinkError} from '../../src/api/errors.ts';
import type {Operations, TradingClient} from '../../src/api/index.ts';
import {clientOf, failureOf, scriptedService} from '../helpers/service.ts';
import {order} from './facts/calls.ts';

const junk = [
  null,
  undefined,
  true,
  12,
  12n,
  Number.NaN,
  '',
  'abc',
  '1.5',
  [],
  {},
  Symbol('s'),
  () => '1',
  new Date(0),
];
/** Objects whose members are none that a query could have. */
const strange = [
  [],
  new Date(0),
  new Map([['asset', 'BTC']]),
  new URLSearchParams('asset=BTC'),
  Promise.resolve({}),
];
const but = (given: unknown[], ...fits: unknown[]) => given.filter(each => !fits.includes(each));
const lone = '\ud800';

/** Each method with arguments that do not fit, and no argument twice. */
const misuse: Record<keyof Operations, readonly unknown[][]> = {
  cancelOrder: [...junk.map(each => [each]), [2 ** 53], ['9223372036854775808'], ['../1'], ['1 ']],
  closeEasyOption: [...junk.map(each => [each]), [1.5]],
  getTrade: [...junk.map(each => [each]), [[1]]],
  openEasyOption: [
    ...junk.map(each => [each]),
    ...junk.map(cardId => [{cardId, investmentAmount: '5'}]),
    ...but(junk, '1.5').map(investmentAmount => [{cardId: '1', investmentAmount}]),
    [{cardId: '1', investmentAmount: '5', amount: '6'}],
  ],
  createOrder: [
    ...junk.map(each => [each]),
    ...but(junk, 'abc', '1.5').flatMap(each => [
      [{...order, idempotencyKey: each}],
      [{...order, symbol: each}],
    ]),
    ...but(junk, '1.5').flatMap(each => [[{...order, price: each}], [{...order, size: each}]]),
    ...junk.flatMap(each => [[{...order, side: each}], [{...order, orderType: each}]]),
    ...but(junk, undefined).map(positionId => [{...order, positionId}]),
    [{...order, price: 1250.5}],
    [{...order, price: '-1'}],
    [{...order, side: 'buy'}],
    [{...order, price: '1'.repeat(200)}],
    [{...order, idempotencyKey: '  '}],
    [{...order, symbol: lone}],
    [{...order, positionID: '1'}],
  ],
  listOrders: [
    [null],
    ...['', 5, true, ...strange].map(each => [each]),
    ...but(junk, undefined, '', 'abc', '1.5').map(asset => [{asset}]),
    ...but(junk, undefined, 12).flatMap(each => [[{page: each}], [{pageSize: each}]]),
    [{asset: lone}],
    [{page: 0}],
    [{pageSize: 101}],
    [{__proto__: null, assett: 'BTC'}],
  ],
  listTrades: [
    [null],
    ...but(junk, undefined).flatMap(each => [[{orderId: each}], [{side: each}]]),
    ...but(junk, undefined, 12).flatMap(each => [[{start: each}], [{end: each}], [{page: each}]]),
    [{start: 2, end: 1}],
    [{orderId: '9223372036854775808'}],
  ],
  searchEasyOptions: [
    [null],
    ...but(junk, undefined).flatMap(each => [
      [{id: each}],
      [{openTimeFrom: each}],
      [{sortByDirection: each}],
    ]),
    ...but(junk, undefined, '1.5').map(qtyMin => [{qtyMin}]),
    ...but(junk, undefined, 12).map(wl => [{wl}]),
    [{wl: 2 ** 31}],
    [{qtyMin: '1,5'}],
    [{stauts: 'ACTIVE'}],
    [{openTimeTo: '2026-02-30T00:00:00Z'}],
    [{openTimeTo: '2026-11-21'}],
  ],
  listCards: [
    [null],
    ...but(junk, undefined, '', 'abc', '1.5').flatMap(each => [[{type: each}], [{active: each}]]),
    [{pageNumber: -1}],
    [{pageSize: 1.5}],
  ],
};

const headers = [
  {'x y': '1'},
  {x: 1},
  {x: 'a\r\nb: c'},
  {host: 'elsewhere'},
  {Authorization: 'Bearer other'},
  {'If-None-Match': '"1"'},
];

async function refusedBy(call: () => unknown): Promise<unknown> {
  const failure = await failureOf((async () => call())());
  return failure instanceof LinkError ? {kind: failure.kind, sent: failure.sent} : failure;
}

describe('a call with invalid arguments', () => {
  it.each(Object.entries(misuse))('%s fails with an input error, and sends nothing', async (name, calls) => {
    const service = await scriptedService();
    const client = clientOf(service.baseUrl);
    const method = client[name as keyof TradingClient] as (...given: unknown[]) => Promise<unknown>;
    for (const given of calls) {
      expect(await refusedBy(() => method.apply(client, given)), inspect(given)).toEqual({
        kind: 'input',
        sent: 'no',
      });
    }
    expect(service.arrived).toEqual([]);
  });

  it.each([
    ['a read', (client: TradingClient, given: never) => client.listOrders({}, given)],
    ['a write', (client: TradingClient, given: never) => client.cancelOrder('1', given)],
  ])('%s with invalid headers fails with an input error', async (_name, call) => {
    const service = await scriptedService();
    const client = clientOf(service.baseUrl, {credential: {scheme: 'bearer', token: 'secret-token'}});
    for (const given of headers) {
      expect(await refusedBy(() => call(client, {headers: given} as never)), inspect(given)).toEqual({
        kind: 'input',
        sent: 'no',
      });
    }
    expect(service.arrived).toEqual([]);
  });

  it('fails with an input error if a member cannot be read, with the thrown error as the cause', async () => {
    const service = await scriptedService();
    const cause = new Error('no price');
    const throwing = Object.defineProperty({...order}, 'price', {
      enumerable: true,
      get: () => {
        throw cause;
      },
    });
    const failure = await failureOf(clientOf(service.baseUrl).createOrder(throwing as never));
    expect(failure).toMatchObject({name: 'LinkError', kind: 'input', sent: 'no', cause});
    expect(service.arrived).toEqual([]);
  });

  it('gets an error with the given and the expected value', async () => {
    const client = clientOf('http://127.0.0.1:9');
    expect(await failureOf(client.cancelOrder((2 ** 53) as never))).toMatchObject({
      message:
        'The id of an order must be an integer of 64 bits in a string, not the number 9007199254740992.',
    });
  });
});

it('a client with an invalid dialect fails with an input error that names the setting', () => {
  const make = () => createClient({baseUrl: 'http://127.0.0.1:9', dialect: {trades: {side: 'a&b'}}});
  expect(make).toThrow(expect.objectContaining({name: 'LinkError', kind: 'input', sent: 'no'}));
  expect(make).toThrow('The dialect cannot be used: check dialect.trades.side.');
});
