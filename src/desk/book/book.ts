import {isDecimal, sum} from '../../api/wire/decimal.ts';
import type {Decimal, EasyOption, Millis} from '../../api/wire/records.ts';
import {overStates} from '../model/figures.ts';
import type {Moment} from '../model/moment.ts';
import {type BookRows, isPartial} from './rows.ts';

/** A sum of a field over records, exact, and how many of them do not tell it: these are not counted as 0. */
export type Amount = {readonly sum: Decimal; readonly without: number};

/** Easy Options that are held, of one currency. */
export type Held = {readonly count: number; readonly invested: Amount; readonly pl: Amount};

/** What an account holds in Easy Options of one currency. */
export type CurrencyBook = {
  /** Empty where the records do not bear one. */
  readonly currency: string;
  /** All that are not over. */
  readonly open: Held;
  /** Those that are not over by their status; one that nobody documented is a state of its own. */
  readonly states: ReadonlyMap<string, Held>;
};

/** The figures of the whole account. */
export type AccountBook = {
  /** The earliest time that all of it is true to. */
  readonly asOf: Millis;
  /** Some list is not read to its end, or has rows that cannot be read: no sum is of the whole. */
  readonly isPartial: boolean;
  /** By name. */
  readonly currencies: readonly CurrencyBook[];
};

/** Every figure of the account, exact, each currency by itself. */
export function bookOf(rows: BookRows, {now}: {readonly now: Moment}): AccountBook {
  const lists = [rows.easyOptions, rows.orders, rows.cards, rows.trades];
  const began = lists.flatMap(each => each.began?.wall ?? []);
  return {
    asOf: Math.min(now.wall, ...began),
    isPartial: lists.some(isPartial),
    currencies: [...Map.groupBy(rows.easyOptions.rows, row => row.investmentCurrency ?? '')]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([currency, all]) => currencyBook(currency, all)),
  };
}

/** The book has one state for each status: an Easy Option is over when its status says so, and only then. */
const isClosed = ({status}: EasyOption) => overStates.easyOptions.some(each => each === status);

function currencyBook(currency: string, all: readonly EasyOption[]): CurrencyBook {
  const open = all.filter(row => !isClosed(row));
  const states = [...Map.groupBy(open, ({status = ''}) => status)].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    currency,
    open: heldOf(open),
    states: new Map(states.map(([status, rows]) => [status, heldOf(rows)])),
  };
}

function heldOf(rows: readonly EasyOption[]): Held {
  return {
    count: rows.length,
    invested: amountOf(rows.map(({investmentAmount}) => investmentAmount)),
    pl: amountOf(rows.map(({pl}) => pl)),
  };
}

function amountOf(values: readonly (string | undefined)[]): Amount {
  const told = values.filter(value => value !== undefined && isDecimal(value));
  return {sum: sum(told), without: values.length - told.length};
}
