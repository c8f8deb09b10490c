import {isFinal} from '../../model/figures.ts';
import {isSameRow, ownId} from '../../model/rows.ts';
import type {Row, RowOf} from '../../model/state.ts';
import type {FeedPane} from '../../model/vocabulary.ts';
import type {KeptRows} from './known.ts';

export const nothingKept: KeptRows<never> = {rows: [], told: [], open: []};

export type TakenRows<Row> = {
  readonly kept: KeptRows<Row>;
  /** How many of them no request since `from` had told. */
  readonly fresh: number;
  /** Rows without an id: nothing tells them from each other, so they are not kept. */
  readonly unnamed: number;
};

/** Whether id `a` stands before `b`, at it (0) or behind it: integers by their value, texts somehow. */
function compareIds(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Takes what a request told. A row that did not change stays the object it was, and rows of which none changed
 * stay the list they were. What a later request has told already is not undone by an earlier one that answers
 * late.
 * @param number of the request
 * @param from the first request of the search that it belongs to
 */
export function takeRows<P extends FeedPane>(
  pane: P,
  kept: KeptRows<RowOf[P]>,
  came: readonly RowOf[P][],
  {number, from}: {readonly number: number; readonly from: number},
): TakenRows<RowOf[P]> {
  const named = came.filter(row => idOf(pane, row) !== '');
  let [rows, open]: readonly [RowOf[P][] | undefined, boolean[] | undefined] = [undefined, undefined];
  let told: number[] | undefined;
  const added: RowOf[P][] = [];
  let fresh = 0;
  for (const row of named) {
    const at = placeOf(pane, kept.rows, idOf(pane, row));
    const before: RowOf[P] | undefined = kept.rows[at];
    const last = (told ?? kept.told)[at] ?? 0;
    if (before === undefined || idOf(pane, before) !== idOf(pane, row)) {
      added.push(row);
      continue;
    }
    if (last < from) fresh++;
    if (last >= number) continue;
    told ??= [...kept.told];
    told[at] = number;
    if (isSameRow(pane, before, row)) continue;
    rows ??= [...kept.rows];
    open ??= [...kept.open];
    rows[at] = row;
    open[at] = isOpen(pane, row);
  }
  const changed = {rows: rows ?? kept.rows, open: open ?? kept.open, told: told ?? kept.told};
  const unnamed = came.length - named.length;
  if (added.length === 0) return {kept: changed, fresh, unnamed};
  const wider = withAdded(pane, changed, added, number);
  return {kept: wider, fresh: fresh + wider.rows.length - kept.rows.length, unnamed};
}

/** One that nobody documented is not over, nor is none at all. Of other lists all is read each time. */
function isOpen(pane: FeedPane, row: Row): boolean {
  return pane === 'easyOptions' && !('status' in row && isFinal(row.status));
}

const idOf = <P extends FeedPane>(pane: P, row: RowOf[P]) => ownId(pane, row) ?? '';

/** Where the row of this id stands, or would stand. */
function placeOf<P extends FeedPane>(pane: P, rows: readonly RowOf[P][], id: string): number {
  let [low, high] = [0, rows.length];
  const last = rows[high - 1];
  // Pages of a sorted list come at its end.
  if (last === undefined || compareIds(idOf(pane, last), id) < 0) return high;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const row = rows[middle];
    if (row !== undefined && compareIds(idOf(pane, row), id) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Merges rows in whose ids are not among those that are kept; of two with one id the later one counts. */
function withAdded<P extends FeedPane>(
  pane: P,
  kept: KeptRows<RowOf[P]>,
  added: readonly RowOf[P][],
  number: number,
): KeptRows<RowOf[P]> {
  const byId = new Map(added.map(row => [idOf(pane, row), row]));
  const fresh = [...byId].sort(([a], [b]) => compareIds(a, b));
  // Pages of a sorted list come at the end.
  if (placeOf(pane, kept.rows, fresh[0]?.[0] ?? '') === kept.rows.length) {
    const behind = fresh.map(([, row]) => row);
    return {
      rows: kept.rows.concat(behind),
      told: kept.told.concat(behind.map(() => number)),
      open: kept.open.concat(behind.map(row => isOpen(pane, row))),
    };
  }
  const wider: {rows: RowOf[P][]; told: number[]; open: boolean[]} = {rows: [], told: [], open: []};
  let from = 0;
  const keepTo = (to: number) => {
    for (let at = from; at < to; at++) keepPlace(kept, at, wider);
    from = to;
  };
  for (const [id, row] of fresh) {
    keepTo(placeOf(pane, kept.rows, id));
    wider.rows.push(row);
    wider.told.push(number);
    wider.open.push(isOpen(pane, row));
  }
  keepTo(kept.rows.length);
  return wider;
}

function keepPlace<Row>(
  {rows, told, open}: KeptRows<Row>,
  place: number,
  into: {rows: Row[]; told: number[]; open: boolean[]},
): void {
  const row = rows[place];
  if (row === undefined) return;
  into.rows.push(row);
  into.told.push(told[place] ?? 0);
  into.open.push(open[place] ?? false);
}

/** Leaves only what a request since `from` told, and what is wanted besides. */
export function onlyTold<Row>(
  {rows, told, open}: KeptRows<Row>,
  from: number,
  isWanted: (row: Row) => boolean = () => false,
): KeptRows<Row> {
  const stays = (place: number) => {
    const row = rows[place];
    return (told[place] ?? 0) >= from || (row !== undefined && isWanted(row));
  };
  if (rows.every((_, place) => stays(place))) return {rows, told, open};
  const only = <Each>(each: readonly Each[]) => each.filter((_, place) => stays(place));
  return {rows: only(rows), told: only(told), open: only(open)};
}
