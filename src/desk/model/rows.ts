import {cardFields, easyOptionFields, orderFields, tradeFields} from '../../api/wire/records.ts';
import {type Change, type RowMarks, withChanges} from '../feeds/marks.ts';
import type {Feed, Row, RowOf} from './state.ts';
import {defaultColumns, type FeedPane, madeColumns, type TablePane} from './vocabulary.ts';

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

/** Every column that a pane can have: the usual ones in their order, those made here, and all other fields. */
export const knownColumns: Readonly<Record<TablePane, readonly string[]>> = {
  cards: columnsOf('cards'),
  easyOptions: columnsOf('easyOptions'),
  orders: columnsOf('orders'),
  trades: columnsOf('trades'),
  activity: defaultColumns.activity,
};

function columnsOf(pane: FeedPane): readonly string[] {
  return [...new Set([...defaultColumns[pane], ...madeColumns[pane], ...fieldsOf[pane]])];
}

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

/** Whether the page is the whole of its list, as the service has it under the filter in force. */
export function isWholeList({page, isLast, otherPage}: Pick<Feed, 'page' | 'isLast' | 'otherPage'>): boolean {
  return page === 0 && isLast && otherPage === undefined;
}

/** The row of this id, if the page shown lists it. */
export function rowById<P extends FeedPane>(
  {pane, rows}: Feed<P>,
  id: string | undefined,
): RowOf[P] | undefined {
  return rows[indexOfId(pane, rows, id)];
}

type Marks = ReadonlyMap<string, RowMarks>;
type MergedRows<R> = {readonly rows: readonly R[]; readonly marks: Marks};

/**
 * Puts the rows of a new answer beside those shown. A row of which nothing changed stays the same object, and a
 * list of which nothing changed stays the same list, so that an unchanged poll draws nothing. Of a row that is
 * the same object where it stood nothing is compared.
 * @param marks by row id, how the fields last changed; those of rows that are gone are forgotten
 */
export function mergeRows<P extends FeedPane>(
  pane: P,
  old: readonly RowOf[P][],
  fresh: readonly RowOf[P][],
  marks: Marks,
): MergedRows<RowOf[P]> {
  if (old === fresh) return {rows: old, marks};
  const arePlacesSame = standAlike(pane, old, fresh);
  const oldById = arePlacesSame ? undefined : new Map(old.map((row, at) => [rowId(pane, row, at), row]));
  let kept: Map<string, RowMarks> | undefined;
  let rows: RowOf[P][] | undefined;
  for (let index = 0; index < fresh.length; index++) {
    const row = fresh[index];
    if (row === undefined || row === old[index]) continue;
    const id = rowId(pane, row, index);
    const before = oldById === undefined ? old[index] : oldById.get(id);
    if (before === undefined || before === row) continue;
    const changes = changesOf(pane, before, row);
    if (changes.length === 0) {
      rows ??= [...fresh];
      rows[index] = before;
      continue;
    }
    const known = marks.get(id);
    const next = withChanges(known, changes);
    if (next === known && kept === undefined) continue;
    kept ??= arePlacesSame ? new Map(marks) : marksOf(pane, fresh, marks);
    kept.set(id, next);
  }
  const merged = rows ?? fresh;
  const isSame = merged.length === old.length && merged.every((row, index) => row === old[index]);
  if (isSame) return {rows: old, marks};
  return {rows: merged, marks: kept ?? (arePlacesSame ? marks : marksOf(pane, fresh, marks))};
}

/** Whether the same ids stand at the same places. */
export function standAlike<P extends FeedPane>(
  pane: P,
  old: readonly RowOf[P][],
  fresh: readonly RowOf[P][],
): boolean {
  return (
    old.length === fresh.length &&
    old.every((row, index) => {
      const now = fresh[index];
      return row === now || (now !== undefined && rowId(pane, row, index) === rowId(pane, now, index));
    })
  );
}

function marksOf<P extends FeedPane>(
  pane: P,
  rows: readonly RowOf[P][],
  marks: Marks,
): Map<string, RowMarks> {
  const kept = new Map<string, RowMarks>();
  rows.forEach((row, index) => {
    const id = rowId(pane, row, index);
    const known = marks.get(id);
    if (known !== undefined) kept.set(id, known);
  });
  return kept;
}

/** Whether two answers told the same of a record. */
export function isSameRow<P extends FeedPane>(pane: P, before: RowOf[P], after: RowOf[P]): boolean {
  return before === after || changesOf(pane, before, after).length === 0;
}

function changesOf(pane: FeedPane, before: Row, after: Row): readonly Change[] {
  const changes: Change[] = [];
  for (const field of fieldsOf[pane]) {
    const [was, is] = [fieldOf(before, field), fieldOf(after, field)];
    if (was !== is) changes.push({field, before: was, after: is});
  }
  const {also} = before;
  const isSame = also === after.also || JSON.stringify(also) === JSON.stringify(after.also);
  if (!isSame) changes.push({field: 'also', before: also, after: after.also});
  return changes;
}
