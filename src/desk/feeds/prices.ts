import {add, compare, divide, isDecimal} from '../../api/wire/decimal.ts';
import type {Decimal, Trade} from '../../api/wire/records.ts';
import type {Contract} from '../intents/intent.ts';
import type {PriceSeen, UsualSize} from '../order/ticket/ticket.ts';
import {cardTrading, tradedAs} from '../resources/joins.ts';
import type {Feeds} from '../state.ts';

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

function assetSeen({cards, orders}: Feeds, symbol: string): string | undefined {
  return (
    cardTrading(cards.rows, symbol)?.underlying ?? orders.rows.find(each => each.symbol === symbol)?.asset
  );
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

export function priceSeen(
  feeds: Feeds,
  symbol: string,
  contract: Contract | undefined,
): PriceSeen | undefined {
  const ask = cardTrading(feeds.cards.rows, symbol)?.currentAskPrice;
  if (isPrice(ask)) return {price: ask, of: 'ask'};
  const {asset, type, strikePrice, expiryDate} =
    contract ?? feeds.orders.rows.find(each => each.symbol === symbol) ?? {};
  if ([asset, type, strikePrice, expiryDate].includes(undefined)) return undefined;
  const [last] = feeds.trades.rows
    .filter(
      each =>
        each.asset === asset &&
        each.type === type &&
        each.expiryDate === expiryDate &&
        isEqual(each.strikePrice, strikePrice),
    )
    .filter(({openPrice}) => isPrice(openPrice))
    .sort((a, b) => (b.openDate ?? 0) - (a.openDate ?? 0));
  return last?.openPrice === undefined ? undefined : {price: last.openPrice, of: 'last trade'};
}

const fewestTrades = 5;

/** The median size of the user's visible trades in the asset behind a symbol; undefined before the fifth. */
export function usualSize(
  feeds: Feeds,
  symbol: string,
  contract: Contract | undefined,
): UsualSize | undefined {
  const asset = contract?.asset ?? assetSeen(feeds, symbol);
  if (asset === undefined) return undefined;
  const sizes = feeds.trades.rows.flatMap(each => (each.asset === asset ? sizeOf(each) : [])).sort(compare);
  if (sizes.length < fewestTrades) return undefined;
  const [low = '0', high = '0'] = [sizes[(sizes.length - 1) >> 1], sizes[sizes.length >> 1]];
  const sum = add(low, high);
  return {asset, median: divide(sum, '2', sum.length), trades: sizes.length};
}

function sizeOf({filledSizeContracts: size}: Trade): Decimal[] {
  return size !== undefined && isDecimal(size) ? [size] : [];
}

export function isPrice(price: Decimal | undefined): price is Decimal {
  return price !== undefined && isDecimal(price) && compare(price, '0') > 0;
}

function isEqual(one: Decimal | undefined, other: Decimal | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  return isDecimal(one) && isDecimal(other) ? compare(one, other) === 0 : one === other;
}
