import type {Need, Needs} from '../../desk/recorder/table-memory.ts';
import type {Cell, Column} from '../columns/column.ts';
import {width} from '../format.ts';

/**
 * How wide a column is; numbers have room for their whole part and, behind it, for the point and what follows.
 */
export type PlacedColumn<R> = {
  readonly column: Column<R>;
  readonly width: number;
  readonly whole: number;
  readonly fraction: number;
};

/** The marker of the selected row and a space. */
const gutter = 2;
/** Behind each column: the mark of a change, and a space. */
const gap = 2;

/**
 * No amount or id of a sound service is wider, whatever the screen. What is wider than this and than most of
 * the table makes no column wide: one such value would push all others from the screen.
 */
const mostCells = 40;

/**
 * Chooses the columns that fit, dropping those with the greatest priority number first, and gives what is left
 * to texts. Numbers, ids and words get all the room they need or are not shown at all; a name gets its full
 * width before anything is shown that matters less.
 */
export function placeColumns<R>(
  columns: readonly Column<R>[],
  cells: readonly (readonly Cell[])[],
  available: number,
  before: Needs = new Map(),
): {readonly placed: readonly PlacedColumn<R>[]; readonly needs: Needs} {
  const most = Math.max(mostCells, (available * 2) / 3);
  const room = available - gutter - 1;
  const needs = new Map(
    columns.map((column, index) => [column.name, needOf(column, cells, index, {most, room}, before)]),
  );
  const need = (column: Column<R>) => needs.get(column.name) ?? none;
  const least: WidthOf<R> = column => {
    const full = fullOf(need(column));
    return column.kind === 'text' ? Math.min(column.least ?? full, full) : full;
  };
  const firm: WidthOf<R> = column => Math.max(least(column), column.isName ? need(column).name : 0);
  const kept = dropUntilFit(columns, {least, firm}, available);
  const extras = shareOut(
    kept,
    column => fullOf(need(column)) - least(column),
    available - widthOf(kept, least),
  );
  const placed = kept.map(column => {
    const {whole, fraction} = need(column);
    const own = Math.min(least(column) + (extras.get(column.name) ?? 0), room);
    return {column, width: Math.max(1, own), whole, fraction};
  });
  return {placed, needs};
}

type WidthOf<R> = (column: Column<R>) => number;

const none: Need = {whole: 0, fraction: 0, name: 0};
const fullOf = ({whole, fraction}: Need) => whole + fraction;

/** What is left goes to the texts: to a name first, then to the most important. */
function shareOut<R>(columns: readonly Column<R>[], wanted: WidthOf<R>, room: number) {
  const extras = new Map<string, number>();
  let left = Math.max(0, room);
  const rank = ({isName, priority}: Column<R>) => (isName ? Number.NEGATIVE_INFINITY : priority);
  for (const column of columns.toSorted((a, b) => rank(a) - rank(b))) {
    const extra = Math.min(left, wanted(column));
    extras.set(column.name, extra);
    left -= extra;
  }
  return extras;
}

/** All columns with what stands between them; the last needs room for its mark alone. */
function widthOf<R>(columns: readonly Column<R>[], width: WidthOf<R>): number {
  return gutter + columns.reduce((sum, column) => sum + width(column) + gap, -gap + 1);
}

/** A name gives its own cells to what matters more, and none to what matters less. */
function dropUntilFit<R>(
  columns: readonly Column<R>[],
  {least, firm}: {readonly least: WidthOf<R>; readonly firm: WidthOf<R>},
  available: number,
) {
  let kept = [...columns];
  while (kept.length > 1) {
    const last = kept.reduce((worst, column) => (column.priority >= worst.priority ? column : worst));
    const hasNameAhead = kept.some(column => column.isName && column !== last);
    if (widthOf(kept, hasNameAhead ? firm : least) <= available) break;
    kept = kept.filter(column => column !== last);
  }
  return kept;
}

function needOf<R>(
  column: Column<R>,
  cells: readonly (readonly Cell[])[],
  index: number,
  {most, room}: {readonly most: number; readonly room: number},
  before: Needs,
): Need {
  let {whole, fraction, name} = before.get(column.name) ?? none;
  for (const row of cells) {
    const text = row[index]?.text ?? '';
    if (column.kind !== 'text' && width(text) > most) continue;
    const point = column.kind === 'number' ? pointOf(text) : text.length;
    whole = Math.max(whole, point === text.length ? width(text) : point);
    fraction = Math.max(fraction, text.length - point);
    if (column.isName && width(text) <= room) name = Math.max(name, width(text));
  }
  return {whole: Math.max(whole, width(column.heading) - fraction), fraction, name};
}

/** Where the fraction starts; at the end when there is none. */
export function pointOf(text: string): number {
  const point = text.indexOf('.');
  return point < 0 || !/^[+-]?[\d,]+\.\d+$/.test(text) ? text.length : point;
}
