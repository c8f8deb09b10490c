import {compare, isDecimal} from '../../api/wire/decimal.ts';
import type {FactsKnown} from '../resources/resource.ts';
import {sortKeyOf} from '../resources/resources.ts';
import {fieldOf, rowId} from './rows.ts';
import type {FeedPane, Row, RowOf, Sort} from './vocabulary.ts';

// Sorting: by the service if it can, else of the page on screen, which the table then says.

export function chosenSort(field: string, current: Sort | undefined): Sort {
  return current?.field === field ? turned(current) : {field, descending: false};
}

export function turned({field, descending}: Sort): Sort {
  return {field, descending: !descending};
}

export type Sortable = {readonly cards: readonly string[]; readonly easyOptions: readonly string[]};

export function isSortedByService(sortable: Sortable, pane: FeedPane, field: string): boolean {
  const fields: Partial<Record<FeedPane, readonly string[]>> = sortable;
  return fields[pane]?.includes(field) ?? false;
}

/** Rows without a value come last in either direction; without the facts that a column needs, all stay. */
export function sortRows<P extends FeedPane>(
  pane: P,
  rows: readonly RowOf[P][],
  {field, descending}: Sort,
  facts: FactsKnown,
): RowOf[P][] {
  const direction = descending ? -1 : 1;
  const keyOf = sortKeyOf(pane, field, facts);
  return rows
    .map((row, index) =>
      keyed(
        row,
        keyOf(row, () => rowId(pane, row, index)),
      ),
    )
    .sort((a, b) => {
      if (a.value === undefined || b.value === undefined)
        return (a.value === undefined ? 1 : 0) - (b.value === undefined ? 1 : 0);
      return direction * compareKeys(a, b);
    })
    .map(({row}) => row);
}

/** Undecided, so false, of a field that holds other than numbers. */
export function isDisordered(rows: readonly Row[], {field, descending}: Sort): boolean {
  const keys = rows.map(row => keyed(row, fieldOf(row, field))).filter(({value}) => value !== undefined);
  const isAfter = (one: SortKey<Row>, other: SortKey<Row> | undefined) =>
    other !== undefined && (descending ? -1 : 1) * compareKeys(one, other) > 0;
  return keys.every(each => each.isDecimal) && keys.some((each, at) => isAfter(each, keys[at + 1]));
}

/** A float keeps this many digits of any decimal. */
const exactDigits = 15;

type SortKey<R> = ReturnType<typeof keyed<R>>;

function keyed<R>(row: R, value: unknown) {
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
