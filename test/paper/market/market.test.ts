import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {cardsAt, findCard, isActive} from '../../../src/paper/market/cards.ts';
import {
  expiryOfDay,
  type Instrument,
  instrumentOf,
  isListed,
  parseSymbol,
  strikeNear,
  tradingDay,
  type Underlying,
  underlyings,
} from '../../../src/paper/market/instruments.ts';
import {createMarket, type Market} from '../../../src/paper/market/market.ts';
import {unit} from '../../../src/paper/market/money.ts';
import {cases} from '../../helpers/cases.ts';
import {testStart} from '../../helpers/paper.ts';

const day = 86_400_000;
const btc = underlyings[0] as Underlying;
const times = fc.integer({min: 0, max: 2 * 365 * 86_400}).map(seconds => testStart + seconds * 1000);

/** The listed options among the 21 strikes around the spot. */
function chainOf(market: Market, underlying: Underlying): Instrument[] {
  const centre = strikeNear(underlying, market.spotAt(underlying, testStart));
  const strikes = Array.from({length: 21}, (_, index) => centre + (index - 10) * underlying.strikeStep);
  return Array.from({length: 130}, (_, ahead) => expiryOfDay(tradingDay(testStart) + ahead))
    .flatMap(expiry =>
      strikes
        .filter(strike => strike > 0)
        .flatMap(strike => [
          instrumentOf(underlying, 'CALL', strike, expiry),
          instrumentOf(underlying, 'PUT', strike, expiry),
        ]),
    )
    .filter(each => market.isListed(each, testStart));
}

describe('the market', () => {
  it('is the same for the same seed and time, after any earlier reads', () => {
    const one = createMarket(11);
    fc.assert(
      fc.property(fc.array(times, {minLength: 1, maxLength: 20}), asked => {
        const fresh = createMarket(11);
        const last = asked.at(-1) ?? testStart;
        for (const at of asked) for (const each of underlyings) one.spotAt(each, at);
        for (const each of underlyings) expect(one.spotAt(each, last)).toBe(fresh.spotAt(each, last));
      }),
      {seed: 6, numRuns: cases(60, 200)},
    );
    expect(createMarket(12).spotAt(btc, testStart)).not.toBe(one.spotAt(btc, testStart));
  });

  it('moves in a second and in a day as its volatility requires', () => {
    for (const each of underlyings) {
      for (const step of [1_000, 3_600_000, day]) {
        const measured = measuredVolatility(each, step, 5_000) / each.volatility;
        expect(measured).toBeGreaterThan(0.85);
        expect(measured).toBeLessThan(1.2);
      }
    }
  });

  it('stays near its level for years', () => {
    const market = createMarket(3);
    for (const each of underlyings) {
      for (let month = 0; month < 60; month++) {
        const spot = market.spotAt(each, testStart + month * 30 * day);
        expect(spot).toBeGreaterThan(each.level * 0.2);
        expect(spot).toBeLessThan(each.level * 5);
      }
    }
  });

  it('quotes every listed option with a spread of whole ticks and depth of whole lots', () => {
    const market = createMarket(9);
    for (const underlying of underlyings) {
      for (const instrument of chainOf(market, underlying)) {
        const {bids, asks, at} = market.quoteAt(instrument, testStart);
        expect(at).toBeLessThanOrEqual(testStart);
        expect(testStart - at).toBeLessThan(5_000);
        const best = {bid: bids[0]?.price ?? 0, ask: asks[0]?.price ?? 0};
        expect(best.bid).toBeGreaterThan(0);
        expect(best.ask).toBeGreaterThan(best.bid);
        for (const {price, size} of [...bids, ...asks]) {
          expect(price % underlying.tick).toBe(0);
          expect(size % underlying.lot).toBe(0);
          expect(size).toBeGreaterThan(0);
        }
        expect(asks.map(({price}) => price)).toEqual(asks.map(({price}) => price).toSorted((a, b) => a - b));
        expect(bids.map(({price}) => price)).toEqual(bids.map(({price}) => price).toSorted((a, b) => b - a));
      }
    }
  });

  it('renews a fifth of its quotes in each second', () => {
    const market = createMarket(9);
    const chain = chainOf(market, btc);
    for (let second = 1; second <= 5; second++) {
      const renewed = chain.filter(
        each => market.quoteAt(each, testStart + second * 1000).at === testStart + second * 1000,
      );
      expect(renewed.length / chain.length).toBeGreaterThan(0.12);
      expect(renewed.length / chain.length).toBeLessThan(0.28);
    }
  });

  it('lists a chain of several expiries and strikes on both sides of the spot', () => {
    const market = createMarket(9);
    for (const underlying of underlyings) {
      const chain = chainOf(market, underlying);
      const spot = market.spotAt(underlying, testStart) * unit;
      expect(new Set(chain.map(each => each.expiry)).size).toBeGreaterThanOrEqual(8);
      expect(chain.some(each => each.strike < spot) && chain.some(each => each.strike > spot)).toBe(true);
      expect(chain.every(each => each.expiry > testStart)).toBe(true);
      expect(chain.every(each => parseSymbol(each.symbol)?.symbol === each.symbol)).toBe(true);
    }
  });

  it('accepts the symbols of options, and no other spelling of them', () => {
    expect(parseSymbol('BTC-27NOV26-65000-C')).toMatchObject({
      kind: 'CALL',
      strike: 65_000 * unit,
      expiry: Date.UTC(2026, 10, 27, 8),
    });
    for (const odd of [
      '',
      'BTC',
      'btc-27NOV26-65000-C',
      'BTC-27NOV26-65000.0-C',
      'BTC-31NOV26-65000-C',
      'BTC-27NOV26-065000-C',
      'BTC-27NOV26-65000-X',
      'ABC-27NOV26-65000-C',
      'BTC-27NOV26-65000-C ',
    ]) {
      expect(parseSymbol(odd), odd).toBeUndefined();
    }
  });

  it('lists no expired option and no strike off the grid', () => {
    const option = (symbol: string) => {
      const instrument = parseSymbol(symbol);
      return instrument !== undefined && isListed(instrument, 65_000, testStart);
    };
    expect(option('BTC-27NOV26-65000-C')).toBe(true);
    expect(option('BTC-19NOV26-65000-C')).toBe(false);
    expect(option('BTC-25NOV26-65000-C')).toBe(false);
    expect(option('BTC-27NOV26-65001-C')).toBe(false);
    expect(option('BTC-27NOV26-500000-C')).toBe(false);
  });
});

