/** The filters of the search of Easy Options (interface.md 4.1). */
import type {EasyOption} from '../engine/book.ts';
import {type Micro, unit} from '../market/money.ts';
import {idOf, type Kind, numberOf} from './ids.ts';
import {contains, equals, within} from './lists.ts';
import type {easyOptionSearch} from './requests.ts';

/** Ids are read once here; the filter then compares numbers, row by row. */
export function easyOptionFilter(
  asked: ReturnType<typeof easyOptionSearch.parse>,
): (row: EasyOption) => boolean {
  const id = wanted('easyOption', asked.id);
  const account = wanted('account', asked.accountId);
  const position = wanted('position', asked.positionId);
  const order = wanted('order', asked.orderId);
  const card = asked.cardId === undefined ? undefined : Number(asked.cardId);

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
    isBetween(asked.investmentAmountMin, asked.investmentAmountMax, row.investment) &&
    isBetween(asked.targetPriceMin, asked.targetPriceMax, row.target) &&
    isBetween(asked.triggerPriceMin, asked.triggerPriceMax, row.trigger) &&
    isBetween(asked.qtyMin, asked.qtyMax, row.qty > 0 ? row.qty : undefined) &&
    isBetween(
      asked.entryPriceMin,
      asked.entryPriceMax,
      row.qty > 0 ? (row.cost / row.qty) * unit : undefined,
    ) &&
    within(asked.openTimeFrom, asked.openTimeTo, row.openedAt) &&
    within(asked.closeTimeFrom, asked.closeTimeTo, row.closedAt) &&
    within(asked.triggerTimeFrom, asked.triggerTimeTo, row.triggeredAt);
}

const wanted = (kind: Kind, id: string | undefined): number | undefined =>
  id === undefined ? undefined : numberOf(kind, id);

const textsOf = (row: EasyOption): string[] => [
  row.cardName,
  row.symbol,
  row.status,
  row.direction,
  row.type,
  idOf('easyOption', row.number),
];

const isBetween = (least: string | undefined, most: string | undefined, micro: Micro | undefined): boolean =>
  within(number(least), number(most), micro === undefined ? undefined : micro / unit);

const number = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text);
