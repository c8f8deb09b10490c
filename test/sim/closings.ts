import type {Position} from '../../src/account/portfolio/positions.ts';
import {fillsByOrder, unfilledOf} from '../../src/account/resources/arithmetic.ts';
import {compare, isZero, magnitude, subtract, sum} from '../../src/api/wire/decimal.ts';
import type {Decimal, Trade} from '../../src/api/wire/records.ts';
import {type Intent, isResolved} from '../../src/core/intents/intent.ts';
import {type Draft, orderPlaced} from '../../src/core/intents/kinds/kinds.ts';
import {replacedBy} from '../../src/core/intents/kinds/place.ts';
import {describe} from '../../src/core/intents/words.ts';
import {fromMicro} from '../../src/paper/market/money.ts';
import {numberOf} from '../../src/paper/operations/requests.ts';
import {type Chance, createChance} from './chance.ts';
import type {Wire} from './client.ts';
import type {Dashboard} from './dashboard.ts';
import {excusedRecords, type Watching} from './limits.ts';
import {drawWay} from './movers.ts';
import {ask, type Deeds, oneOf} from './people.ts';
import type {Watch} from './watched-journal.ts';

/** Drawn apart from all else, so that scenarios without a position stay the ones that they are. */
export const hasPosition = (seed: number): boolean => createChance(seed * 13 + 7).is(0.2);

/** The account holds a position, and the users of both dashboards close it, whole and in parts. */
export function planClosings(deeds: Deeds, seed: number): void {
  const chance = createChance(seed * 17 + 9);
  const moves = createChance(seed * 19 + 5);
  const {plan, world, service, kill} = deeds;
  const {symbol, prices, size} = plan.morning;
  const all = fromMicro(Math.round(Number(size) * 3_000_000));
  const buy = {type: 'placeOrder', account: 0, key: 'held', symbol, side: 'BUY', price: prices.high} as const;
  service.write({...buy, size: all}, {by: 'foreign', intentId: undefined}, 0);
  const [{positionId = ''} = {}] = service.truth().trades.slice(-1);
  // Closed in part already, so that an amend finds a working order that reduces.
  if (moves.is(0.5) && positionId !== '') {
    const sell = {
      ...buy,
      key: 'closing',
      side: 'SELL',
      size,
      position: numberOf('position', positionId),
    } as const;
    service.write(sell, {by: 'foreign', intentId: undefined}, 0);
  }
  const close = oneOf(deeds, chance, dashboard => {
    const position = positionOf(dashboard.state().portfolio.account.positions, symbol);
    if (position === undefined) return;
    const part = chance.pick([magnitude(position.net), magnitude(position.net), size]);
    const placing = closingDraft(position, chance.pick([prices.low, prices.low, prices.high]), part);
    const draft = (moves.is(0.5) && amendOfClosing(moves, deeds, {dashboard, position, part})) || placing;
    ask(dashboard, draft, deeds);
    if (chance.is(0.2))
      world.at(world.now() + chance.from(0, 800), () => kill(dashboard, 'is killed as it closes a position'));
  });
  for (let times = chance.from(3, 8); times > 0; times--) {
    // Only after the lag of the lists do its trades prove it.
    const when = world.now() + 121_000 + chance.next() * (plan.stormMs - 100_000);
    world.at(when, close);
    world.at(when + chance.from(0, 3_000), close);
  }
}

/** Expiries are of the morning, which was long before. */
const positionOf = (positions: readonly Position[], symbol: string) =>
  positions.find(each => each.symbol === symbol && !isZero(each.net));

function closingDraft({id, positionId, symbol = '', ...of}: Position, price: string, size: Decimal): Draft {
  const contract = {asset: of.asset, type: of.type, strikePrice: of.strike, expiryDate: of.expiry};
  return {kind: 'place', symbol, side: 'SELL', price, size, positionId, contract, reduces: id};
}

type Closing = {readonly dashboard: Dashboard; readonly position: Position; readonly part: Decimal};

/** Of a working order that closes the position, wherever it was asked for. */
function amendOfClosing(
  chance: Chance,
  {plan, service}: Deeds,
  {dashboard, position, part: newSize}: Closing,
): Draft | undefined {
  const {symbol, prices} = plan.morning;
  const state = dashboard.state();
  const row = service
    .truth()
    .orders.find(each => each.side === 'SELL' && each.symbol === symbol && each.orderType === 'LIMIT');
  const {orderId, price, size} = row ?? {};
  if (orderId === undefined || price === undefined || size === undefined) return undefined;
  return {
    ...{kind: 'amend', orderId, symbol, side: 'SELL', price, size, newPrice: prices.high, newSize},
    ...{positionId: position.positionId, reduces: position.id, ...drawWay(chance, service, state, orderId)},
  };
}

export function isClosing({command}: Wire): boolean {
  return command.type === 'placeOrder' && command.position !== undefined;
}

/**
 * What must hold of every order that the journal takes as reducing a position: with all of our own that was
 * sold of it, works, or may yet arrive, it sells no more than was bought.
 */
export const watchClosings = (given: Watching): Watch => ({asked: intent => checkClosing(given, intent)});

/** By then lists show what was done, however late. */
const shownWithinMs = 125_000;

function checkClosing({store, service, now, breach}: Watching, intent: Intent): void {
  const order = orderPlaced(intent.draft);
  if (order?.reduces === undefined) return;
  const {trades, orders} = service.truth();
  const excused = excusedRecords(store, service);
  const own = new Set(service.commits.flatMap(({by, recordId}) => (by === 'intent' ? recordId : [])));
  // The service sells an option whose trigger trades: no list may show that yet.
  const seen = new Set(service.tradesBefore(now() - shownWithinMs).map(({tradeId}) => tradeId));
  const isUnseen = ({orderId = '', tradeId}: Trade) => !own.has(orderId) && !seen.has(tradeId);
  const ofPosition = trades.filter(each => each.positionId === order.positionId);
  const sizes = (side: 'BUY' | 'SELL') =>
    ofPosition
      .filter(each => each.tradeSide === side)
      .filter(each => side === 'BUY' || !(excused.has(each.orderId ?? '') || isUnseen(each)))
      .map(({filledSizeContracts = '0'}) => filledSizeContracts);
  const fills = fillsByOrder(trades);
  const working = orders
    .filter(each => each.side === 'SELL' && each.symbol === order.symbol && !excused.has(each.orderId))
    .filter(each => each.orderType === 'LIMIT' && each.orderId !== replacedBy(intent.draft)?.orderId)
    .map(({size = '0', ...each}) => unfilledOf({...each, size}, fills.get(each.orderId)));
  const done = new Set(
    service.commits.flatMap(({kind, intentId}) => (kind === 'place' ? (intentId ?? []) : [])),
  );
  const arriving = [...store.rows.values()].flatMap(({intent: other}) => {
    const sells = orderPlaced(other.draft);
    const isMeant = sells?.symbol === order.symbol && sells.side === 'SELL' && other.id !== intent.id;
    return isMeant && !isResolved(other) && !done.has(other.id) ? sells.size : [];
  });
  const left = subtract(sum(sizes('BUY')), sum([...sizes('SELL'), ...working, ...arriving]));
  const {size} = order;
  if (compare(size, left) > 0)
    breach(
      `Sells ${size} of a position that has ${isZero(left) ? 'nothing' : left} left: ${describe(intent)}`,
    );
}
