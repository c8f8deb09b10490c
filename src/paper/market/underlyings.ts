import type {Micro} from './money.ts';

/** What the market knows of an underlying. Prices are in USDT, volatility and drift per year. */
export type Underlying = {
  symbol: string;
  /** Its place in the list, which seeds its chance. */
  index: number;
  /** The level that the spot keeps returning to. */
  level: number;
  volatility: number;
  drift: number;
  /** Distance between strikes, in micro-USDT. */
  strikeStep: Micro;
  /** Option prices are multiples of the tick, sizes of the lot; tick times lot is whole micro-USDT. */
  tick: Micro;
  lot: Micro;
};

const underlying = (
  index: number,
  symbol: string,
  level: number,
  volatility: number,
  drift: number,
  [strikeStep, tick, lot]: [Micro, Micro, Micro],
): Underlying => ({index, symbol, level, volatility, drift, strikeStep, tick, lot});

export const underlyings: readonly Underlying[] = [
  underlying(0, 'BTC', 65_000, 0.5, 0.05, [250_000_000, 10_000, 100]),
  underlying(1, 'ETH', 3_400, 0.65, 0.04, [10_000_000, 10_000, 1_000]),
  underlying(2, 'SOL', 150, 0.8, 0.03, [1_000_000, 1_000, 10_000]),
  underlying(3, 'XRP', 0.6, 0.75, 0.02, [5_000, 10, 100_000]),
  underlying(4, 'DOGE', 0.15, 0.9, 0.01, [1_000, 10, 100_000]),
];

const bySymbol = new Map(underlyings.map(each => [each.symbol, each]));

export const findUnderlying = (symbol: string): Underlying | undefined => bySymbol.get(symbol);
