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

/**
 * What columns have needed so far. They only grow while one looks on, so that a new digit moves nothing back
 * and forth.
 */
export type Needs = ReadonlyMap<string, {readonly whole: number; readonly fraction: number}>;

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
 * to texts. Numbers, ids and words get all the room they need or are not shown at all.
 */
export function placeColumns<R>(
  columns: readonly Column<R>[],
  cells: readonly (readonly Cell[])[],
  available: number,
  before: Needs = new Map(),
): {readonly placed: readonly PlacedColumn<R>[]; readonly needs: Needs} {
  const most = Math.max(mostCells, (available * 2) / 3);
  const needs = new Map(
    columns.map((column, index) => [column.name, needOf(column, cells, index, most, before)]),
  );
  const least = (column: Column<R>) => {
    const need = needs.get(column.name);
    const full = (need?.whole ?? 0) + (need?.fraction ?? 0);
    return column.kind === 'text' ? Math.min(column.least ?? full, full) : full;
  };
  const kept = dropUntilFit(columns, least, available);
  const extras = shareOut(kept, needs, least, available - widthOf(kept, least));
  const placed = kept.map(column => {
    const {whole = 0, fraction = 0} = needs.get(column.name) ?? {};
    const room = Math.min(least(column) + (extras.get(column.name) ?? 0), available - gutter - 1);
    return {column, width: Math.max(1, room), whole, fraction};
  });
  return {placed, needs};
}

/** What is left goes to the texts, the most important first. */
function shareOut<R>(
  columns: readonly Column<R>[],
  needs: Needs,
  least: (column: Column<R>) => number,
  room: number,
) {
  const extras = new Map<string, number>();
  let left = Math.max(0, room);
  for (const column of columns.toSorted((a, b) => a.priority - b.priority)) {
    const {whole = 0, fraction = 0} = needs.get(column.name) ?? {};
    const extra = Math.min(left, whole + fraction - least(column));
    extras.set(column.name, extra);
    left -= extra;
  }
  return extras;
}

/** All columns with what stands between them; the last needs room for its mark alone. */
function widthOf<R>(columns: readonly Column<R>[], least: (column: Column<R>) => number): number {
  return gutter + columns.reduce((sum, column) => sum + least(column) + gap, -gap + 1);
}

function dropUntilFit<R>(
  columns: readonly Column<R>[],
  least: (column: Column<R>) => number,
  available: number,
) {
  let kept = [...columns];
  while (kept.length > 1 && widthOf(kept, least) > available) {
    const last = kept.reduce((worst, column) => (column.priority >= worst.priority ? column : worst));
    kept = kept.filter(column => column !== last);
  }
  return kept;
}

function needOf<R>(
  column: Column<R>,
  cells: readonly (readonly Cell[])[],
  index: number,
  most: number,
  before: Needs,
) {
  const known = before.get(column.name) ?? {whole: 0, fraction: 0};
  let {whole, fraction} = known;
  for (const row of cells) {
    const text = row[index]?.text ?? '';
    if (column.kind !== 'text' && width(text) > most) continue;
    const point = column.kind === 'number' ? pointOf(text) : text.length;
    whole = Math.max(whole, point === text.length ? width(text) : point);
    fraction = Math.max(fraction, text.length - point);
  }
  return {whole: Math.max(whole, width(column.heading) - fraction), fraction};
}

/** Where the fraction starts; at the end when there is none. */
export function pointOf(text: string): number {
  const point = text.indexOf('.');
  return point < 0 || !/^[+-]?[\d,]+\.\d+$/.test(text) ? text.length : point;
}
