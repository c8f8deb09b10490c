/** The filters of the search of Easy Options (interface.md 4.1). */
import type {BookEasyOption} from '../engine/book.ts';
import {averagePrice, type Micro, microBound} from '../market/money.ts';
import {type IdKind, idOf, numberOf} from './ids.ts';
import {contains, equals, within} from './lists.ts';
import type {easyOptionSearch} from './requests.ts';

/** Ids and bounds are read once here; the filter then compares numbers, row by row. */
export function easyOptionFilter(
  asked: ReturnType<typeof easyOptionSearch.parse>,
): (row: BookEasyOption) => boolean {
  const id = wanted('easyOption', asked.id);
  const account = wanted('account', asked.accountId);
  const position = wanted('position', asked.positionId);
  const order = wanted('order', asked.orderId);
  const card = asked.cardId === undefined ? undefined : Number(asked.cardId);
  const hasInvestment = range(asked.investmentAmountMin, asked.investmentAmountMax);
  const hasTarget = range(asked.targetPriceMin, asked.targetPriceMax);
  const hasTrigger = range(asked.triggerPriceMin, asked.triggerPriceMax);
  const hasQty = range(asked.qtyMin, asked.qtyMax);
  const hasEntry = range(asked.entryPriceMin, asked.entryPriceMax);

  return row =>
    equals(id, row.number) &&
    equals(account, row.account) &&
    equals(card, row.cardId) &&
    equals(position, row.position) &&
    equals(order, row.order) &&
    equals(asked.type, row.type) &&
    equals(asked.status, row.status) &&
    equals(asked.direction, row.direction) &&
    equals(asked.investmentCurrency, 'USDT') &&
    equals(asked.optionSymbol, row.symbol) &&
    contains(asked.optionSymbolContains, row.symbol) &&
    (asked.search === undefined || contains(asked.search, ...textsOf(row))) &&
    hasInvestment(row.investment) &&
    hasTarget(row.target) &&
    hasTrigger(row.trigger) &&
    hasQty(row.qty > 0 ? row.qty : undefined) &&
    hasEntry(row.qty > 0 ? averagePrice(row.cost, row.qty) : undefined) &&
    within(asked.openTimeFrom, asked.openTimeTo, row.openedAt) &&
    within(asked.closeTimeFrom, asked.closeTimeTo, row.closedAt) &&
    within(asked.triggerTimeFrom, asked.triggerTimeTo, row.triggeredAt);
}

const wanted = (kind: IdKind, id: string | undefined): number | undefined =>
  id === undefined ? undefined : numberOf(kind, id);

const textsOf = (row: BookEasyOption): string[] => [
  row.cardName,
  row.symbol,
  row.status,
  row.direction,
  row.type,
  idOf('easyOption', row.number),
];

/** Compares what is shown, to the last digit: amounts are whole millionths, so the bounds can be such too. */
function range(least: string | undefined, most: string | undefined): (micro: Micro | undefined) => boolean {
  const from = least === undefined ? undefined : microBound(least, 'above');
  const to = most === undefined ? undefined : microBound(most, 'below');
  return micro => within(from, to, micro);
}
