import {add, compare, isDecimal, multiply, subtract} from '../../api/wire/decimal.ts';
import type {Decimal, EasyOption, EasyOptionCard, Id, Millis, Order, Trade} from '../../api/wire/records.ts';
import type {BookRows} from '../book/rows.ts';
import {isOver, overStates} from '../model/figures.ts';
import {canWeigh, type OptionContracts, openFills} from './fills.ts';
import type {Load} from './load.ts';

/** What is open on the account by a whole read of it, and what of that cannot be told. */
export type Exposure = {
  /** Summed up by currency and underlying. */
  readonly loads: readonly Load[];
  /** Why openings and orders cannot be weighed: a record does not tell what it comes to. */
  readonly untold: {readonly investment: string | undefined; readonly notional: string | undefined};
};

/** An order's limit and size, as the service's record or our own intent tells them. */
export type OrderTold = Pick<Order, 'price' | 'size'>;

type Given = {
  readonly rows: BookRows;
  /** Orders that have left the list, and whose trades may be on their way still. */
  readonly left: readonly Order[];
  /** An order that will have been canceled by then. */
  readonly without: Id | undefined;
  /** What was placed from here, by the order's id. */
  readonly placed: ReadonlyMap<Id, OrderTold>;
  /** An option that expired before this is over, by any clock. */
  readonly expiredBefore: Millis;
};

/** Whatever a record leaves open counts as much as it may come to. */
export function exposureOf(given: Given): Exposure {
  const {rows} = given;
  const {loads, untold} = openOptions(rows.easyOptions.rows, rows.cards.rows);
  const notional = openNotional(given);
  return {
    loads: [...loads, ...notional.loads],
    untold: {investment: untold, notional: notional.untold},
  };
}

type Part = {readonly loads: readonly Load[]; readonly untold: string | undefined};

const knownOptions = new WeakMap<
  readonly EasyOption[],
  {readonly cards: readonly EasyOptionCard[]; readonly part: Part}
>();

/** Asked for with every key that is typed into a form: summed once of each read. */
function openOptions(options: readonly EasyOption[], cards: readonly EasyOptionCard[]): Part {
  const known = knownOptions.get(options);
  if (known?.cards === cards) return known.part;
  const underlyings = new Map(cards.map(each => [each.id, each.underlying]));
  const sums = new Map<string, Load>();
  let untold: string | undefined;
  for (const option of options) {
    if (hasEnded(option)) continue;
    const {investmentAmount: investment, investmentCurrency: currency} = option;
    if (!canWeigh(investment)) untold ??= `Easy Option #${option.id} does not tell what is invested in it.`;
    const underlying = underlyings.get(option.cardId ?? '');
    const load = {investment: canWeigh(investment) ? investment : '0', notional: '0', count: 1};
    addTo(sums, {...load, currency: currency || undefined, underlying});
  }
  const part = {loads: [...sums.values()], untold};
  knownOptions.set(options, {cards, part});
  return part;
}

/** An Easy Option is over when its status says so, and only then. */
export const hasEnded = ({status}: EasyOption) => overStates.easyOptions.some(each => each === status);

function openNotional({rows, left, without, placed, expiredBefore}: Given): Part {
  const options = contractsOf(rows.easyOptions.rows);
  const orders = [...rows.orders.rows, ...left].filter(each => !isOfOption(each, options));
  const told = new Map<Id, OrderTold>([...placed, ...orders.map(each => [each.orderId, each] as const)]);
  const sums = new Map<string, Load>();
  let untold: string | undefined;
  const weigh = (worth: Decimal | undefined, underlying: string | undefined, words: string) => {
    if (worth === undefined) untold ??= words;
    else addTo(sums, {investment: '0', notional: worth, count: 0, currency: undefined, underlying});
  };
  const filled = filledOf(rows.trades.rows, orders);
  for (const order of orders.filter(({orderId}) => orderId !== without))
    weigh(unfilledWorth(order, filled), order.asset, `Order #${order.orderId} tells no price or size.`);
  const isExpired = ({expiryDate}: Trade) => expiryDate !== undefined && expiryDate < expiredBefore;
  const fills = openFills(rows.trades.rows, options, isExpired);
  for (const {notional, underlying} of fills.open) weigh(notional, underlying, '');
  for (const trade of fills.untold) {
    const words = `Trade #${trade.tradeId} tells no price or size, and neither does its order.`;
    weigh(worthOf(told.get(trade.orderId ?? '')), trade.asset, words);
  }
  return {loads: [...sums.values()], untold};
}

