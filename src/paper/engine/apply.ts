/**
 * The paper engine: `apply(book, command, now) → [book, events]`.
 *
 * A book is the whole state of the service. A command first advances time (`advance`), then succeeds or is
 * refused; the result is a new book, and the old one is unchanged. The events are the changed rows, followed by
 * the result of the command. The engine reads no clock and no random source: the market is a function of seed
 * and time, so the same commands at the same times give the same book.
 *
 * Invariants: the cash of all accounts and of the house equals the deposits; cash, sizes and holds are never
 * negative; an account's hold is the sum of the holds of its open orders; a market fill is never better than
 * the quote and never larger than its depth.
 */

import {fromMicro, toMicro} from '../market/money.ts';
import {advance} from './advance.ts';
import {
  type Book,
  type BookDraft,
  type BookEasyOption,
  type BookOrder,
  type CommandRefusal,
  deposit,
  putRow,
  type RowEvent,
  refuse,
  rowOf,
} from './book.ts';
import {
  type CloseEasyOptionCommand,
  closeEasyOption,
  followCancel,
  type OpenEasyOptionCommand,
  openEasyOption,
} from './easy-options.ts';
import {endOrder, fill, instrumentNamed} from './fills.ts';
import {type PlaceOrderCommand, placeOrder} from './orders.ts';

export type BookCommand =
  | {type: 'wait'}
  | {type: 'addAccount'}
  | OpenEasyOptionCommand
  | CloseEasyOptionCommand
  | PlaceOrderCommand
  | CancelOrderCommand
  | FillOrderCommand;

export type BookEvent =
  | RowEvent
  | CommandRefusal
  | {type: 'orderDone'; order: BookOrder}
  | {type: 'easyOptionDone'; easyOption: BookEasyOption};

/** @param now epoch milliseconds of service time, at least the book's own time */
export function apply(book: Book, command: BookCommand, now: number): [Book, BookEvent[]] {
  const draft: BookDraft = {book, changed: new Map()};
  const at = Math.max(Math.floor(now), book.time);
  advance(draft, at);
  const result = performs[command.type](draft, command as never, at);
  const outcome = result === undefined ? [] : [outcomeOf(result)];
  return [draft.book, [...draft.changed.values(), ...outcome]];
}

type Result = BookOrder | BookEasyOption | CommandRefusal;

type CommandOf<Type extends BookCommand['type']> = Extract<BookCommand, {type: Type}>;

const performs: {
  [Type in BookCommand['type']]: (
    draft: BookDraft,
    command: CommandOf<Type>,
    at: number,
  ) => Result | undefined;
} = {
  ...{wait: () => undefined, addAccount, placeOrder, cancelOrder, fillOrder},
  ...{openEasyOption, closeEasyOption},
};

function outcomeOf(result: Result): BookEvent {
  if ('kind' in result) return result;
  return 'orderType' in result
    ? {type: 'orderDone', order: result}
    : {type: 'easyOptionDone', easyOption: result};
}

function addAccount(draft: BookDraft): undefined {
  const {book} = draft;
  putRow(draft, 'account', {number: book.accounts.length, cash: deposit});
  putRow(draft, 'house', {...draft.book.house, paidIn: book.house.paidIn + deposit});
}

type CancelOrderCommand = {type: 'cancelOrder'; account: number; order: number};

/** Fills a limit order at its limit regardless of the market, for tests; cash is conserved. */
type FillOrderCommand = {
  type: 'fillOrder';
  order: number;
  /** A plain decimal; default: the remaining size. */
  size?: string | undefined;
};

function cancelOrder(
  draft: BookDraft,
  {account, order: number}: CancelOrderCommand,
  now: number,
): BookOrder | CommandRefusal {
  const order = draft.book.orders[number];
  if (order === undefined || order.account !== account) return notFound;
  if (order.status !== 'PENDING') return isFinal(order);
  const ended = endOrder(draft, order, 'CANCELED');
  if (order.easyOption !== undefined) followCancel(draft, order.easyOption, now);
  return ended;
}

function fillOrder(
  draft: BookDraft,
  {order: number, size: text}: FillOrderCommand,
  now: number,
): BookOrder | CommandRefusal {
  const order = draft.book.orders[number];
  if (order === undefined) return notFound;
  if (order.status !== 'PENDING') return isFinal(order);
  if (order.orderType !== 'LIMIT') return refuse('NOT_A_LIMIT_ORDER', 'A market order fills without a call');
  const {lot} = instrumentNamed(order.symbol).underlying;
  const left = order.size - order.filled;
  const size = text === undefined ? left : toMicro(text);
  if (size === undefined || size < lot || size % lot !== 0 || size > left)
    return refuse(
      'INVALID_SIZE',
      `The size must be a multiple of ${fromMicro(lot)}, up to ${fromMicro(left)}`,
      {left: fromMicro(left), leastSize: fromMicro(lot)},
    );
  fill(draft, order, order.price, size, now, true);
  return rowOf(draft.book.orders, number);
}

const notFound = refuse('ORDER_NOT_FOUND', 'There is no such order', {}, 'not-found');

const isFinal = ({status}: BookOrder): CommandRefusal =>
  refuse('ORDER_FINAL', `The order is already in a final state: ${status}`, {status}, 'conflict');
