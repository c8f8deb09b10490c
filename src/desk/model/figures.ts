import {add, compare, divide, isDecimal, multiply, parseDecimal, subtract} from '../../api/wire/decimal.ts';
import type {Decimal, EasyOption, OptionType, Side, Trade} from '../../api/wire/records.ts';

/** Exact figures shown beside the records: totals, fills, and what an option can win and lose. */

export type OptionTotals = {
  readonly currency: string;
  readonly active: number;
  readonly invested: Decimal;
  /** P/L of those that are not closed. */
  readonly open: Decimal;
  readonly closed: Decimal;
};

/** Sums over the Easy Options of one page, a line for each currency, in the order of their names. */
export function optionTotals(rows: readonly EasyOption[]): readonly OptionTotals[] {
  const totals = new Map<string, OptionTotals>();
  for (const row of rows) {
    const currency = row.investmentCurrency ?? '';
    const before = totals.get(currency) ?? {currency, active: 0, invested: '0', open: '0', closed: '0'};
    const isPast = isOver(row);
    totals.set(currency, {
      currency,
      active: before.active + (row.status === 'ACTIVE' ? 1 : 0),
      invested: isPast ? before.invested : plus(before.invested, row.investmentAmount),
      open: isPast ? before.open : plus(before.open, row.pl),
      closed: plus(before.closed, row.plClosed),
    });
  }
  return [...totals.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1));
}

/** P/L is a string by the interface: what is no decimal is not counted. */
function plus(sum: Decimal, value: string | undefined): Decimal {
  return value !== undefined && isDecimal(value) ? add(sum, value) : sum;
}

/** Contracts filled of each order, as far as these trades tell: an order bears no filled quantity. */
export function fillsByOrder(trades: readonly Trade[]): ReadonlyMap<string, Decimal> {
  const fills = new Map<string, Decimal>();
  for (const {orderId, filledSizeContracts} of trades) {
    if (orderId === undefined || filledSizeContracts === undefined || !isDecimal(filledSizeContracts))
      continue;
    fills.set(orderId, plus(fills.get(orderId) ?? '0', filledSizeContracts));
  }
  return fills;
}

/** What is left of an order, when both are known. */
export function leftOf(size: Decimal | undefined, filled: Decimal | undefined): Decimal | undefined {
  return size !== undefined && filled !== undefined && isDecimal(size) ? subtract(size, filled) : size;
}

/** An option as it is bought or sold; premium and strike are of one currency, a contract. */
export type Option = {
  readonly type: OptionType;
  readonly side: Side;
  readonly strike: Decimal;
  readonly premium: Decimal;
  readonly size: Decimal;
};

/** The price of the underlying at expiry at which nothing is won or lost. */
export function breakEven({type, strike, premium}: Option): Decimal {
  return type === 'PUT' ? subtract(strike, premium) : add(strike, premium);
}

/** The most that can be lost: the premium when bought, when sold all to zero; undefined where unbounded. */
export function mostLost({type, side, strike, premium, size}: Option): Decimal | undefined {
  if (side === 'BUY') return multiply(premium, size);
  return type === 'PUT' ? multiply(subtract(strike, premium), size) : undefined;
}

/** What an order is worth, before fees. */
export function notional({price, size}: {readonly price: Decimal; readonly size: Decimal}): Decimal {
  return multiply(price, size);
}

/** What an amount buys at the ask, to six places, cut. */
export function boughtAt(amount: Decimal, ask: Decimal | undefined): Decimal | undefined {
  return ask !== undefined && compare(ask, '0') > 0 ? divide(amount, ask, 6) : undefined;
}

/** Whether what is being typed can be calculated with by now. */
export function isAmount(text: string): text is Decimal {
  return parseDecimal(text) !== undefined && isDecimal(text);
}

/** How far the end of an Easy Option has come. */
type WithStatus = Pick<EasyOption, 'status'>;

/** It has ended: nothing of it is won or lost any more. */
export function isOver({status}: WithStatus): boolean {
  return status === 'CLOSED' || status === 'EXPIRED';
}

/** It has ended or is about to: there is nothing left to close. */
export function isEnding(option: WithStatus): boolean {
  return option.status === 'CLOSING' || isOver(option);
}
