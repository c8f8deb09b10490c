import type {Cell, Column} from '../columns/column.ts';
import {cut, padEnd, padStart, truncate, width} from '../format.ts';
import type {Paint, Tone} from '../theme.ts';
import {type PlacedColumn, pointOf} from './layout.ts';

/** Up, down, changed, or none: ASCII, for with every poll many of them come and go. */
export type MarkSign = '^' | 'v' | '*' | ' ';

/** Before a row: marked to be acted on, which lasts the shorter and so goes first, or watched by an alert. */
export type RowSign = '*' | '!' | ' ';

/** How much of the selected row is tinted: each of its cells is sent anew when the selection moves. */
export type Tint = {readonly of: 'row' | 'name'; readonly columns: number};

export type RowLook = {
  readonly isSelected: boolean;
  /** Nothing of it can be acted on, or nobody knows whether it is still so: all of it steps back. */
  readonly isDim: boolean;
  readonly sign?: RowSign;
  /** The mark behind the cell of a column. */
  readonly mark: (column: {readonly field?: string}) => MarkSign;
};

/** One row of a table in exactly the columns placed; its cells stand as the columns do that were chosen. */
export function drawRow<R>(
  placed: readonly PlacedColumn<R>[],
  chosen: readonly Column<R>[],
  cells: readonly Cell[],
  look: RowLook,
  paint: Paint,
  tint?: Tint,
): string {
  const isOfName = look.isSelected && tint?.of === 'name';
  // The colour of what is dim is long to send: there the mark alone tells.
  const parts = placed.map(place => {
    const cell = cells[chosen.indexOf(place.column)] ?? {text: ''};
    const tone: Tone = look.isDim ? 'dim' : (cell.tone ?? 'plain');
    const mark = look.isDim ? ' ' : look.mark(place.column);
    const isTinted = isOfName && !look.isDim && place.column.isName;
    return drawCell(place, cell.text, mark, text => (isTinted ? nameTinted(text, paint) : paint(tone, text)));
  });
  const sign = look.sign === undefined || look.sign === ' ' ? ' ' : paint('accent', look.sign);
  if (!look.isSelected) return ` ${sign}${parts.join(' ')}`.trimEnd();
  if (isOfName) return `${paint('selectedName', '▌')}${sign}${parts.join(' ')}`.trimEnd();
  const line = `▌${sign}${parts.join(' ')}`;
  if (tint === undefined) return line.trimEnd();
  const used = 2 + placed.reduce((sum, place) => sum + place.width + 2, -1);
  return paint('selected', line + ' '.repeat(Math.max(0, tint.columns - used)));
}

/**
 * Over a slow link a row down may cost 60 bytes: two marks, two names, two changes of style, and the number of
 * the row below the table. So the first cells of a name stand for all of it.
 */
const tintedCells = 7;

function nameTinted(text: string, paint: Paint): string {
  const head = truncate(text, tintedCells, '');
  return paint('selectedName', head) + text.slice(head.length);
}

/**
 * A cell and the place for its mark. Only what is text is painted, not the spaces beside it. The mark of a
 * number stands right behind its last digit: that is where the cursor is when the digits have just been
 * written.
 */
function drawCell<R>(
  {column, width: cells, whole, fraction}: PlacedColumn<R>,
  text: string,
  mark: MarkSign,
  tint: (text: string) => string,
): string {
  const shown = column.kind === 'text' ? cut(text, cells) : width(text) > cells ? '…' : text;
  const room = cells - width(shown);
  switch (column.kind) {
    case 'text':
    case 'word':
      return `${tint(shown)}${' '.repeat(room)}${mark}`;
    case 'id':
      return `${' '.repeat(room)}${tint(shown)}${mark}`;
    case 'number': {
      const behind = Math.min(room, Math.max(0, fraction - (shown.length - pointOf(shown))));
      const before = Math.min(room - behind, Math.max(0, whole + fraction - width(shown) - behind));
      return `${' '.repeat(before)}${tint(shown)}${mark}${' '.repeat(room - before)}`;
    }
    default:
      return column.kind satisfies never;
  }
}

/** The line of headings, with the sign of the order where the page is sorted by one of them. */
export function drawHeadings<R>(
  placed: readonly PlacedColumn<R>[],
  sortSign: (column: Column<R>) => string,
  paint: Paint,
): string {
  const parts = placed.map(({column, width: cells}) => {
    const sign = sortSign(column);
    const text = truncate(column.heading, cells, '');
    const isRight = column.kind === 'number' || column.kind === 'id';
    const padded = isRight ? padStart(text, cells) : padEnd(text, cells);
    return padded + (sign || ' ');
  });
  return paint('heading', `  ${parts.join(' ')}`.trimEnd());
}
