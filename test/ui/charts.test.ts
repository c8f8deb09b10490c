import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {contractAt, payoffOf, profitNear} from '../../src/account/resources/payoff.ts';
import {toAscii, width} from '../../src/text/sanitize.ts';
import {axisNumber, lineChart, payoffLines, spark} from '../../src/ui/charts.ts';
import {texts} from './helpers/texts.ts';

const call = {type: 'CALL', side: 'BUY', strike: '90000', premium: '1240.5'};
const legsOf = ({type, side, strike, premium}: typeof call) =>
  [contractAt(premium, {type, side, strikePrice: strike})].filter(each => each !== undefined);

describe('a sparkline', () => {
  it('rises with its numbers, the newest on the right', () => {
    expect(spark([1, 2, 3, 4, 5, 6, 7, 8], 8)).toBe('▁▂▃▄▅▆▇█');
    expect(spark([8, 1], 6)).toBe('    █▁');
    expect(spark([5, 5], 4)).toBe('  ▅▅');
  });

  it('is empty until there are two numbers', () => {
    expect([spark([], 3), spark([7], 3)]).toEqual(['   ', '   ']);
  });
});

describe('a line chart', () => {
  it('has its highest and lowest value on the left', () => {
    expect(lineChart([10, 12, 11, 15], {columns: 24, rows: 4})).toEqual([
      '15                   ⢀⡠⠊',
      '                   ⢀⠔⠁',
      '       ⢀⡠⠔⠒⠢⠤⢄⣀⡀ ⡠⠒⠁',
      '10 ⣀⠤⠒⠉⠁       ⠈⠉',
    ]);
  });

  it('fits its place, and is drawn in ASCII too, for any numbers', () => {
    const sizes = fc.record({
      columns: fc.integer({min: 1, max: 90}),
      rows: fc.integer({min: 0, max: 20}),
    });
    fc.assert(
      fc.property(fc.array(fc.double(), {maxLength: 80}), sizes, (values, size) => {
        const lines = lineChart(values, size);
        expect(lines.length).toBeLessThanOrEqual(size.rows);
        for (const line of lines) expect(width(line)).toBeLessThanOrEqual(size.columns);
        expect(lines.map(toAscii).join('')).toMatch(/^[\x20-\x7e]*$/);
      }),
      {seed: 20261121, numRuns: 500},
    );
  });

  it('shortens the ends of its axis', () => {
    expect([91_250.512, 0.000012, 12_345_678_901, 0, -3.25].map(axisNumber)).toEqual([
      '91,250.5',
      '1.20e-5',
      '1.23e+10',
      '0',
      '-3.25',
    ]);
  });
});

describe('the payoff of one contract', () => {
  const size = {columns: 70, rows: 12};
  const lines = (option: typeof call, more: Partial<typeof size> = {}) =>
    texts(payoffLines(legsOf(option), {...size, ...more})).map(each => each.slice(1));

  const profit = (option: typeof call, price: number) => profitNear(payoffOf(legsOf(option)), price);

  it('is the difference between underlying and strike, less the premium', () => {
    expect([80_000, 90_000, 91_240.5, 100_000].map(price => profit(call, price))).toEqual([
      -1_240.5, -1_240.5, 0, 8_759.5,
    ]);
    expect(profit({...call, side: 'SELL'}, 100_000)).toBe(-8_759.5);
    expect(profit({...call, type: 'PUT'}, 80_000)).toBe(8_759.5);
  });

  it('shows the exact break-even and maximum loss', () => {
    expect(lines(call).slice(0, 2)).toEqual([
      'Break-even at expiry 91,240.5',
      'Max loss 1,240.5 per contract · unlimited gain',
    ]);
    expect(lines({...call, type: 'PUT', side: 'SELL'})[1]).toBe(
      'Max loss 88,759.5 per contract · max gain 1,240.5 per contract',
    );
    expect(lines({...call, premium: '12345678.123456789012'})[1]).toContain('12,345,678.123456789012');
  });

  it('of a sold call is an unlimited loss, in the danger colour', () => {
    const spans = payoffLines(legsOf({...call, side: 'SELL'}), size).flat();
    expect(spans).toContainEqual({
      ...{text: 'Unlimited loss · max gain 1,240.5 per contract', tone: 'danger'},
    });
  });

  it('has a zero line, marks at strike and break-even, and its assumptions below', () => {
    const text = lines(call).map(toAscii);
    expect(text.some(line => /^ +0 : : :/.test(line))).toBe(true);
    const marks = text.findIndex(line => /^ +S +E$/.test(line));
    expect(text[marks + 1]).toBe('S strike, E break-even; underlying 86,898.8 to 93,101.3');
    expect(text.slice(marks + 2).join(' ')).toBe(
      'Assumes: bought at 1,240.5, held to expiry, contract size 1, price and strike in one currency, excl. fees and other positions.',
    );
    // Where the line leaves the most that is lost, and where it meets zero.
    const [row, at] = [text[marks] ?? '', (sign: string) => (text[marks] ?? '').indexOf(sign)];
    expect(row).not.toBe('');
    const zero = text.find(line => /^ +0 /.test(line)) ?? '';
    expect(Math.abs(zero.lastIndexOf('::') - at('E'))).toBeLessThanOrEqual(5);
    const floor = text[marks - 1] ?? '';
    expect(Math.abs(floor.lastIndexOf(':') - at('S'))).toBeLessThanOrEqual(5);
  });

  it('is only text if a chart has no space, and never without its assumptions', () => {
    expect(lines(call, {rows: 4})).toHaveLength(4);
    expect(lines(call, {rows: 3})).toEqual([]);
  });

  it('is left out if strike or premium are not numbers', () => {
    expect(lines({...call, strike: 'n/a'})).toEqual([]);
  });
});
