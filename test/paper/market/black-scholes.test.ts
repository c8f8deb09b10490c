import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {blackScholes, normalCdf, type Terms} from '../../../src/paper/market/market.ts';

/** Interest and a continuous yield discount the strike and the spot. */
type Example = Terms & {rate: number; dividend?: number};

const discounted = ({rate, dividend = 0, ...terms}: Example): Terms => ({
  ...terms,
  spot: terms.spot * Math.exp(-dividend * terms.years),
  strike: terms.strike * Math.exp(-rate * terms.years),
});

/**
 * Worked examples of two textbooks: their printed figure, and the same formula in 50-digit arithmetic (mpmath
 * 1.3.0: `s*(S*exp(-q*T)*N(s*d1) - K*exp(-r*T)*N(s*d2))` with `N(x) = erfc(-x/sqrt(2))/2`), which gives the
 * digits that no book prints.
 *
 * Haug: E. G. Haug, The Complete Guide to Option Pricing Formulas, 2nd edition, 2007, chapter 1.
 * Hull: J. C. Hull, Options, Futures, and Other Derivatives, 9th edition, 2014, example 15.6.
 */
const published: {source: string; terms: Example; printed: string; exact: number}[] = [
  {
    source: 'Haug 1.1.1, Black-Scholes call',
    terms: {kind: 'CALL', spot: 60, strike: 65, years: 0.25, rate: 0.08, volatility: 0.3},
    printed: '2.1334',
    exact: 2.1333684449162,
  },
  {
    source: 'Haug 1.1.2, Merton put on an index',
    terms: {kind: 'PUT', spot: 100, strike: 95, years: 0.5, rate: 0.1, dividend: 0.05, volatility: 0.2},
    printed: '2.4648',
    exact: 2.464787646755821,
  },
  {
    source: 'Hull 15.6, call',
    terms: {kind: 'CALL', spot: 42, strike: 40, years: 0.5, rate: 0.1, volatility: 0.2},
    printed: '4.76',
    exact: 4.759422392871533,
  },
  {
    source: 'Hull 15.6, put',
    terms: {kind: 'PUT', spot: 42, strike: 40, years: 0.5, rate: 0.1, volatility: 0.2},
    printed: '0.81',
    exact: 0.8085993729000935,
  },
];

describe('Black-Scholes', () => {
  it.each(published)('gives the value of $source to 1e-8', ({terms, printed, exact}) => {
    const value = blackScholes(discounted(terms));
    expect(Math.abs(value - exact)).toBeLessThan(1e-8);
    expect(value.toFixed(printed.split('.')[1]?.length)).toBe(printed);
  });

  // Abramowitz and Stegun, Handbook of Mathematical Functions, table 26.1; the tails from the 50-digit
  // computation.
  it.each([
    [0, 0.5],
    [0.5, 0.691462461274013],
    [1, 0.841344746068543],
    [2, 0.977249868051821],
    [3, 0.99865010196837],
    [7.07, 0.9999999999992253],
    [-4, 3.1671241833119924e-5],
    [-7, 1.279812543885835e-12],
    [-8, 6.220960574271784e-16],
    [-10, 7.619853024160525e-24],
  ])('has the right cumulative normal distribution at %d', (x, value) => {
    expect(Math.abs(normalCdf(x) - value)).toBeLessThan(Math.min(2e-15, value * 1e-8));
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
