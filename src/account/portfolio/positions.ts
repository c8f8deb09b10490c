/**
 * Positions from trades, one for each contract and position id, at average cost in the order of `openDate`,
 * then `tradeId`. The contracts of Easy Options are left out: they count there.
 */
import {
  add,
  compare,
  divideHalfEven,
  isNegative,
  isZero,
  magnitude,
  multiply,
  negate,
  subtract,
  sum,
} from '../../api/wire/decimal.ts';
import type {Decimal, EasyOption, Id, Millis, Order, Trade} from '../../api/wire/records.ts';
import {onceFor, unlessSameItems} from '../once.ts';
import {contractKey, fillsByOrder, isCounted, signedSize, unfilledOf} from '../resources/arithmetic.ts';
import {cardTrading} from '../resources/figures.ts';
import {isWorking} from '../resources/orders.ts';
import {compareIds} from '../resources/resource.ts';
import type {PortfolioRows} from './rows.ts';
import type {ContractTerms} from './trade-sums.ts';

export type Position = ReturnType<typeof positionsOf>[number];

/** Realized P/L and fee of one trade, and the position after it. */
type Result = {
  readonly tradeId: Id;
  readonly at: Millis | undefined;
  readonly pl: Decimal;
  readonly fee: Decimal;
  readonly net: Decimal;
  readonly averageCost: Decimal | undefined;
};

const places = 12;

/**
 * Contracts, negative if sold, and their average cost, rounded half-even to 12 places; undefined if nothing is
 * held. Realized P/L is without fees. A trade through zero closes the position and opens one on the other side.
 * Complete if each trade has a side, a size, a price, a time and a fee.
 */
export function costOf(trades: readonly Trade[]) {
  const unique = [...new Map(trades.map(each => [each.tradeId, each])).values()];
  const results: Result[] = [];
  let net: Decimal = '0';
  let cost: Decimal = '0';
  /** After the last trade that opened any of it: what closes some of it takes its share of that. */
  let opening: {readonly net: Decimal; readonly cost: Decimal} = {net, cost};
  let average: Decimal | undefined;
  let last: Decimal | undefined;
  let isComplete = unique.every(
    ({fee, openDate, tradeId}) => isCounted(fee) && openDate !== undefined && tradeId !== '',
  );
  for (const trade of unique.sort(inOrder)) {
    const size = signedSize(trade);
    const {openPrice: price, openDate: at, fee = '0'} = trade;
    const isKnown = size !== undefined && isCounted(price);
    const closed = isKnown && !isZero(net) && isNegative(net) !== isNegative(size) ? lesser(net, size) : '0';
    // The trade that closes the last contract takes the whole cost left, so a flat position is exact.
    const basis =
      compare(closed, net) === 0 ? cost : divideHalfEven(multiply(opening.cost, closed), opening.net, places);
    const pl = isKnown ? subtract(multiply(price, closed), basis) : '0';
    const result = {tradeId: trade.tradeId, at, pl, fee: isCounted(fee) ? fee : '0'};
    if (!isKnown) {
      results.push({...result, net, averageCost: average});
      isComplete = false;
      continue;
    }
    last = price;
    net = add(net, size);
    const opened = add(size, closed);
    cost = add(subtract(cost, basis), multiply(opened, price));
    if (!isZero(opened)) opening = {net, cost};
    average = isZero(net) ? undefined : divideHalfEven(opening.cost, opening.net, places);
    results.push({...result, net, averageCost: average});
  }
  return {
    net,
    averageCost: average,
    /** The cost of the contracts held, not rounded. */
    cost,
    last,
    results,
    realizedPl: sum(results.map(({pl}) => pl)),
    fees: sum(results.map(({fee}) => fee)),
    isComplete,
  };
}

/** The contracts of `net` that `size` closes. */
const lesser = (net: Decimal, size: Decimal) =>
  compare(magnitude(size), magnitude(net)) > 0 ? net : negate(size);

/** Realized P/L less fees of the trades at such a time; undefined without one. */
export function realizedIn(
  positions: readonly Pick<Position, 'results'>[],
  isIn: (at: Millis | undefined) => boolean,
): Decimal | undefined {
  const meant = positions.flatMap(({results}) => results.filter(({at}) => isIn(at)));
  return meant.length === 0
    ? undefined
    : subtract(sum(meant.map(({pl}) => pl)), sum(meant.map(({fee}) => fee)));
}

/** Trades have no currency: theirs is the one of all Easy Options, else unknown. */
export function soleCurrency(ofEasyOptions: Iterable<string>): string {
  const [only = '', ...others] = new Set([...ofEasyOptions].filter(Boolean));
  return others.length === 0 ? only : '';
}

function inOrder(one: Trade, other: Trade): number {
  const [first, second] = [
    one.openDate ?? Number.POSITIVE_INFINITY,
    other.openDate ?? Number.POSITIVE_INFINITY,
  ];
  return first === second ? compareIds(one.tradeId, other.tradeId) : first - second;
}

export const isUnexpired = ({expiry}: Position, at: Millis) => expiry === undefined || expiry > at;

export const unexpired = (positions: readonly Position[], at: Millis): readonly Position[] =>
  positions.filter(each => isUnexpired(each, at));

export const heldPositions = (positions: readonly Position[], at: Millis): readonly Position[] =>
  unexpired(positions, at).filter(({net}) => !isZero(net));

/** Expired since then while held, without a trade that settled them: the outcome is unknown. */
export const unsettledSince = (positions: readonly Position[], since: Millis, at: Millis) =>
  positions.filter(
    each => each.expiry !== undefined && each.expiry >= since && !isUnexpired(each, at) && !isZero(each.net),
  );

