import {cardFields, easyOptionFields, orderFields, tradeFields} from '../../api/wire/records.ts';
import {type RowMarks, withChanges} from '../feeds/marks.ts';
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

type Marks = ReadonlyMap<string, RowMarks>;
type Merged<R> = {readonly rows: readonly R[]; readonly marks: Marks};

/**
 * Puts the rows of a new answer beside those shown. A row of which nothing changed stays the same object, and a
 * list of which nothing changed stays the same list, so that an unchanged poll draws nothing.
 * @param marks by row id, how the fields last changed; those of rows that are gone are forgotten
 */
export function mergeRows<P extends FeedPane>(
  pane: P,
  old: readonly RowOf[P][],
  fresh: readonly RowOf[P][],
  marks: Marks,
): Merged<RowOf[P]> {
  if (old === fresh) return {rows: old, marks};
  const oldById = new Map(old.map((row, index) => [rowId(pane, row, index), row]));
  const kept = new Map<string, RowMarks>();
  const rows = fresh.map((row, index) => {
    const id = rowId(pane, row, index);
    const before = oldById.get(id);
    if (before === undefined) return row;
    const fields = changedFields(before, row);
    const known = marks.get(id);
    if (fields.length === 0) {
      if (known !== undefined) kept.set(id, known);
      return before;
    }
    const changes = fields.map(field => ({
      field,
      before: fieldOf(before, field),
      after: fieldOf(row, field),
    }));
    kept.set(id, withChanges(known, changes));
    return row;
  });
  const isSame = rows.length === old.length && rows.every((row, index) => row === old[index]);
  return isSame ? {rows: old, marks} : {rows, marks: kept};
}

const noFields: readonly string[] = [];

function changedFields(before: Row, after: Row): readonly string[] {
  let fields: string[] | undefined;
  for (const name of Object.keys({...before, ...after})) {
    if (fieldOf(before, name) === fieldOf(after, name)) continue;
    if (name === 'also' && JSON.stringify(before.also) === JSON.stringify(after.also)) continue;
    fields ??= [];
    fields.push(name);
  }
  return fields ?? noFields;
}
