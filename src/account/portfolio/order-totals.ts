import {compare} from '../../api/wire/decimal.ts';
import type {Decimal, EasyOptionCard, Order, Trade} from '../../api/wire/records.ts';
import {rememberLast} from '../once.ts';
import {type Amount, amountOf, filledBy, isCounted, leftOf, tradesByOrder} from '../resources/arithmetic.ts';
import {cardTrading, distancePercent, notional} from '../resources/figures.ts';
import {isWorking} from '../resources/orders.ts';

type WorkingOrder = ReturnType<typeof workingOrder>;
export type SideTotals = ReturnType<typeof sideTotals>;

export function orderTotals(...lists: Lists): readonly SideTotals[] {
  const groups = Map.groupBy(workingOrders(...lists), ({order}) => orderSide(order));
  const others = [...groups.keys()].filter(side => side !== 'BUY' && side !== 'SELL').sort();
  return ['BUY', 'SELL', ...others].map(side => sideTotals(side, groups.get(side) ?? []));
}

type Lists = [orders: readonly Order[], cards: readonly EasyOptionCard[], trades: readonly Trade[]];

const workingOrders = (...[orders, cards, trades]: Lists) =>
  orders.filter(isWorking).map(order => {
    const ask = cardTrading(cards, order.symbol)?.currentAskPrice;
    return workingOrder(order, tradesByOrder(trades).get(order.orderId), ask);
  });

export const orderSide = ({side}: {readonly side?: string | undefined}) => side?.toUpperCase() ?? '';

function workingOrder(order: Order, trades: readonly Trade[] = [], ask: Decimal | undefined) {
  const {sum, isExact} = filledBy(trades);
  const filled = isExact ? sum : undefined;
  const {price, size} = order;
  return {
    order,
    filled,
    notional:
      isCounted(price) && isCounted(size) && filled !== undefined
        ? notional({price, size: leftOf(size, filled)})
        : undefined,
    distance: distancePercent(price, ask),
  };
}

/** Drawn below the orders at each key: 1,000 of them take 7 ms. */
export const workingNotional = rememberLast((rows: readonly Order[], trades: readonly Trade[]): Amount => {
  const working = workingOrders(rows, [], trades);
  return amountOf(working.map(each => each.notional));
});

function sideTotals(side: string, working: readonly WorkingOrder[]) {
  const distances = working.flatMap(({distance}) => distance ?? []);
  const times = working.flatMap(({order}) => order.timestamp ?? []);
  return {
    side,
    count: working.length,
    notional: amountOf(working.map(each => each.notional)),
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
