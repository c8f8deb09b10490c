import {compare} from '../../api/wire/decimal.ts';
import type {Decimal, EasyOptionCard, Id, Millis, Order, Trade} from '../../api/wire/records.ts';
import {filledBy, isCounted, leftOf} from '../resources/arithmetic.ts';
import {distancePercent, notional, percentOf} from '../resources/figures.ts';
import {cardsShown} from '../resources/joins.ts';
import {isWorking} from '../resources/orders.ts';
import {type Amount, amountOf, emptyTally, tallied} from './terms.ts';

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
  readonly known: ReadonlyMap<Order, Known>;
  readonly sides: readonly SideTotals[];
};

export const noOrders: OrdersFold = {
  rows: [],
  cards: [],
  byOrder: new Map(),
  known: new Map(),
  sides: sidesOf([]),
};

type OrderInputs = Pick<OrdersFold, 'rows' | 'cards' | 'byOrder'>;

/** An order is recomputed if the order, its ask or its trades changed; the totals, if one of them did. */
export function foldOrders(before: OrdersFold, {rows, cards, byOrder}: OrderInputs): OrdersFold {
  if (rows === before.rows && cards === before.cards && byOrder === before.byOrder) return before;
  const {bySymbol} = cardsShown(cards, new Map());
  const known = new Map<Order, Known>();
  for (const order of rows.filter(isWorking)) {
    const trades = byOrder.get(order.orderId);
    const ask = order.symbol === undefined ? undefined : bySymbol.get(order.symbol)?.currentAskPrice;
    const last = before.known.get(order);
    const isKept = last !== undefined && last.trades === trades && last.working.ask === ask;
    known.set(order, isKept ? last : {working: workingOrder(order, trades, ask), trades});
  }
  const isSame =
    known.size === before.known.size && [...known].every(([order, each]) => before.known.get(order) === each);
  const sides = isSame ? before.sides : sidesOf([...known.values()].map(({working}) => working));
  return {rows, cards, byOrder, known, sides};
}

export const orderSide = ({side}: Order) => side?.toUpperCase() ?? '';

function workingOrder(order: Order, trades: readonly Trade[] = [], ask: Decimal | undefined): WorkingOrder {
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
    ask,
    distance: distancePercent(price, ask),
  };
}

function sidesOf(all: readonly WorkingOrder[]): readonly SideTotals[] {
  const groups = Map.groupBy(all, ({order}) => orderSide(order));
  const others = [...groups.keys()].filter(side => side !== 'BUY' && side !== 'SELL').sort();
  return ['BUY', 'SELL', ...others].map(side => sideTotals(side, groups.get(side) ?? []));
}

function sideTotals(side: string, working: readonly WorkingOrder[]): SideTotals {
  const distances = working.flatMap(({distance}) => distance ?? []);
  const times = working.flatMap(({order}) => order.timestamp ?? []);
  return {
    side,
    count: working.length,
    notional: amountOf(
      tallied(
        emptyTally,
        working.map(each => each.notional),
      ),
    ),
    partlyFilled: working.filter(isPartlyFilled).length,
    nearest: distances.reduce<Decimal | undefined>(nearer, undefined),
    withAsk: distances.length,
    oldest: times.length === 0 ? undefined : times.reduce((one, other) => Math.min(one, other)),
    working,
  };
}

/** Most orders have no fill; skip the comparison for them. */
function isPartlyFilled({filled}: WorkingOrder): boolean {
  return filled !== '0' && isCounted(filled) && compare(filled, '0') > 0;
}

/** Distances are cut to six places, so floats keep their order. */
function nearer(one: Decimal | undefined, other: Decimal): Decimal {
  return one !== undefined && Math.abs(Number(one)) <= Math.abs(Number(other)) ? one : other;
}
