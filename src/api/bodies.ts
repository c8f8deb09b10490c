/** The bodies of the two writes that have one, checked before a connection is opened. */
import {isDecimal, parseDecimal} from './decimal.ts';
import {LinkError} from './errors.ts';
import {exactNumber} from './json.ts';
import {int64} from './query.ts';
import type {CreateOrder, OpenEasyOption} from './resources.ts';

/** Both members are numbers on the wire and go out digit by digit (interface.md 4.1). */
export function openBody({cardId, investmentAmount}: OpenEasyOption): string {
  const id = int64(cardId, 'The id of a card');
  if (!isDecimal(investmentAmount))
    throw refused('The investment amount', 'a decimal number', investmentAmount);
  return JSON.stringify({cardId: exactNumber(id), investmentAmount: exactNumber(investmentAmount)});
}

/** Price and size are strings on the wire, as they were typed (interface.md 4.2). */
export function orderBody({
  idempotencyKey,
  symbol,
  price,
  size,
  side,
  orderType,
  positionId,
}: CreateOrder): string {
  if (parseDecimal(price) === undefined) throw refused('The price', 'digits with at most one point', price);
  if (parseDecimal(size) === undefined) throw refused('The size', 'digits with at most one point', size);
  if (side !== 'BUY' && side !== 'SELL') throw refused('The side', 'BUY or SELL', side);
  if (orderType !== 'LIMIT') throw refused('The order type', 'LIMIT', orderType);
  const position =
    positionId === undefined ? {} : {positionId: exactNumber(int64(positionId, 'The position id'))};
  return JSON.stringify({idempotencyKey, symbol, price, size, side, orderType, ...position});
}

function refused(what: string, expected: string, value: unknown): LinkError {
  return new LinkError(
    'input',
    'no',
    `${what} must be ${expected}, not ${JSON.stringify(value)?.slice(0, 40)}.`,
  );
}
