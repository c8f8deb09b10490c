import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {blackScholes, type Terms} from '../../../src/paper/market/market.ts';

/** Interest and a continuous yield discount the strike and the spot. */
type Example = Terms & {rate: number; dividend?: number};

const discounted = ({rate, dividend = 0, ...terms}: Example): Terms => ({
  ...terms,
  spot: terms.spot * Math.exp(-dividend * terms.years),
  strike: terms.strike * Math.exp(-rate * terms.years),
});

/**
 * Worked examples of two textbooks.
 *
 * Haug: E. G. Haug, The Complete Guide to Option Pricing Formulas, 2nd edition, 2007, chapter 1.
 * Hull: J. C. Hull, Options, Futures, and Other Derivatives, 9th edition, 2014, example 15.6.
 */
const published: readonly (readonly [source: string, printed: string, terms: Example])[] = [
  [
    'Haug 1.1.1, Black-Scholes call',
    '2.1334',
    {kind: 'CALL', spot: 60, strike: 65, years: 0.25, rate: 0.08, volatility: 0.3},
  ],
  [
    'Haug 1.1.2, Merton put on an index',
    '2.4648',
    {kind: 'PUT', spot: 100, strike: 95, years: 0.5, rate: 0.1, dividend: 0.05, volatility: 0.2},
  ],
  ['Hull 15.6, call', '4.76', {kind: 'CALL', spot: 42, strike: 40, years: 0.5, rate: 0.1, volatility: 0.2}],
  ['Hull 15.6, put', '0.81', {kind: 'PUT', spot: 42, strike: 40, years: 0.5, rate: 0.1, volatility: 0.2}],
];

describe('Black-Scholes', () => {
  it.each(published)('gives the value of %s: %s', (_source, printed, terms) => {
    expect(blackScholes(discounted(terms)).toFixed(printed.split('.')[1]?.length)).toBe(printed);
  });

  const terms = fc.record({
    spot: fc.double({min: 0.01, max: 200_000, noNaN: true}),
    moneyness: fc.double({min: 0.3, max: 3, noNaN: true}),
    years: fc.double({min: 1e-6, max: 2, noNaN: true}),
    volatility: fc.double({min: 0.05, max: 3, noNaN: true}),
  });

  it('keeps put-call parity', () => {
    fc.assert(
      fc.property(terms, ({moneyness, ...rest}) => {
        const strike = rest.spot * moneyness;
        const call = blackScholes({kind: 'CALL', strike, ...rest});
        const put = blackScholes({kind: 'PUT', strike, ...rest});
        expect(Math.abs(call - put - (rest.spot - strike))).toBeLessThan(1e-12 * rest.spot * 10);
      }),
      {seed: 1, numRuns: 1000},
    );
  });

  it('is the intrinsic value at expiry and without volatility', () => {
    const terms: Terms = {kind: 'PUT', spot: 90, strike: 100, years: 0, volatility: 0.5};
    expect(blackScholes(terms)).toBe(10);
    expect(blackScholes({...terms, years: 1, volatility: 0})).toBe(10);
    expect(blackScholes({...terms, kind: 'CALL'})).toBe(0);
  });
});
