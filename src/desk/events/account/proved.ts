import type {EasyOption, Order, Trade} from '../../../api/wire/records.ts';
import {isOver} from '../../model/figures.ts';
import type {KnownOrder} from '../../words/orders.ts';
import {type AccountEvent, type EventKind, eventIds} from './event.ts';

/**
 * What a record proves by itself, however late it is read: one that opened and closed between two reads tells
 * both. What its record does not show any more (that it was CLOSING, that an order rested) only they see who
 * read it then.
 */

const openStates: readonly (string | undefined)[] = ['ACTIVE', 'TRIGGERED', 'CLOSING'];

export function provedByEasyOption(option: EasyOption): AccountEvent[] {
  const {id: key, status, openTime, triggerTime, closeTime} = option;
  const event = (kind: EventKind, at: number | undefined, own = at): AccountEvent => ({
    ...eventIds(kind, key, own),
    ...{kind, resource: 'easy-options', key, at, record: option},
  });
  // A PENDING one may bear a time already, and one that was never filled is over without having been open.
  const hasOpened = openStates.includes(status) || (openTime !== undefined && status !== 'PENDING');
  const hasTriggered = status === 'TRIGGERED' || triggerTime !== undefined;
  return [
    ...(hasOpened ? [event('opened', openTime)] : []),
    ...(hasTriggered ? [event('triggered', triggerTime)] : []),
    ...(status === 'CLOSING' ? [event('closing', undefined, openTime)] : []),
    ...(status === 'EXPIRED' ? [event('expired', closeTime)] : []),
    ...(status !== 'EXPIRED' && isOver(option) ? [event('closed', closeTime)] : []),
  ];
}

/** Of a listed order: that it was placed, and how it ended where its record says so. */
export function provedByOrder(order: Order): AccountEvent[] {
  const {orderId, status, timestamp} = order;
  if (orderId === '') return [];
  return [
    orderEvent('placed', order, timestamp),
    ...(status === 'CANCELED' ? [orderEvent('canceled', order, undefined)] : []),
    ...(status === 'FILLED' ? [filledByOrder(order)] : []),
  ];
}

/** An event of an order, which the time of its placing tells from one with its id. */
export function orderEvent(kind: EventKind, order: KnownOrder, at: number | undefined): AccountEvent {
  const {orderId: key = '', timestamp} = order;
  return {...eventIds(kind, key, timestamp), kind, resource: 'orders', key, at, record: order};
}

/** An order that is full, where no trade is known that says so: that trade's event is the same one. */
export function filledByOrder(order: KnownOrder): AccountEvent {
  const {base} = eventIds('filled', order.orderId ?? '', undefined);
  return {...orderEvent('filled', order, undefined), base, id: base};
}

/** A fill, with its price: the one that completes an order is of the order, another one is of itself. */
export function provedByTrade(trade: Trade): AccountEvent[] {
  const {tradeId: key, orderId, fillType, openDate: at} = trade;
  // One without an id cannot be told from another like it.
  if (key === '') return [];
  const fill = {resource: 'trades', key, at, record: trade} as const;
  return fillType === 'FILL'
    ? [{...fill, kind: 'filled', ...eventIds('filled', orderId ?? `trade ${key}`, orderId && key)}]
    : [{...fill, kind: 'partly-filled', ...eventIds('partly-filled', key, undefined)}];
}
