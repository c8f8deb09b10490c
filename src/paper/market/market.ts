/**
 * The market: spots, and the quotes that a house market maker shows for every listed option. All of it is a
 * function of seed and time; what is kept here are only results, so a market costs nothing to create.
 */
import type {sides} from '../../api/wire/records.ts';
import {blackScholes} from './black-scholes.ts';
import {hash, hashText, uniform} from './chance.ts';
import {type Instrument, isListed} from './instruments.ts';
import {type Micro, unit} from './money.ts';
import {type BarrierDirection, createSpot, type Spot} from './spot.ts';
import type {Underlying} from './underlyings.ts';

/** A price and how many micro-contracts stand behind it. */
export type Level = {
  price: Micro;
  size: Micro;
};

/** What the market maker shows from `at` on, until five seconds later the next quote takes its place. */
export type Quote = {
  index: number;
  at: number;
  /** Best first; never empty before expiry. */
  bids: readonly Level[];
  asks: readonly Level[];
};

export type Market = {
  seed: number;
  /** How many cards are shown. */
  cards: number;
  spotAt(underlying: Underlying, at: number): number;
  /** The first second from one time to another at which the spot is at or beyond a price; Infinity if none. */
  firstReach(
    underlying: Underlying,
    price: Micro,
    direction: BarrierDirection,
    from: number,
    to: number,
  ): number;
  isListed(instrument: Instrument, at: number): boolean;
  /** The quote in force at this time. */
  quoteAt(instrument: Instrument, at: number): Quote;
  /** The best price of that quote alone, for searches that look at very many of them. */
  bestAt(instrument: Instrument, side: (typeof sides)[number], at: number): Micro;
  /** When the next quote after this time is shown. */
  nextQuote(instrument: Instrument, after: number): number;
};

/** Each option is quoted anew every five seconds, a fifth of them in each second. */
export const quoteInterval = 5_000;
const yearMs = 365 * 86_400_000;

export function createMarket(seed: number, cards = 40): Market {
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
    spotAt: (underlying, at) => spotOf(underlying).at(at),
    firstReach: (underlying, price, direction, from, to) =>
      spotOf(underlying).firstReach(price / unit, direction, from, to),
    isListed: (instrument, at) => isListed(instrument, spotOf(instrument.underlying).at(at), at),
    quoteAt(instrument, at) {
      const phase = phaseOf(instrument.symbol);
      const index = Math.floor((at - phase) / quoteInterval);
      const before = quotes.get(instrument.symbol);
      if (before?.index === index) return before;
      const quote = makeQuote(seed, instrument, spotOf(instrument.underlying), index, phase);
      if (quotes.size > 2_000) quotes.clear();
      quotes.set(instrument.symbol, quote);
      return quote;
    },
    bestAt(instrument, side, at) {
      const phase = phaseOf(instrument.symbol);
      const shownAt = Math.floor((at - phase) / quoteInterval) * quoteInterval + phase;
      const {bid, ask} = bestPrices(instrument, spotOf(instrument.underlying), shownAt);
      return side === 'BUY' ? ask : bid;
    },
    nextQuote(instrument, after) {
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

/** Black-Scholes with a smile: away from the money volatility is higher, for puts below most of all. */
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

/** Between 2,000 and 20,000 USDT stand behind a best price, in whole lots. */
function depth({underlying: {lot}}: Instrument, price: Micro, bits: number): Micro {
  const usdt = (2_000 + 18_000 * uniform(bits) ** 2) * unit;
  const lots = Math.floor((usdt / price) * (unit / lot));
  return Math.min(Math.max(lots, 1), 1_000_000_000) * lot;
}
