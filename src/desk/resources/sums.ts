import {multiply, negate} from '../../api/wire/decimal.ts';
import type {Order, Trade} from '../../api/wire/records.ts';
import {amountOf, fillsByOrder, isCounted, signedSize, unfilledOf} from './arithmetic.ts';
import {isWorking} from './orders.ts';

/** Undefined without rows. */
const sumOf = <R>(rows: readonly R[], of: (row: R) => string | undefined) =>
  rows.length === 0 ? {sum: undefined, without: 0} : amountOf(rows.map(of));

export function workingNotional(orders: readonly Order[], trades: readonly Trade[]) {
  const fills = fillsByOrder(trades);
  return sumOf(orders.filter(isWorking), ({price, size, ...order}) =>
    isCounted(price) && isCounted(size)
      ? multiply(price, unfilledOf({...order, size}, fills.get(order.orderId)))
      : undefined,
  );
}

/** Sales less purchases, without fees. */
export const cashIn = (trades: readonly Trade[]) =>
  sumOf(trades, trade => {
    const [size, price] = [signedSize(trade), trade.openPrice];
    return size !== undefined && isCounted(price) ? negate(multiply(price, size)) : undefined;
  });

export const feesIn = (trades: readonly Trade[]) => sumOf(trades, ({fee}) => fee);
