/** Canceling an order that is in no final state, and a fill that somebody outside of the market asked for. */

import {fromMicro, toMicro} from '../market/money.ts';
import {type BookOrder, rowOf} from './book.ts';
import type {BookDraft} from './draft.ts';
import {followCancel} from './easy-options.ts';
import {endOrder, fill, instrumentNamed} from './fills.ts';
import {type CommandRefusal, refuse} from './refusal.ts';
import {rowAt} from './table.ts';

export type CancelOrderCommand = {
  type: 'cancelOrder';
  account: number;
  order: number;
};

/** A tester's hand fills a limit order at its limit, whatever the market shows; money is conserved. */
export type FillOrderCommand = {
  type: 'fillOrder';
  order: number;
  /** A plain decimal; all that is left when not given. */
  size?: string | undefined;
};

export function cancelOrder(
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

export function fillOrder(
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
