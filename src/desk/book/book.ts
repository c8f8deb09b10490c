/**
 * The figures of a whole account: `bookOf(rows, given, before) → book`.
 *
 * What the book before was made of is not summed again: it is kept beside it, and only records that are other
 * objects now are added or taken away. The figures are the same whichever book came before, and without one.
 */
import type {Millis} from '../../api/wire/records.ts';
import type {Moment} from '../model/moment.ts';
import type {Times} from '../model/vocabulary.ts';
import {amountOf, emptyTally} from './amounts.ts';
import {type ContractBook, contractsOf} from './contracts.ts';
import {type Days, daysUntil} from './days.ts';
import {type EasyOptionsFold, foldEasyOptions} from './easy-options.ts';
import {type CurrencyBook, type Expiry, easyOptionBooks, type UnderlyingBook} from './groups.ts';
import {foldOrders, noOrders, type OrdersFold, type SideBook} from './orders.ts';
import {type BookRows, isPartial} from './rows.ts';
import {type CardsFold, foldCards, noCardTerms} from './terms.ts';
import {type FeeRole, type Fees, foldTrades, noTrades, type TradesFold} from './trades.ts';

/** Everything that is told of an account; exact, each currency by itself. */
export type AccountBook = {
  /** The earliest time that all of it is true to. */
  readonly asOf: Millis;
  /** Some list is not read to its end, or has rows that cannot be read: no sum is of the whole. */
  readonly isPartial: boolean;
  /** The days that closed ones are counted by. */
  readonly days: Days;
  readonly currencies: readonly CurrencyBook[];
  /** The ladder of expiries of what is not over: the first day first, what nobody knows the day of last. */
  readonly expiries: readonly Expiry[];
  readonly underlyings: readonly UnderlyingBook[];
  /** BUY and SELL always. */
  readonly orders: readonly SideBook[];
  /** Fees of the trades since then; they bear no currency. */
  readonly tradeFees: Readonly<Record<FeeRole, Fees>> & {readonly since: Millis};
  readonly contracts: readonly ContractBook[];
};

export type BookGiven = {readonly now: Moment; readonly times: Times};

type Parts = Pick<AccountBook, 'currencies' | 'expiries' | 'underlyings'>;
type Folded = {
  readonly cards: CardsFold;
  readonly trades: TradesFold;
  readonly options: EasyOptionsFold | undefined;
  readonly orders: OrdersFold;
};

const foldedFor = new WeakMap<AccountBook, Folded>();
const nothingFolded: Folded = {
  cards: noCardTerms,
  trades: noTrades,
  options: undefined,
  orders: noOrders,
};

/** @param before a book of the same account: what did not change since is not summed again */
export function bookOf(rows: BookRows, {now, times}: BookGiven, before?: AccountBook): AccountBook {
  const last = (before && foldedFor.get(before)) ?? nothingFolded;
  const days = daysUntil(now.wall, times, before?.days);
  const cards = foldCards(last.cards, rows.cards.rows);
  const trades = foldTrades(last.trades, rows.trades.rows);
  const by = {cards: cards.terms, positions: trades.byPosition};
  const options = foldEasyOptions(last.options, rows.easyOptions.rows, days, by);
  const orders = foldOrders(last.orders, {
    rows: rows.orders.rows,
    cards: rows.cards.rows,
    byOrder: trades.byOrder,
  });
  const lists = [rows.easyOptions, rows.orders, rows.cards, rows.trades];
  const book: AccountBook = {
    asOf: lists.reduce((first, {began}) => Math.min(first, began?.wall ?? first), now.wall),
    isPartial: lists.some(isPartial),
    days,
    ...(before !== undefined && areCellsKept(last.options, options)
      ? partsIn(before)
      : easyOptionBooks(options)),
    orders: orders.sides,
    tradeFees: {...feesOf(trades), since: rows.trades.since},
    contracts:
      before !== undefined && trades.contracts === last.trades.contracts
        ? before.contracts
        : contractsOf(trades),
  };
  foldedFor.set(book, {cards, trades, options, orders});
  return book;
}

const areCellsKept = (one: EasyOptionsFold | undefined, other: EasyOptionsFold) =>
  one !== undefined && one.held === other.held && one.closed === other.closed && one.fees === other.fees;

const partsIn = ({currencies, expiries, underlyings}: Parts): Parts => ({currencies, expiries, underlyings});

function feesOf({fees}: TradesFold): Record<FeeRole, Fees> {
  const of = (role: FeeRole): Fees => {
    const {count, amount} = fees.get(role) ?? {count: 0, amount: emptyTally};
    return {count, fees: amountOf(amount)};
  };
  return {maker: of('maker'), taker: of('taker'), unknown: of('unknown')};
}
