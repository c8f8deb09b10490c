import type {Cell, Column} from '../columns/column.ts';
import {cut, padEnd, padStart, truncate, width} from '../format.ts';
import type {Paint, Tone} from '../theme.ts';
import {type Placed, pointOf} from './layout.ts';

/** Up, down, changed, or none: ASCII, for with every poll many of them come and go. */
export type Mark = '^' | 'v' | '*' | ' ';

export type RowLook = {
  readonly isSelected: boolean;
  readonly isDim: boolean;
  /** The mark behind the cell of a column, by its name. */
  readonly mark: (column: string) => Mark;
};

/** One row of a table in exactly the columns placed. */
export function drawRow<R>(
  placed: readonly Placed<R>[],
  cells: ReadonlyMap<string, Cell>,
  look: RowLook,
  paint: Paint,
): string {
  let line = `${look.isSelected ? paint('accent', '▌') : ' '} `;
  for (const [index, place] of placed.entries()) {
    const cell = cells.get(place.column.name) ?? {text: ''};
    const tone: Tone = look.isDim ? 'dim' : (cell.tone ?? 'plain');
    const mark = look.mark(place.column.name);
    const isLast = index === placed.length - 1;
    line += drawCell(place, cell.text, text => paint(tone, text)) + mark + (isLast ? '' : ' ');
  }
  return line.trimEnd();
}

/** Only what is text is painted, not the spaces beside it. */
function drawCell<R>(
  {column, width: cells, whole, fraction}: Placed<R>,
  text: string,
  tint: (text: string) => string,
): string {
  if (column.kind !== 'number' && column.kind !== 'id') {
    const shown = column.kind === 'text' ? cut(text, cells) : text;
    return width(shown) > cells ? padEnd('…', cells) : tint(shown) + ' '.repeat(cells - width(shown));
  }
  const textWidth = width(text);
  if (textWidth > cells) return padStart('…', cells);
  if (column.kind === 'id') return ' '.repeat(cells - textWidth) + tint(text);
  const behind = Math.max(0, fraction - (text.length - pointOf(text)));
  const before = Math.max(0, Math.min(whole + fraction, cells) - textWidth - behind);
  return ' '.repeat(before) + tint(text) + ' '.repeat(Math.max(0, cells - before - textWidth));
}

/** The line of headings, with the sign of the order where the page is sorted by one of them. */
export function drawHeadings<R>(
  placed: readonly Placed<R>[],
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
