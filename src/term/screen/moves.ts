/** Where the terminal's cursor is, from 0. */
export type CursorPosition = {row: number; column: number};

/**
 * The cheapest bytes that bring the cursor from one place to another; `from` is undefined where nobody knows.
 */
export function move(from: CursorPosition | undefined, to: CursorPosition): string {
  let best = cursorPosition(to);
  if (from === undefined) return best;
  let cost = best.length;
  const consider = (bytes: string, extra = 0) => {
    if (bytes.length + extra >= cost) return;
    best = bytes;
    cost = bytes.length + extra;
  };
  const down = to.row - from.row;
  consider(vertical(down) + horizontal(from.column, to.column));
  // A carriage return first, for the kernel may or may not add one to a line feed; on the wire it then counts.
  if (down > 0) consider(`\r${'\n'.repeat(down)}${horizontal(0, to.column)}`, down);
  return best;
}

function cursorPosition({row, column}: CursorPosition): string {
  if (column === 0) return row === 0 ? '\x1b[H' : `\x1b[${row + 1}H`;
  return row === 0 ? `\x1b[;${column + 1}H` : `\x1b[${row + 1};${column + 1}H`;
}

/**
 * VT goes down a row and stays in its column on all terminals. So does LF, but the kernel puts a CR before it.
 * Both scroll at the last row, where nobody is sent down.
 */
function vertical(down: number): string {
  if (down === 0) return '';
  if (down > 0 && down <= 3) return '\v'.repeat(down);
  return `\x1b[${count(Math.abs(down))}${down > 0 ? 'B' : 'A'}`;
}

function horizontal(from: number, to: number): string {
  if (from === to) return '';
  if (to === 0) return '\r';
  const absolute = `\x1b[${to + 1}G`;
  const relative = to > from ? `\x1b[${count(to - from)}C` : back(from - to);
  return relative.length <= absolute.length ? relative : absolute;
}

const back = (steps: number) => (steps <= 3 ? '\b'.repeat(steps) : `\x1b[${steps}D`);

/** A parameter of 1 goes without saying. */
const count = (steps: number) => (steps === 1 ? '' : `${steps}`);
