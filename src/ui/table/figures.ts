import type {State} from '../../desk/state.ts';
import type {Cell, Column} from '../columns/panes.ts';
import type {Line} from '../format.ts';
import {drawHeadings, drawRow, type HeadEnd, placeColumns, type RowLook} from './draw.ts';

const still: RowLook = {isSelected: false, isDim: false, mark: () => ' '};

export function stillLines<R>(
  chosen: readonly Column<R>[],
  cells: readonly (readonly Cell[])[],
  columns: number,
  sortSign: (column: Column<R>) => string = () => '',
): readonly Line[] {
  const {placed} = placeColumns(chosen, cells, columns);
  return [drawHeadings(placed, sortSign), ...cells.map(row => drawRow(placed, chosen, row, still))];
}

export function columnsNamed<R>(all: readonly Column<R>[], names: readonly string[]): readonly Column<R>[] {
  return names.flatMap(name => all.find(column => column.name === name) ?? []);
}

export type DrawBody = (state: State, columns: number, height: number) => DrawnBody;

export type DrawnBody = {
  readonly lines: readonly Line[];
  readonly below: number;
  readonly fields: readonly string[];
  /** Of a table: its first row, the number of drawn rows, and where the headings end. */
  readonly start?: number;
  readonly rows?: number;
  readonly heads?: readonly HeadEnd[];
};

/** Jumps by half a screen when the selection leaves it, so that scrolling seldom redraws the screen. */
export function windowStart(before: number, selected: number, height: number, total: number): number {
  const last = Math.max(0, total - height);
  const start = Math.min(Math.max(0, before), last);
  if (selected < 0 || height < 1) return start;
  if (selected >= start && selected < start + height) return start;
  const half = Math.floor(height / 2);
  return Math.min(last, Math.max(0, selected < start ? selected - half : selected - height + 1 + half));
}
