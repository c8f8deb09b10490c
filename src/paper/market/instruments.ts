/** Listed options: symbols like `BTC-27NOV26-65000-C`, expiring at 08:00 UTC. */
import type {optionTypes} from '../../api/wire/records.ts';
import {fromMicro, type Micro, toMicro, unit} from './money.ts';

export type OptionKind = (typeof optionTypes)[number];

export type Instrument = {
  symbol: string;
  underlying: Underlying;
  kind: OptionKind;
  strike: Micro;
  /** Epoch milliseconds. */
  expiry: number;
};

const day = 86_400_000;
const expiryHour = 8 * 3_600_000;
const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'] as const;

export const expiryOfDay = (dayNumber: number): number => dayNumber * day + expiryHour;

/** Number of the day whose 08:00 UTC is the last one at or before this time. */
export const tradingDay = (at: number): number => Math.floor((at - expiryHour) / day);

/** 1 January 1970 was a Thursday. */
const isFriday = (dayNumber: number): boolean => dayNumber % 7 === 1;

export function expiryCode(expiry: number): string {
  const date = new Date(expiry);
  const month = months[date.getUTCMonth()] ?? '';
  return `${String(date.getUTCDate()).padStart(2, '0')}${month}${String(date.getUTCFullYear() % 100).padStart(2, '0')}`;
}

export function instrumentOf(
  underlying: Underlying,
  kind: OptionKind,
  strike: Micro,
  expiry: number,
): Instrument {
  const symbol = `${underlying.symbol}-${expiryCode(expiry)}-${fromMicro(strike)}-${kind === 'CALL' ? 'C' : 'P'}`;
  return {symbol, underlying, kind, strike, expiry};
}

const known = new Map<string, Instrument>();

export function parseSymbol(symbol: string): Instrument | undefined {
  const before = known.get(symbol);
  if (before !== undefined) return before;
  const match = /^([A-Z]{3,10})-(\d\d)([A-Z]{3})(\d\d)-(\d{1,9}(?:\.\d{1,6})?)-([CP])$/.exec(symbol);
  if (match === null) return undefined;
  const [, asset = '', date, month = '', year, strikeText = '', letter] = match;
  const underlying = bySymbol.get(asset);
  const strike = toMicro(strikeText);
  const monthIndex = (months as readonly string[]).indexOf(month);
  if (underlying === undefined || strike === undefined || monthIndex < 0) return undefined;
  const expiry = Date.UTC(2000 + Number(year), monthIndex, Number(date)) + expiryHour;
  const instrument = instrumentOf(underlying, letter === 'C' ? 'CALL' : 'PUT', strike, expiry);
  if (instrument.symbol !== symbol) return undefined;
  // A cache of pure results, cleared so that invalid symbols cannot fill it.
  if (known.size > 5_000) known.clear();
  known.set(symbol, instrument);
  return instrument;
}

/** The next three days, the Fridays of five weeks, and the last Fridays of four months. */
function isListedDay(dayNumber: number, daysAhead: number): boolean {
  if (daysAhead < 3) return true;
  if (!isFriday(dayNumber)) return false;
  return (
    daysAhead < 35 ||
    new Date((dayNumber + 7) * day).getUTCMonth() !== new Date(dayNumber * day).getUTCMonth()
  );
}

export function isListed({underlying, strike, expiry}: Instrument, spot: number, at: number): boolean {
  const daysAhead = Math.round((expiry - expiryHour) / day) - tradingDay(at) - 1;
  return (
    expiry > at &&
    daysAhead < 124 &&
    isListedDay(Math.round((expiry - expiryHour) / day), daysAhead) &&
    strike % underlying.strikeStep === 0 &&
    strike >= spot * unit * 0.3 &&
    strike <= spot * unit * 3
  );
}

export function strikeNear(underlying: Underlying, price: number): Micro {
  const steps = Math.max(1, Math.round((price * unit) / underlying.strikeStep));
  return steps * underlying.strikeStep;
}

export function intrinsic({underlying, kind, strike}: Instrument, spot: number): Micro {
  const price = Math.round(spot * unit);
  const value = Math.max(0, kind === 'CALL' ? price - strike : strike - price);
  return Math.floor(value / underlying.tick) * underlying.tick;
}

export type Underlying = {
  symbol: string;
  index: number;
  /** The spot moves around it. */
  level: number;
  volatility: number;
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
  [strikeStep, tick, lot]: [Micro, Micro, Micro],
): Underlying => ({index, symbol, level, volatility, strikeStep, tick, lot});

export const underlyings: readonly Underlying[] = [
  underlying(0, 'BTC', 65_000, 0.5, [250_000_000, 10_000, 100]),
  underlying(1, 'ETH', 3_400, 0.65, [10_000_000, 10_000, 1_000]),
  underlying(2, 'SOL', 150, 0.8, [1_000_000, 1_000, 10_000]),
  underlying(3, 'XRP', 0.6, 0.75, [5_000, 10, 100_000]),
  underlying(4, 'DOGE', 0.15, 0.9, [1_000, 10, 100_000]),
];

const bySymbol = new Map(underlyings.map(each => [each.symbol, each]));