/** The cost of a long position; a short one has no such bound. */
export const premiumPaid = ({net, cost}: Pick<Position, 'net' | 'cost'>): Decimal | undefined =>
  isNegative(net) ? undefined : cost;

export const settlementUnknown = 'expired, settlement unknown';

type Held = ReturnType<typeof heldOf>;

/** Symbols by order id. */
export type OrderSymbols = ReadonlyMap<Id, string>;
type PositionRows = Pick<PortfolioRows, 'trades' | 'easyOptions' | 'orders' | 'cards'>;

/** From the last call: most positions have the same trades in the next one. */
let lastHeld: ReadonlyMap<string, Held> | undefined;

/** Also expired positions, and those that net to zero. Open P/L is at the ask, without fees. */
export function positionsOf({trades, easyOptions, orders, cards}: PositionRows, symbols?: OrderSymbols) {
  // Trades are read from a later time where there are too many.
  const isWhole = trades.isWhole && easyOptions.isWhole && trades.since === 0;
  const symbolsOf = symbolsBy(orders.rows, trades.rows, easyOptions.rows, symbols);
  const workingIn = Map.groupBy(orders.rows.filter(isWorking), contractKey);
  const fills = fillsByOrder(trades.rows);
  lastHeld = heldIn(trades.rows, easyOptions.rows, lastHeld);
  return [...lastHeld.values()].map(held => {
    const {contract, net, cost, positionId} = held;
    const symbol = symbolsOf.get(contract);
    const ask = cardTrading(cards.rows, symbol)?.currentAskPrice;
    const openPl = ask === undefined || isZero(net) ? undefined : subtract(multiply(ask, net), cost);
    const against = (workingIn.get(contract) ?? []).filter(
      each => isAgainst(each, net) && (each.positionId === undefined || each.positionId === positionId),
    );
    // Unfilled contracts of working orders on the other side.
    const sizes = against.flatMap(order => {
      const {size} = order;
      return isCounted(size) ? unfilledOf({...order, size}, fills.get(order.orderId)) : [];
    });
    return {...held, symbol, working: sum(sizes), ask, openPl, isComplete: held.isComplete && isWhole};
  });
}

/** Empty while the lists are read for the first time. */
export const positionsIn = onceFor((rows: PositionRows) => (isFirstRead(rows) ? [] : positionsOf(rows)));

export const isFirstRead = ({trades, easyOptions}: PositionRows) =>
  [trades, easyOptions].some(
    ({began, fault, unreadable}) => began === undefined && fault === undefined && unreadable === 0,
  );

function heldIn(
  trades: readonly Trade[],
  options: readonly EasyOption[],
  before?: ReadonlyMap<string, Held>,
): ReadonlyMap<string, Held> {
  const optionOf = easyOptionsBy(options);
  const own = trades.filter(each => optionOf(each) === undefined);
  const held = new Map<string, Held>();
  for (const [id, group] of Map.groupBy(own, each => `${each.positionId}\n${contractKey(each)}`)) {
    const known = before?.get(id);
    const [first] = group;
    if (first === undefined) continue;
    const isKept = known !== undefined && unlessSameItems(known.trades, group) === known.trades;
    held.set(id, isKept ? known : heldOf(id, first, group));
  }
  return held;
}

/** One contract under one position id. */
function heldOf(id: string, first: Trade, trades: readonly Trade[]) {
  const {asset, type, strikePrice: strike, expiryDate: expiry, positionId} = first;
  const terms: ContractTerms = {asset, type, strike, expiry};
  return {...costOf(trades), ...terms, id, contract: contractKey(first), positionId, trades};
}

/** By order first: the service closes an Easy Option by further orders of its position. */
export const easyOptionsBy = onceFor((options: readonly EasyOption[]) => {
  const by = (name: 'orderId' | 'positionId') =>
    new Map(options.flatMap(each => (each[name] === undefined ? [] : [[each[name], each] as const])));
  const [orders, positions] = [by('orderId'), by('positionId')];
  return ({orderId = '', positionId = ''}: {readonly [F in 'orderId' | 'positionId']?: Id | undefined}) =>
    orders.get(orderId) ?? positions.get(positionId);
});

function isAgainst({side}: Order, net: Decimal): boolean {
  if (isZero(net)) return false;
  return side?.toUpperCase() === (isNegative(net) ? 'BUY' : 'SELL');
}

/**
 * Orders name a contract and its symbol; an Easy Option or an order of ours names the symbol, and its trades
 * the contract. Records that disagree name nothing.
 */
export function symbolsBy(
  orders: readonly Order[],
  trades: readonly Trade[],
  options: readonly EasyOption[],
  known: OrderSymbols = new Map(),
): ReadonlyMap<string, string> {
  const byPosition = new Map(options.map(({positionId, optionSymbol}) => [positionId, optionSymbol]));
  const byOrder = new Map([
    ...known,
    ...options.map(({orderId, optionSymbol}) => [orderId, optionSymbol] as const),
  ]);
  const symbols = new Map<string, string | undefined>();
  const learn = (key: string, symbol: string | undefined) => {
    if (symbol === undefined) return;
    symbols.set(key, symbols.has(key) && symbols.get(key) !== symbol ? undefined : symbol);
  };
  for (const order of orders) if (order.strikePrice !== undefined) learn(contractKey(order), order.symbol);
  for (const trade of trades) {
    const {positionId, orderId} = trade;
    if (positionId !== undefined) learn(contractKey(trade), byPosition.get(positionId));
    if (orderId !== undefined) learn(contractKey(trade), byOrder.get(orderId));
  }
  return new Map(
    [...symbols].flatMap(([key, symbol]) => (symbol === undefined ? [] : [[key, symbol] as const])),
  );
}
