import fc from 'fast-check';
import {expect, it} from 'vitest';
import {bodyOf} from '../../../src/api/wire/query.ts';
import {writes} from '../../../src/api/wire/records.ts';
import {readJson} from '../../../src/paper/operations/exact-json.ts';
import {readWrite} from '../../../src/paper/operations/requests.ts';

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
      expect(readWrite(openBody.schema, readJson(bodyOf(opening, openBody)))).toEqual(opening);
      expect(readWrite(orderBody.schema, readJson(bodyOf(order, orderBody)))).toEqual(order);
    }),
    {seed: 11},
  );
});
