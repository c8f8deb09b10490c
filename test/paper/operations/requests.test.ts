/** What the client writes on the wire, read back by the paper service: both by the same tables. */
import fc from 'fast-check';
import {expect, it} from 'vitest';
import {defaultDialect, searchDtoEncodings} from '../../../src/api/wire/dialect.ts';
import {bodyOf, easyOptionsQuery, ordersQuery, tradesQuery} from '../../../src/api/wire/query.ts';
import {easyOptionFields, writes} from '../../../src/api/wire/records.ts';
import {type DialectChoice, readingOf} from '../../../src/paper/operations/dialect.ts';
import {readJson} from '../../../src/paper/operations/exact-json.ts';
import * as requests from '../../../src/paper/operations/requests.ts';

const id = fc.bigInt({min: -(2n ** 63n), max: 2n ** 63n - 1n}).map(String);
const decimal = fc
  .tuple(fc.bigInt({min: 1n, max: 10n ** 30n}), fc.nat({max: 999_999}))
  .map(([whole, rest]) => `${whole}.${rest}1`);
const text = fc
  .string({unit: 'grapheme', minLength: 1})
  .filter(each => each.trim() !== '' && each.isWellFormed());

it('a body comes out of the wire as the client was given it, digit for digit', () => {
  fc.assert(
    fc.property(id, decimal, text, (number, amount, key) => {
      const opening = {cardId: number, investmentAmount: amount};
      const order = {
        ...{idempotencyKey: key, symbol: 'BTC', price: amount, size: '1', side: 'SELL' as const},
        ...{orderType: 'LIMIT' as const, positionId: number},
      };
      const openBody = writes.openEasyOption.body;
      const orderBody = writes.createOrder.body;
      expect(requests.readWrite(openBody.schema, readJson(bodyOf(opening, openBody)))).toEqual(opening);
      expect(requests.readWrite(orderBody.schema, readJson(bodyOf(order, orderBody)))).toEqual(order);
    }),
    {seed: 11},
  );
});

const searched = (query: string, dialect?: DialectChoice) =>
  requests.readSearch(requests.easyOptionSearch(easyOptionFields), query, readingOf(dialect));

it('a search comes out in the encoding of the dialect alone, and in any without a dialect', () => {
  const encoding = fc.constantFrom(...searchDtoEncodings);
  fc.assert(
    fc.property(id, decimal, text, encoding, encoding, (cardId, qtyMin, search, written, read) => {
      const asked = {search, cardId, qtyMin, status: 'ACTIVE', pageNumber: 3};
      const query = easyOptionsQuery(asked, {...defaultDialect, search_dto: written});
      expect(searched(query)).toEqual(asked);
      expect(searched(query, {search_dto: read})).toEqual(written === read ? asked : {});
    }),
    {seed: 12},
  );
  for (const nothing of ['searchDto=', 'searchDto=%7B%7D', '']) expect(searched(nothing)).toEqual({});
});

it('the filters of orders and trades come out under the names of the dialect alone', () => {
  const orders = {asset: 'underlying', type: 'optionType', page: 'p', page_size: 'size'};
  const trades = {
    ...{symbol: 's', order_id: 'order', position_id: 'position', side: 'way', start: 'from', end: 'to'},
    ...{page: 'p', page_size: 'limit', side_case: 'upper' as const},
  };
  const ofOrders = {asset: 'BTC', type: 'CALL', page: 1, pageSize: 2};
  const ofTrades = {
    ...{symbol: 'S', orderId: '1', positionId: '2', start: 3, end: 4, page: 5, pageSize: 6},
    side: 'SELL' as const,
  };
  const dialect = {...defaultDialect, orders, trades};
  const [orderQuery, tradeQuery] = [ordersQuery(ofOrders, dialect), tradesQuery(ofTrades, dialect)];
  const read = (choice?: DialectChoice) => {
    const names = readingOf(choice);
    return [
      requests.readQuery(requests.orderList, orderQuery, names.orders),
      requests.readQuery(requests.tradeList, tradeQuery, names.trades),
    ];
  };
  expect(read({orders, trades})).toEqual([ofOrders, ofTrades]);
  expect(read()).toEqual([{}, {}]);
});
