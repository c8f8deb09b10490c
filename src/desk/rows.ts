import {cardFields, easyOptionFields, orderFields, tradeFields} from '../api/wire/records.ts';
import type {Feed, Row, RowOf} from './state.ts';
import type {FeedPane} from './vocabulary.ts';

/** What a row is known by across polls: its id. A row that came without one is known by its place. */
export function rowId<P extends FeedPane>(pane: P, row: RowOf[P], index: number): string {
  const id = ownId(pane, row);
  return id === undefined || id === '' ? `#${index}` : id;
}

/** Every documented field of a list's records, in the order of the interface. */
export const fieldsOf: {readonly [P in FeedPane]: readonly string[]} = {
  cards: cardFields,
  easyOptions: easyOptionFields,
  orders: orderFields,
  trades: tradeFields,
};

/** The field that tells one record of a list from another. */
export const idField = {
  cards: 'id',
  easyOptions: 'id',
  orders: 'orderId',
  trades: 'tradeId',
} as const satisfies {[P in FeedPane]: keyof RowOf[P]};

const idOf: {readonly [P in FeedPane]: (row: RowOf[P]) => string | undefined} = {
  cards: row => row[idField.cards],
  easyOptions: row => row[idField.easyOptions],
  orders: row => row[idField.orders],
  trades: row => row[idField.trades],
};

/** The id that a record came with, if it came with one. */
export function ownId<P extends FeedPane>(pane: P, row: RowOf[P]): string | undefined {
  return idOf[pane](row);
}

/** A field by its name; undefined where the record does not bear it. */
export function fieldOf(row: Row, name: string): unknown {
  return Reflect.get(row, name);
}

/** What a record bears beside its documented fields, as texts. */
export function alsoFields({also = {}}: Row): readonly (readonly [name: string, value: string])[] {
  return Object.entries(also).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
}

export function indexOfId<P extends FeedPane>(
  pane: P,
  rows: readonly RowOf[P][],
  id: string | undefined,
): number {
  return id === undefined ? -1 : rows.findIndex((row, index) => rowId(pane, row, index) === id);
}

/** The row of this id, if the page shown lists it. */
export function rowById<P extends FeedPane>(
  {pane, rows}: Feed<P>,
  id: string | undefined,
): RowOf[P] | undefined {
  return rows[indexOfId(pane, rows, id)];
}

type Merged<R> = {readonly rows: readonly R[]; readonly changed: ReadonlyMap<string, ReadonlySet<string>>};

/**
 * Puts the rows of a new answer beside those shown. A row of which nothing changed stays the same object, and a list of
 * which nothing changed stays the same list, so that an unchanged poll draws nothing.
 */
export function mergeRows<P extends FeedPane>(
  pane: P,
  old: readonly RowOf[P][],
  fresh: readonly RowOf[P][],
): Merged<RowOf[P]> {
  if (old === fresh) return {rows: old, changed: nothingChanged};
  const oldById = new Map(old.map((row, index) => [rowId(pane, row, index), row]));
  const changed = new Map<string, ReadonlySet<string>>();
  const rows = fresh.map((row, index) => {
    const id = rowId(pane, row, index);
    const before = oldById.get(id);
    if (before === undefined) return row;
    const fields = changedFields(before, row);
    if (fields.size === 0) return before;
    changed.set(id, fields);
    return row;
  });
  const isSame = rows.length === old.length && rows.every((row, index) => row === old[index]);
  return {rows: isSame ? old : rows, changed: changed.size === 0 ? nothingChanged : changed};
}

const nothingChanged: ReadonlyMap<string, ReadonlySet<string>> = new Map();
const noFields: ReadonlySet<string> = new Set();

function changedFields(before: Row, after: Row): ReadonlySet<string> {
  let fields: Set<string> | undefined;
  for (const name of Object.keys({...before, ...after})) {
    if (fieldOf(before, name) === fieldOf(after, name)) continue;
    if (name === 'also' && JSON.stringify(before.also) === JSON.stringify(after.also)) continue;
    fields ??= new Set();
    fields.add(name);
  }
  return fields ?? noFields;
}
