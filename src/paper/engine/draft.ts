/** The book during a command: the same persistent tables, and the list of changed rows. */
import {
  type Account,
  type Book,
  type BookEasyOption,
  type BookOrder,
  type BookPosition,
  type BookTrade,
  type House,
  rowOf,
  withRow,
} from './book.ts';

export type RowEvent =
  | {type: 'account'; row: Account}
  | {type: 'order'; row: BookOrder}
  | {type: 'trade'; row: BookTrade}
  | {type: 'position'; row: BookPosition}
  | {type: 'easyOption'; row: BookEasyOption}
  | {type: 'house'; row: House};

export type BookDraft = {
  book: Book;
  changed: Map<string, RowEvent>;
};

export const beginDraft = (book: Book): BookDraft => ({book, changed: new Map()});

export function putRow<Changed extends RowEvent>(draft: BookDraft, changed: Changed): Changed['row'] {
  const {book} = draft;
  draft.book = {...book, ...tablesWith(book, changed)};
  draft.changed.set(changed.type === 'house' ? 'house' : `${changed.type} ${changed.row.number}`, changed);
  return changed.row;
}

function tablesWith(book: Book, {type, row}: RowEvent): Partial<Book> {
  switch (type) {
    case 'account':
      return {accounts: withRow(book.accounts, row.number, row)};
    case 'house':
      return {house: row};
    case 'trade':
      return {trades: withRow(book.trades, row.number, row)};
    case 'order':
      return {
        orders: withRow(book.orders, row.number, row),
        openOrders: listed(book.openOrders, row.number, row.status === 'PENDING'),
        quietUntil: row.arrivesAt > book.time ? Math.min(book.quietUntil, row.arrivesAt) : book.quietUntil,
      };
    case 'position':
      return {
        positions: withRow(book.positions, row.number, row),
        openPositions: listed(book.openPositions, row.number, row.closedAt === undefined),
      };
    case 'easyOption':
      return {
        easyOptions: withRow(book.easyOptions, row.number, row),
        openEasyOptions: listed(book.openEasyOptions, row.number, isOpen(row)),
      };
    default:
      return type satisfies never;
  }
}

/** A TRIGGERED Easy Option stays open until its contracts are sold. */
const isOpen = (row: BookEasyOption): boolean => row.closedAt === undefined;

/** Moves cash from the account to the house; a negative amount moves it back. */
export function pay(draft: BookDraft, account: number, amount: number, fee: number): void {
  const from = rowOf(draft.book.accounts, account);
  putRow(draft, {type: 'account', row: {...from, cash: from.cash - amount - fee}});
  const {house} = draft.book;
  putRow(draft, {type: 'house', row: {...house, cash: house.cash + amount, fees: house.fees + fee}});
}

function listed(numbers: readonly number[], number: number, belongs: boolean): readonly number[] {
  const isThere = numbers.includes(number);
  if (isThere === belongs) return numbers;
  return belongs ? [...numbers, number] : numbers.filter(each => each !== number);
}
