import {add, compare, multiply} from '../../../src/api/wire/decimal.ts';
import {hasLimits} from '../../../src/core/limits/decide.ts';
import type {Bound} from '../bounds.ts';
import {filledOf} from '../service.ts';
import type {World} from '../world.ts';

/**
 * Whether more is open, or may come to be by what is on its way, than the limits allow: of what was asked for
 * on this journal, for no dashboard can hold back another client. What was open before all of it counts.
 */
export function beyondLimits({service, wire}: World, {limits}: Bound): string | undefined {
  if (!hasLimits(limits)) return undefined;
  const {truth, effects} = service;
  const isForeign = (id: string) =>
    effects.some(each => each.by === 'twin' && each.recordId === id && isMade(each.kind));
  const isDone = (by: string) => effects.some(each => each.by === by && isMade(each.kind));
  const coming = wire.filter(({by}) => !isDone(by));

  const open = truth.options.filter(each => each.status === 'ACTIVE' && !isForeign(each.id)).length;
  const opening = new Set(coming.flatMap(({by, draft}) => (draft.kind === 'open' ? [by] : []))).size;
  const {maxOpenCount = Number.POSITIVE_INFINITY, maxOpenNotional} = limits;
  if (opening > 0 && open + opening > maxOpenCount)
    return `More Easy Options than ${maxOpenCount} may be open`;

  let notional = '0';
  for (const {orderId, status, price = '0', size = '0'} of truth.orders.filter(
    each => !isForeign(each.orderId),
  ))
    notional = add(notional, multiply(price, status === 'CANCELED' ? filledOf(service, orderId) : size));
  const placing = new Map(
    coming.flatMap(({by, draft}) => (draft.kind === 'place' ? [[by, draft] as const] : [])),
  );
  for (const {price, size} of placing.values()) notional = add(notional, multiply(price, size));
  const isBeyond =
    placing.size > 0 && maxOpenNotional !== undefined && compare(notional, maxOpenNotional) > 0;
  return isBeyond ? `Orders of more than ${maxOpenNotional} may be open: ${notional}` : undefined;
}

const isMade = (kind: string) => kind === 'open' || kind === 'place';
