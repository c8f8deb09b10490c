import {fewestOfMedian, type PriceSeen, type UsualSize} from '../../account/model/vocabulary.ts';
import {onceFor, rememberLast} from '../../account/once.ts';
import {type Position, symbolsBy} from '../../account/portfolio/positions.ts';
import type {PortfolioRows} from '../../account/portfolio/rows.ts';
import {contractKey, isPositive} from '../../account/resources/arithmetic.ts';
import {askOf, tradedAs} from '../../account/resources/figures.ts';
import {add, compare, divide} from '../../api/wire/decimal.ts';
import type {Decimal, EasyOption, Trade} from '../../api/wire/records.ts';
import type {Contract} from '../../core/intents/kinds/kind.ts';
import type {State} from '../state.ts';

/**
 * Facts about the option behind a symbol, from all records that were read, also if a pane does not show them.
 * Cards and orders match by the symbol; trades have none and match by all four fields of the contract.
 */
type Own = Pick<State, 'portfolio' | 'rounds'>;

/** The account as read so far, also by the panes. */
const listsOf = ({rounds}: Pick<Own, 'rounds'>) => rounds.reading.rows;

export const cardsRead = (state: Pick<Own, 'rounds'>) => listsOf(state).cards.rows;

/** Asked at each key in a form. */
export function symbolsSeen(state: Own): readonly string[] {
  return symbolsIn(listsOf(state), state.portfolio.account.positions);
}

const symbolsIn = rememberLast(
  ({cards, easyOptions, orders}: PortfolioRows, positions: readonly Position[]): readonly string[] => {
    const all = [
      ...cards.rows.flatMap(card => [card.currentOptionSymbol, card.optionSymbol]),
      ...easyOptions.rows.map(({optionSymbol}) => optionSymbol),
      ...[...orders.rows, ...positions].map(({symbol}) => symbol),
    ];
    return [...new Set(all)].flatMap(each => (each === undefined || each === '' ? [] : [each]));
  },
);

/** Asked at each second of a review: with many pages read, a key would wait for it. */
export const underlyingsSeen = (state: Own) => underlyingsIn(listsOf(state));

const underlyingsIn = onceFor(({orders, cards}: PortfolioRows): ReadonlyMap<string, string> => {
  const seen = new Map<string, string>();
  for (const {symbol, asset} of orders.rows)
    if (symbol !== undefined && asset !== undefined) seen.set(symbol, asset);
  for (const card of cards.rows) {
    const symbol = tradedAs(card);
    if (symbol !== undefined) seen.set(symbol, card.underlying);
  }
  return seen;
});

/** Those with a strike. */
export const contractsSeen = (state: Own) => contractsIn(listsOf(state), state.portfolio.account.positions);

const contractsIn = rememberLast(
  (
    {easyOptions, trades, orders}: PortfolioRows,
    positions: readonly Position[],
  ): ReadonlyMap<string, Contract> => {
    const seen = new Map<string, Contract>();
    const bought = dealtBy(easyOptions.rows, trades.rows);
    const held = positions.map(each => ({...each, strikePrice: each.strike, expiryDate: each.expiry}));
    for (const {symbol, asset, type, strikePrice, expiryDate} of [...bought, ...held, ...orders.rows])
      if (symbol !== undefined && strikePrice !== undefined)
        seen.set(symbol, {asset, type, strikePrice, expiryDate});
    return seen;
  },
);

/** An Easy Option names its symbol, and its trades the contract. Records that disagree name nothing. */
function dealtBy(easyOptions: readonly EasyOption[], trades: readonly Trade[]) {
  const symbols = symbolsBy([], trades, easyOptions);
  const named = Map.groupBy(trades, each => symbols.get(contractKey(each)));
  return [...named].flatMap(([symbol, [first, ...others]]) => {
    const isOne = first !== undefined && others.every(each => contractKey(each) === contractKey(first));
    return isOne ? [{...first, symbol}] : [];
  });
}

export function priceSeen(state: Own, symbol: string, contract: Contract | undefined): PriceSeen | undefined {
  const ask = askOf(cardsRead(state), symbol);
  if (isPositive(ask)) return {price: ask, of: 'ask'};
  const terms = contract ?? listsOf(state).orders.rows.find(each => each.symbol === symbol) ?? {};
  const {asset, type, strikePrice, expiryDate} = terms;
  if ([asset, type, strikePrice, expiryDate].includes(undefined)) return undefined;
  const [last] = listsOf(state)
    .trades.rows.filter(each => contractKey(each) === contractKey(terms) && isPositive(each.openPrice))
    .sort((a, b) => (b.openDate ?? 0) - (a.openDate ?? 0));
  return last?.openPrice === undefined ? undefined : {price: last.openPrice, of: 'last trade'};
}

/** The user's own trades name the asset behind a symbol; undefined if none is known. */
export function usualSize(state: Own, symbol: string, contract: Contract | undefined): UsualSize | undefined {
  const asset = contract?.asset ?? underlyingsSeen(state).get(symbol);
  if (asset === undefined) return undefined;
  const own = listsOf(state).trades.rows.filter(each => each.asset === asset);
  return usualOf(
    own.map(each => each.filledSizeContracts),
    asset,
  );
}

export function usualInvestment(state: Own): UsualSize | undefined {
  const {rows} = listsOf(state).easyOptions;
  return usualOf(
    rows.map(each => each.investmentAmount),
    undefined,
  );
}

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
