import type {Needs} from '../../desk/recorder/table-memory.ts';
import type {Cell, Column} from '../columns/column.ts';
import type {Paint} from '../theme.ts';
import {drawHeadings, drawRow, type Tint} from './draw.ts';
import {placeColumns} from './layout.ts';

/** What a table of figures depends on beside its cells. */
export type FiguresLook = {
  /** The place of the row that is selected; -1 where none of these is. */
  readonly selected: number;
  /** All of it steps back. */
  readonly isDim: boolean;
  readonly tint: Tint;
  readonly paint: Paint;
};

type DrawFigures = <R>(
  chosen: readonly Column<R>[],
  cells: readonly (readonly Cell[])[],
  look: FiguresLook,
) => string[];

export type Figures = DrawFigures & {
  /** What columns have needed so far. */
  needs(): Needs;
};

/**
 * Draws a table of figures: headings, and all rows under them, one of which may be selected.
 * @returns a function that remembers how wide the columns were, so that a new digit moves nothing
 */
export function createFigures(before: Needs = new Map()): Figures {
  let needs = before;
  const draw: DrawFigures = (chosen, cells, {selected, isDim, tint, paint}) => {
    const layout = placeColumns(chosen, cells, tint.columns, needs);
    needs = layout.needs;
    const rows = cells.map((row, index) =>
      drawRow(
        layout.placed,
        chosen,
        row,
        {isSelected: index === selected, isDim, mark: () => ' '},
        paint,
        tint,
      ),
    );
    return [drawHeadings(layout.placed, () => '', paint), ...rows];
  };
  return Object.assign(draw, {needs: () => needs});
}
