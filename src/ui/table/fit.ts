import {width} from '../format.ts';
import type {Cell, Column} from './columns.ts';

/** Column widths only grow while a table is in view, so that a new digit does not move columns. */
export type Needs = ReadonlyMap<string, Need>;

/** Counts cells; numbers have separate space for the whole part, and for the point and decimals. */
type Need = {readonly whole: number; readonly fraction: number; readonly name: number};

export type PlacedColumn<R> = {
  readonly column: Column<R>;
  /** Among the cells of a row. */
  readonly at: number;
  readonly width: number;
  readonly whole: number;
  readonly fraction: number;
};

/** The selection marker and a space. */
const gutter = 2;
/** The change mark and a space. */
const gap = 2;

/** A value wider than this and most of the table would push out other columns, so it widens nothing. */
const mostCells = 40;

/**
 * The highest priority number is dropped first. Numbers, ids and words get their full width or are dropped; a
 * name gets its full width before less important columns are shown.
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
    const {name} = need(column);
    return column.kind === 'text'
      ? Math.max(column.isName ? 0 : name, Math.min(column.least ?? full, full))
      : full;
  };
  const firm: WidthOf<R> = column => Math.max(least(column), column.isName ? need(column).name : 0);
  const full: WidthOf<R> = column => Math.max(firm(column), Math.min(fullOf(need(column)), most));
  const kept = dropUntilFit(columns, {least, firm, full}, available);
  const extras = shareRoom(
    kept,
    column => fullOf(need(column)) - least(column),
    available - tableWidth(kept, least),
  );
  const placed = kept.map(column => {
    const {whole, fraction} = need(column);
    const own = Math.min(least(column) + (extras.get(column.name) ?? 0), room);
    return {column, at: columns.indexOf(column), width: Math.max(1, own), whole, fraction};
  });
  return {placed, needs};
}

type WidthOf<R> = (column: Column<R>) => number;

const none: Need = {whole: 0, fraction: 0, name: 0};
const fullOf = ({whole, fraction}: Need) => whole + fraction;

function shareRoom<R>(columns: readonly Column<R>[], wanted: WidthOf<R>, room: number) {
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

/** The last column needs room for its mark only. */
function tableWidth<R>(columns: readonly Column<R>[], width: WidthOf<R>): number {
  return gutter + columns.reduce((sum, column) => sum + width(column) + gap, -gap + 1);
}

/** A name yields cells to more important columns only. */
function dropUntilFit<R>(
  columns: readonly Column<R>[],
  {least, firm, full}: Readonly<Record<'least' | 'firm' | 'full', WidthOf<R>>>,
  available: number,
) {
  let kept = [...columns];
  while (kept.length > 1) {
    const last = kept.reduce((worst, column) => (column.priority >= worst.priority ? column : worst));
    const hasNameAhead = kept.some(column => column.isName && column !== last);
    const wanted = last.isExtra ? full : hasNameAhead ? firm : least;
    if (tableWidth(kept, wanted) <= available) break;
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
    const {text = '', whole: kept = 0} = row[index] ?? {};
    if (column.kind !== 'text' && width(text) > most) continue;
    const point = column.kind === 'number' ? pointOf(text) : text.length;
    whole = Math.max(whole, point === text.length ? width(text) : point);
    fraction = Math.max(fraction, text.length - point);
    if (column.isName && width(text) <= room) name = Math.max(name, width(text));
    else name = Math.max(name, Math.min(kept, room));
  }
  return {whole: Math.max(whole, width(column.heading) - fraction), fraction, name};
}

/** The end of the whole part of a number, or of another text. */
export function pointOf(text: string): number {
  const point = text.indexOf('.');
  return point < 0 || !/^[+-]?[\d,]+\.\d+$/.test(text) ? text.length : point;
}
