import type {Millis} from '../../api/wire/records.ts';
import type {Moment} from '../model/moment.ts';
import {dayNow} from './days.ts';
import {easyOptionTotals, openGains} from './groups.ts';
import {madeIn, netsOf} from './made.ts';
import {orderTotals} from './order-totals.ts';
import {isFirstRead, type OrderSymbols, type Position, positionsOf} from './positions.ts';
import type {PortfolioRows} from './rows.ts';
import {tradeFees} from './trade-sums.ts';

export type AccountPortfolio = ReturnType<typeof portfolioOf>;

export type PortfolioGiven = {
  readonly now: Moment;
  /** The service's clock, if it is another. */
  readonly today?: Millis;
  readonly symbols?: OrderSymbols | undefined;
  readonly zone?: string | undefined;
};

/**
 * The figures of a whole account.
 * @param before stay while the first read goes on: each page would change most positions
 */
export function portfolioOf(
  rows: PortfolioRows,
  {now, today = now.wall, symbols, zone}: PortfolioGiven,
  before: readonly Position[] = [],
) {
  const day = dayNow(today, zone);
  const [cards, trades] = [rows.cards.rows, rows.trades.rows];
  const lists = [rows.easyOptions, rows.orders, rows.cards, rows.trades];
  const totals = easyOptionTotals(rows.easyOptions.rows, cards, trades);
  const positions = isFirstRead(rows) ? before : positionsOf(rows, symbols);
  const held = {...totals, positions, serviceTime: today};
  const made = madeIn({easyOptions: rows.easyOptions.rows, positions, now: today}, day.from);
  return {
    /** The earliest time that all of it is true to. */
    asOf: lists.reduce((first, {began}) => Math.min(first, began?.wall ?? first), now.wall),
    /** Some list was not read to its end, or has unreadable rows: sums may be too low. */
    isPartial: !lists.every(({isWhole}) => isWhole),
    day,
    /** The service's time of the figures decides what has expired. */
    ...held,
    /** By currency, of those that realized something today. */
    today: netsOf(made, openGains(held)),
    orders: orderTotals(rows.orders.rows, cards, trades),
    tradeFees: {...tradeFees(trades), since: rows.trades.since},
  };
}
