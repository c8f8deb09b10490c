import {compare, isNegative, isZero, magnitude, subtract, sum} from '../../api/wire/decimal.ts';
import type {Decimal, Order, Trade} from '../../api/wire/records.ts';
import {clockDoubtMs} from '../model/freshness.ts';
import {type Position, positionsIn} from '../portfolio/positions.ts';
import {contractKey, fillsByOrder, isCounted, leftOf, unfilledOf} from '../resources/arithmetic.ts';
import {isWorking} from '../resources/orders.ts';
import {amountWords} from '../words/text.ts';
import {isFresh} from './decide.ts';
import {
  type AccountStanding,
  isAccountedFor,
  type Knows,
  lately,
  type OrderReserved,
  type SeenAccount,
} from './reserved.ts';
import {unreadWords} from './words.ts';

/**
 * The reason why an order does not reduce the position that it names; undefined if it does. It runs inside the
 * journal's transaction that reserves the order, so no other dashboard can take the same contracts in between.
 */
export function whyNotReducing(
  knows: Knows,
  standing: AccountStanding,
  order: Reducing & {readonly size: Decimal},
): string | undefined {
  const found = leftToReduce(knows, standing, order);
  if ('refused' in found) return found.refused;
  const size = knows.takes ?? order.size;
  return compare(size, found.left) <= 0 ? undefined : beyondLeftWords(found, size);
}

type Reducing = OrderReserved & {readonly reduces?: string | undefined};
type Left = {readonly left: Decimal; readonly net: Decimal};

/** The size of the position less what working and unresolved orders may take off it. */
export function leftToReduce(
  knows: Knows,
  standing: AccountStanding,
  order: Reducing,
): Left | {readonly refused: string} {
  const {read, now, amends} = knows;
  if (read === undefined || !isFresh(knows, read)) return {refused: unreadWords(read?.watch.began, now)};
  const position = positionsIn(read.rows).find(({id}) => id === order.reduces);
  if (position === undefined || isZero(position.net) || order.side !== closingSide(position))
    return {refused: 'The position is no longer held.'};
  if (!position.isComplete)
    return {refused: 'The position is not proved: some of its trades are missing or incomplete.'};
  if (!position.trades.every(trade => isKnownAsOrder(trade, knows.placed, read)))
    return {refused: 'A new trade may be of an Easy Option that is not listed yet: wait for the next reads.'};
  const size = magnitude(position.net);
  const taken = sum([
    ...workingAgainst(position, {...order, amends}, read),
    ...reservedAgainst(order, read, standing),
  ]);
  return {left: leftOf(size, taken), net: position.net};
}

/** An order of this machine, or a trade so old that its Easy Option would be listed. */
function isKnownAsOrder(
  {orderId = '', openDate}: Trade,
  placed: Knows['placed'],
  {rows, lagMs, skewMs = 0}: SeenAccount,
): boolean {
  const listedUntil = (rows.easyOptions.began?.wall ?? 0) + skewMs - lagMs - clockDoubtMs;
  return placed.has(orderId) || (openDate !== undefined && openDate <= listedUntil);
}

export function closingSide({net}: Pick<Position, 'net'>): 'BUY' | 'SELL' {
  return isNegative(net) ? 'BUY' : 'SELL';
}

function workingAgainst(
  {net, contract, trades}: Position,
  {amends, ...of}: Reducing & Pick<Knows, 'amends'>,
  read: SeenAccount,
): Decimal[] {
  const {rows, watch, lagMs} = read;
  const fills = fillsByOrder(trades);
  const isOfContract = (each: Order) => each.symbol === of.symbol || contractKey(each) === contract;
  return [...rows.orders.rows.filter(isWorking), ...lately(watch, lagMs)]
    .filter(each => each.orderId !== amends && isAgainst(each, of) && isOfContract(each))
    .map(({size, ...order}) => {
      // One without a size may take all of it.
      const most = isCounted(size) ? size : magnitude(net);
      return unfilledOf({...order, size: most}, fills.get(order.orderId));
    });
}

/** An order in doubt counts as reserved, and again where it is listed. */
function reservedAgainst(of: Reducing, read: SeenAccount, {reservations}: AccountStanding): Decimal[] {
  return reservations.flatMap(each => {
    const {order, size} = each;
    const isMeant = order !== undefined && order.symbol === of.symbol && isAgainst(order, of);
    return isMeant && !isAccountedFor(each, read) ? size : [];
  });
}

/** An order without a position id may be of any position. */
const isAgainst = ({side, positionId}: OrderReserved, of: Reducing) =>
  side === of.side && (positionId === undefined || positionId === of.positionId);

function beyondLeftWords({left, net}: Left, size: Decimal): string {
  const taken = subtract(magnitude(net), left);
  const others = isZero(taken) ? '' : `: working or unresolved orders take ${amountWords(taken)}`;
  const out = isZero(taken) ? 'Reduce the size.' : 'Reduce the size, or cancel them first.';
  return `Reduces ${amountWords(size)}, but ${amountWords(left)} of ${amountWords(magnitude(net))} is left${others}. ${out}`;
}
