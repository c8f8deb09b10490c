import type {CellRow} from '../../term/screen/cells.ts';
import {type SeenStyle, seenStyle} from '../../term/screen/style.ts';

/**
 * Draws a screen as SVG, as a README shows it. A browser has another font than the terminal: each piece
 * therefore has its own column and length, and blocks, braille and box lines are drawn as shapes.
 */
export const cellWidth = 8.4;
export const cellHeight = 17;
export const margin = 10;
const baseline = 13;

type SvgPiece = SeenStyle & {color: string; text: string; row: number; column: number; cells: number};

export function drawCells(rows: readonly PrintedRow[], columns: number, ground: Ground): string {
  const width = (columns * cellWidth + 2 * margin).toFixed(0);
  const height = rows.length * cellHeight + 2 * margin;
  const colors = grounds[ground];
  const cells = rows.flatMap((row, index) => piecesOf(row, index, colors));
  const tints = joined(cells, (a, b) => a.background === b.background).filter(
    each => each.background !== colors.ground,
  );
  const pieces = joined(cells, isSameRun).flatMap(words).map(drawPiece);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="'DejaVu Sans Mono',Menlo,Consolas,monospace" font-size="14">`,
    `<rect x="0.5" y="0.5" width="${Number(width) - 1}" height="${height - 1}" rx="8" fill="${colors.ground}" stroke="${colors.edge}"/>`,
    '<g shape-rendering="crispEdges">',
    ...tints.map(each => rect(each, each.background)),
    '</g>',
    '<g>',
    ...pieces,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

function piecesOf(cells: PrintedRow, row: number, colors: GroundColors): SvgPiece[] {
  let next = 0;
  return cells.map(({text, cells: count, style}) => {
    const column = next;
    next += count;
    return {...style, ...seenColors(style, colors), text, row, column, cells: count};
  });
}

function joined(cells: readonly SvgPiece[], isAlike: (a: SvgPiece, b: SvgPiece) => boolean): SvgPiece[] {
  const pieces: SvgPiece[] = [];
  for (const next of cells) {
    const last = pieces.at(-1);
    if (last?.row === next.row && isAlike(last, next)) {
      last.text += next.text;
      last.cells += next.cells;
    } else pieces.push({...next});
  }
  return pieces;
}

/** In an unknown font only ASCII fills its cells exactly; everything else is placed by itself. */
const isAscii = (text: string) => /^[ -~]*$/.test(text);

const looksOf = ({color, background, isBold, isDim, isUnderlined}: SvgPiece) =>
  [color, background, isBold, isDim, isUnderlined].join();

const isSameRun = (a: SvgPiece, b: SvgPiece) =>
  isAscii(a.text) && isAscii(b.text) && looksOf(a) === looksOf(b);

function words(run: SvgPiece): SvgPiece[] {
  if (!isAscii(run.text)) return [run];
  return [...run.text.matchAll(/\S+(?: \S+)*/g)].map(({0: text, index}) => ({
    ...run,
    text,
    column: run.column + index,
    cells: text.length,
  }));
}

function drawPiece(piece: SvgPiece): string {
  const {text, cells, isBold, isDim, isUnderlined} = piece;
  const opacity = isDim ? ' opacity="0.65"' : '';
  const shape = shapeOf(piece);
  if (shape !== undefined) return `<g fill="${piece.color}"${opacity}>${shape}</g>`;
  const {x, y, width} = boxOf(piece);
  // Another font may draw it wider or narrower, so it is centred in its cells.
  const place = isAscii(text)
    ? `x="${short(x)}" textLength="${short(width)}"`
    : `x="${short(x + (cells * cellWidth) / 2)}" text-anchor="middle"`;
  const weight = isBold ? ' font-weight="bold"' : '';
  const line = isUnderlined ? ' text-decoration="underline"' : '';
  return `<text ${place} y="${y + baseline}" xml:space="preserve" fill="${piece.color}"${weight}${line}${opacity}>${escaped(text)}</text>`;
}

function shapeOf(piece: SvgPiece): string | undefined {
  const {x, y, width} = boxOf(piece);
  const code = piece.text.codePointAt(0) ?? 0;
  if (code >= 0x2800 && code <= 0x28ff) return dots(x, y, code - 0x2800);
  if (code >= 0x2581 && code <= 0x2588) {
    const height = (cellHeight * (code - 0x2580)) / 8;
    return bar(x, y + cellHeight - height, width, height);
  }
  if (piece.text === '▌') return bar(x, y, width / 2, cellHeight);
  return lines(x, y, piece.text);
}

/** The arms of a box character, from the middle of its cell. */
const arms: Readonly<Record<string, string>> = {
  ...{'─': 'lr', '│': 'ud', '┌': 'dr', '┐': 'dl', '└': 'ur', '┘': 'ul'},
  ...{'├': 'udr', '┤': 'udl', '┬': 'dlr', '┴': 'ulr', '┼': 'udlr'},
};

function lines(x: number, y: number, sign: string): string | undefined {
  const found = arms[sign];
  if (found === undefined) return;
  const [across, down] = [cellWidth / 2, cellHeight / 2];
  const [left, top] = [x + across - 0.5, y + down - 0.5];
  const from = (arm: string, middle: number, edge: number) => (found.includes(arm) ? edge : middle);
  const isFlat = /[lr]/.test(found);
  const isUpright = /[ud]/.test(found);
  return [
    isFlat ? bar(from('l', left, x), top, from('r', left + 1, x + cellWidth) - from('l', left, x), 1) : '',
    isUpright ? bar(left, from('u', top, y), 1, from('d', top + 1, y + cellHeight) - from('u', top, y)) : '',
  ].join('');
}

/** Braille counts dots down the left column, then the right; the fourth row was added later. */
function dots(x: number, y: number, bits: number): string {
  const circles = Array.from({length: 8}, (_, bit) => {
    const [across, down] = bit < 6 ? [Math.floor(bit / 3), bit % 3] : [bit - 6, 3];
    const [cx, cy] = [x + (across + 0.5) * (cellWidth / 2), y + (down + 0.5) * (cellHeight / 4)];
    return bits & (1 << bit) ? `<circle cx="${short(cx)}" cy="${short(cy)}" r="1.3"/>` : '';
  });
  return circles.join('');
}

const rect = (piece: SvgPiece, fill: string) => {
  const {x, y, width} = boxOf(piece);
  return `<rect x="${short(x)}" y="${y}" width="${short(width)}" height="${cellHeight}" fill="${fill}"/>`;
};

const bar = (x: number, y: number, width: number, height: number) =>
  `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"/>`;

function boxOf({row, column, cells}: SvgPiece): {x: number; y: number; width: number} {
  return {x: margin + column * cellWidth, y: margin + row * cellHeight, width: cells * cellWidth};
}

const short = (figure: number) => Number(figure.toFixed(2));

export type Ground = 'dark' | 'light';

type GroundColors = {
  readonly ground: string;
  readonly edge: string;
  readonly ink: string;
  readonly ansi: readonly string[];
};

export const grounds: Readonly<Record<Ground, GroundColors>> = {
  dark: {
    ground: '#16181d',
    edge: '#30343c',
    ink: '#d7dae0',
    ansi: [
      ...['#3b3f46', '#e06c5f', '#8fbf6a', '#e3b341', '#5fa8e8', '#c38fe0', '#57b6b0', '#d7dae0'],
      ...['#7d8590', '#ff8a7a', '#a9dc82', '#ffd866', '#82c2ff', '#dcaaf5', '#77d5cf', '#ffffff'],
    ],
  },
  light: {
    ground: '#ffffff',
    edge: '#d0d7de',
    ink: '#1f2328',
    ansi: [
      ...['#1f2328', '#b3261e', '#1a7f37', '#8a6100', '#0a58b5', '#7a3fb0', '#0b6e78', '#d0d7de'],
      ...['#57606a', '#cf3a30', '#2da44e', '#a87500', '#218bff', '#a475f9', '#3192aa', '#ffffff'],
    ],
  },
};

function seenColors(
  {foreground, background, isInverse}: SeenStyle,
  colors: GroundColors,
): {readonly color: string; readonly background: string} {
  const front = foreground === '' ? colors.ink : colorOf(foreground, colors);
  const back = background === '' ? colors.ground : colorOf(background, colors);
  return isInverse ? {color: back, background: front} : {color: front, background: back};
}

/** @param parameters of SGR: `31`, `44`, `38;5;200` */
function colorOf(parameters: string, {ansi, ink}: GroundColors): string {
  const [first = 0, , index = first % 10] = parameters.split(';').map(Number);
  if (index < 16) return ansi[index] ?? ink;
  if (index >= 232) return rgb(...Array<number>(3).fill(8 + (index - 232) * 10));
  const level = (step: number) => (step === 0 ? 0 : 55 + step * 40);
  const cube = index - 16;
  return rgb(level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6));
}

function rgb(...parts: number[]): string {
  return `#${parts.map(part => part.toString(16).padStart(2, '0')).join('')}`;
}

/** Escapes markup, and drops characters that XML does not allow. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[\ufffe\uffff]/g, '\ufffd');
}

export type PrintedCell = {readonly text: string; readonly cells: number; readonly style: SeenStyle};

export type PrintedRow = readonly PrintedCell[];

/** The second half of a wide character is no cell of its own. */
export function printedRow({chars, styles}: CellRow): PrintedRow {
  return chars.flatMap((text, column) =>
    text === ''
      ? []
      : [{text, cells: chars[column + 1] === '' ? 2 : 1, style: seenStyle(styles[column] ?? 0)}],
  );
}

export function printedText(rows: readonly CellRow[]): string {
  return rows.map(({chars}) => `${chars.join('').trimEnd()}\n`).join('');
}
