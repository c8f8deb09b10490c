import {padEnd, width} from '../text/width.ts';

const firstCode = 0xf0000;
const sgr = /\x1b\[[\d;]*m/g;
const blank = 0x20;

export type Block = {
  readonly lines: readonly string[];
  /** Width on the screen; required only if something is to its right. */
  readonly columns?: number | undefined;
  readonly rows: number;
};

type Standing = {readonly block: Block; readonly top: number};
type Part = {readonly text: string; readonly columns: number};

const noPart: Part = {text: '', columns: 1};

/**
 * Blocks of lines that pass through Ink as one character each. Ink creates an object for every cell of every
 * frame, which is most of the time between a key and its paint. So its page is kept narrow: a private-use
 * character cites a block at its first line, and the other rows of the block stay blank. The screen inserts the
 * lines when the frame comes out.
 *
 * Only citations and blanks are to the left of a citation. Sanitized text has no private-use characters. Ink
 * requests every character again for each frame, so only one frame is remembered.
 */
export class Citations {
  /** For the frame that Ink is about to write. */
  #next: Block[] = [];
  /** For the last frame, which Ink may write again. */
  #last: readonly Block[] = [];

  cite(block: Block): string {
    return String.fromCodePoint(firstCode + this.#next.push(block) - 1);
  }

  expand(frame: string): string[] {
    if (this.#next.length > 0) this.#last = this.#next;
    this.#next = [];
    const standing: (Standing | undefined)[] = [];
    const rows = frame.split('\n').map((text, row) => this.#expandRow(text, row, standing));
    while (standing.some(each => isOpen(each, rows.length)))
      rows.push(this.#expandRow('', rows.length, standing));
    return rows;
  }

  #expandRow(text: string, row: number, standing: (Standing | undefined)[]): string {
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
    return join(parts, text.slice(at));
  }
}

const isOpen = (standing: Standing | undefined, row: number): standing is Standing =>
  standing !== undefined && row - standing.top < standing.block.rows;

function partOf(standing: Standing | undefined, row: number): Part {
  if (!isOpen(standing, row)) return noPart;
  const {block, top} = standing;
  return {text: block.lines[row - top] ?? '', columns: block.columns ?? 1};
}

function join(parts: readonly Part[], rest: string): string {
  let end = parts.length;
  if (rest === '') while (end > 0 && parts[end - 1]?.text === '') end -= 1;
  const last = rest === '' ? end - 1 : end;
  let joined = '';
  for (let index = 0; index < end; index += 1) {
    const {text, columns} = parts[index] ?? noPart;
    joined += index < last ? fill(text, columns) : text;
  }
  return joined + rest;
}

function fill(text: string, columns: number): string {
  const plain = text.includes('\x1b') ? text.replace(sgr, '') : text;
  return text + padEnd('', columns - width(plain));
}
