import {unlessSameItems} from '../once.ts';
import {ofEach, resources} from '../resources/resources.ts';
import type {Feed} from './feed.ts';
import {type Change, type RowMarks, withChanges} from './marks.ts';
import {defaultColumns, type FeedPane, type Row, type RowOf, type TablePane} from './vocabulary.ts';

export function rowId<P extends FeedPane>(pane: P, row: RowOf[P], index: number): string {
  const id = ownId(pane, row);
  return id === undefined || id === '' ? `#${index}` : id;
}

export const fieldsOf: Readonly<Record<FeedPane, readonly string[]>> = ofEach<readonly string[]>(
  ({fields}) => fields,
);

export const knownColumns: Readonly<Record<TablePane, readonly string[]>> = {
  ...ofEach(({columns}) => Object.keys(columns)),
  activity: defaultColumns.activity,
};

export function ownId<P extends FeedPane>(pane: P, row: RowOf[P]): string | undefined {
  return fieldText(row, resources[pane].id);
}

export function fieldOf(row: Row, name: string): unknown {
  return Reflect.get(row, name);
}

/** Undefined if the field holds no text. */
export function fieldText(row: Row, name: string): string | undefined {
  const value = fieldOf(row, name);
  return typeof value === 'string' ? value : undefined;
}

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

export function isWholeList({page, isLast, otherPage}: Pick<Feed, 'page' | 'isLast' | 'otherPage'>): boolean {
  return page === 0 && isLast && otherPage === undefined;
}

/** True if a pane shows every row of its list: what it does not show is not listed. */
export function showsAll(feed: Feed): boolean {
  return isWholeList(feed) && feed.filterText === '' && feed.unreadable.length === 0;
}

export function rowById<P extends FeedPane>(
  {pane, rows}: Feed<P>,
  id: string | undefined,
): RowOf[P] | undefined {
  return rows[indexOfId(pane, rows, id)];
}

type Marks = ReadonlyMap<string, RowMarks>;

/** An unchanged row or list stays the same object, so an unchanged poll redraws nothing. */
export function mergeRows<P extends FeedPane>(
  pane: P,
  old: readonly RowOf[P][],
  fresh: readonly RowOf[P][],
  marks: Marks,
  at: number,
): {readonly rows: readonly RowOf[P][]; readonly marks: Marks} {
  if (old === fresh) return {rows: old, marks};
  const known = new Map(old.map((row, index) => [rowId(pane, row, index), row]));
  const kept = new Map<string, RowMarks>();
  const merged = fresh.map((row, index) => {
    const id = rowId(pane, row, index);
    const before = row === old[index] ? row : known.get(id);
    const changes = before === undefined || before === row ? [] : changesOf(pane, before, row);
    const own = marks.get(id);
    const next = changes.length === 0 ? own : withChanges(own, changes, at);
    if (next !== undefined) kept.set(id, next);
    return before === undefined || changes.length > 0 ? row : before;
  });
  const rows = unlessSameItems(old, merged);
  return rows === old ? {rows: old, marks} : {rows, marks: kept};
}

export function isSameRow<P extends FeedPane>(pane: P, before: RowOf[P], after: RowOf[P]): boolean {
  return before === after || fieldsChanged(pane, before, after).length === 0;
}

function changesOf(pane: FeedPane, before: Row, after: Row): readonly Change[] {
  return fieldsChanged(pane, before, after).map(field => ({
    field,
    before: fieldOf(before, field),
    after: fieldOf(after, field),
  }));
}

function fieldsChanged(pane: FeedPane, before: Row, after: Row): readonly string[] {
  const changed = fieldsOf[pane].filter(field => fieldOf(before, field) !== fieldOf(after, field));
  const isSame = before.also === after.also || JSON.stringify(before.also) === JSON.stringify(after.also);
  return isSame ? changed : [...changed, 'also'];
}
