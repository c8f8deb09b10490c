/** Dots in character cells: braille has two by four of them in a cell, ASCII one by one. */
export type Canvas = {
  readonly width: number;
  readonly height: number;
  set(x: number, y: number): void;
  /** Text that stands before the dots. */
  lines(): string[];
};

const brailleDots = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80],
];

/** `width` and `height` of the result count dots; x runs right, y runs down. */
export function createCanvas(columns: number, rows: number, isAscii: boolean): Canvas {
  return isAscii ? asciiCanvas(columns, rows) : brailleCanvas(columns, rows);
}

function brailleCanvas(columns: number, rows: number): Canvas {
  const cells = new Uint8Array(columns * rows);
  return {
    width: columns * 2,
    height: rows * 4,
    set(x, y) {
      if (x < 0 || y < 0 || x >= columns * 2 || y >= rows * 4) return;
      const cell = (y >> 2) * columns + (x >> 1);
      cells[cell] = (cells[cell] ?? 0) | (brailleDots[y & 3]?.[x & 1] ?? 0);
    },
    lines: () =>
      Array.from({length: rows}, (_, row) =>
        Array.from(cells.subarray(row * columns, (row + 1) * columns), dots =>
          dots === 0 ? ' ' : String.fromCharCode(0x2800 + dots),
        ).join(''),
      ),
  };
}

function asciiCanvas(columns: number, rows: number): Canvas {
  const cells = Array.from({length: rows}, () => Array.from({length: columns}, () => ' '));
  return {
    width: columns,
    height: rows,
    set(x, y) {
      const row = cells[y];
      if (row !== undefined && x >= 0 && x < columns) row[x] = '*';
    },
    lines: () => cells.map(row => row.join('')),
  };
}

/** Every dot between two points, ends included (Bresenham). */
export function drawLine(canvas: Canvas, fromX: number, fromY: number, toX: number, toY: number): void {
  const stepX = Math.sign(toX - fromX);
  const stepY = Math.sign(toY - fromY);
  const distanceX = Math.abs(toX - fromX);
  const distanceY = -Math.abs(toY - fromY);
  let [x, y, error] = [fromX, fromY, distanceX + distanceY];
  for (;;) {
    canvas.set(x, y);
    if (x === toX && y === toY) return;
    const doubled = 2 * error;
    if (doubled >= distanceY) {
      error += distanceY;
      x += stepX;
    }
    if (doubled <= distanceX) {
      error += distanceX;
      y += stepY;
    }
  }
}
