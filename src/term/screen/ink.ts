import {Writable} from 'node:stream';
import {width} from '../text/sanitize.ts';
import {readLine, type StyledLine} from './cells.ts';

const firstCode = 0xf0000;

export type Block = {
  readonly lines: readonly StyledLine[];
  /** Width on the screen; required only if something is to its right. */
  readonly columns?: number | undefined;
};

/** Ink makes an object for every cell. So a block of lines passes through it as one private-use character. */
export class Citations {
  #next: Block[] = [];
  #last: readonly Block[] = [];

  cite(block: Block): string {
    return String.fromCodePoint(firstCode + this.#next.push(block) - 1);
  }

  /** A block stands at the beginning of a row; only beside its first line is there something else. */
  expand(frame: string): StyledLine[] {
    if (this.#next.length > 0) this.#last = this.#next;
    this.#next = [];
    const rows = frame.split('\n');
    const lines: StyledLine[] = [];
    while (lines.length < rows.length) {
      const row = rows[lines.length] ?? '';
      const block = this.#last[(row.codePointAt(0) ?? 0) - firstCode];
      if (block === undefined) lines.push(readLine(row));
      else lines.push(beside(block, readLine(row.slice(2))), ...block.lines.slice(1));
    }
    return lines;
  }
}

function beside({lines: [line = []], columns = 0}: Block, rest: StyledLine): StyledLine {
  if (rest.length === 0) return line;
  const missing = columns - line.reduce((sum, {text}) => sum + width(text), 0);
  return [...line, {text: ' '.repeat(Math.max(0, missing)), style: 0}, ...rest];
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
