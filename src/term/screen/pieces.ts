// A large difference in pieces, each of which leaves a screen that is known: an SSH packet shows nothing until
// it is whole, and what was not sent yet can give way to what is newer.
import {blankRow, type CellRow} from './cells.ts';
import {diff, type ShownScreen} from './diff.ts';

export type PieceOptions = {
  /** About how many bytes a piece may have. */
  readonly most: number;
  /** The row to begin with; those above come last. */
  readonly from: number;
  /** Rows that come before all others, in a piece of their own: they answer a key. */
  readonly urgent: ReadonlySet<number>;
};

export type Piece = {
  readonly bytes: string;
  /** What the terminal shows once it has read them. */
  readonly shown: ShownScreen;
  /** Nothing is left to be sent. */
  readonly isWhole: boolean;
  /** Where the next piece goes on. */
  readonly from: number;
};

/** A last piece may be so much larger, lest it be followed by a tiny one. */
const roundUp = 1.25;
/**
 * From this part of what it costs to draw a blank screen on, a difference is another picture, not a change of
 * one.
 */
const anotherPicture = 0.6;

/**
 * The first piece of what makes a terminal that shows `before` show `after`; all of it where that is not large.
 */
export function nextPiece(
  before: ShownScreen,
  after: readonly CellRow[],
  {most, from, urgent}: PieceOptions,
): Piece {
  const whole = diff(before, after);
  if (size(whole.bytes) <= most * roundUp) return {...whole, isWhole: true, from: 0};
  const order = rowsInOrder(before.rows, after, from, urgent);
  // Rows of another picture under the new one's head would be taken for its own.
  const blank = blankRow(after[0]?.chars.length ?? 0);
  const isOther = size(whole.bytes) > anotherPicture * size(diff(blankedBefore(before, blank), after).bytes);
  const target = (count: number) => {
    const rows = [...before.rows];
    order.forEach((row, index) => {
      if (index < count) rows[row] = after[row] ?? blank;
      else if (isOther) rows[row] = blank;
    });
    return diff(before, rows);
  };
  const first = order.filter(row => urgent.has(row)).length;
  const count = mostThatFit(
    first > 0 ? first : order.length,
    candidate => size(target(candidate).bytes) <= most,
  );
  return {...target(count), isWhole: count === order.length, from: order[count] ?? 0};
}

/** The rows that differ, in the order in which they are sent. */
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

/**
 * The largest number from 1 to `most` that fits, where each smaller one does; 1 at least, so that it goes on.
 */
function mostThatFit(most: number, fits: (count: number) => boolean): number {
  let low = 1;
  let high = most;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

const blankedBefore = (before: ShownScreen, blank: CellRow): ShownScreen => ({
  ...before,
  rows: before.rows.map(() => blank),
});

const size = (bytes: string) => Buffer.byteLength(bytes);
