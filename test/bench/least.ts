// The least that could turn one screen into another, worked out from the two alone. A program that knew nothing
// but them would have to send every changed character, and to bring the cursor to where each run of them
// begins. Styles are left out, and so is the chance to erase or to scroll: what is counted is a floor that a
// program without luck cannot reach.

/** A screen as rows of characters, a cell each; the second cell of a wide character is empty. */
export type Cells = readonly (readonly string[])[];

type Place = {
  row: number;
  column: number;
};

/**
 * The bytes of the changed characters and of the cheapest way between their runs.
 * @param from where the cursor is; undefined where nobody knows
 */
export function leastBytes(
  before: Cells,
  after: Cells,
  from: Place | undefined,
): {characters: number; moves: number} {
  let cursor = from;
  let characters = 0;
  let moves = 0;
  after.forEach((cells, row) => {
    for (let column = 0; column < cells.length; column += 1) {
      if (cells[column] === before[row]?.[column]) continue;
      const start = {row, column};
      moves += Math.min(leastMove(cursor, start), gap(cells, cursor, start));
      while (column < cells.length && cells[column] !== before[row]?.[column]) {
        characters += Buffer.byteLength(cells[column] ?? '');
        column += 1;
      }
      cursor = {row, column};
    }
  });
  return {characters, moves};
}

/** Unchanged characters on the way that are written again instead. */
function gap(cells: readonly string[], from: Place | undefined, to: Place): number {
  if (from?.row !== to.row || from.column > to.column) return Number.POSITIVE_INFINITY;
  return Buffer.byteLength(cells.slice(from.column, to.column).join(''));
}

/** The shortest of what terminals know: CR, BS, VT, and the CSI moves with their parameters. */
export function leastMove(from: Place | undefined, to: Place): number {
  const absolute = 3 + digits(to.row) + (to.column === 0 ? 0 : 1 + digits(to.column));
  if (from === undefined) return absolute;
  const down = to.row - from.row;
  const vertical = down >= 0 ? Math.min(down, csi(down)) : csi(-down);
  const across = to.column - from.column;
  const relative = across >= 0 ? csi(across) : Math.min(-across, csi(-across));
  const fromTheEdge = 1 + csi(to.column);
  const horizontal = Math.min(relative, fromTheEdge, 3 + digits(to.column));
  return Math.min(absolute, vertical + (across === 0 ? 0 : horizontal));
}

/** A parameter counts from 1, and 1 goes without saying. */
const digits = (place: number) => (place === 0 ? 0 : String(place + 1).length);
const csi = (steps: number) => (steps === 0 ? 0 : steps === 1 ? 3 : 3 + String(steps).length);
