import {beginSynchronized, clearScreen, endSynchronized} from '../sequences.ts';
import {blankRow, type CellLook, type CellRow} from './cells.ts';
import {diff, type ShownScreen} from './diff.ts';
import {FrameReader} from './frames.ts';
import type {CursorPosition} from './moves.ts';
import {nextPiece} from './pieces.ts';

/** A terminal shows less than this before anyone could see it half drawn. */
const synchronizedFrom = 1024;

/** Knows what the terminal shows, and the bytes that make it show a frame. */
export class Painter {
  #reader: FrameReader;
  /** undefined while nobody knows what the terminal shows. */
  #shown: ShownScreen | undefined;
  /** The rows that the last paint was on its way to, and the row at which to go on if it did not get there. */
  #aim: readonly CellRow[] = [];
  #from: number | undefined;

  constructor(look: CellLook) {
    this.#reader = new FrameReader(look);
  }

  get isKnown(): boolean {
    return this.#shown !== undefined;
  }

  /** The last paint was a piece, and the rest of its frame is to come. */
  get isPartway(): boolean {
    return this.#from !== undefined;
  }

  /** Reads frames in another way from now on; what is shown was read in the one before. */
  look(look: CellLook): void {
    this.#reader = new FrameReader(look);
  }

  /** Nobody knows any more what the terminal shows. */
  forget(): void {
    this.#shown = undefined;
    this.#from = undefined;
  }

  /** The cursor was put elsewhere. */
  moved(cursor: CursorPosition): void {
    if (this.#shown !== undefined) this.#shown = {...this.#shown, cursor};
  }

  /**
   * The bytes that lead to a frame, or a piece of the way where they are many more than `most`.
   * @param answersKey what the frame changes against the one before it comes first
   */
  paint(
    frame: readonly string[],
    {columns, rows}: {columns: number; rows: number},
    most: number,
    answersKey: boolean,
  ): string {
    const clear = this.#shown === undefined ? clearScreen : '';
    const before = this.#shown ?? blankScreen(columns, rows);
    const bytes = clear + this.#toward(before, this.#reader.read(frame, columns, rows), most, answersKey);
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
