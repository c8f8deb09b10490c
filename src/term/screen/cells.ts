import {shownAs, toAscii} from '../text/sanitize.ts';
import {codePointWidth} from '../text/width.ts';
import {applySgr, blankStyle} from './style.ts';

/** `chars[i]` is the grapheme that begins in the cell, '' in the second half of a wide one. */
export type CellRow = {
  readonly chars: readonly string[];
  readonly styles: readonly number[];
  /** Rows of one width with the same source are equal. */
  readonly source: string;
};

export type CellLook = {ascii: boolean; color: boolean};

type ReadRow = {row: CellRow; endStyle: number};

export function blankRow(columns: number): CellRow {
  return {chars: Array<string>(columns).fill(' '), styles: Array<number>(columns).fill(0), source: ''};
}

const sourceOf = (line: string, startStyle: number): string =>
  startStyle === 0 ? line : `${startStyle}\n${line}`;

// A CSI sequence; a complete string sequence; an escape and one character; or a single control.
const sequence =
  /\x1b\[([0-?]*)[ -/]*([@-~]?)|\x1b[PX\]^_][^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?|\x1b[ -/]*[0-~]?|[\x00-\x1f\x7f-\x9f]/y;

/** Drops all controls except SGR, so that none reaches the terminal; cuts text beyond `columns`. */
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
    // Only marks join a character; other zero-width characters are dropped.
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
  #last = -1;
  #lastStyle = 0;

  constructor(columns: number) {
    this.#columns = columns;
    this.#chars = Array<string>(columns).fill(' ');
    this.#styles = Array<number>(columns).fill(0);
  }

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
    // A blank with a mark is not blank: the mark has a color.
    this.#styles[this.#last] = this.#lastStyle;
  }

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

type KeptFrame = {
  readonly lines: readonly string[];
  readonly styles: number[];
  readonly read: ReadRow[];
};

const noFrame: KeptFrame = {lines: [], styles: [], read: []};

/** Caches the last two frames: the older one has the row that a selection leaves, as it looks without it. */
export class FrameReader {
  readonly #look: CellLook;
  #last = noFrame;
  #before = noFrame;
  #columns = 0;
  #blank: CellRow = blankRow(0);

  constructor(look: CellLook) {
    this.#look = look;
  }

  read(lines: readonly string[], columns: number, rows: number): CellRow[] {
    if (columns !== this.#columns) {
      this.#columns = columns;
      this.#last = noFrame;
      this.#before = noFrame;
      this.#blank = blankRow(columns);
    }
    const frame: KeptFrame = {lines: lines.slice(0, rows), styles: [], read: []};
    let style = 0;
    for (const [index, line] of frame.lines.entries()) {
      const known = this.#known(frame, index, style) ?? readLine(line, columns, style, this.#look);
      frame.styles.push(style);
      frame.read.push(known);
      style = known.endStyle;
    }
    this.#before = this.#last;
    this.#last = frame;
    const read = frame.read.map(({row}) => row);
    while (read.length < rows) read.push(this.#blank);
    return read;
  }

  #known(frame: KeptFrame, index: number, style: number): ReadRow | undefined {
    const line = frame.lines[index] ?? '';
    return (
      readAt(this.#last, index, line, style) ??
      readAt(this.#before, index, line, style) ??
      readAnywhere(frame, line, style) ??
      readAnywhere(this.#last, line, style) ??
      readAnywhere(this.#before, line, style)
    );
  }
}

function readAt({lines, styles, read}: KeptFrame, index: number, line: string, style: number) {
  return lines[index] === line && styles[index] === style ? read[index] : undefined;
}

function readAnywhere(frame: KeptFrame, line: string, style: number): ReadRow | undefined {
  const {lines} = frame;
  for (let at = lines.indexOf(line); at >= 0; at = lines.indexOf(line, at + 1)) {
    const found = readAt(frame, at, line, style);
    if (found !== undefined) return found;
  }
  return undefined;
}
