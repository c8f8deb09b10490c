import {compare, isDecimal} from '../../api/wire/decimal.ts';
import {fieldOf} from './rows.ts';
import type {Disorder, Row, RowOf, Settings, Sort} from './state.ts';
import type {FeedPane} from './vocabulary.ts';

/** Sorting: by the service where it can, else of the page that is shown, which the table says. */

/** By a field from the least up; the field that is sorted by already is turned round. */
export function chosenSort(field: string, current: Sort | undefined): Sort {
  return current?.field === field ? turned(current) : {field, descending: false};
}

export function turned({field, descending}: Sort): Sort {
  return {field, descending: !descending};
}

/** The fields that the service can sort by. */
export type Sortable = Settings['sortable'];

export function isSortedByService(sortable: Sortable, pane: FeedPane, field: string): boolean {
  return (pane === 'cards' || pane === 'easyOptions') && sortable[pane].includes(field);
}

/** In the order wanted, where the service does not make it. */
export function sortedHere<P extends FeedPane>(
  sortable: Sortable,
  {pane, sort}: {readonly pane: P; readonly sort?: Sort | undefined},
  rows: readonly RowOf[P][],
): readonly RowOf[P][] {
  return sort === undefined || isSortedByService(sortable, pane, sort.field) ? rows : sortRows(rows, sort);
}

/** Orders rows by a field, numbers as numbers however long; rows without it come last either way. */
export function sortRows<R extends Row>(rows: readonly R[], {field, descending}: Sort): R[] {
  const direction = descending ? -1 : 1;
  return rows
    .map(row => keyed(row, fieldOf(row, field)))
    .sort((a, b) => {
      if (a.value === undefined || b.value === undefined)
        return (a.value === undefined ? 1 : 0) - (b.value === undefined ? 1 : 0);
      return direction * compareKeys(a, b);
    })
    .map(({row}) => row);
}

/** undefined where the rows stand in order, or where the field holds more than numbers. */
export function disorderOf<R extends Row>(
  rows: readonly R[],
  {field, descending}: Sort,
): Disorder | undefined {
  const keys = rows.map(row => keyed(row, fieldOf(row, field))).filter(({value}) => value !== undefined);
  if (!keys.every(each => each.isDecimal)) return undefined;
  const stand = (order: (a: SortKey<R>, b: SortKey<R>) => number) =>
    keys.every((each, index) => {
      const before = keys[index - 1];
      return before === undefined || (descending ? -1 : 1) * order(before, each) <= 0;
    });
  if (stand(compareKeys)) return undefined;
  return stand((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0)) ? 'as text' : 'not at all';
}

/** A float keeps so many digits of any decimal, and their order. */
const exactDigits = 15;

type SortKey<R> = {
  readonly row: R;
  readonly value: unknown;
  readonly text: string;
  readonly isDecimal: boolean;
  /** Where it says as much as the text does. */
  readonly number: number | undefined;
};

/** What a row is compared by is read once, not at each of its dozen comparisons. */
function keyed<R>(row: R, value: unknown): SortKey<R> {
  const text = String(value);
  const isNumber = isDecimal(text);
  const number =
    typeof value === 'number' || (isNumber && text.length <= exactDigits) ? Number(text) : undefined;
  return {row, value, text, isDecimal: isNumber, number};
}

function compareKeys(a: SortKey<unknown>, b: SortKey<unknown>): number {
  if (a.number !== undefined && b.number !== undefined) return a.number - b.number;
  if (a.isDecimal && b.isDecimal) return compare(a.text, b.text);
  return a.text < b.text ? -1 : a.text > b.text ? 1 : 0;
}
