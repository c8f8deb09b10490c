import {add, compare, divide} from '../../api/wire/decimal.ts';
import type {Decimal} from '../../api/wire/records.ts';
import type {Contract} from '../intents/kinds/kind.ts';
import {fewestOfMedian, type PriceSeen, type UsualSize} from '../model/vocabulary.ts';
import {contractKey, isPositive} from '../resources/arithmetic.ts';
import {cardTrading, tradedAs} from '../resources/joins.ts';
import type {Feeds, State} from '../state.ts';

/**
 * Facts about the option behind a symbol, from the visible records. Cards and orders match by the symbol;
 * trades have none and match by all four fields of the contract.
 */

export function symbolsSeen(
  {cards, easyOptions, orders}: Feeds,
  positions: readonly {readonly symbol: string | undefined}[],
): readonly string[] {
  const all = [
    ...cards.rows.flatMap(each => [each.currentOptionSymbol, each.optionSymbol]),
    ...easyOptions.rows.map(each => each.optionSymbol),
    ...orders.rows.map(each => each.symbol),
    ...positions.map(each => each.symbol),
  ];
  return [...new Set(all)].flatMap(each => (each === undefined || each === '' ? [] : [each]));
}

export function underlyingsSeen({cards, orders}: Feeds): ReadonlyMap<string, string> {
  const seen = new Map<string, string>();
  for (const {symbol, asset} of orders.rows)
    if (symbol !== undefined && asset !== undefined) seen.set(symbol, asset);
  for (const card of cards.rows) {
    const symbol = tradedAs(card);
    if (symbol !== undefined) seen.set(symbol, card.underlying);
  }
  return seen;
}

/** Those with a strike. */
export function contractsSeen(
  {orders}: Feeds,
  positions: readonly (Contract & {
    readonly symbol: string | undefined;
    readonly strike: Decimal | undefined;
    readonly expiry: number | undefined;
  })[],
): ReadonlyMap<string, Contract> {
  const seen = new Map<string, Contract>();
  for (const {symbol, asset, type, strike: strikePrice, expiry: expiryDate} of positions)
    if (symbol !== undefined && strikePrice !== undefined)
      seen.set(symbol, {asset, type, strikePrice, expiryDate});
  for (const {symbol, asset, type, strikePrice, expiryDate} of orders.rows)
    if (symbol !== undefined && strikePrice !== undefined)
      seen.set(symbol, {asset, type, strikePrice, expiryDate});
  return seen;
}

export function priceSeen(
  feeds: Feeds,
  symbol: string,
  contract: Contract | undefined,
): PriceSeen | undefined {
  const ask = cardTrading(feeds.cards.rows, symbol)?.currentAskPrice;
  if (isPositive(ask)) return {price: ask, of: 'ask'};
  const terms = contract ?? feeds.orders.rows.find(each => each.symbol === symbol) ?? {};
  const {asset, type, strikePrice, expiryDate} = terms;
  if ([asset, type, strikePrice, expiryDate].includes(undefined)) return undefined;
  const [last] = feeds.trades.rows
    .filter(each => contractKey(each) === contractKey(terms) && isPositive(each.openPrice))
    .sort((a, b) => (b.openDate ?? 0) - (a.openDate ?? 0));
  return last?.openPrice === undefined ? undefined : {price: last.openPrice, of: 'last trade'};
}

type Own = Pick<State, 'feeds' | 'portfolio'>;

/** From the user's own trades in the asset behind a symbol; undefined if none is known. */
export function usualSize(
  {feeds, portfolio}: Own,
  symbol: string,
  contract: Contract | undefined,
): UsualSize | undefined {
  const asset = contract?.asset ?? underlyingsSeen(feeds).get(symbol);
  if (asset === undefined) return undefined;
  const trades = longer(feeds.trades.rows, portfolio.rows.trades.rows).filter(each => each.asset === asset);
  return usualOf(
    trades.map(each => each.filledSizeContracts),
    asset,
  );
}

export function usualInvestment({feeds, portfolio}: Own): UsualSize | undefined {
  const all = longer(feeds.easyOptions.rows, portfolio.rows.easyOptions.rows);
  return usualOf(
    all.map(each => each.investmentAmount),
    undefined,
  );
}

const longer = <R>(page: readonly R[], all: readonly R[]) => (all.length < page.length ? page : all);

function usualOf(all: readonly (Decimal | undefined)[], asset: string | undefined): UsualSize | undefined {
  const sizes = all.filter(isPositive).sort(compare);
  const {length: count} = sizes;
  const largest = sizes.at(-1);
  if (largest === undefined) return undefined;
  if (count < fewestOfMedian) return {asset, value: largest, count};
  const [low = '0', high = '0'] = [sizes[(count - 1) >> 1], sizes[count >> 1]];
  const sum = add(low, high);
  return {asset, value: divide(sum, '2', sum.length), count};
}
