/** The bodies of the two writes that have one, checked before a connection is opened. */
import {isDecimal, parseDecimal} from './decimal.ts';
import {int64, isText, membersIn, mustBe} from './given.ts';
import {exactNumber} from './json.ts';
import {createOrderMembers, openEasyOptionMembers} from './queries.ts';

/** Both members are numbers on the wire and go out digit by digit. */
export function openBody(request: unknown): string {
  const {cardId, investmentAmount} = membersIn(request, 'The opening', openEasyOptionMembers);
  const id = int64(cardId, 'The id of a card');
  if (typeof investmentAmount !== 'string' || !isDecimal(investmentAmount))
    throw mustBe('The investment amount', 'a decimal number in a string', investmentAmount);
  return JSON.stringify({cardId: exactNumber(id), investmentAmount: exactNumber(investmentAmount)});
}

/** Price and size are strings on the wire, as they were typed. Without a key an order could be placed twice. */
export function orderBody(order: unknown): string {
  const {idempotencyKey, symbol, price, size, side, orderType, positionId} = membersIn(
    order,
    'The order',
    createOrderMembers,
  );
  const position =
    positionId === undefined ? {} : {positionId: exactNumber(int64(positionId, 'The position id'))};
  return JSON.stringify({
    idempotencyKey: word(idempotencyKey, 'The idempotency key'),
    symbol: word(symbol, 'The symbol'),
    price: unsigned(price, 'The price'),
    size: unsigned(size, 'The size'),
    side: oneOf(['BUY', 'SELL'], side, 'The side'),
    orderType: oneOf(['LIMIT'], orderType, 'The order type'),
    ...position,
  });
}

function word(value: unknown, what: string): string {
  if (!isText(value) || value.trim() === '') throw mustBe(what, 'text that is not empty', value);
  return value;
}

function unsigned(value: unknown, what: string): string {
  if (typeof value !== 'string' || !isDecimal(value) || parseDecimal(value) === undefined)
    throw mustBe(what, 'digits with at most one point, in a string', value);
  return value;
}

function oneOf(words: readonly string[], value: unknown, what: string): string {
  const word = words.find(each => each === value);
  if (word === undefined) throw mustBe(what, words.join(' or '), value);
  return word;
}
