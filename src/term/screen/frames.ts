import {blankRow, type CellLook, type CellRow, type ReadRow, readLine, sourceOf} from './cells.ts';

/**
 * Reads Ink's frames into rows; a line that was in one of the last two is not parsed again. In the one before
 * the last stands the row that a selection moves off, as it looks without it.
 */
export class FrameReader {
  readonly #look: CellLook;
  #known = new Map<string, ReadRow>();
  #before = new Map<string, ReadRow>();
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
      this.#before = new Map();
      this.#blank = blankRow(columns);
    }
    const seen = new Map<string, ReadRow>();
    let style = 0;
    const read = lines.slice(0, rows).map(line => {
      const source = sourceOf(line, style);
      const known =
        seen.get(source) ??
        this.#known.get(source) ??
        this.#before.get(source) ??
        readLine(line, columns, style, this.#look);
      seen.set(source, known);
      style = known.endStyle;
      return known.row;
    });
    this.#before = this.#known;
    this.#known = seen;
    while (read.length < rows) read.push(this.#blank);
    return read;
  }
}
