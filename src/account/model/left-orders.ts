import type {Id, Order} from '../../api/wire/records.ts';
import {onceFor} from '../once.ts';

/**
 * Orders that left their list: those of one reading are a group, the newest group last. Tens of thousands may
 * leave within a lag, so a reading makes only those groups anew that it changes.
 */
export type LeftOrders<At> = readonly LeftGroup<At>[];
export type LeftGroup<At> = {readonly since: At; readonly orders: ReadonlyMap<Id, Order>};

export const ordersById = onceFor(
  (orders: readonly Order[]): ReadonlyMap<Id, Order> => new Map(orders.map(each => [each.orderId, each])),
);

export function leftOrder(left: LeftOrders<unknown>, id: Id): Order | undefined {
  return left.find(({orders}) => orders.has(id))?.orders.get(id);
}

export const ordersIn = (left: LeftOrders<unknown>) => left.values().flatMap(({orders}) => orders.values());
export const countIn = (left: LeftOrders<unknown>) => left.reduce((sum, {orders}) => sum + orders.size, 0);

export function withoutOrders<At>(left: LeftOrders<At>, ids: readonly Id[]): LeftOrders<At> {
  if (ids.length === 0) return left;
  return left.flatMap(group => {
    const dropped = ids.filter(id => group.orders.has(id));
    if (dropped.length === 0) return [group];
    const orders = new Map(group.orders);
    for (const id of dropped) orders.delete(id);
    return orders.size === 0 ? [] : [{...group, orders}];
  });
}

export function withGroup<At>(left: LeftOrders<At>, since: At, orders: readonly Order[]): LeftOrders<At> {
  return orders.length === 0 ? left : [...left, {since, orders: ordersById(orders)}];
}
