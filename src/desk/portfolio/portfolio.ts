import type {Millis} from '../../api/wire/records.ts';
import type {Moment} from '../model/moment.ts';
import type {Times} from '../model/vocabulary.ts';
import {daysUntil} from './days.ts';
import {easyOptionTotals} from './groups.ts';
import {orderTotals} from './orders.ts';
import {isFirstRead, type OrderSymbols, type Position, positionsOf} from './positions.ts';
import type {PortfolioRows} from './rows.ts';
import {contractTotals, tradeFees} from './trades.ts';

export type AccountPortfolio = ReturnType<typeof portfolioOf>;

export type PortfolioGiven = {
  readonly now: Moment;
  /** The service's clock, if it is another. */
  readonly today?: Millis;
  readonly times: Times;
  readonly symbols?: OrderSymbols | undefined;
  readonly zone?: string | undefined;
};

/**
 * The figures of a whole account.
 * @param before stay while the first read goes on: each page would change most positions
 */
export function portfolioOf(
  rows: PortfolioRows,
  {now, today = now.wall, times, symbols, zone}: PortfolioGiven,
  before: readonly Position[] = [],
) {
  const days = daysUntil(today, times, zone);
  const from = {cards: rows.cards.rows, trades: rows.trades.rows};
  const lists = [rows.easyOptions, rows.orders, rows.cards, rows.trades];
  return {
    /** The earliest time that all of it is true to. */
    asOf: lists.reduce((first, {began}) => Math.min(first, began?.wall ?? first), now.wall),
    /** The service's time of the figures: it decides what has expired. */
    serviceTime: today,
    /** Some list was not read to its end, or has unreadable rows: sums may be too low. */
    isPartial: !lists.every(({isWhole}) => isWhole),
    days,
    ...easyOptionTotals(rows.easyOptions.rows, days, from),
    orders: orderTotals({rows: rows.orders.rows, ...from}),
    tradeFees: {...tradeFees(from.trades), since: rows.trades.since},
    contracts: contractTotals(from.trades),
    positions: isFirstRead(rows) ? before : positionsOf(rows, symbols),
  };
}
