/**
 * The figures of a whole account. Those of the previous portfolio are kept where their records are the same
 * objects. The result is the same with any previous portfolio, or none.
 */

import type {Millis} from '../../api/wire/records.ts';
import type {Moment} from '../model/moment.ts';
import type {Times} from '../model/vocabulary.ts';
import {unlessSameFields} from '../once.ts';
import {type AsksSeen, noAsks} from './day.ts';
import {type Days, daysUntil} from './days.ts';
import {
  type CurrencyTotals,
  type EasyOptionsFold,
  type Expiry,
  foldEasyOptions,
  type UnderlyingTotals,
} from './groups.ts';
import {foldOrders, type OrdersFold, type SideTotals} from './orders.ts';
import {
  foldPositions,
  noPositions,
  type OrderSymbols,
  type Position,
  type PositionsFold,
} from './positions.ts';
import {isPartial, type PortfolioRows} from './rows.ts';
import {contractTotals, type FeeRole, type Fees, tradeFees} from './trades.ts';

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
  readonly contracts: ReturnType<typeof contractTotals>;
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
  readonly options: EasyOptionsFold;
  readonly orders: OrdersFold;
  readonly positions: PositionsFold;
};

/** An ask moves with each poll. */
const termsOfCard = ['id', 'underlying', 'expiryDate'] as const;
const foldedFor = new WeakMap<AccountPortfolio, Folded>();

export function portfolioOf(
  rows: PortfolioRows,
  {now, today = now.wall, times, symbols, zone, asks = noAsks}: PortfolioGiven,
  before?: AccountPortfolio,
): AccountPortfolio {
  const last = before && foldedFor.get(before);
  const days = daysUntil(today, times, before?.days, zone);
  const trades = rows.trades.rows;
  const cards = unlessSameFields(last?.options.from.cards ?? [], rows.cards.rows, termsOfCard);
  const options = foldEasyOptions(last?.options, rows.easyOptions.rows, days, {cards, trades});
  const orders = foldOrders(last?.orders, {rows: rows.orders.rows, cards: rows.cards.rows, trades});
  const {currencies, expiries, underlyings} = options;
  // Folds are not recorded: what a replay must show comes from the state.
  const shown = {...(last?.positions ?? noPositions), all: before?.positions ?? []};
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
    tradeFees: {...tradeFees(trades), since: rows.trades.since},
    contracts: contractTotals(trades),
    positions: positions.all,
    asks,
  };
  foldedFor.set(portfolio, {options, orders, positions});
  return portfolio;
}
