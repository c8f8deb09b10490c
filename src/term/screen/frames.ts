import {blankRow, type CellLook, type CellRow, type ReadRow, readLine} from './cells.ts';

/** A frame as it was read: of each line the style that it began in, and what it came to. */
type KeptFrame = {
  readonly lines: readonly string[];
  readonly styles: number[];
  readonly read: ReadRow[];
};

const noFrame: KeptFrame = {lines: [], styles: [], read: []};

/**
 * Reads Ink's frames into rows; a line that was in one of the last two is not parsed again. In the one before
 * the last stands the row that a selection moves off, as it looks without it. Nearly every line stands where it
 * stood, so that is where it is looked for first.
 */
export class FrameReader {
  readonly #look: CellLook;
  #last = noFrame;
  #before = noFrame;
  #columns = 0;
  #blank: CellRow = blankRow(0);

  constructor(look: CellLook) {
    this.#look = look;
  }

  /** @returns exactly `rows` rows of `columns` cells; what does not fit is cut */
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
