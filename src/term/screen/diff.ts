// The difference between two screens as bytes, by the one law that a terminal which shows `before` and reads
// the bytes shows `after`.
//
// Rows go from top to bottom and cells from left to right, so that a wide character that is written over never
// takes a cell with it that was written before. Between two changed cells the cursor moves or the unchanged
// cells are written again, whichever is shorter; a tail of blanks is erased rather than written; a block of
// rows that moved is scrolled where that is shorter. Only what xterm, tmux, screen and the Linux console all
// know is used: CUP, CUU, CUD, CUF, CUB, CHA, CR, LF, VT, BS, EL, IL, DL, DECSC, DECRC and SGR.

import {eraseToEndOfLine, restoreCursor, saveCursor} from '../sequences.ts';
import type {CellRow} from './cells.ts';
import {type CursorPosition, move} from './moves.ts';
import {findScroll, scrollBytes, scrollRows} from './scroll.ts';
import {hasGround, isSameOnBlank, transition} from './style.ts';

/** What a terminal shows, where its cursor is (undefined where nobody knows) and in which style it writes. */
export type ShownScreen = {
  readonly rows: readonly CellRow[];
  readonly cursor: CursorPosition | undefined;
  readonly style: number;
  /** What DECRC brings back; undefined while nothing was saved on this screen. */
  readonly saved?: SavedPen | undefined;
};

type SavedPen = {readonly cursor: CursorPosition; readonly style: number};

/**
 * The bytes that make a terminal show `after`.
 * @param after as many rows as are shown, of the same width
 * @returns the bytes, and what the terminal shows once it has read them
 */
export function diff(before: ShownScreen, after: readonly CellRow[]): Difference {
  const drawn = draw(before, after);
  if (drawn.bytes.length < worthScrolling) return drawn;
  const scroll = findScroll(before.rows, after);
  if (scroll === undefined) return drawn;
  const {bytes, row} = scrollBytes(scroll);
  const moved = transition(before.style, 0) + bytes;
  const rows = scrollRows(before.rows, scroll);
  const rest = draw({rows, cursor: {row, column: 0}, style: 0, saved: before.saved}, after);
  return moved.length + rest.bytes.length < drawn.bytes.length ? {...rest, bytes: moved + rest.bytes} : drawn;
}

type Difference = {bytes: string; shown: ShownScreen};

/** A scroll takes some 15 bytes and is looked for only where it could save as many. */
const worthScrolling = 40;

function draw(before: ShownScreen, after: readonly CellRow[]): Difference {
  const pen = new Pen(before.cursor, before.style, before.saved);
  for (let row = 0; row < after.length; row += 1) {
    const old = before.rows[row];
    const wanted = after[row];
    if (wanted === undefined || old === undefined || old === wanted || old.source === wanted.source) continue;
    drawRow(pen, row, old, wanted);
  }
  const {bytes, cursor, style, saved} = pen;
  return {bytes, shown: {rows: after, cursor, style, saved}};
}

/** Erasing costs a move, perhaps a style, and 3 bytes; fewer blanks than this are cheaper written. */
const fewestErased = 4;
/** A longer gap of unchanged cells is never cheaper to write again than to jump over. */
const longestRewrite = 10;

function drawRow(pen: Pen, row: number, old: CellRow, wanted: CellRow): void {
  const columns = wanted.chars.length;
  const tail = blankTail(wanted);
  let last = columns;
  while (last > 0 && isSame(old, wanted, last - 1)) last -= 1;
  let first = tail;
  while (first < last && isSame(old, wanted, first)) first += 1;
  const erases = last - first >= fewestErased;
  const end = erases ? tail : last;

  for (let column = 0; column < end; column += 1) {
    if (isSame(old, wanted, column)) continue;
    pen.reach(row, column, wanted);
    while (column < end && !isSame(old, wanted, column)) {
      const isWide = wanted.chars[column + 1] === '';
      pen.put(row, column, wanted);
      column += isWide ? 2 : 1;
    }
  }
  if (erases) pen.eraseFrom(row, first);
}

/** Where the blanks in the default style begin that reach to the end of the row. */
function blankTail({chars, styles}: CellRow): number {
  let tail = chars.length;
  while (tail > 0 && chars[tail - 1] === ' ' && styles[tail - 1] === 0) tail -= 1;
  return tail;
}

const isSame = (old: CellRow, wanted: CellRow, column: number) =>
  old.chars[column] === wanted.chars[column] && old.styles[column] === wanted.styles[column];

/**
 * Letters whose width no two terminals dispute: ASCII, Latin, Greek, Cyrillic, borders, sparks, CJK, Hangul.
 */
