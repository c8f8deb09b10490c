import type {Cell, Column} from '../columns/column.ts';
import type {Paint} from '../theme.ts';
import {drawHeadings, drawRow, type RowLook} from './draw.ts';
import {placeColumns} from './layout.ts';

const still: RowLook = {isSelected: false, isDim: false, mark: () => ' '};

/** A table in which nothing is selected and nothing changes: its headings and all of its rows. */
export function stillLines<R>(
  chosen: readonly Column<R>[],
  cells: readonly (readonly Cell[])[],
  columns: number,
  paint: Paint,
  sortSign: (column: Column<R>) => string = () => '',
): string[] {
  const {placed} = placeColumns(chosen, cells, columns);
  return [
    drawHeadings(placed, sortSign, paint),
    ...cells.map(row => drawRow(placed, chosen, row, still, paint)),
  ];
}

/** The columns of these names, in this order; names that are none are skipped. */
export function columnsNamed<R>(all: readonly Column<R>[], names: readonly string[]): readonly Column<R>[] {
  return names.flatMap(name => all.find(column => column.name === name) ?? []);
}
