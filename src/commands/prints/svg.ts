import type {PrintedRow} from './cells.ts';
import {type Ground, type GroundColors, grounds, seenColors} from './colours.ts';
import {escaped} from './markup.ts';

/**
 * A drawing of a screen, as a README shows it. A browser has another font than the terminal had,
 * so nothing may stand where the text before it ends: every piece stands at its own column and is as long as
 * its cells, and what terminals draw by themselves (blocks, braille, lines) is drawn here as well.
 */
export const cellWidth = 8.4;
export const cellHeight = 17;
export const margin = 10;
const baseline = 13;

type PieceStyle = {color: string; background: string; isBold: boolean; isDim: boolean; isUnderlined: boolean};

type SvgPiece = PieceStyle & {text: string; row: number; column: number; cells: number};

/** @param rows of the screen, each as wide as `columns` */
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
    const {isBold, isDim, isUnderlined} = style;
    return {...seenColors(style, colors), isBold, isDim, isUnderlined, text, row, column, cells: count};
  });
}

/** Neighbours that are alike, as one. */
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

/** Only ASCII is as wide as its cells in whatever font is at hand: everything else stands alone. */
const isAscii = (text: string) => /^[ -~]*$/.test(text);

const isSameRun = (a: SvgPiece, b: SvgPiece) =>
  isAscii(a.text) &&
  isAscii(b.text) &&
  a.color === b.color &&
  a.background === b.background &&
  a.isBold === b.isBold &&
  a.isDim === b.isDim &&
  a.isUnderlined === b.isUnderlined;

/** The parts of a run between its gaps; none of a blank one. */
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
  // What another font draws wider or narrower is kept in the middle of its cells.
  const place = isAscii(text)
    ? `x="${short(x)}" textLength="${short(width)}"`
    : `x="${short(x + (cells * cellWidth) / 2)}" text-anchor="middle"`;
  const weight = isBold ? ' font-weight="bold"' : '';
  const line = isUnderlined ? ' text-decoration="underline"' : '';
  return `<text ${place} y="${y + baseline}" xml:space="preserve" fill="${piece.color}"${weight}${line}${opacity}>${escaped(text)}</text>`;
}

/** What fills its cell by a part, as terminals draw it without any font. */
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

/** The arms that a line of a frame has from the middle of its cell. */
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

/** Braille counts its dots down the left column, then down the right one; the fourth row came later. */
const dotPlaces = [
  [0, 0],
  [0, 1],
  [0, 2],
  [1, 0],
  [1, 1],
  [1, 2],
  [0, 3],
  [1, 3],
] as const;

function dots(x: number, y: number, bits: number): string {
  return dotPlaces
    .filter((_, bit) => bits & (1 << bit))
    .map(
      ([across, down]) =>
        `<circle cx="${short(x + (across + 0.5) * (cellWidth / 2))}" cy="${short(y + (down + 0.5) * (cellHeight / 4))}" r="1.3"/>`,
    )
    .join('');
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
