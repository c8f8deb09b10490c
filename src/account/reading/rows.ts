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
  const news = new Map(came.map(row => [idOf(row), row]));
  news.delete('');
  const rows = kept.map(row => {
    const id = idOf(row);
    const next = news.get(id);
    news.delete(id);
    return next === undefined || isSameRow(pane, row, next) ? row : next;
  });
  if (news.size === 0) return unlessSameItems(kept, rows);
  return [...rows, ...news.values()].sort((one, other) => compareIds(idOf(one), idOf(other)));
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
