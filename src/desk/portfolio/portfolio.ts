/**
 * The figures of a whole account: `portfolioOf(rows, given, before) → portfolio`.
 *
 * The sums of the previous portfolio are kept where its records are the same objects, and only added to. The
 * result is the same with any previous portfolio, or none.
 */

import {compare} from '../../api/wire/decimal.ts';
import type {Millis} from '../../api/wire/records.ts';
import type {Moment} from '../model/moment.ts';
import type {Times} from '../model/vocabulary.ts';
import {type AsksSeen, noAsks} from './day.ts';
import {type Days, daysUntil, utcDay} from './days.ts';
import {type EasyOptionsFold, foldEasyOptions} from './easy-options.ts';
import {
  type CurrencyTotals,
  type Expiry,
  easyOptionTotals,
  inOrder,
  plainly,
  type UnderlyingTotals,
} from './groups.ts';
import {foldOrders, noOrders, type OrdersFold, type SideTotals} from './orders.ts';
import {
  foldPositions,
  noPositions,
  type OrderSymbols,
  type Position,
  type PositionsFold,
} from './positions.ts';
import {isPartial, type PortfolioRows} from './rows.ts';
import {
  type Amount,
  amountOf,
  type CardsFold,
  emptyTally,
  foldCards,
  joinedTallies,
  noCardTerms,
} from './terms.ts';
import {
  type ContractTerms,
  type FeeRole,
  type Fees,
  foldTrades,
  noTrades,
  type TradesFold,
} from './trades.ts';

export type AccountPortfolio = {
  /** The earliest time that all of it is true to. */
  readonly asOf: Millis;
  /** Some list was not read to its end, or has unreadable rows: sums may be too low. */
  readonly isPartial: boolean;
  readonly days: Days;
  readonly currencies: readonly CurrencyTotals[];
  /** Easy Options that are not over, by expiry; an unknown day comes last. */
  readonly expiries: readonly Expiry[];
  readonly underlyings: readonly UnderlyingTotals[];
  readonly orders: readonly SideTotals[];
  readonly tradeFees: Readonly<Record<FeeRole | 'total', Fees>> & {readonly since: Millis};
  readonly contracts: readonly ContractTotals[];
  readonly positions: readonly Position[];
  readonly asks: AsksSeen;
};

export type PortfolioGiven = {
  readonly now: Moment;
  /** The service's clock, if it is another. */
  readonly today?: Millis;
  readonly times: Times;
  readonly symbols?: OrderSymbols | undefined;
  readonly zone?: string | undefined;
  readonly asks?: AsksSeen | undefined;
};

type Folded = {
  readonly cards: CardsFold;
  readonly trades: TradesFold;
  readonly options: EasyOptionsFold | undefined;
  readonly orders: OrdersFold;
  readonly positions: PositionsFold;
};

const foldedFor = new WeakMap<AccountPortfolio, Folded>();
const nothingFolded: Folded = {
  cards: noCardTerms,
  trades: noTrades,
  options: undefined,
  orders: noOrders,
  positions: noPositions,
};

export function portfolioOf(
  rows: PortfolioRows,
  {now, today = now.wall, times, symbols, zone, asks = noAsks}: PortfolioGiven,
  before?: AccountPortfolio,
): AccountPortfolio {
  const last = (before && foldedFor.get(before)) ?? nothingFolded;
  const days = daysUntil(today, times, before?.days, zone);
  const cards = foldCards(last.cards, rows.cards.rows);
  const trades = foldTrades(last.trades, rows.trades.rows);
  const by = {cards: cards.terms, positions: trades.byPosition};
  const options = foldEasyOptions(last.options, rows.easyOptions.rows, days, by);
  const orders = foldOrders(last.orders, {
    rows: rows.orders.rows,
    cards: rows.cards.rows,
    byOrder: trades.byOrder,
  });
  const areKept = before !== undefined && areCellsKept(last.options, options);
  const {currencies, expiries, underlyings} = areKept ? before : easyOptionTotals(options);
  // Folds are not recorded: what a replay must show comes from the state.
  const shown = {...last.positions, all: before?.positions ?? []};
  const positions = foldPositions(shown, {...rows, symbols});
  const lists = [rows.easyOptions, rows.orders, rows.cards, rows.trades];
  const portfolio: AccountPortfolio = {
    asOf: lists.reduce((first, {began}) => Math.min(first, began?.wall ?? first), now.wall),
    isPartial: lists.some(isPartial),
    days,
    currencies,
    expiries,
    underlyings,
    orders: orders.sides,
    tradeFees: {...feesOf(trades), since: rows.trades.since},
    contracts:
      before !== undefined && trades.contracts === last.trades.contracts
        ? before.contracts
        : contractsOf(trades),
    positions: positions.all,
    asks,
  };
  foldedFor.set(portfolio, {cards, trades, options, orders, positions});
  return portfolio;
}

const areCellsKept = (one: EasyOptionsFold | undefined, other: EasyOptionsFold) =>
  one !== undefined && one.held === other.held && one.closed === other.closed && one.fees === other.fees;

function feesOf({fees}: TradesFold): Record<FeeRole | 'total', Fees> {
  const all = joinedTallies([...fees.values()].map(({amount}) => amount));
  const total = {count: [...fees.values()].reduce((sum, {count}) => sum + count, 0), fees: amountOf(all)};
  const of = (role: FeeRole): Fees => {
    const {count, amount} = fees.get(role) ?? {count: 0, amount: emptyTally};
    return {count, fees: amountOf(amount)};
  };
  return {maker: of('maker'), taker: of('taker'), unknown: of('unknown'), total};
}

/** From the listed trades only: purchases before them are missing. */
export type ContractTotals = ContractTerms & {
  readonly day: string | undefined;
  readonly trades: number;
  readonly net: Amount;
};

function contractsOf({contracts}: TradesFold): readonly ContractTotals[] {
  return [...contracts.values()]
    .map(({contract, count, amount}) => ({
      ...contract,
      day: contract.expiry === undefined ? undefined : utcDay(contract.expiry),
      trades: count,
      net: amountOf(amount),
    }))
    .sort(
      (a, b) =>
        inOrder(a.asset, b.asset, plainly) ||
        inOrder(a.expiry, b.expiry, plainly) ||
        inOrder(a.strike, b.strike, compare) ||
        inOrder(a.type, b.type, plainly),
    );
}
