import fc from 'fast-check';
import {expect, it} from 'vitest';
import {withRows} from '../../../src/account/reading/rows.ts';
import type {Order} from '../../../src/api/wire/records.ts';
import {order} from '../../core/limits/account.ts';

const page = fc.array(fc.record({id: fc.integer({min: 0, max: 120}), price: fc.constantFrom('1', '2')}), {
  maxLength: 30,
});

it('pages are merged by rising id, the newest row of an id stays, and equal rows keep their identity', () => {
  fc.assert(
    fc.property(fc.array(page, {maxLength: 8}), pages => {
      let rows: readonly Order[] = [];
      const known = new Map<string, Order>();
      for (const came of pages) {
        const given = came.map(({id, price}) => order(id === 0 ? '' : String(id), {price}));
        const before = rows;
        rows = withRows('orders', rows, given);
        for (const row of given) {
          const kept = before.find(({orderId}) => orderId === row.orderId);
          const isSame = kept?.price === row.price;
          if (row.orderId !== '') known.set(row.orderId, isSame ? (kept ?? row) : row);
        }
        const wanted = [...known.values()].sort((a, b) => Number(a.orderId) - Number(b.orderId));
        expect(rows).toEqual(wanted);
        const isSame = rows.length === before.length && rows.every((row, at) => row === before[at]);
        if (isSame) expect(rows).toBe(before);
      }
      expect(
        withRows(
          'orders',
          rows,
          rows.map(row => ({...row})),
        ),
      ).toBe(rows);
    }),
  );
});
