import {Writable} from 'node:stream';
import {truncate, width} from '../../text/sanitize.ts';
import {readLine, type StyledLine} from './cells.ts';

/** Lines that Ink lays out as a box. */
export type Block = {
  readonly lines: readonly StyledLine[];
  readonly columns: number;
  /** Where Ink laid it out last; undefined until it has. */
  readonly place: () => Place | undefined;
};

type Place = {readonly row: number; readonly column: number};
type Piece = {readonly at: number; readonly columns: number; readonly line: StyledLine};
type Row = {readonly pieces: readonly Piece[]; readonly line: StyledLine};

/**
 * The screen as Ink laid it out: blocks of lines, and what Ink drew itself. Ink makes an object for every cell
 * of its frame, so the blocks do not pass through it.
 */
export class Page {
  readonly #onFrame: (frame: readonly StyledLine[]) => void;
  readonly #blocks = new Map<object, Block>();
  #text = '';
  #rows: readonly Row[] = [];

  constructor(onFrame: (frame: readonly StyledLine[]) => void) {
    this.#onFrame = onFrame;
  }

  put(key: object, block: Block): void {
    this.#blocks.set(key, block);
  }

  remove(key: object): void {
    this.#blocks.delete(key);
  }

  /** Ink laid out all blocks, and drew this text beside them. */
  write(text: string): void {
    this.#text = text;
    this.show();
  }

  /** A row whose pieces did not change stays the same line. */
  show(): void {
    const pieces: Piece[][] = [];
    const add = (row: number, piece: Piece) => {
      pieces[row] ??= [];
      pieces[row].push(piece);
    };
    for (const {lines, columns, place} of this.#blocks.values()) {
      const at = place();
      if (at === undefined) continue;
      for (const [index, line] of lines.entries()) add(at.row + index, {at: at.column, columns, line});
    }
    for (const [row, text] of this.#text.split('\n').entries()) {
      const shown = text.trimStart();
      const line = readLine(shown);
      const columns = line.reduce((sum, each) => sum + width(each.text), 0);
      if (shown !== '') add(row, {at: text.length - shown.length, columns, line});
    }
    this.#rows = Array.from(pieces, (own = [], row) => joined(own, this.#rows[row]));
    this.#onFrame(this.#rows.map(({line}) => line));
  }
}

/** Side by side; each ends where the next one begins. */
function joined(unsorted: readonly Piece[], before: Row | undefined): Row {
  const pieces = unsorted.toSorted((one, other) => one.at - other.at);
  if (before?.pieces.length === pieces.length && pieces.every((each, at) => isSame(each, before.pieces[at])))
    return before;
  const [only] = pieces;
  if (pieces.length === 1 && only?.at === 0) return {pieces, line: only.line};
  const line: StyledLine[number][] = [];
  let column = 0;
  for (const [index, {at, columns, line: own}] of pieces.entries()) {
    line.push({text: ' '.repeat(Math.max(0, at - column)), style: 0});
    column = Math.max(column, at);
    const end = Math.min(at + columns, pieces[index + 1]?.at ?? Number.POSITIVE_INFINITY);
    for (const {text, style} of own) {
      const shown = truncate(text, end - column, '');
      line.push({text: shown, style});
      column += width(shown);
    }
  }
  return {pieces, line};
}

const isSame = (piece: Piece, other: Piece | undefined) =>
  piece.line === other?.line && piece.at === other.at && piece.columns === other.columns;

/** Mode switches that Ink sends (cursor, paste, keyboard protocol). The session owns these modes. */
const controls = /^(?:\x1b\[(?:\?\d+[hl]|[<>?]\d*u))+$/;

/** In debug mode Ink writes whole frames, mixed with mode switches; this keeps the frames only. */
export class InkOutput extends Writable {
  readonly isTTY = true;
  columns: number;
  rows: number;
  readonly #onFrame: (frame: string) => void;

  constructor(columns: number, rows: number, onFrame: (frame: string) => void) {
    super({decodeStrings: false});
    this.columns = columns;
    this.rows = rows;
    this.#onFrame = onFrame;
  }

  override write(chunk: unknown, ...rest: unknown[]): boolean {
    const done = rest.find(each => typeof each === 'function') as (() => void) | undefined;
    // An empty write with a callback is Ink waiting for its frames; without one it is an empty frame.
    const isFrame = chunk !== '' || done === undefined;
    if (isFrame && !controls.test(String(chunk))) this.#onFrame(String(chunk));
    if (done !== undefined) queueMicrotask(done);
    return true;
  }

  resize(columns: number, rows: number): void {
    this.columns = columns;
    this.rows = rows;
    this.emit('resize');
  }
}
