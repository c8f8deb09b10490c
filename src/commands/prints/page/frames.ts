/**
 * Frames of a page, as the cells that changed. A frame is `[ms since the one before, patch, patch …]`. A patch
 * of two numbers, `[columns, rows]`, is a blank screen of another size; any other is `[row, column, style,
 * text, style, text …]`: of a string each code point takes a cell of its own, `[grapheme, cells]` is what is
 * wider or made of several. `script.ts` plays them.
 */
import type {CellRow} from '../../../term/screen/cells.ts';

export type PageText = string | readonly [grapheme: string, cells: number];
export type Patch = readonly [row: number, column: number, ...(number | PageText)[]];
export type Resized = readonly [columns: number, rows: number];
export type PageFrame = readonly [ms: number, ...(Patch | Resized)[]];

/** A row of the screen in styles of the page: the same number looks the same on light ground and on dark. */
export type PageRow = Pick<CellRow, 'chars' | 'styles'>;

/** Unchanged cells between two changes that cost less than another patch. */
const bridged = 4;

/** What makes one screen of another; nothing where they are the same. */
export function changesOf(before: readonly PageRow[], after: readonly PageRow[]): (Patch | Resized)[] {
  const [columns, rows] = [after[0]?.chars.length ?? 0, after.length];
  const isResized = before.length !== rows || before[0]?.chars.length !== columns;
  const patches = after.flatMap((row, index) =>
    patchesOf(index, isResized ? blank(columns) : before[index], row),
  );
  return isResized ? [[columns, rows], ...patches] : patches;
}

const blank = (columns: number): PageRow => ({
  chars: Array<string>(columns).fill(' '),
  styles: Array<number>(columns).fill(0),
});

function patchesOf(row: number, before: PageRow | undefined, after: PageRow): Patch[] {
  if (before === undefined || before === after) return [];
  const differs = (column: number) =>
    before.chars[column] !== after.chars[column] || before.styles[column] !== after.styles[column];
  const patches: Patch[] = [];
  const {length} = after.chars;
  for (let column = 0; column < length; column++) {
    if (!differs(column)) continue;
    let start = column;
    // What is wide is written whole.
    while (start > 0 && after.chars[start] === '') start -= 1;
    let end = column + 1;
    for (let at = end; at < length && at <= end + bridged; at++) if (differs(at)) end = at + 1;
    while (end < length && after.chars[end] === '') end += 1;
    patches.push([row, start, ...textsOf(after, start, end)]);
    column = end;
  }
  return patches;
}

function textsOf({chars, styles}: PageRow, start: number, end: number): (number | PageText)[] {
  const texts: (number | PageText)[] = [];
  let style = -1;
  for (let column = start; column < end; column++) {
    const text = chars[column] ?? ' ';
    if (text === '') continue;
    const last = texts.at(-1);
    const cells = chars[column + 1] === '' ? 2 : 1;
    const isPlain = cells === 1 && [...text].length === 1;
    if (isPlain && styles[column] === style && typeof last === 'string') {
      texts[texts.length - 1] = last + text;
      continue;
    }
    style = styles[column] ?? 0;
    texts.push(style, isPlain ? text : [text, cells]);
  }
  return texts;
}
