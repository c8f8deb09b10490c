/** All of it is a function of seed and time; only results are cached. */
import type {sides} from '../../api/wire/records.ts';
import {hash, hashText, uniform} from './chance.ts';
import {type Instrument, isListed, type OptionKind, type Underlying} from './instruments.ts';
import {type Micro, unit} from './money.ts';
import {createSpot, type Interval, type Spot} from './spot.ts';

export type Level = {price: Micro; size: Micro};

type Quote = {index: number; at: number; bids: readonly Level[]; asks: readonly Level[]};

export type Market = ReturnType<typeof createMarket>;

/** Each option gets a new quote every five seconds; a fifth of them in each second. */
export const quoteInterval = 5_000;
const yearMs = 365 * 86_400_000;

export function createMarket(seed: number, cards = 40) {
  const spots: Spot[] = [];
  const quotes = new Map<string, Quote>();

  const spotOf = (underlying: Underlying): Spot => {
    const before = spots[underlying.index];
    if (before !== undefined) return before;
    const created = createSpot(seed, underlying);
    spots[underlying.index] = created;
    return created;
  };

  const phaseOf = (symbol: string) => (hashText(0, symbol) % 5) * 1000;

  return {
    seed,
    cards,
    spotAt: (underlying: Underlying, at: number) => spotOf(underlying).at(at),
    /** The first second in the interval at which the spot is at or beyond the price; Infinity if none. */
    firstReach: (underlying: Underlying, price: Micro, ...interval: Interval) =>
      spotOf(underlying).firstReach(price / unit, ...interval),
    isListed: (instrument: Instrument, at: number) =>
      isListed(instrument, spotOf(instrument.underlying).at(at), at),
    quoteAt(instrument: Instrument, at: number): Quote {
      const phase = phaseOf(instrument.symbol);
      const index = Math.floor((at - phase) / quoteInterval);
      const before = quotes.get(instrument.symbol);
      if (before?.index === index) return before;
      const quote = makeQuote(seed, instrument, spotOf(instrument.underlying), index, phase);
      if (quotes.size > 2_000) quotes.clear();
      quotes.set(instrument.symbol, quote);
      return quote;
    },
    bestAt(instrument: Instrument, side: (typeof sides)[number], at: number): Micro {
      const phase = phaseOf(instrument.symbol);
      const shownAt = Math.floor((at - phase) / quoteInterval) * quoteInterval + phase;
      const {bid, ask} = bestPrices(instrument, spotOf(instrument.underlying), shownAt);
      return side === 'BUY' ? ask : bid;
    },
    nextQuote(instrument: Instrument, after: number): number {
      const phase = phaseOf(instrument.symbol);
      return (Math.floor((after - phase) / quoteInterval) + 1) * quoteInterval + phase;
    },
  };
}

function makeQuote(seed: number, instrument: Instrument, source: Spot, index: number, phase: number): Quote {
  const at = index * quoteInterval + phase;
  const {tick} = instrument.underlying;
  const {bid, ask, half} = bestPrices(instrument, source, at);
  const wider = Math.max(tick, Math.ceil(half / tick) * tick);
  const chance = hashText(seed, instrument.symbol);
  const bidSize = depth(instrument, bid, hash(chance, index, 1));
  const askSize = depth(instrument, ask, hash(chance, index, 2));
  return {
    index,
    at,
    asks: [0, 1, 3].map((step, level) => ({price: ask + step * wider, size: askSize * 2 ** level})),
    bids: [0, 1, 3]
      .map((step, level) => ({price: bid - step * wider, size: bidSize * 2 ** level}))
      .filter(({price}) => price >= tick),
  };
}

function bestPrices(
  instrument: Instrument,
  source: Spot,
  at: number,
): {bid: Micro; ask: Micro; half: number} {
  const {tick} = instrument.underlying;
  const middle = fairValue(instrument, source, at) * unit;
  const half = Math.max(tick, middle * 0.01);
  const bid = Math.max(tick, Math.floor((middle - half) / tick) * tick);
  const ask = Math.max(bid + tick, Math.ceil((middle + half) / tick) * tick);
  return {bid, ask, half};
}

/** Black-Scholes with a smile: volatility rises away from the money, most for low puts. */
function fairValue({kind, strike, expiry}: Instrument, source: Spot, at: number): number {
  const spot = source.at(at);
  const years = Math.max(0, (expiry - at) / yearMs);
  const distance = Math.log(strike / unit / spot) / Math.sqrt(years + 0.02);
  const smile = Math.min(2, 1 - 0.06 * distance + 0.12 * distance * distance);
  return blackScholes({
    kind,
    spot,
    strike: strike / unit,
    years,
    volatility: source.volatilityAt(at) * Math.max(0.5, smile),
  });
}

/** Depth of 2,000 to 20,000 USDT at the best price, in whole lots. */
function depth({underlying: {lot}}: Instrument, price: Micro, bits: number): Micro {
  const usdt = (2_000 + 18_000 * uniform(bits) ** 2) * unit;
  const lots = Math.floor((usdt / price) * (unit / lot));
  return Math.min(Math.max(lots, 1), 1_000_000_000) * lot;
}

// European options by Black and Scholes (1973), in Merton's form with a continuous yield.

export type Terms = {
  kind: OptionKind;
  spot: number;
  strike: number;
  years: number;
  volatility: number;
  rate?: number | undefined;
  dividend?: number | undefined;
};

/** At or after expiry, or without volatility: the discounted intrinsic value. */
export function blackScholes({kind, spot, strike, years, volatility, rate = 0, dividend = 0}: Terms): number {
  const sign = kind === 'CALL' ? 1 : -1;
  if (years <= 0) return Math.max(0, sign * (spot - strike));
  const forward = spot * Math.exp(-dividend * years);
  const discounted = strike * Math.exp(-rate * years);
  const deviation = volatility * Math.sqrt(years);
  if (deviation === 0) return Math.max(0, sign * (forward - discounted));
  const d1 = Math.log(forward / discounted) / deviation + deviation / 2;
  const d2 = d1 - deviation;
  return sign * (forward * normalCdf(sign * d1) - discounted * normalCdf(sign * d2));
}

/** Hart's algorithm 5666 (G. West, Wilmott Magazine, 2005); absolute error below 1e-15. */
export function normalCdf(x: number): number {
  const size = Math.abs(x);
  if (size > 37) return x > 0 ? 1 : 0;
  const density = Math.exp((-size * size) / 2);
  const upper = size < 7.07106781186547 ? density * ratio(size) : density / fraction(size);
  return x > 0 ? 1 - upper : upper;
}

function ratio(x: number): number {
  const above =
    (((((0.0352624965998911 * x + 0.700383064443688) * x + 6.37396220353165) * x + 33.912866078383) * x +
      112.079291497871) *
      x +
      221.213596169931) *
      x +
    220.206867912376;
  const below =
    ((((((0.0883883476483184 * x + 1.75566716318264) * x + 16.064177579207) * x + 86.7807322029461) * x +
      296.564248779674) *
      x +
      637.333633378831) *
      x +
      793.826512519948) *
      x +
    440.413735824752;
  return above / below;
}

const fraction = (x: number): number => (x + 1 / (x + 2 / (x + 3 / (x + 4 / (x + 0.65))))) * 2.506628274631;
