import type {Millis} from '../../api/wire/records.ts';
import type {Moment} from '../model/moment.ts';
import type {Times} from '../model/vocabulary.ts';
import {type AsksSeen, noAsks} from './day.ts';
import {type Days, daysUntil} from './days.ts';
import {type CurrencyTotals, type Expiry, easyOptionTotals, type UnderlyingTotals} from './groups.ts';
import {orderTotals, type SideTotals} from './orders.ts';
import {isFirstRead, type OrderSymbols, type Position, positionsOf} from './positions.ts';
import type {PortfolioRows} from './rows.ts';
import {contractTotals, type FeeRole, type Fees, tradeFees} from './trades.ts';

export type AccountPortfolio = {
  /** The earliest time that all of it is true to. */
  readonly asOf: Millis;
  /** The service's time of the figures: it decides what has expired. */
  readonly serviceTime: Millis;
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

/**
 * The figures of a whole account.
 * @param before its positions stay while the first read goes on: each page would change most of them
 */
export function portfolioOf(
  rows: PortfolioRows,
  {now, today = now.wall, times, symbols, zone, asks = noAsks}: PortfolioGiven,
  before?: AccountPortfolio,
): AccountPortfolio {
  const days = daysUntil(today, times, zone);
  const from = {cards: rows.cards.rows, trades: rows.trades.rows};
  const lists = [rows.easyOptions, rows.orders, rows.cards, rows.trades];
  return {
    asOf: lists.reduce((first, {began}) => Math.min(first, began?.wall ?? first), now.wall),
    serviceTime: today,
    isPartial: !lists.every(({isWhole}) => isWhole),
    days,
    ...easyOptionTotals(rows.easyOptions.rows, days, from),
    orders: orderTotals({rows: rows.orders.rows, ...from}),
    tradeFees: {...tradeFees(from.trades), since: rows.trades.since},
    contracts: contractTotals(from.trades),
    positions: isFirstRead(rows) ? (before?.positions ?? []) : positionsOf(rows, symbols),
    asks,
  };
}
