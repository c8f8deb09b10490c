import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {isDisordered, sortRows} from '../../../src/account/model/sorting.ts';
import {compare} from '../../../src/api/wire/decimal.ts';
import type {Trade} from '../../../src/api/wire/records.ts';
import {easyOption} from '../../helpers/desk.ts';

const digits = fc.stringMatching(/^-?(0|[1-9][0-9]{0,18})(\.[0-9]{1,18})?$/);
const near = digits.chain(text => fc.constantFrom(text, `${text}${text.includes('.') ? '' : '.0'}1`));
const trade = (fee: string | undefined, index: number): Trade => ({tradeId: String(index), fee});

describe('rows sorted by a field', () => {
  it('follow its numbers exactly, however long, and keep their order if the numbers are equal', () => {
    fc.assert(
      fc.property(fc.array(fc.option(near, {nil: undefined})), fc.boolean(), (fees, descending) => {
        const sorted = sortRows('trades', fees.map(trade), {field: 'fee', descending}, {now: 0});
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
});

describe('the order of rows from the service', () => {
  const pl = (...values: (string | undefined)[]) =>
    values.map((value, at) => easyOption(String(at), {pl: value}));
  const up = {field: 'pl', descending: false};
  const down = {field: 'pl', descending: true};

  it('is judged where the field holds numbers alone', () => {
    expect(isDisordered(pl('-49', '-0.78', '2', '10'), up)).toBe(false);
    expect(isDisordered(pl('10', '2', '-0.78', undefined), down)).toBe(false);
    expect(isDisordered(pl('-0.78', '-49', '10', '2'), up)).toBe(true);
    expect(isDisordered(pl('2', '10', '-49'), down)).toBe(true);
    expect(isDisordered(pl('b', 'a', '1'), up)).toBe(false);
  });
});
