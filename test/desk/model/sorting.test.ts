import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {compare, subtract} from '../../../src/api/wire/decimal.ts';
import type {Trade} from '../../../src/api/wire/records.ts';
import {sortRows} from '../../../src/desk/model/sorting.ts';

const digits = fc.stringMatching(/^-?(0|[1-9][0-9]{0,18})(\.[0-9]{1,18})?$/);
const near = digits.chain(text => fc.constantFrom(text, `${text}${text.includes('.') ? '' : '.0'}1`));
const trade = (fee: string | undefined, index: number): Trade => ({tradeId: String(index), fee});

describe('rows in the order of a field', () => {
  it('follow its numbers exactly, however long they are, and stay as they came where they are equal', () => {
    fc.assert(
      fc.property(fc.array(fc.option(near, {nil: undefined})), fc.boolean(), (fees, descending) => {
        const sorted = sortRows(fees.map(trade), {field: 'fee', descending});
        expect(sorted).toHaveLength(fees.length);
        for (const [index, {fee, tradeId}] of sorted.entries()) {
          const next = sorted[index + 1];
          if (next === undefined || next.fee === undefined) continue;
          expect(fee).toBeDefined();
          const order = compare(fee ?? '', next.fee) * (descending ? -1 : 1);
          expect(order).toBeLessThanOrEqual(0);
          if (order === 0) expect(Number(tradeId)).toBeLessThan(Number(next.tradeId));
        }
      }),
      {seed: 20261122, numRuns: 500},
    );
  });

  it('tell numbers apart that a float would not', () => {
    const fees = ['9007199254740993', '9007199254740992', '0.30000000000000001', '0.3'];
    const sorted = sortRows(fees.map(trade), {field: 'fee', descending: false});
    expect(sorted.map(({fee}) => fee)).toEqual(fees.toReversed());
    expect(subtract('0.30000000000000001', '0.3')).toBe('0.00000000000000001');
  });
});
