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
  type BookEasyOption,
  type BookOrder,
  type CommandRefusal,
  deposit,
  refuse,
  rowAt,
  rowOf,
} from './book.ts';
import {type BookDraft, beginDraft, putRow, type RowEvent} from './draft.ts';
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
  const draft = beginDraft(book);
  const at = Math.max(Math.floor(now), book.time);
  advance(draft, at);
  const outcome = perform(draft, command, at);
  const events: BookEvent[] = [...draft.changed.values()];
  if (outcome !== undefined) events.push(outcome);
  return [draft.book, events];
}

function perform(draft: BookDraft, command: BookCommand, at: number): BookEvent | undefined {
  switch (command.type) {
    case 'wait':
      return undefined;
    case 'addAccount':
      addAccount(draft);
      return undefined;
    case 'placeOrder':
      return ofOrder(placeOrder(draft, command, at));
    case 'cancelOrder':
      return ofOrder(cancelOrder(draft, command, at));
    case 'fillOrder':
      return ofOrder(fillOrder(draft, command, at));
    case 'openEasyOption':
      return ofEasyOption(openEasyOption(draft, command, at));
    case 'closeEasyOption':
      return ofEasyOption(closeEasyOption(draft, command, at));
    default:
      return command satisfies never;
  }
}

const ofOrder = (result: BookOrder | CommandRefusal): BookEvent =>
  'type' in result ? result : {type: 'orderDone', order: result};

const ofEasyOption = (result: BookEasyOption | CommandRefusal): BookEvent =>
  isRefusal(result) ? result : {type: 'easyOptionDone', easyOption: result};

const isRefusal = (result: BookEasyOption | CommandRefusal): result is CommandRefusal =>
  result.type === 'refused';

function addAccount(draft: BookDraft): void {
  const {book} = draft;
  putRow(draft, {type: 'account', row: {number: book.accounts.size, cash: deposit, held: 0}});
  putRow(draft, {type: 'house', row: {...draft.book.house, paidIn: book.house.paidIn + deposit}});
}

type CancelOrderCommand = {
  type: 'cancelOrder';
  account: number;
  order: number;
};

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
  const order = rowAt(draft.book.orders, number);
  if (order === undefined || order.account !== account) return notFound();
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
  const order = rowAt(draft.book.orders, number);
  if (order === undefined) return notFound();
  if (order.status !== 'PENDING') return isFinal(order);
  if (order.orderType !== 'LIMIT') {
    return refuse('business', 'NOT_A_LIMIT_ORDER', 'A market order fills by itself');
  }
  const {lot} = instrumentNamed(order.symbol).underlying;
  const left = order.size - order.filled;
  const size = text === undefined ? left : toMicro(text);
  if (size === undefined || size < lot || size % lot !== 0 || size > left) {
    return refuse(
      'business',
      'INVALID_SIZE',
      `The size must be a multiple of ${fromMicro(lot)}, up to ${fromMicro(left)}`,
      {left: fromMicro(left), leastSize: fromMicro(lot)},
    );
  }
  fill(draft, order, order.price, size, now, true);
  return rowOf(draft.book.orders, number);
}

const notFound = (): CommandRefusal => refuse('not-found', 'ORDER_NOT_FOUND', 'There is no such order');

const isFinal = ({status}: BookOrder): CommandRefusal =>
  refuse('conflict', 'ORDER_FINAL', `The order is already in a final state: ${status}`, {status});
