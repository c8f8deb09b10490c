import {isSameRow, ownId} from '../model/rows.ts';
import type {FeedPane, RowOf} from '../model/vocabulary.ts';
import {unlessSameItems} from '../once.ts';
import {compareIds} from '../resources/resource.ts';

/** By rising id, as `kept` is. Unchanged rows keep their identity, and so does an unchanged list. */
export function withRows<P extends FeedPane>(
  pane: P,
  kept: readonly RowOf[P][],
  came: readonly RowOf[P][],
): readonly RowOf[P][] {
  const idOf = (row: RowOf[P]) => ownId(pane, row) ?? '';
  const news = new Map<string, RowOf[P]>();
  // Searched instead of sorted: a list without end brings page after page.
  const rows = [...kept];
  for (const row of came) {
    const id = idOf(row);
    const at = placeOf(kept, id, idOf);
    const before = rows[at];
    if (id === '') continue;
    if (before === undefined || idOf(before) !== id) news.set(id, row);
    else if (!isSameRow(pane, before, row)) rows[at] = row;
  }
  if (news.size > 0) return mergedById(rows, [...news.values()], idOf);
  return unlessSameItems(kept, rows);
}

/** The place of the first row whose id is not before this one. */
function placeOf<R>(rows: readonly R[], id: string, idOf: (row: R) => string): number {
  let [from, to] = [0, rows.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const row = rows[middle];
    if (row !== undefined && compareIds(idOf(row), id) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

function mergedById<R>(rows: readonly R[], news: readonly R[], idOf: (row: R) => string): readonly R[] {
  const sorted = news.toSorted((a, b) => compareIds(idOf(a), idOf(b)));
  const places = sorted.map(row => placeOf(rows, idOf(row), idOf));
  const [first = rows.length] = places;
  let from = first;
  const merged: R[] = [];
  for (const [index, row] of sorted.entries()) {
    const to = places[index] ?? from;
    for (const each of rows.slice(from, to)) merged.push(each);
    merged.push(row);
    from = to;
  }
  // Rows before the first are copied at once: a list in order of ids brings its news at the end.
  return rows.slice(0, first).concat(merged, rows.slice(from));
}

/** Without the rows that are not among these. */
export function onlyThose<P extends FeedPane>(
  pane: P,
  kept: readonly RowOf[P][],
  those: readonly RowOf[P][],
): readonly RowOf[P][] {
  const ids = new Set(those.map(row => ownId(pane, row)));
  const left = kept.filter(row => ids.has(ownId(pane, row)));
  return withRows(pane, unlessSameItems(kept, left), those);
}
