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
import {type Book, deposit, type EasyOption, type Order} from './book.ts';
import {type CancelOrder, cancelOrder, type FillOrder, fillOrder} from './cancel.ts';
import type {Draft} from './draft.ts';
import {draftOf, put, type RowEvent} from './draft.ts';
import {type CloseEasyOption, closeEasyOption, type OpenEasyOption, openEasyOption} from './easy-options.ts';
import {type PlaceOrder, placeOrder} from './orders.ts';
import type {Refusal} from './refusal.ts';

export type Command =
  | {type: 'wait'}
  | {type: 'addAccount'}
  | OpenEasyOption
  | CloseEasyOption
  | PlaceOrder
  | CancelOrder
  | FillOrder;

export type Event =
  | RowEvent
  | Refusal
  | {type: 'orderDone'; order: Order}
  | {type: 'easyOptionDone'; easyOption: EasyOption};

/** @param now epoch milliseconds of service time; a time before the book's own counts as the book's */
export function apply(book: Book, command: Command, now: number): [Book, Event[]] {
  const draft = draftOf(book);
  const at = Math.max(Math.floor(now), book.time);
  advance(draft, at);
  const outcome = perform(draft, command, at);
  const events: Event[] = [...draft.changed.values()];
  if (outcome !== undefined) events.push(outcome);
  return [draft.book, events];
}

function perform(draft: Draft, command: Command, at: number): Event | undefined {
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

const ofOrder = (result: Order | Refusal): Event =>
  'type' in result ? result : {type: 'orderDone', order: result};

const ofEasyOption = (result: EasyOption | Refusal): Event =>
  isRefusal(result) ? result : {type: 'easyOptionDone', easyOption: result};

const isRefusal = (result: EasyOption | Refusal): result is Refusal => result.type === 'refused';

function addAccount(draft: Draft): void {
  const {book} = draft;
  put(draft, {type: 'account', row: {number: book.accounts.size, cash: deposit, held: 0}});
  put(draft, {type: 'house', row: {...draft.book.house, paidIn: book.house.paidIn + deposit}});
}