/** Counted by its investment: the order that it names, and what the service sends to sell it. */
function isOfOption({orderId, orderType, side, symbol = ''}: Order, of: OptionContracts): boolean {
  return of.orders.has(orderId) || (orderType === 'MARKET' && side === 'SELL' && of.symbols.has(symbol));
}

/** An Easy Option's own orders and positions, as its record names them. */
function contractsOf(options: readonly EasyOption[]): OptionContracts {
  const positions = new Map<Id, Decimal>();
  for (const {positionId, qty} of options)
    if (positionId !== undefined) positions.set(positionId, add(positions.get(positionId) ?? '0', told(qty)));
  return {
    orders: new Set(options.flatMap(({orderId}) => orderId ?? [])),
    symbols: new Set(options.flatMap(({optionSymbol}) => optionSymbol ?? [])),
    positions,
  };
}

const told = (value: string | undefined): Decimal => (canWeigh(value) ? value : '0');

/** Contracts filled by the order that they are of; a trade that does not tell its own is no fill of it. */
export function filledOf(
  trades: readonly Trade[],
  orders: readonly Pick<Order, 'orderId'>[],
): ReadonlyMap<Id, Decimal> {
  const filled = new Map(orders.map(({orderId}) => [orderId, '0' as Decimal]));
  for (const {orderId = '', filledSizeContracts} of trades) {
    const before = filled.get(orderId);
    if (before !== undefined) filled.set(orderId, add(before, told(filledSizeContracts)));
  }
  return filled;
}

/** Fills make the rest of an order smaller only where its size is certainly one in contracts. */
function unfilledWorth(order: Order, filled: ReadonlyMap<Id, Decimal>): Decimal | undefined {
  const {price, size, sizeContracts} = order;
  if (!canWeigh(price) || !canWeigh(size)) return undefined;
  const isInContracts = canWeigh(sizeContracts) && compare(size, sizeContracts) === 0;
  const rest = isInContracts ? subtract(size, filled.get(order.orderId) ?? '0') : size;
  return compare(rest, '0') > 0 ? multiply(price, rest) : '0';
}

function worthOf(order: OrderTold | undefined): Decimal | undefined {
  return canWeigh(order?.price) && canWeigh(order.size) ? multiply(order.price, order.size) : undefined;
}

function addTo(sums: Map<string, Load>, load: Load): void {
  const key = JSON.stringify([load.currency, load.underlying]);
  const before = sums.get(key);
  sums.set(
    key,
    before === undefined
      ? load
      : {
          ...load,
          investment: add(before.investment, load.investment),
          notional: add(before.notional, load.notional),
          count: before.count + load.count,
        },
  );
}

/** P/L of the Easy Options that ended since then, by currency: what does not tell it counts as lost whole. */
export function closedSince(options: readonly EasyOption[], since: Millis): ReadonlyMap<string, Decimal> {
  const sums = new Map<string, Decimal>();
  for (const option of options) {
    const {closeTime, openTime, plClosed, investmentAmount, investmentCurrency = ''} = option;
    if (!isOver(option) || (closeTime ?? openTime ?? since) < since) continue;
    const isKnown = plClosed !== undefined && isDecimal(plClosed);
    const pl = isKnown ? plClosed : subtract('0', told(investmentAmount));
    sums.set(investmentCurrency, add(sums.get(investmentCurrency) ?? '0', pl));
  }
  return sums;
}
