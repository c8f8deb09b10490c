import {compare, magnitude} from '../../api/wire/decimal.ts';
import type {Decimal, EasyOptionCard, Id, Millis, Order, Trade} from '../../api/wire/records.ts';
import {filledBy, isCounted, leftOf} from '../resources/arithmetic.ts';
import {distancePercent, notional, percentOf} from '../resources/figures.ts';
import {cardsShown} from '../resources/joins.ts';
import {isWorking} from '../resources/orders.ts';
import {type Amount, amountOf, changesBetween, emptyTally, type Tally, tallied} from './terms.ts';

type WorkingOrder = {
  readonly order: Order;
  readonly filled: Decimal | undefined;
  readonly filledPercent: Decimal | undefined;
  /** The price times the unfilled size. */
  readonly notional: Decimal | undefined;
  readonly ask: Decimal | undefined;
  /** The distance of the limit from the ask, in percent of the ask. */
  readonly distance: Decimal | undefined;
};

export type SideTotals = {
  readonly side: string;
  readonly count: number;
  readonly notional: Amount;
  readonly partlyFilled: number;
  readonly nearest: Decimal | undefined;
  readonly withAsk: number;
  readonly oldest: Millis | undefined;
  readonly working: readonly WorkingOrder[];
};

type Known = {readonly working: WorkingOrder; readonly trades: readonly Trade[] | undefined};

export type OrdersFold = {
  readonly rows: readonly Order[];
  readonly cards: readonly EasyOptionCard[];
  readonly byOrder: ReadonlyMap<Id, readonly Trade[]>;
  readonly known: readonly (Known | undefined)[];
  readonly notional: ReadonlyMap<string, Tally>;
  readonly sides: readonly SideTotals[];
};

export const noOrders: OrdersFold = {
  rows: [],
  cards: [],
  byOrder: new Map(),
  known: [],
  notional: new Map(),
  sides: sidesOf([], new Map()),
};

type OrderInputs = Pick<OrdersFold, 'rows' | 'cards' | 'byOrder'>;

/** An order is recomputed if the order, its ask or its trades changed. */
export function foldOrders(before: OrdersFold, {rows, cards, byOrder}: OrderInputs): OrdersFold {
  if (rows === before.rows && cards === before.cards && byOrder === before.byOrder) return before;
  const {bySymbol} = cardsShown(cards, new Map());
  const lastOf = knownOf(before);
  const known = rows.map((order, at) => {
    if (!isWorking(order)) return undefined;
    const trades = byOrder.get(order.orderId);
    const ask = order.symbol === undefined ? undefined : bySymbol.get(order.symbol)?.currentAskPrice;
    const last = lastOf(order, at);
    const isKept = last !== undefined && last.trades === trades && last.working.ask === ask;
    return isKept ? last : {working: asked(order, trades, ask, last), trades};
  });
  const {gone, come} = changesBetween(before.known, known);
  if (gone.length + come.length === 0) return {...before, rows, cards, byOrder, known};
  const working = known.flatMap(each => each?.working ?? []);
  const notional = notionalsOf(before.notional, gone, come, working);
  return {rows, cards, byOrder, known, notional, sides: sidesOf(working, notional)};
}

function knownOf({rows, known}: OrdersFold): (order: Order, at: number) => Known | undefined {
  let byRow: Map<Order, Known | undefined> | undefined;
  return (order, at) => {
    if (rows[at] === order) return known[at];
    byRow ??= new Map(rows.map((row, place) => [row, known[place]]));
    return byRow.get(order);
  };
}

function notionalsOf(
  before: OrdersFold['notional'],
  gone: readonly (Known | undefined)[],
  come: readonly (Known | undefined)[],
  all: readonly WorkingOrder[],
): OrdersFold['notional'] {
  const isAnew = gone.length + come.length > all.length;
  const sums = new Map(isAnew ? [] : before);
  const count = (orders: readonly WorkingOrder[], sign: 1 | -1) => {
    for (const [side, each] of Map.groupBy(orders, ({order}) => orderSide(order))) {
      const values = each.map(({notional}) => notional);
      sums.set(side, tallied(sums.get(side) ?? emptyTally, values, sign));
    }
  };
  if (isAnew) count(all, 1);
  else
    for (const [each, sign] of [[gone, -1] as const, [come, 1] as const])
      count(
        each.flatMap(known => known?.working ?? []),
        sign,
      );
  return sums;
}

export const orderSide = ({side}: Order) => side?.toUpperCase() ?? '';

function asked(
  order: Order,
  trades: readonly Trade[] | undefined,
  ask: Decimal | undefined,
  last: Known | undefined,
): WorkingOrder {
  const left = last !== undefined && last.trades === trades ? last.working : leftOver(order, trades);
  return {...left, ask, distance: distancePercent(order.price, ask)};
}

function leftOver(
  order: Order,
  trades: readonly Trade[] = [],
): Pick<WorkingOrder, 'order' | 'filled' | 'filledPercent' | 'notional'> {
  const {sum, isExact} = filledBy(trades);
  const filled = isExact ? sum : undefined;
  const {price, size} = order;
  return {
    order,
    filled,
    filledPercent: percentOf(filled, size),
    notional:
      isCounted(price) && isCounted(size) && filled !== undefined
        ? notional({price, size: leftOf(size, filled)})
        : undefined,
  };
}

function sidesOf(all: readonly WorkingOrder[], notional: OrdersFold['notional']): readonly SideTotals[] {
  const groups = Map.groupBy(all, ({order}) => orderSide(order));
  const others = [...groups.keys()].filter(side => side !== 'BUY' && side !== 'SELL').sort();
  return ['BUY', 'SELL', ...others].map(side =>
    sideTotals(side, groups.get(side) ?? [], notional.get(side) ?? emptyTally),
  );
}

function sideTotals(side: string, working: readonly WorkingOrder[], notional: Tally): SideTotals {
  const distances = working.flatMap(({distance}) => distance ?? []);
  const times = working.flatMap(({order}) => order.timestamp ?? []);
  return {
    side,
    count: working.length,
    notional: amountOf(notional),
    partlyFilled: working.filter(isPartlyFilled).length,
    nearest: nearestOf(distances),
    withAsk: distances.length,
    oldest: times.length === 0 ? undefined : times.reduce((one, other) => Math.min(one, other)),
    working,
  };
}

/** Most orders have no fill; skip the comparison for them. */
function isPartlyFilled({filled}: WorkingOrder): boolean {
  return filled !== '0' && isCounted(filled) && compare(filled, '0') > 0;
}

/** Exact, but only candidates are compared exactly: there may be 100,000. */
function nearestOf(distances: readonly Decimal[]): Decimal | undefined {
  let nearest: Decimal | undefined;
  let most = Number.POSITIVE_INFINITY;
  for (const distance of distances) {
    const away = Math.abs(Number(distance));
    if (away > most) continue;
    if (nearest === undefined || compare(magnitude(distance), magnitude(nearest)) < 0) nearest = distance;
    // Floating-point numbers are not exact.
    most = Math.min(most, away * 1.000_001);
  }
  return nearest;
}
