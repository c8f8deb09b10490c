import {blankRow, type CellLook, type CellRow, type ReadRow, readLine, sourceOf} from './cells.ts';

/** Reads Ink's frames into rows; a line that was in the last frame is not parsed again. */
export class FrameReader {
  readonly #look: CellLook;
  #known = new Map<string, ReadRow>();
  #columns = 0;
  #blank: CellRow = blankRow(0);

  constructor(look: CellLook) {
    this.#look = look;
  }

  /** @returns exactly `rows` rows of `columns` cells; what does not fit is cut */
  read(lines: readonly string[], columns: number, rows: number): CellRow[] {
    if (columns !== this.#columns) {
      this.#columns = columns;
      this.#known = new Map();
      this.#blank = blankRow(columns);
    }
    const seen = new Map<string, ReadRow>();
    let style = 0;
    const read = lines.slice(0, rows).map(line => {
      const source = sourceOf(line, style);
      const known = seen.get(source) ?? this.#known.get(source) ?? readLine(line, columns, style, this.#look);
      seen.set(source, known);
      style = known.endStyle;
      return known.row;
    });
    this.#known = seen;
    while (read.length < rows) read.push(this.#blank);
    return read;
  }
}
