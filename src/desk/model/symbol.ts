import type {Decimal, Side} from '../../api/wire/records.ts';
import type {Option} from './figures.ts';

/** What a trading symbol spells, where it does: `BTC-27NOV26-65000-C`. */

export function underlyingOf(symbol: string): string {
  return symbol.split(/[-_/]/)[0] ?? symbol;
}

/** The option of that symbol as it is bought or sold, where all of it is known. */
export function optionOf(
  symbol: string | undefined,
  side: Side,
  premium: Decimal | undefined,
  size: Decimal | undefined,
): Option | undefined {
  const [, strike, letter] = /-(\d+(?:\.\d+)?)-([CP])(?:ALL|UT)?$/.exec(symbol ?? '') ?? [];
  if (strike === undefined || premium === undefined || size === undefined) return undefined;
  return {type: letter === 'C' ? 'CALL' : 'PUT', side, strike, premium, size};
}
