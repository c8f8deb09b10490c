import {blankRow, type CellRow} from './cells.ts';

/** Rows `top` to `bottom` move up by `by` rows, or down where it is negative; what they leave is blank. */
export type Scroll = {top: number; bottom: number; by: number};

/** Fewer rows than these are written again as cheaply as they are moved. */
const fewestRows = 3;

/**
 * The move of a block of rows that brings most of them to where they are wanted; undefined when few would be.
 */
export function findScroll(before: readonly CellRow[], after: readonly CellRow[]): Scroll | undefined {
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

/** Where each row stands whose text is there only once. */
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
 * Deletes lines on one side of the block and inserts as many on the other: the rows below come back to where
 * they were. The cursor is in the first column before each, since terminals differ in whether these move it
 * there. What is inserted has the background of the current style, which must be the default.
 * @returns the bytes, and the row of the cursor after them
 */
export function scrollBytes({top, bottom, by}: Scroll): {bytes: string; row: number} {
  const count = Math.abs(by);
  const low = bottom - count + 1;
  const [deleted, inserted] = by > 0 ? [top, low] : [low, top];
  const times = count === 1 ? '' : count;
  return {bytes: `\x1b[${deleted + 1}H\x1b[${times}M\x1b[${inserted + 1}H\x1b[${times}L`, row: inserted};
}

/** What the screen shows after a scroll. */
export function scrollRows(rows: readonly CellRow[], {top, bottom, by}: Scroll): CellRow[] {
  const blank = blankRow(rows[0]?.chars.length ?? 0);
  return rows.map((row, index) => {
    if (index < top || index > bottom) return row;
    const from = index + by;
    return from < top || from > bottom ? blank : (rows[from] ?? blank);
  });
}
