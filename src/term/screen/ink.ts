import {Writable} from 'node:stream';
import {width} from '../text/sanitize.ts';
import {readLine, type StyledLine} from './cells.ts';

const firstCode = 0xf0000;
const blank = 0x20;

export type Block = {
  readonly lines: readonly StyledLine[];
  /** Width on the screen; required only if something is to its right. */
  readonly columns?: number | undefined;
  readonly rows: number;
};

type Standing = {readonly block: Block; readonly top: number};
type Part = {readonly line: StyledLine; readonly columns: number};

const noPart: Part = {line: [], columns: 1};

/** Ink makes an object for every cell. So a block of lines passes through it as one private-use character. */
export class Citations {
  #next: Block[] = [];
  #last: readonly Block[] = [];

  cite(block: Block): string {
    return String.fromCodePoint(firstCode + this.#next.push(block) - 1);
  }

  expand(frame: string): StyledLine[] {
    if (this.#next.length > 0) this.#last = this.#next;
    this.#next = [];
    const standing: (Standing | undefined)[] = [];
    const rows = frame.split('\n').map((text, row) => this.#expandRow(text, row, standing));
    while (standing.some(each => isOpen(each, rows.length)))
      rows.push(this.#expandRow('', rows.length, standing));
    return rows;
  }

  #expandRow(text: string, row: number, standing: (Standing | undefined)[]): StyledLine {
    const parts: Part[] = [];
    let at = 0;
    for (let column = 0; at < text.length || column < standing.length; column += 1) {
      const code = text.codePointAt(at) ?? blank;
      const block = code < firstCode ? undefined : this.#last[code - firstCode];
      if (block === undefined && code !== blank) break;
      if (block !== undefined) standing[column] = {block, top: row};
      at += block === undefined ? 1 : 2;
      parts.push(partOf(standing[column], row));
    }
    return join(parts, readLine(text.slice(at)));
  }
}

const isOpen = (standing: Standing | undefined, row: number): standing is Standing =>
  standing !== undefined && row - standing.top < standing.block.rows;

function partOf(standing: Standing | undefined, row: number): Part {
  if (!isOpen(standing, row)) return noPart;
  const {block, top} = standing;
  return {line: block.lines[row - top] ?? noPart.line, columns: block.columns ?? 1};
}

function join(parts: readonly Part[], rest: StyledLine): StyledLine {
  const all = [...parts, {line: rest, columns: 0}];
  const end = all.findLastIndex(({line}) => line.length > 0);
  if (end < 1) return all[0]?.line ?? noPart.line;
  return all.slice(0, end + 1).flatMap(({line, columns}, index) => {
    const missing = columns - line.reduce((sum, {text}) => sum + width(text), 0);
    return index === end || missing <= 0 ? line : [...line, {text: ' '.repeat(missing), style: 0}];
  });
}

/** Mode switches that Ink sends (cursor, paste, keyboard protocol). The session owns these modes. */
const controls = /^(?:\x1b\[(?:\?\d+[hl]|[<>?]\d*u))+$/;

/** In debug mode Ink writes whole frames, mixed with mode switches; this keeps the frames only. */
export class InkOutput extends Writable {
  readonly isTTY = true;
  rows: number;
  #columns: number;
  #page: number | undefined;
  readonly #onFrame: (frame: string) => void;

  constructor(columns: number, rows: number, onFrame: (frame: string) => void) {
    super({decodeStrings: false});
    this.#columns = columns;
    this.rows = rows;
    this.#onFrame = onFrame;
  }

  get columns(): number {
    return this.#page ?? this.#columns;
  }

  setPage(columns: number): void {
    this.#page = columns;
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
    this.#columns = columns;
    this.rows = rows;
    this.emit('resize');
  }
}
