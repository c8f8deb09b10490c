/** The orders that work, each with what is left of it, and by side. */
import {compare, magnitude} from '../../api/wire/decimal.ts';
import type {Decimal, EasyOptionCard, Id, Millis, Order, Trade} from '../../api/wire/records.ts';
import {cardsShown} from '../feeds/joins.ts';
import {distancePercent, fillsByOrder, leftOf, notional, overStates, percentOf} from '../model/figures.ts';
import {type Amount, amountOf, emptyTally, isTold, type Tally, tallied} from './amounts.ts';
import {changesBetween} from './changes.ts';

export type WorkingOrder = {
  readonly order: Order;
  /** What its trades say is filled; undefined where one of them does not tell its size. */
  readonly filled: Decimal | undefined;
  readonly filledPercent: Decimal | undefined;
  /** Its price times what is not filled. */
  readonly notional: Decimal | undefined;
  /** Of the card that trades its very symbol, as it was last seen. */
  readonly ask: Decimal | undefined;
  /** From the ask, in percent of it. */
  readonly distance: Decimal | undefined;
};

/** The orders of one side; they bear no currency. */
export type SideBook = {
  readonly side: string;
  readonly count: number;
  readonly notional: Amount;
  readonly partlyFilled: number;
  /** The shortest distance of any of them from its ask, in percent; with how many there is an ask for. */
  readonly nearest: Decimal | undefined;
  readonly withAsk: number;
  /** When the oldest of them was placed. */
  readonly oldest: Millis | undefined;
  readonly working: readonly WorkingOrder[];
};

type Known = {readonly working: WorkingOrder; readonly trades: readonly Trade[] | undefined};

export type OrdersFold = {
  readonly rows: readonly Order[];
  readonly cards: readonly EasyOptionCard[];
  readonly byOrder: ReadonlyMap<Id, readonly Trade[]>;
  /** Of each row, at its place; undefined of one that does not work. */
  readonly known: readonly (Known | undefined)[];
  readonly notional: ReadonlyMap<string, Tally>;
  /** BUY and SELL always, then any other that came. */
  readonly sides: readonly SideBook[];
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

/** An order is worked out again where itself, its ask or its trades are others. */
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

/** What was known of an order: most stand where they stood. */
function knownOf({rows, known}: OrdersFold): (order: Order, at: number) => Known | undefined {
  let byRow: Map<Order, Known | undefined> | undefined;
  return (order, at) => {
    if (rows[at] === order) return known[at];
    byRow ??= new Map(rows.map((row, place) => [row, known[place]]));
    return byRow.get(order);
  };
}

/** Those that came and went are added and taken away, unless it is less to sum all anew. */
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

/** The list holds open and partly filled ones; one that ended while it was read is none of them. */
export const isWorking = ({status}: Order) => !overStates.orders.some(each => each === status);

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

/** What is left of it, whatever the ask. */
function leftOver(
  order: Order,
  trades: readonly Trade[] = [],
): Pick<WorkingOrder, 'order' | 'filled' | 'filledPercent' | 'notional'> {
  const isKnown = trades.every(({filledSizeContracts}) => isTold(filledSizeContracts));
  const filled = isKnown ? (fillsByOrder(trades).get(order.orderId) ?? '0') : undefined;
  const {price, size} = order;
  const left = filled === undefined ? undefined : leftOf(size, filled);
  return {
    order,
    filled,
    filledPercent: percentOf(filled, size),
    notional: isTold(price) && isTold(left) ? notional({price, size: left}) : undefined,
  };
}

function sidesOf(all: readonly WorkingOrder[], notional: OrdersFold['notional']): readonly SideBook[] {
  const groups = Map.groupBy(all, ({order}) => orderSide(order));
  const others = [...groups.keys()].filter(side => side !== 'BUY' && side !== 'SELL').sort();
  return ['BUY', 'SELL', ...others].map(side =>
    sideBook(side, groups.get(side) ?? [], notional.get(side) ?? emptyTally),
  );
}

function sideBook(side: string, working: readonly WorkingOrder[], notional: Tally): SideBook {
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

/** Of most orders nothing is filled: that is seen without a comparison. */
function isPartlyFilled({filled}: WorkingOrder): boolean {
  return filled !== '0' && isTold(filled) && compare(filled, '0') > 0;
}

/** Exact, but only those are compared exactly that may be it: there may be a hundred thousand. */
function nearestOf(distances: readonly Decimal[]): Decimal | undefined {
  let nearest: Decimal | undefined;
  let most = Number.POSITIVE_INFINITY;
  for (const distance of distances) {
    const away = Math.abs(Number(distance));
    if (away > most) continue;
    if (nearest === undefined || compare(magnitude(distance), magnitude(nearest)) < 0) nearest = distance;
    // A number is not exact.
    most = Math.min(most, away * 1.000_001);
  }
  return nearest;
}
