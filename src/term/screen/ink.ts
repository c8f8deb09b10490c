import {Writable} from 'node:stream';
import {truncate, width} from '../text/sanitize.ts';
import {readLine, type StyledLine} from './cells.ts';

const firstCode = 0xf0000;
const cited = /([\u{f0000}-\u{ffffd}])/u;

export type Block = {readonly lines: readonly StyledLine[]; readonly columns: number};

type Piece = {readonly at: number; readonly columns: number; readonly line: StyledLine};
type Row = {readonly pieces: readonly Piece[]; readonly line: StyledLine};

/** Ink makes an object for every cell. So a block of lines passes through it as one private-use character. */
export class Citations {
  #next: Block[] = [];
  #last: readonly Block[] = [];
  #rows: readonly Row[] = [];

  cite(block: Block): string {
    return String.fromCodePoint(firstCode + this.#next.push(block) - 1);
  }

  /** Each block begins where Ink put its character. A row whose pieces did not change stays the same line. */
  expand(frame: string): StyledLine[] {
    if (this.#next.length > 0) this.#last = this.#next;
    this.#next = [];
    const texts = frame.split('\n');
    const pieces: Piece[][] = texts.map(() => []);
    for (const [row, text] of texts.entries()) {
      let at = 0;
      for (const part of text.split(cited)) {
        const own = this.#last[(part.codePointAt(0) ?? 0) - firstCode];
        // Blanks before a text may lie over a block.
        at += own === undefined ? part.length - part.trimStart().length : 0;
        const {lines, columns} = own ?? blockOf(part.trimStart());
        for (const [index, line] of lines.entries()) pieces[row + index]?.push({at, columns, line});
        at += own === undefined ? columns : 1;
      }
    }
    this.#rows = pieces.map((own, row) => joined(own, this.#rows[row]));
    return this.#rows.map(({line}) => line);
  }
}

function blockOf(text: string): Block {
  const line = readLine(text);
  return {lines: text === '' ? [] : [line], columns: line.reduce((sum, each) => sum + width(each.text), 0)};
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
