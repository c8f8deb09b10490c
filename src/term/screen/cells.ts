import {codePointWidth, shownAs, toAscii} from '../../text/sanitize.ts';
import {applySgr, blankStyle, transition} from './style.ts';

/** `chars[i]` is the grapheme that begins in the cell, '' in the second half of a wide one. */
export type CellRow = {
  readonly chars: readonly string[];
  readonly styles: readonly number[];
  /** Rows of one width with the same source are equal. */
  readonly source: string;
};

/** A line as it is drawn; text beyond the screen is cut. */
export type StyledLine = readonly {readonly text: string; readonly style: number}[];

export function blankRow(columns: number): CellRow {
  return {chars: Array<string>(columns).fill(' '), styles: Array<number>(columns).fill(0), source: ''};
}

const sourceOf = (line: StyledLine): string =>
  line.map(({text, style}) => `${style},${text.length},${text}`).join('');

// A CSI sequence; a complete string sequence; an escape and one character; or a single control.
const sequence =
  /\x1b\[([0-?]*)[ -/]*([@-~]?)|\x1b[PX\]^_][^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?|\x1b[ -/]*[0-~]?|[\x00-\x1f\x7f-\x9f]/g;

/** Only for what Ink itself draws: text fields and tables. Drops all controls except SGR. */
export function readLine(text: string): StyledLine {
  const line: StyledLine[number][] = [];
  let [style, start] = [0, 0];
  const take = (end: number) => void (end > start && line.push({text: text.slice(start, end), style}));
  for (const {0: found, 1: parameters = '', 2: final, index} of text.matchAll(sequence)) {
    take(index);
    start = index + found.length;
    if (final === 'm' && /^[\d;]*$/.test(parameters)) style = applySgr(style, parameters);
  }
  take(text.length);
  return line;
}

/** For text of which Ink draws the cells, and for output that is no screen. */
export function sgrText(line: StyledLine): string {
  return line
    .map(({text, style}) => (style === 0 || text === '' ? text : `${transition(0, style)}${text}\x1b[0m`))
    .join('');
}

/** Drops all controls, so that none reaches the terminal. */
export function cellsOf(line: StyledLine, columns: number, isAscii: boolean): CellRow {
  const row = new RowBuilder(columns);
  for (const {text, style} of line)
    for (const character of text) {
      const codePoint = character.codePointAt(0) ?? 0;
      if (codePoint >= 0x20 && codePoint < 0x7f) row.put(character, 1, style);
      else if (codePoint >= 0xa0) putWide(row, character, codePoint, style, isAscii);
    }
  return row.finish(sourceOf(line));
}

const mark = /^\p{M}$/u;

function putWide(row: RowBuilder, character: string, codePoint: number, style: number, isAscii: boolean) {
  const cells = codePointWidth(codePoint);
  const shown = shownAs(character);
  if (cells === 0) {
    // Only marks join a character; other zero-width characters are dropped.
    if (!isAscii && shown === character && mark.test(character)) row.put(character, 0, style);
  } else if (!isAscii) row.put(shown, shown === character ? cells : 1, style);
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

const noLine: StyledLine = [];

/** A line that was read before, the same object, costs little. */
export function createFrameReader(isAscii: boolean) {
  let known = {columns: 0, rows: new WeakMap<StyledLine, CellRow>()};
  return (lines: readonly StyledLine[], columns: number, rows: number): CellRow[] => {
    if (columns !== known.columns) known = {columns, rows: new WeakMap()};
    return Array.from({length: rows}, (_, at) => {
      const line = lines[at] ?? noLine;
      const row = known.rows.get(line) ?? cellsOf(line, columns, isAscii);
      known.rows.set(line, row);
      return row;
    });
  };
}
