/** All of it is a function of seed and time; only results are cached. */
import {hash, hashText, uniform} from './chance.ts';
import {type Instrument, isListed, type OptionKind, type Underlying, underlyings} from './instruments.ts';
import {type Micro, unit} from './money.ts';
import {createSpot, type Spot} from './spot.ts';

export type Level = {price: Micro; size: Micro};

type Quote = {index: number; at: number; bids: readonly Level[]; asks: readonly Level[]};

export type Market = ReturnType<typeof createMarket>;

/** Each option gets a new quote every five seconds; a fifth of them in each second. */
const quoteInterval = 5_000;
const yearMs = 365 * 86_400_000;

export function createMarket(seed: number) {
  const spots = underlyings.map(each => createSpot(seed, each));
  const quotes = new Map<string, Quote>();
  const spotOf = ({index}: Underlying): Spot => spots[index] as Spot;
  const slotOf = ({symbol}: Instrument, at: number) => {
    const phase = (hashText(0, symbol) % 5) * 1000;
    const index = Math.floor((at - phase) / quoteInterval);
    return {index, from: index * quoteInterval + phase};
  };

  return {
    seed,
    spotAt: (underlying: Underlying, at: number) => spotOf(underlying)(at),
    isListed: (instrument: Instrument, at: number) =>
      isListed(instrument, spotOf(instrument.underlying)(at), at),
    quoteAt(instrument: Instrument, at: number): Quote {
      const {index, from} = slotOf(instrument, at);
      const before = quotes.get(instrument.symbol);
      if (before?.index === index) return before;
      const quote = makeQuote(seed, instrument, spotOf(instrument.underlying), index, from);
      if (quotes.size > 2_000) quotes.clear();
      quotes.set(instrument.symbol, quote);
      return quote;
    },
  };
}

function makeQuote(seed: number, instrument: Instrument, source: Spot, index: number, at: number): Quote {
  const {tick} = instrument.underlying;
  const middle = fairValue(instrument, source, at) * unit;
  const half = Math.max(tick, middle * 0.01);
  const bid = Math.max(tick, Math.floor((middle - half) / tick) * tick);
  const ask = Math.max(bid + tick, Math.ceil((middle + half) / tick) * tick);
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

/** Black-Scholes with a smile: volatility rises away from the money, most for low puts. */
function fairValue({kind, strike, expiry, underlying}: Instrument, source: Spot, at: number): number {
  const spot = source(at);
  const years = Math.max(0, (expiry - at) / yearMs);
  const distance = Math.log(strike / unit / spot) / Math.sqrt(years + 0.02);
  const smile = Math.min(2, 1 - 0.06 * distance + 0.12 * distance * distance);
  return blackScholes({
    kind,
    spot,
    strike: strike / unit,
    years,
    volatility: underlying.volatility * Math.max(0.5, smile),
  });
}

/** Depth of 2,000 to 20,000 USDT at the best price, in whole lots. */
function depth({underlying: {lot}}: Instrument, price: Micro, bits: number): Micro {
  const usdt = (2_000 + 18_000 * uniform(bits) ** 2) * unit;
  const lots = Math.floor((usdt / price) * (unit / lot));
  return Math.min(Math.max(lots, 1), 1_000_000_000) * lot;
}

// European options by Black and Scholes (1973), without interest.

export type Terms = {
  kind: OptionKind;
  spot: number;
  strike: number;
  years: number;
  volatility: number;
};

/** At or after expiry, or without volatility: the intrinsic value. */
export function blackScholes({kind, spot, strike, years, volatility}: Terms): number {
  const sign = kind === 'CALL' ? 1 : -1;
  const deviation = volatility * Math.sqrt(Math.max(0, years));
  if (deviation === 0) return Math.max(0, sign * (spot - strike));
  const d1 = Math.log(spot / strike) / deviation + deviation / 2;
  const d2 = d1 - deviation;
  return sign * (spot * normalCdf(sign * d1) - strike * normalCdf(sign * d2));
}

/** Abramowitz and Stegun, 26.2.17: absolute error below 7.5e-8, so a price is right to a tick. */
function normalCdf(x: number): number {
  const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  const k = 1 / (1 + 0.2316419 * Math.abs(x));
  const upper = density * cdfFactors.reduceRight((sum, factor) => k * (factor + sum), 0);
  return x > 0 ? 1 - upper : upper;
}

const cdfFactors = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
