/**
 * The paper engine: `apply(book, command, now) → [book, events]`.
 *
 * A book is everything the service knows. A command first lets time catch up (`advance`), then does its work or
 * is refused; either way the caller gets a new book, and the old one stays as it was. The events are the rows
 * that changed, as they are now, and at the end what became of the command. Nothing here reads a clock or draws
 * a number: the market is a function of seed and time, so the same commands at the same times give the same
 * book, and a book that slept for a week wakes up where it would have been.
 *
 * What always holds: the cash of all accounts and of the house adds up to what was paid in; no cash, size or
 * hold is ever negative; an account's hold is the sum of its open orders' holds; and a fill of the market's is
 * never better than the quote, nor larger than the depth behind it.
 */
import {advance} from './advance.ts';
import {type Book, type BookEasyOption, type BookOrder, deposit} from './book.ts';
import {type CancelOrderCommand, cancelOrder, type FillOrderCommand, fillOrder} from './cancel.ts';
import type {BookDraft} from './draft.ts';
import {beginDraft, putRow, type RowEvent} from './draft.ts';
import {
  type CloseEasyOptionCommand,
  closeEasyOption,
  type OpenEasyOptionCommand,
  openEasyOption,
} from './easy-options.ts';
import {type PlaceOrderCommand, placeOrder} from './orders.ts';
import type {CommandRefusal} from './refusal.ts';

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

/** @param now epoch milliseconds of service time; a time before the book's own counts as the book's */
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