describe('cards', () => {
  it('are forty, of both types and directions for every underlying, within the documented limits', () => {
    const market = createMarket(7);
    fc.assert(
      fc.property(times, at => {
        const cards = cardsAt(market, at);
        expect(cards).toHaveLength(40);
        expect(new Set(cards.map(({id}) => id)).size).toBe(40);
        const kinds = cards.map(
          ({instrument, type, direction}) => `${instrument.underlying.symbol} ${type} ${direction}`,
        );
        expect(new Set(kinds).size).toBe(20);
        for (const card of cards) {
          expect(card.instrument.underlying.symbol.length).toBeGreaterThanOrEqual(3);
          expect(card.title.length).toBeLessThanOrEqual(100);
          expect(card.description.length).toBeLessThanOrEqual(255);
          expect(card.tradingIdea.length).toBeLessThanOrEqual(255);
          expect(card.target).toBeGreaterThan(0);
          expect(card.trigger !== undefined).toBe(card.type === 'TOUCH');
          expect(card.instrument.expiry).toBeGreaterThan(at);
          expect(market.isListed(card.instrument, at)).toBe(true);
          expect(findCard(market, card.id, at)).toEqual(card);
        }
      }),
      {seed: 7, numRuns: cases(40, 100)},
    );
  });

  it('are active except for some', () => {
    const market = createMarket(7);
    const active = Array.from({length: 30}, (_, ahead) => testStart + ahead * day).map(
      at => cardsAt(market, at).filter(card => isActive(market, card, at)).length,
    );
    expect(Math.max(...active)).toBeLessThan(40);
    expect(Math.min(...active)).toBeGreaterThan(15);
  });

  it('are renewed when their option expires', () => {
    const market = createMarket(7);
    const before = cardsAt(market, testStart);
    const after = cardsAt(market, testStart + day);
    const gone = before.filter(card => !after.some(({id}) => id === card.id));
    expect(gone).toHaveLength(20);
    for (const card of gone) {
      expect(card.instrument.expiry).toBeLessThan(testStart + day);
      expect(isActive(market, card, card.instrument.expiry - 1)).toBe(false);
      expect(findCard(market, card.id, testStart + day)).toEqual(card);
    }
    expect(findCard(market, 0, testStart)).toBeUndefined();
    expect(findCard(market, 1e15, testStart)).toBeUndefined();
  });
});

function measuredVolatility(underlying: Underlying, stepMs: number, steps: number): number {
  const market = createMarket(21);
  let sum = 0;
  for (let step = 0; step < steps; step++) {
    const at = testStart + step * stepMs;
    sum += Math.log(market.spotAt(underlying, at + stepMs) / market.spotAt(underlying, at)) ** 2;
  }
  return Math.sqrt(((sum / steps) * 365 * day) / stepMs);
}