const certain =
  /^[\x20-\x7e\xa0-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2190-\u21ff\u2400-\u2426\u2500-\u25fc\u2800-\u28ff\u3041-\u3096\u30a1-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff60\ufffd]$/;
const isCertain = (grapheme: string) =>
  (grapheme < '\x7f' && grapheme.length === 1) || certain.test(grapheme);

/**
 * From this cost on it is worth 2 bytes to be able to come back: into a tint that is 11 bytes long, and to the
 * digits of a price that will change again.
 */
const worthSaving = 5;

/** A way to a cell: its bytes, and the style that it leaves the terminal in. */
type Reach = {readonly bytes: string; readonly style: number};

/** Writes, and knows where the terminal's cursor and style are. */
class Pen {
  bytes = '';
  cursor: CursorPosition | undefined;
  style: number;
  saved: SavedPen | undefined;

  constructor(cursor: CursorPosition | undefined, style: number, saved: SavedPen | undefined) {
    this.cursor = cursor;
    this.style = style;
    this.saved = saved;
  }

  /**
   * Goes to a cell by moving, by coming back to what was saved, or by writing again the unchanged cells before
   * it.
   */
  reach(row: number, column: number, wanted: CellRow): void {
    const to = {row, column};
    const grapheme = wanted.chars[column] ?? ' ';
    const style = wanted.styles[column] ?? 0;
    const cost = (way: Reach) => way.bytes.length + dressing(way.style, grapheme, style).length;
    const moved: Reach = {bytes: move(this.cursor, to), style: this.style};
    const ways = [moved, this.#comeBack(to), this.#rewrite(row, column, wanted)];
    const way = ways.reduce<Reach>(
      (best, each) => (each !== undefined && cost(each) < cost(best) ? each : best),
      moved,
    );
    const isWorthSaving = hasGround(style) && !hasGround(this.style) && cost(way) >= worthSaving;
    this.bytes += way.bytes;
    this.style = way.style;
    this.cursor = to;
    if (!isWorthSaving || grapheme === ' ') return;
    this.#dress(grapheme, style);
    this.bytes += saveCursor;
    this.saved = {cursor: to, style};
  }

  #comeBack(to: CursorPosition): Reach | undefined {
    const {saved} = this;
    return saved && {bytes: restoreCursor + move(saved.cursor, to), style: saved.style};
  }

  put(row: number, column: number, {chars, styles}: CellRow): void {
    const grapheme = chars[column] ?? ' ';
    const isWide = chars[column + 1] === '';
    this.#dress(grapheme, styles[column] ?? 0);
    const next = column + (isWide ? 2 : 1);
    if (isCertain(grapheme)) {
      this.bytes += grapheme;
      this.cursor = next < chars.length ? {row, column: next} : undefined;
      return;
    }
    // Some terminals draw it narrower or wider: its cells are cleared first and the cursor is placed anew after
    // it.
    this.bytes += isWide ? `  \x1b[${column + 1}G${grapheme}` : grapheme;
    if (next < chars.length) {
      this.bytes += `\x1b[${next + 1}G`;
      this.cursor = {row, column: next};
    } else this.cursor = undefined;
  }

  eraseFrom(row: number, column: number): void {
    this.bytes += move(this.cursor, {row, column}) + transition(this.style, 0) + eraseToEndOfLine;
    this.style = 0;
    this.cursor = {row, column};
  }

  /** Takes on the style of a cell; a blank need not have the one that is wanted, only look like it. */
  #dress(grapheme: string, wanted: number): void {
    const bytes = dressing(this.style, grapheme, wanted);
    this.bytes += bytes;
    if (bytes !== '') this.style = wanted;
  }

  /** The cells from the cursor to before `column`, dressed for that cell; undefined where that cannot pay. */
  #rewrite(row: number, column: number, {chars, styles}: CellRow): Reach | undefined {
    if (this.cursor?.row !== row || this.cursor.column > column) return undefined;
    if (column - this.cursor.column > longestRewrite) return undefined;
    const pen = new Pen(this.cursor, this.style, undefined);
    for (let at = this.cursor.column; at < column; at += 1) {
      const grapheme = chars[at] ?? ' ';
      if (grapheme.length !== 1 || grapheme > '\x7e') return undefined;
      pen.#dress(grapheme, styles[at] ?? 0);
      pen.bytes += grapheme;
    }
    pen.#dress(chars[column] ?? ' ', styles[column] ?? 0);
    return pen;
  }
}

function dressing(style: number, grapheme: string, wanted: number): string {
  return grapheme === ' ' && isSameOnBlank(style, wanted) ? '' : transition(style, wanted);
}
