import {multiply, negate, sum} from '../../api/wire/decimal.ts';
import type {Decimal, Order, Trade} from '../../api/wire/records.ts';
import {fillsByOrder, isCounted, signedSize, unfilledOf} from './arithmetic.ts';
import {isWorking} from './orders.ts';

/** Undefined without rows; `without` counts those that lack a value. */
type Sum = {readonly sum: Decimal | undefined; readonly without: number};

function sumOf<R>(rows: readonly R[], of: (row: R) => Decimal | undefined): Sum {
  const values = rows.map(of).filter(isCounted);
  return {sum: rows.length === 0 ? undefined : sum(values), without: rows.length - values.length};
}

export function workingNotional(orders: readonly Order[], trades: readonly Trade[]): Sum {
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
