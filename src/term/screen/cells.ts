import {toAscii} from '../text/ascii.ts';
import {shownAs} from '../text/sanitize.ts';
import {codePointWidth} from '../text/width.ts';
import {applySgr, blankStyle} from './style.ts';

/**
 * One row of the screen, as many cells as the screen has columns.
 * `chars[i]` is the grapheme that begins in the cell, ' ' where there is none, '' in the second half of a wide
 * one.
 */
export type CellRow = {
  readonly chars: readonly string[];
  /** Style numbers (style.ts); a wide grapheme has the same in both cells. */
  readonly styles: readonly number[];
  /** What it was read from: rows of one width with the same source are the same. */
  readonly source: string;
};

/** How text becomes cells. */
export type CellLook = {ascii: boolean; color: boolean};

/** A row as it was read, and the style that its text leaves to the next. */
export type ReadRow = {row: CellRow; endStyle: number};

export function blankRow(columns: number): CellRow {
  return {chars: Array<string>(columns).fill(' '), styles: Array<number>(columns).fill(0), source: ''};
}

/** The line with the style it begins in, where that matters. */
const sourceOf = (line: string, startStyle: number): string =>
  startStyle === 0 ? line : `${startStyle}\n${line}`;

// A CSI sequence; a string sequence to its end; an escape and one more; or any single control.
const sequence =
  /\x1b\[([0-?]*)[ -/]*([@-~]?)|\x1b[PX\]^_][^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?|\x1b[ -/]*[0-~]?|[\x00-\x1f\x7f-\x9f]/y;

/**
 * Reads one line of a frame: text and SGR. Every other control is dropped, whatever it is: nothing that Ink or
 * a careless caller lets through reaches the terminal. What does not fit into `columns` is cut.
 */
export function readLine(line: string, columns: number, startStyle: number, look: CellLook): ReadRow {
  const row = new RowBuilder(columns);
  let style = startStyle;
  for (let index = 0; index < line.length; ) {
    const code = line.charCodeAt(index);
    if (code >= 0x20 && code < 0x7f) {
      index = row.putAscii(line, index, style);
      continue;
    }
    if (code < 0x20 || (code >= 0x7f && code < 0xa0)) {
      sequence.lastIndex = index;
      const match = sequence.exec(line);
      if (match?.[2] === 'm' && /^[\d;:]*$/.test(match[1] ?? ''))
        style = applySgr(style, match[1] ?? '', look.color);
      index += match?.[0].length || 1;
      continue;
    }
    const codePoint = line.codePointAt(index) ?? 0;
    const character = String.fromCodePoint(codePoint);
    index += character.length;
    putWide(row, character, codePoint, style, look);
  }
  return {row: row.finish(sourceOf(line, startStyle)), endStyle: style};
}

const mark = /^\p{M}$/u;

function putWide(row: RowBuilder, character: string, codePoint: number, style: number, look: CellLook): void {
  const cells = codePointWidth(codePoint);
  const shown = shownAs(character);
  if (cells === 0) {
    // Only marks join a character; other things without width (joiners, half a surrogate) are dropped.
    if (!look.ascii && shown === character && mark.test(character)) row.put(character, 0, style);
  } else if (!look.ascii) row.put(shown, shown === character ? cells : 1, style);
  else for (const plain of toAscii(shown)) row.put(plain, 1, style);
}

const isRegional = (text: string) => {
  const codePoint = text.codePointAt(0) ?? 0;
  return codePoint >= 0x1f1e6 && codePoint <= 0x1f1ff;
};

class RowBuilder {
  readonly #chars: string[];
  readonly #styles: number[];
  readonly #columns: number;
  #at = 0;
  /** Cells of the last grapheme, which marks still join. */
  #last = -1;
  #lastStyle = 0;

  constructor(columns: number) {
    this.#columns = columns;
    this.#chars = Array<string>(columns).fill(' ');
    this.#styles = Array<number>(columns).fill(0);
  }

  /** Puts the printable ASCII from `start` on: most of every line. @returns where it ends */
  putAscii(line: string, start: number, style: number): number {
    const chars = this.#chars;
    const styles = this.#styles;
    const blank = blankStyle(style);
    let at = this.#at;
    let index = start;
    for (let code = line.charCodeAt(index); code >= 0x20 && code < 0x7f; code = line.charCodeAt(index)) {
      if (at < this.#columns) {
        chars[at] = line.charAt(index);
        styles[at] = code === 0x20 ? blank : style;
        at += 1;
      }
      index += 1;
    }
    // What is out of sight takes no marks.
    this.#last = index - start > at - this.#at ? -1 : at - 1;
    this.#at = at;
    this.#lastStyle = style;
    return index;
  }

  put(character: string, cells: number, style: number): void {
    if (cells === 0) {
      this.#join(character);
      return;
    }
    if (this.#at + cells > this.#columns) {
      // The rest of the line is out of sight, marks and all.
      this.#at = this.#columns;
      this.#last = -1;
      return;
    }
    if (this.#joinFlag(character)) return;
    const seen = character === ' ' ? blankStyle(style) : style;
    this.#last = this.#at;
    this.#lastStyle = style;
    this.#chars[this.#at] = character;
    this.#styles[this.#at] = seen;
    if (cells === 2) {
      this.#chars[this.#at + 1] = '';
      this.#styles[this.#at + 1] = seen;
    }
    this.#at += cells;
  }

  finish(source: string): CellRow {
    return {chars: this.#chars, styles: this.#styles, source};
  }

  #join(mark: string): void {
    const base = this.#chars[this.#last];
    if (base === undefined || base === '') return;
    this.#chars[this.#last] = base + mark;
    // A blank with a mark is no blank: the mark has a colour.
    this.#styles[this.#last] = this.#lastStyle;
  }

  /** Two regional indicators are one flag, two cells wide. */
  #joinFlag(character: string): boolean {
    const before = this.#chars[this.#last] ?? '';
    if (before.length !== 2 || !isRegional(character) || !isRegional(before)) return false;
    this.#chars[this.#last] = before + character;
    this.#chars[this.#at] = '';
    this.#styles[this.#at] = this.#styles[this.#last] ?? 0;
    this.#at += 1;
    this.#last = -1;
    return true;
  }
}
