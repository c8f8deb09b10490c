/** The orders that work, each with what is left of it, and by side. */
import {compare, magnitude} from '../../api/wire/decimal.ts';
import type {Decimal, EasyOptionCard, Id, Millis, Order, Trade} from '../../api/wire/records.ts';
import {cardsShown} from '../feeds/joins.ts';
import {distancePercent, fillsByOrder, leftOf, notional, overStates, percentOf} from '../model/figures.ts';
import {type Amount, amountOf, emptyTally, isTold, tallied} from './amounts.ts';

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
  readonly known: ReadonlyMap<Order, Known>;
  /** BUY and SELL always, then any other that came. */
  readonly sides: readonly SideBook[];
};

export const noOrders: OrdersFold = {
  rows: [],
  cards: [],
  byOrder: new Map(),
  known: new Map(),
  sides: sidesOf([]),
};

type OrderInputs = Pick<OrdersFold, 'rows' | 'cards' | 'byOrder'>;

/** An order is worked out again where itself, its ask or its trades are others. */
export function foldOrders(before: OrdersFold, {rows, cards, byOrder}: OrderInputs): OrdersFold {
  if (rows === before.rows && cards === before.cards && byOrder === before.byOrder) return before;
  const {bySymbol} = cardsShown(cards, new Map());
  const known = new Map<Order, Known>();
  let isSame = true;
  for (const order of rows) {
    if (!isWorking(order)) continue;
    const trades = byOrder.get(order.orderId);
    const ask = order.symbol === undefined ? undefined : bySymbol.get(order.symbol)?.currentAskPrice;
    const last = before.known.get(order);
    const isKept = last !== undefined && last.trades === trades && last.working.ask === ask;
    if (!isKept) isSame = false;
    known.set(order, isKept ? last : {working: asked(order, trades, ask, last), trades});
  }
  if (isSame && known.size === before.known.size) return {...before, rows, cards, byOrder};
  return {rows, cards, byOrder, known, sides: sidesOf([...known.values()].map(({working}) => working))};
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

function sidesOf(all: readonly WorkingOrder[]): readonly SideBook[] {
  const groups = Map.groupBy(all, ({order}) => orderSide(order));
  const others = [...groups.keys()].filter(side => side !== 'BUY' && side !== 'SELL').sort();
  return ['BUY', 'SELL', ...others].map(side => sideBook(side, groups.get(side) ?? []));
}

function sideBook(side: string, working: readonly WorkingOrder[]): SideBook {
  const distances = working.flatMap(({distance}) => distance ?? []);
  const times = working.flatMap(({order}) => order.timestamp ?? []);
  return {
    side,
    count: working.length,
    notional: amountOf(
      tallied(
        emptyTally,
        working.map(({notional}) => notional),
      ),
    ),
    partlyFilled: working.filter(({filled}) => isTold(filled) && compare(filled, '0') > 0).length,
    nearest: distances.reduce<Decimal | undefined>(nearer, undefined),
    withAsk: distances.length,
    oldest: times.length === 0 ? undefined : times.reduce((one, other) => Math.min(one, other)),
    working,
  };
}

function nearer(one: Decimal | undefined, other: Decimal): Decimal {
  return one === undefined || compare(magnitude(other), magnitude(one)) < 0 ? other : one;
}
