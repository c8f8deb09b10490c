import type {Moment} from '../../account/model/moment.ts';
import {rowById, showsAll} from '../../account/model/rows.ts';
import {fewestOfMedian, type PriceSeen, type UsualSize} from '../../account/model/vocabulary.ts';
import {rememberLast} from '../../account/once.ts';
import {type Position, symbolsBy} from '../../account/portfolio/positions.ts';
import {contractKey, isPositive} from '../../account/resources/arithmetic.ts';
import {askOf, type CardsShown, tradedAs} from '../../account/resources/figures.ts';
import {add, compare, divide} from '../../api/wire/decimal.ts';
import type {Decimal, EasyOption, EasyOptionCard, Order, Trade} from '../../api/wire/records.ts';
import type {Contract} from '../../core/intents/kinds/kind.ts';
import type {State} from '../state.ts';

/**
 * Facts about the option behind a symbol, from all records that were read, also if a pane does not show them.
 * Cards and orders match by the symbol; trades have none and match by all four fields of the contract.
 */
type Own = Pick<State, 'feeds' | 'portfolio'>;

type Rows<R> = {readonly rows: readonly R[]};

/** The pane last: it is newer. */
const both = <R>(account: Rows<R>, pane: Rows<R>) => [account.rows, pane.rows] as const;

const allCards = ({feeds, portfolio}: Own) => both(portfolio.rows.cards, feeds.cards);

const allOrders = ({feeds, portfolio}: Own) => both(portfolio.rows.orders, feeds.orders);

const ordersRead = (state: Own) => allOrders(state).flat();

/** The pane first: it is newer. */
export function cardsRead({feeds, portfolio}: Own): CardsShown {
  return {rows: feeds.cards.rows, others: portfolio.rows.cards.rows, isPart: !showsAll(feeds.cards)};
}

export function cardReadAt({feeds, portfolio}: Own, card: EasyOptionCard | undefined): Moment | undefined {
  return card && (rowById(feeds.cards, card.id) ? feeds.cards.loadedAt : portfolio.rows.cards.began);
}

export function symbolsSeen(state: Own): readonly string[] {
  const all = [
    ...allCards(state).flatMap(each => each.flatMap(card => [card.currentOptionSymbol, card.optionSymbol])),
    ...both(state.portfolio.rows.easyOptions, state.feeds.easyOptions).flatMap(each =>
      each.map(({optionSymbol}) => optionSymbol),
    ),
    ...ordersRead(state).map(each => each.symbol),
    ...state.portfolio.account.positions.map(each => each.symbol),
  ];
  return [...new Set(all)].flatMap(each => (each === undefined || each === '' ? [] : [each]));
}

/** Asked at each second of a review: with many pages read, a key would wait for it. */
export const underlyingsSeen = (state: Own) => underlyingsIn(...allOrders(state), ...allCards(state));

type Orders = readonly Order[];
type Cards = readonly EasyOptionCard[];

const underlyingsIn = rememberLast(
  (account: Orders, pane: Orders, ...cards: readonly [Cards, Cards]): ReadonlyMap<string, string> => {
    const seen = new Map<string, string>();
    for (const {symbol, asset} of [...account, ...pane])
      if (symbol !== undefined && asset !== undefined) seen.set(symbol, asset);
    for (const card of cards.flat()) {
      const symbol = tradedAs(card);
      if (symbol !== undefined) seen.set(symbol, card.underlying);
    }
    return seen;
  },
);

/** Those with a strike. */
export const contractsSeen = (state: Own) =>
  contractsIn(
    state.portfolio.account.positions,
    state.portfolio.rows.easyOptions.rows,
    state.portfolio.rows.trades.rows,
    ...allOrders(state),
  );

const contractsIn = rememberLast(
  (
    positions: readonly Position[],
    easyOptions: readonly EasyOption[],
    trades: readonly Trade[],
    account: Orders,
    pane: Orders,
  ): ReadonlyMap<string, Contract> => {
    const seen = new Map<string, Contract>();
    const bought = dealtBy(easyOptions, trades);
    const held = positions.map(each => ({...each, strikePrice: each.strike, expiryDate: each.expiry}));
    for (const {symbol, asset, type, strikePrice, expiryDate} of [...bought, ...held, ...account, ...pane])
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
  const terms = contract ?? ordersRead(state).find(each => each.symbol === symbol) ?? {};
  const {asset, type, strikePrice, expiryDate} = terms;
  if ([asset, type, strikePrice, expiryDate].includes(undefined)) return undefined;
  const [last] = both(state.portfolio.rows.trades, state.feeds.trades)
    .flat()
    .filter(each => contractKey(each) === contractKey(terms) && isPositive(each.openPrice))
    .sort((a, b) => (b.openDate ?? 0) - (a.openDate ?? 0));
  return last?.openPrice === undefined ? undefined : {price: last.openPrice, of: 'last trade'};
}

/** From the user's own trades in the asset behind a symbol; undefined if none is known. */
export function usualSize(state: Own, symbol: string, contract: Contract | undefined): UsualSize | undefined {
  const asset = contract?.asset ?? underlyingsSeen(state).get(symbol);
  if (asset === undefined) return undefined;
  const trades = longer(state.feeds.trades.rows, state.portfolio.rows.trades.rows);
  const own = trades.filter(each => each.asset === asset);
  return usualOf(
    own.map(each => each.filledSizeContracts),
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
