import type {CellRow} from '../../term/screen/cells.ts';
import {type SeenStyle, seenStyle} from '../../term/screen/style.ts';

/** A grapheme on the screen, and how many cells it takes. */
export type PrintedCell = {readonly text: string; readonly cells: number; readonly style: SeenStyle};

export type PrintedRow = readonly PrintedCell[];

/** A row as it is seen: the second half of what is wide is no cell of its own. */
export function printedRow({chars, styles}: CellRow): PrintedRow {
  return chars.flatMap((text, column) =>
    text === ''
      ? []
      : [{text, cells: chars[column + 1] === '' ? 2 : 1, style: seenStyle(styles[column] ?? 0)}],
  );
}

/** The characters alone, without the blanks that end a row. */
export function printedText(rows: readonly CellRow[]): string {
  return rows.map(({chars}) => `${chars.join('').trimEnd()}\n`).join('');
}
