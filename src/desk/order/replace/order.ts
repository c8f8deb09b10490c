import {compare, isDecimal} from '../../../api/wire/decimal.ts';
import {isInt64, type Order, sides} from '../../../api/wire/records.ts';
import type {DraftOf} from '../../intents/intent.ts';
import type {State} from '../../model/state.ts';

/** A working order as a replacement of it begins, or why it cannot be replaced. */
type Replaceable = {readonly draft: DraftOf<'replace'>} | {readonly refused: string};

/**
 * What has filled is taken off the size that is placed, and trades tell that in contracts: so an order is
 * replaced only where its size is in contracts for certain.
 */
export function replaceable(state: Pick<State, 'link' | 'settings'>, order: Order): Replaceable {
  const {orderId, symbol, price, size, sizeContracts, orderType, positionId} = order;
  const side = sides.find(each => each === order.side);
  if (!isInt64(orderId))
    return {refused: `Its id ${orderId} is no whole number of 64 bits, which the service demands.`};
  if (orderType !== undefined && orderType !== 'LIMIT')
    return {refused: `It is a ${orderType} order: only a LIMIT order can be placed in its stead.`};
  if (symbol === undefined || side === undefined || !isAmount(price) || !isAmount(size))
    return {refused: 'It came without its symbol, side, price or size: nothing like it can be placed.'};
  if (!isAmount(sizeContracts))
    return {refused: 'It came without its size in contracts: what has filled cannot be taken off it.'};
  if (compare(size, sizeContracts) !== 0)
    return {
      refused: `Its size ${size} is ${sizeContracts} contracts: what has filled, which trades tell in contracts, cannot be taken off it.`,
    };
  const {asset, type, strikePrice, expiryDate} = order;
  const draft: DraftOf<'replace'> = {
    kind: 'replace',
    ...{orderId, symbol, side, price, size, newPrice: price, newSize: size},
    tradesLagMs: tradesLag(state),
    ...(positionId === undefined ? {} : {positionId}),
    contract: {asset, type, strikePrice, expiryDate},
  };
  return {draft};
}

/** What proves to be the paper service shows a trade at once; of others the profile says it. */
function tradesLag({link, settings}: Pick<State, 'link' | 'settings'>): number {
  return link.venue === 'PAPER' ? 0 : settings.tradesLagMs;
}

const isAmount = (text: string | undefined): text is string =>
  text !== undefined && isDecimal(text) && compare(text, '0') > 0;
