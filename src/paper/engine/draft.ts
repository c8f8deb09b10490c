/** A book while a command works on it: the same persistent tables, and a note of every row that changed. */
import type {Account, Book, EasyOption, House, Order, Position, Trade} from './book.ts';
import {rowOf} from './book.ts';
import {withRow} from './table.ts';

/** A row as it is after a command; what is written to the ledger. */
export type RowEvent =
  | {type: 'account'; row: Account}
  | {type: 'order'; row: Order}
  | {type: 'trade'; row: Trade}
  | {type: 'position'; row: Position}
  | {type: 'easyOption'; row: EasyOption}
  | {type: 'house'; row: House};

export interface Draft {
  book: Book;
  changed: Map<string, RowEvent>;
}

export const draftOf = (book: Book): Draft => ({book, changed: new Map()});

export function putAccount(draft: Draft, row: Account): Account {
  draft.book = {...draft.book, accounts: withRow(draft.book.accounts, row.number, row)};
  draft.changed.set(`account ${row.number}`, {type: 'account', row});
  return row;
}

export function putHouse(draft: Draft, row: House): House {
  draft.book = {...draft.book, house: row};
  draft.changed.set('house', {type: 'house', row});
  return row;
}

export function putTrade(draft: Draft, row: Trade): Trade {
  draft.book = {...draft.book, trades: withRow(draft.book.trades, row.number, row)};
  draft.changed.set(`trade ${row.number}`, {type: 'trade', row});
  return row;
}

export function putOrder(draft: Draft, row: Order): Order {
  const {book} = draft;
  draft.book = {
    ...book,
    orders: withRow(book.orders, row.number, row),
    openOrders: listed(book.openOrders, row.number, row.status === 'PENDING'),
    quietUntil: row.arrivesAt > book.time ? Math.min(book.quietUntil, row.arrivesAt) : book.quietUntil,
  };
  draft.changed.set(`order ${row.number}`, {type: 'order', row});
  return row;
}

export function putPosition(draft: Draft, row: Position): Position {
  const {book} = draft;
  draft.book = {
    ...book,
    positions: withRow(book.positions, row.number, row),
    openPositions: listed(book.openPositions, row.number, row.closedAt === undefined),
  };
  draft.changed.set(`position ${row.number}`, {type: 'position', row});
  return row;
}

export function putEasyOption(draft: Draft, row: EasyOption): EasyOption {
  const {book} = draft;
  draft.book = {
    ...book,
    easyOptions: withRow(book.easyOptions, row.number, row),
    openEasyOptions: listed(book.openEasyOptions, row.number, isOpen(row)),
  };
  draft.changed.set(`easyOption ${row.number}`, {type: 'easyOption', row});
  return row;
}

/** Whether time can still change it: a TRIGGERED one is open until its contracts are sold. */
export const isOpen = (row: EasyOption): boolean => row.closedAt === undefined;

/** Moves cash from an account to the house; a negative amount moves it back. */
export function pay(draft: Draft, account: number, amount: number, fee: number): void {
  const from = rowOf(draft.book.accounts, account);
  putAccount(draft, {...from, cash: from.cash - amount - fee});
  const {house} = draft.book;
  putHouse(draft, {...house, cash: house.cash + amount, fees: house.fees + fee});
}

function listed(numbers: readonly number[], number: number, belongs: boolean): readonly number[] {
  const isThere = numbers.includes(number);
  if (isThere === belongs) return numbers;
  return belongs ? [...numbers, number] : numbers.filter(each => each !== number);
}
