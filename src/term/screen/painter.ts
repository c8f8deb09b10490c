import {beginSynchronized, clearScreen, endSynchronized} from '../sequences.ts';
import {blankRow, type CellRow, createFrameReader, type StyledLine} from './cells.ts';
import {type CursorPosition, diff, type ShownScreen} from './diff.ts';

/** Smaller updates appear at once anyway. */
const synchronizedFrom = 1024;

export class Painter {
  readonly isAscii: boolean;
  readonly #read: ReturnType<typeof createFrameReader>;
  #shown: ShownScreen | undefined;
  #aim: readonly CellRow[] = [];
  #from: number | undefined;

  constructor(isAscii: boolean) {
    this.isAscii = isAscii;
    this.#read = createFrameReader(isAscii);
  }

  get isKnown(): boolean {
    return this.#shown !== undefined;
  }

  get isPartway(): boolean {
    return this.#from !== undefined;
  }

  forget(): void {
    this.#shown = undefined;
    this.#from = undefined;
  }

  moved(cursor: CursorPosition): void {
    if (this.#shown !== undefined) this.#shown = {...this.#shown, cursor};
  }

  /** Returns one piece if the bytes are many more than `most`; `answersKey` sends new changes first. */
  paint(
    frame: readonly StyledLine[],
    {columns, rows}: {columns: number; rows: number},
    most: number,
    answersKey: boolean,
  ): string {
    const clear = this.#shown === undefined ? clearScreen : '';
    const before = this.#shown ?? blankScreen(columns, rows);
    const bytes = clear + this.#toward(before, this.#read(frame, columns, rows), most, answersKey);
    return bytes.length > synchronizedFrom ? beginSynchronized + bytes + endSynchronized : bytes;
  }

  #toward(before: ShownScreen, wanted: readonly CellRow[], most: number, answersKey: boolean): string {
    if (most === Number.POSITIVE_INFINITY) {
      const {bytes, shown} = diff(before, wanted);
      this.#shown = shown;
      this.#from = undefined;
      return bytes;
    }
    const isUrgent = (row: number) => answersKey && wanted[row]?.source !== this.#aim[row]?.source;
    const urgent = new Set([...wanted.keys()].filter(isUrgent));
    const piece = nextPiece(before, wanted, {most, from: this.#from ?? 0, urgent});
    this.#shown = piece.shown;
    this.#from = piece.isWhole ? undefined : piece.from;
    this.#aim = wanted;
    return piece.bytes;
  }
}

const blankScreen = (columns: number, rows: number): ShownScreen => ({
  rows: Array<CellRow>(rows).fill(blankRow(columns)),
  cursor: {row: 0, column: 0},
  style: 0,
});

// Splits a large difference into pieces that each end in a known screen: an SSH packet shows nothing until it
// is complete, and newer output can replace unsent pieces.

type PieceOptions = {
  readonly most: number;
  /** The first row; rows above it come last. */
  readonly from: number;
  /** Rows that answer a key; sent first, in their own piece. */
  readonly urgent: ReadonlySet<number>;
};

/** A last piece may be larger by this factor, which avoids a tiny extra one. */
const roundUp = 1.25;
/** A difference of at least this part of a full redraw counts as a different picture. */
const anotherPicture = 0.6;

export function nextPiece(
  before: ShownScreen,
  after: readonly CellRow[],
  {most, from, urgent}: PieceOptions,
) {
  const whole = diff(before, after);
  if (size(whole.bytes) <= most * roundUp) return {...whole, isWhole: true, from: 0};
  const order = rowsInOrder(before.rows, after, from, urgent);
  // Old rows below a new header would be misleading, so they are blanked first.
  const blank = blankRow(after[0]?.chars.length ?? 0);
  const isOther = size(whole.bytes) > anotherPicture * size(diff(blankedBefore(before, blank), after).bytes);
  const first = order.filter(row => urgent.has(row)).length;
  const rows = before.rows.map((row, at) => (isOther && order.includes(at) ? blank : row));
  let [piece, count] = [diff(before, [...rows]), 0];
  for (const row of order.slice(0, first > 0 ? first : order.length)) {
    rows[row] = after[row] ?? blank;
    const longer = diff(before, [...rows]);
    if (count > 0 && size(longer.bytes) > most) break;
    piece = longer;
    count += 1;
  }
  return {...piece, isWhole: count === order.length, from: order[count] ?? 0};
}

function rowsInOrder(
  before: readonly CellRow[],
  after: readonly CellRow[],
  from: number,
  urgent: ReadonlySet<number>,
): number[] {
  const different = [...after.keys()].filter(row => before[row]?.source !== after[row]?.source);
  const rank = (row: number) => (urgent.has(row) ? 0 : row >= from ? 1 : 2);
  return different.sort((a, b) => rank(a) - rank(b) || a - b);
}

const blankedBefore = (before: ShownScreen, blank: CellRow): ShownScreen => ({
  ...before,
  rows: before.rows.map(() => blank),
});

const size = (bytes: string) => Buffer.byteLength(bytes);
