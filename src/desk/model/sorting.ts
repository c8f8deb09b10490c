import {compare, isDecimal} from '../../api/wire/decimal.ts';
import {fieldOf} from './rows.ts';
import type {Row, RowOf, Settings, Sort} from './state.ts';
import type {FeedPane} from './vocabulary.ts';

/** Sorting: by the service where it can, else of the page that is shown, which the table says. */

/** Choosing the field that is sorted by already turns the order around, and then ends it. */
export function sortOf(field: string, current: Sort | undefined): Sort | undefined {
  if (current?.field !== field) return {field, descending: false};
  return current.descending ? undefined : {field, descending: true};
}

/** The fields that the service can sort by. */
export type Sortable = Settings['sortable'];

export function isSortedByService(sortable: Sortable, pane: FeedPane, sort: Sort): boolean {
  return (pane === 'cards' || pane === 'easyOptions') && sortable[pane].includes(sort.field);
}

/** In the order wanted, where the service does not make it. */
export function sortedHere<P extends FeedPane>(
  sortable: Sortable,
  {pane, sort}: {readonly pane: P; readonly sort?: Sort | undefined},
  rows: readonly RowOf[P][],
): readonly RowOf[P][] {
  return sort === undefined || isSortedByService(sortable, pane, sort) ? rows : sortRows(rows, sort);
}

/** Orders rows by a field, numbers as numbers however long; rows without it come last either way. */
export function sortRows<R extends Row>(rows: readonly R[], {field, descending}: Sort): R[] {
  const value = (row: R) => fieldOf(row, field);
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
