import {compare, isDecimal} from '../api/wire/decimal.ts';
import {cardFields, easyOptionFields, orderFields, tradeFields} from '../api/wire/records.ts';
import type {Row, Sort, State} from './state.ts';
import type {FeedPane} from './vocabulary.ts';

/** Sorting: by the service where it can, else of the page that is shown, which the table says. */
export function sortChoices(pane: FeedPane): readonly string[] {
  switch (pane) {
    case 'cards':
      return cardFields;
    case 'easyOptions':
      return easyOptionFields;
    case 'orders':
      return orderFields;
    case 'trades':
      return tradeFields;
    default:
      return pane satisfies never;
  }
}

/** Choosing the field that is sorted by already turns the order around, and then ends it. */
export function sortOf(field: string, current: Sort | undefined): Sort | undefined {
  if (current?.field !== field) return {field, descending: false};
  return current.descending ? undefined : {field, descending: true};
}

export function isSortedByService(state: State, pane: FeedPane, sort: Sort): boolean {
  if (pane !== 'cards' && pane !== 'easyOptions') return false;
  return state.settings.sortable[pane].includes(sort.field);
}

/** Orders rows by a field, numbers as numbers however long; rows without it come last either way. */
export function sortRows<R extends Row>(rows: readonly R[], {field, descending}: Sort): R[] {
  const value = (row: R) => (row as unknown as Record<string, unknown>)[field];
  const direction = descending ? -1 : 1;
  return rows.toSorted((a, b) => {
    const left = value(a);
    const right = value(b);
    if (left === undefined || right === undefined)
      return (left === undefined ? 1 : 0) - (right === undefined ? 1 : 0);
    return direction * compareValues(left, right);
  });
}

function compareValues(left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  const [a, b] = [String(left), String(right)];
  return isDecimal(a) && isDecimal(b) ? compare(a, b) : a < b ? -1 : a > b ? 1 : 0;
}
