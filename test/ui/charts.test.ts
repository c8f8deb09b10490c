import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {width} from '../../src/term/text/sanitize.ts';
import {lineChart} from '../../src/ui/charts/line.ts';
import {payoffLines, profitAt} from '../../src/ui/charts/payoff.ts';
import {axisNumber, resample} from '../../src/ui/charts/scale.ts';
import {spark} from '../../src/ui/charts/spark.ts';

const call = {type: 'CALL', side: 'BUY', strike: '90000', premium: '1240.5', size: '2'};

describe('a spark', () => {
  it('rises with its numbers, the newest at the right', () => {
    expect(spark([1, 2, 3, 4, 5, 6, 7, 8], 8)).toBe('▁▂▃▄▅▆▇█');
    expect(spark([8, 1], 6)).toBe('    █▁');
    expect(spark([5, 5], 4)).toBe('  ▅▅');
  });

  it('is empty until there are two numbers', () => {
    expect([spark([], 3), spark([7], 3)]).toEqual(['   ', '   ']);
  });
});

describe('a line chart', () => {
  it('has its greatest and least value at the left', () => {
    const lines = lineChart([10, 12, 11, 15], {columns: 24, rows: 4, isAscii: true});
    expect(lines).toEqual([
      '15                    **',
      '                  ****',
      '       ***********',
      '10 ****',
    ]);
  });

  it('fits its place, in braille and in ASCII, whatever the numbers', () => {
    const sizes = fc.record({
      columns: fc.integer({min: 1, max: 90}),
      rows: fc.integer({min: 0, max: 20}),
      isAscii: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(fc.double(), {maxLength: 80}), sizes, (values, size) => {
        const lines = lineChart(values, size);
        expect(lines.length).toBeLessThanOrEqual(size.rows);
        for (const line of lines) expect(width(line)).toBeLessThanOrEqual(size.columns);
        if (size.isAscii) expect(lines.join('')).toMatch(/^[\x20-\x7e]*$/);
      }),
      {seed: 20261121, numRuns: 500},
    );
  });

  it('takes the mean where there are more numbers than dots', () => {
    expect(resample([1, 3, 5, 7], 2)).toEqual([2, 6]);
    expect(resample([1, 2], 4)).toEqual([1, 1, 2, 2]);
  });

  it('says the ends of its axis briefly', () => {
    expect([91_250.512, 0.000012, 12_345_678_901, 0, -3.25].map(axisNumber)).toEqual([
      '91,250.5',
      '1.20e-5',
      '1.23e+10',
      '0',
      '-3.25',
    ]);
  });
});

describe('a payoff', () => {
  it('is worth what the underlying is beyond the strike, less the premium', () => {
    expect([80_000, 90_000, 91_240.5, 100_000].map(price => profitAt(call, price))).toEqual([
      -2_481, -2_481, 0, 17_519,
    ]);
    expect(profitAt({...call, side: 'SELL'}, 100_000)).toBe(-17_519);
    expect(profitAt({...call, type: 'PUT'}, 80_000)).toBe(17_519);
  });

  it('names the break-even and the most that can be lost, exactly', () => {
    const size = {columns: 70, rows: 10, isAscii: true};
    expect(payoffLines(call, size)[0]).toBe('At expiry: even at 91,240.5, at most lost 2,481');
    expect(payoffLines({...call, type: 'PUT', side: 'SELL'}, size)[0]).toBe(
      'At expiry: even at 88,759.5, at most lost 177,519',
    );
    expect(payoffLines({...call, side: 'SELL'}, size)[0]).toContain('at most lost without limit');
    expect(payoffLines({...call, premium: '12345678.123456789012', size: '3'}, size)[0]).toContain(
      '37,037,034.370370367036',
    );
  });

  it('is left out where strike or premium are no numbers, or no room is', () => {
    expect(payoffLines({...call, strike: 'n/a'}, {columns: 70, rows: 10, isAscii: true})).toEqual([]);
    expect(payoffLines(call, {columns: 20, rows: 10, isAscii: true})).toEqual([]);
  });
});
