import {padEnd, width} from '../text/width.ts';

const firstCode = 0xf0000;
const sgr = /\x1b\[[\d;]*m/g;
const blank = 0x20;

/** Lines under each other that are drawn already; they may hold SGR sequences. */
export type Block = {
  readonly lines: readonly string[];
  /** What it takes of the screen; wanted only where something stands to the right of it. */
  readonly columns?: number | undefined;
  readonly rows: number;
};

/** A block and the row of its first line. */
type Standing = {readonly block: Block; readonly top: number};
type Part = {readonly text: string; readonly columns: number};

const noPart: Part = {text: '', columns: 1};

/**
 * Blocks of lines that go through Ink as one character each. Ink makes an object of every cell of its page for
 * every frame, which is most of the time between a key and its paint, and all of the garbage. So its page is as
 * narrow as it can be: a block is cited by a private-use character, as wide as one cell there, at the place of
 * its first line; its other rows are left blank, or left out where nothing stands below. The screen puts the
 * lines in their places, as wide as they are, when the frame comes out.
 *
 * To the left of a citation are only other citations, and blanks. Sanitized text has no such characters, so
 * none of it can be mistaken for one. Ink asks for each character anew for every frame: what is remembered is
 * one frame's.
 */
export class Citations {
  /** Of the frame that Ink is about to write. */
  #next: Block[] = [];
  /** Of the last one, which Ink may write again. */
  #last: readonly Block[] = [];

  /** The character that stands for a block in the next frame. */
  cite(block: Block): string {
    return String.fromCodePoint(firstCode + this.#next.push(block) - 1);
  }

  /** The lines of a frame, every block in its place. */
  expand(frame: string): string[] {
    if (this.#next.length > 0) this.#last = this.#next;
    this.#next = [];
    // By column of Ink's page.
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

/** Parts beside each other; what nothing follows is not filled up. */
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
