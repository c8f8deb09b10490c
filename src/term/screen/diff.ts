// Computes the bytes that change one screen into another. Law: a terminal that shows `before` and reads the
// bytes shows `after`.
//
// Rows go from top to bottom and cells from left to right, so that overwriting a wide character never destroys
// a cell written before. Between two changed cells the cursor moves or the unchanged cells are rewritten,
// whichever is shorter; trailing blanks are erased; moved blocks of rows are scrolled if that is shorter. Only
// sequences that xterm, tmux, screen and the Linux console share are used: CUP, CUU, CUD, CUF, CUB, CHA, CR,
// LF, VT, BS, EL, IL, DL, DECSC, DECRC and SGR.

import {eraseToEndOfLine, restoreCursor, saveCursor} from '../sequences.ts';
import {blankRow, type CellRow} from './cells.ts';
import {hasGround, isSameOnBlank, transition} from './style.ts';

export type ShownScreen = {
  readonly rows: readonly CellRow[];
  readonly cursor: CursorPosition | undefined;
  readonly style: number;
  readonly saved?: SavedPen | undefined;
};

type SavedPen = {readonly cursor: CursorPosition; readonly style: number};

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

/** A scroll costs about 15 bytes; smaller differences are not searched. */
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

/** Erasing costs a move, perhaps a style, and 3 bytes; fewer blanks are cheaper to write. */
const fewestErased = 4;
/** Jumping over a longer gap is always cheaper than rewriting it. */
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

function blankTail({chars, styles}: CellRow): number {
  let tail = chars.length;
  while (tail > 0 && chars[tail - 1] === ' ' && styles[tail - 1] === 0) tail -= 1;
  return tail;
}

const isSame = (old: CellRow, wanted: CellRow, column: number) =>
  old.chars[column] === wanted.chars[column] && old.styles[column] === wanted.styles[column];

/** Characters whose width all terminals agree on. */
const certain =
  /^[\x20-\x7e\xa0-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2190-\u21ff\u2400-\u2426\u2500-\u25fc\u2800-\u28ff\u3041-\u3096\u30a1-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff60\ufffd]$/;
const isCertain = (grapheme: string) =>
  (grapheme < '\x7f' && grapheme.length === 1) || certain.test(grapheme);

/** From this cost on, saving the pen (2 bytes) pays: a tint has 11 bytes, and prices change again. */
const worthSaving = 5;

type Reach = {readonly bytes: string; readonly style: number};

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

  reach(row: number, column: number, wanted: CellRow): void {
    const to = {row, column};
    const grapheme = wanted.chars[column] ?? ' ';
    const style = wanted.styles[column] ?? 0;
    const cost = ({bytes, style: left}: Reach) => bytes.length + dressing(left, grapheme, style).length;
    const moved: Reach = {bytes: move(this.cursor, to), style: this.style};
    const reaches = [moved, this.#comeBack(to), this.#rewrite(row, column, wanted)];
    const best = reaches.reduce<Reach>(
      (least, each) => (each !== undefined && cost(each) < cost(least) ? each : least),
      moved,
    );
    const isWorthSaving = hasGround(style) && !hasGround(this.style) && cost(best) >= worthSaving;
    this.bytes += best.bytes;
    this.style = best.style;
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
    // Terminals disagree on its width: its cells are cleared first, and the cursor is placed again after it.
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

  /** A blank needs a style that looks the same, not an equal one. */
  #dress(grapheme: string, wanted: number): void {
    const bytes = dressing(this.style, grapheme, wanted);
    this.bytes += bytes;
    if (bytes !== '') this.style = wanted;
  }

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

export type CursorPosition = {row: number; column: number};

function move(from: CursorPosition | undefined, to: CursorPosition): string {
  let best = cursorPosition(to);
  if (from === undefined) return best;
  let cost = best.length;
  const consider = (bytes: string, extra = 0) => {
    if (bytes.length + extra >= cost) return;
    best = bytes;
    cost = bytes.length + extra;
  };
  const down = to.row - from.row;
  consider(vertical(down) + horizontal(from.column, to.column));
  // Starts with a carriage return, because the kernel may add one to a line feed.
  if (down > 0) consider(`\r${'\n'.repeat(down)}${horizontal(0, to.column)}`, down);
  return best;
}

function cursorPosition({row, column}: CursorPosition): string {
  if (column === 0) return row === 0 ? '\x1b[H' : `\x1b[${row + 1}H`;
  return row === 0 ? `\x1b[;${column + 1}H` : `\x1b[${row + 1};${column + 1}H`;
}

/** VT keeps the column on all terminals; the kernel adds a CR to LF. Both would scroll on the last row. */
function vertical(down: number): string {
  if (down === 0) return '';
  if (down > 0 && down <= 3) return '\v'.repeat(down);
  return `\x1b[${count(Math.abs(down))}${down > 0 ? 'B' : 'A'}`;
}

function horizontal(from: number, to: number): string {
  if (from === to) return '';
  if (to === 0) return '\r';
  const absolute = `\x1b[${to + 1}G`;
  const relative = to > from ? `\x1b[${count(to - from)}C` : back(from - to);
  return relative.length <= absolute.length ? relative : absolute;
}

const back = (steps: number) => (steps <= 3 ? '\b'.repeat(steps) : `\x1b[${steps}D`);

const count = (steps: number) => (steps === 1 ? '' : `${steps}`);

/** Rows `top` to `bottom` move up by `by`, or down if negative; vacated rows are blank. */
type Scroll = {top: number; bottom: number; by: number};

const fewestRows = 3;

function findScroll(before: readonly CellRow[], after: readonly CellRow[]): Scroll | undefined {
  const places = uniquePlaces(before);
  const votes = new Map<number, number[]>();
  after.forEach((row, index) => {
    const place = places.get(row.source);
    if (place === undefined || place === index) return;
    const voters = votes.get(place - index) ?? [];
    voters.push(index);
    votes.set(place - index, voters);
  });
  const [by, voters] = [...votes].reduce(
    (best, each) => (each[1].length > best[1].length ? each : best),
    [0, []],
  );
  const first = voters[0];
  const last = voters.at(-1);
  if (first === undefined || last === undefined || voters.length < fewestRows) return undefined;
  return {top: Math.min(first, first + by), bottom: Math.max(last, last + by), by};
}

function uniquePlaces(rows: readonly CellRow[]): Map<string, number> {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  rows.forEach(({source}, index) => {
    if (places.has(source)) repeated.add(source);
    places.set(source, index);
  });
  for (const source of repeated) places.delete(source);
  return places;
}

/**
 * Deletes lines on one side of the block and inserts as many on the other. Terminals differ in the cursor's
 * column after that, so it is in the first column before each. Inserted lines take the current background, so
 * the style must be the default.
 */
function scrollBytes({top, bottom, by}: Scroll): {bytes: string; row: number} {
  const count = Math.abs(by);
  const low = bottom - count + 1;
  const [deleted, inserted] = by > 0 ? [top, low] : [low, top];
  const times = count === 1 ? '' : count;
  return {bytes: `\x1b[${deleted + 1}H\x1b[${times}M\x1b[${inserted + 1}H\x1b[${times}L`, row: inserted};
}

function scrollRows(rows: readonly CellRow[], {top, bottom, by}: Scroll): CellRow[] {
  const blank = blankRow(rows[0]?.chars.length ?? 0);
  return rows.map((row, index) => {
    if (index < top || index > bottom) return row;
    const from = index + by;
    return from < top || from > bottom ? blank : (rows[from] ?? blank);
  });
}
