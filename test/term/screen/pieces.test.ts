import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {blankRow, type CellRow, cellsOf, readLine} from '../../../src/term/screen/cells.ts';
import type {ShownScreen} from '../../../src/term/screen/diff.ts';
import {nextPiece} from '../../../src/term/screen/painter.ts';
import {cases} from '../../helpers/cases.ts';
import {createEmulator, type Emulator, styledPicture, writeSync} from '../../helpers/emulator.ts';

const columns = 30;
const rows = 12;

const read = (lines: readonly string[]): CellRow[] =>
  Array.from({length: rows}, (_, row) => cellsOf(readLine(lines[row] ?? ''), columns, false));

const blank: ShownScreen = {
  rows: Array<CellRow>(rows).fill(blankRow(columns)),
  cursor: {row: 0, column: 0},
  style: 0,
};

const text = fc.constantFrom(
  'a',
  'price',
  ' ',
  '     ',
  '12.5',
  '世',
  'é',
  '\x1b[31m',
  '\x1b[44m',
  '\x1b[1m',
  '\x1b[0m',
);
const line = fc.array(text, {maxLength: 9}).map(parts => `${parts.join('')}\x1b[0m`);
const frame = fc.array(line, {maxLength: rows});
const frames = fc.array(frame, {minLength: 2, maxLength: 4});

/** What a terminal shows of rows that are drawn at once. */
function drawn(shown: readonly CellRow[]): string[] {
  const emulator = createEmulator(columns, rows);
  writeSync(emulator, nextPiece(blank, shown, {most: 1e9, from: 0, urgent: new Set()}).bytes);
  return styledPicture(emulator);
}

/** Sends pieces until the frame is whole. */
function send(emulator: Emulator, before: ShownScreen, wanted: readonly CellRow[], most: number) {
  const pieces: {size: number; shown: ShownScreen}[] = [];
  let [shown, from, isWhole] = [before, 0, false];
  while (!isWhole) {
    const piece = nextPiece(shown, wanted, {most, from, urgent: new Set()});
    writeSync(emulator, piece.bytes);
    pieces.push({size: piece.bytes.length, shown: piece.shown});
    ({shown, from, isWhole} = piece);
  }
  return pieces;
}

describe('a difference in pieces', () => {
  it('leaves a known screen after each piece, and the frame at the end', () => {
    fc.assert(
      fc.property(frames, fc.integer({min: 10, max: 200}), (sequence, most) => {
        const emulator = createEmulator(columns, rows);
        let shown = blank;
        for (const each of sequence) {
          const wanted = read(each);
          const [first, ...rest] = send(emulator, shown, wanted, most);
          shown = (rest.at(-1) ?? first)?.shown ?? shown;
          expect(styledPicture(emulator)).toEqual(drawn(wanted));
        }
      }),
      {numRuns: cases(40, 150)},
    );
  });

  it('can be replaced by a newer frame after any piece', () => {
    fc.assert(
      fc.property(frames, fc.integer({min: 10, max: 100}), (sequence, most) => {
        const emulator = createEmulator(columns, rows);
        let [shown, from] = [blank, 0];
        for (const each of sequence) {
          const piece = nextPiece(shown, read(each), {most, from, urgent: new Set([rows - 1])});
          writeSync(emulator, piece.bytes);
          ({shown, from} = piece);
          expect(styledPicture(emulator)).toEqual(drawn(shown.rows));
        }
      }),
      {numRuns: cases(80, 300)},
    );
  });

  it('keeps rows with only small changes', () => {
    const before = read(Array.from({length: rows}, (_, row) => `price ${row} of a long name 1`));
    const after = read(Array.from({length: rows}, (_, row) => `price ${row} of a long name 2`));
    const piece = nextPiece({...blank, rows: before, cursor: undefined}, after, {
      most: 20,
      from: 0,
      urgent: new Set(),
    });
    expect(piece.isWhole).toBe(false);
    expect(piece.shown.rows.at(-1)).toBe(before.at(-1));
  });
});
