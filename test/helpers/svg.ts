import type {Emulator} from './emulator.ts';

/**
 * A drawing of an emulator's screen, as a README shows it. A browser has another font than the terminal had,
 * so nothing may stand where the text before it ends: every piece stands at its own column and is as long as
 * its cells, and what terminals draw by themselves (blocks, braille, lines) is drawn here as well.
 */
export const cellWidth = 8.4;
export const cellHeight = 17;
export const margin = 10;
const baseline = 13;

export type Ground = 'dark' | 'light';

type Colors = {ground: string; edge: string; ink: string; ansi: readonly string[]};

const grounds: Readonly<Record<Ground, Colors>> = {
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

type Style = {color: string; background: string; isBold: boolean; isDim: boolean; isUnderlined: boolean};

type Piece = Style & {text: string; row: number; column: number; cells: number};

export function drawScreen(emulator: Emulator, ground: Ground = 'dark'): string {
  const width = (emulator.cols * cellWidth + 2 * margin).toFixed(0);
  const height = emulator.rows * cellHeight + 2 * margin;
  const colors = grounds[ground];
  const cells = Array.from({length: emulator.rows}, (_, row) => cellsOf(emulator, row, colors)).flat();
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

function cellsOf(emulator: Emulator, row: number, colors: Colors): Piece[] {
  const line = emulator.buffer.active.getLine(row);
  return Array.from({length: emulator.cols}, (_, column): Piece[] => {
    const cell = line?.getCell(column);
    // The second half of a wide character.
    if (cell === undefined || cell.getWidth() === 0) return [];
    const isInverse = cell.isInverse() !== 0;
    const front = cell.isFgDefault() ? colors.ink : colorOf(cell.getFgColor(), cell.isFgRGB(), colors);
    const back = cell.isBgDefault() ? colors.ground : colorOf(cell.getBgColor(), cell.isBgRGB(), colors);
    const style: Style = {
      color: isInverse ? back : front,
      background: isInverse ? front : back,
      isBold: cell.isBold() !== 0,
      isDim: cell.isDim() !== 0,
      isUnderlined: cell.isUnderline() !== 0,
    };
    return [{...style, text: cell.getChars() || ' ', row, column, cells: cell.getWidth()}];
  }).flat();
}

/** Neighbours that are alike, as one. */
function joined(cells: readonly Piece[], isAlike: (a: Piece, b: Piece) => boolean): Piece[] {
  const pieces: Piece[] = [];
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

const isSameRun = (a: Piece, b: Piece) =>
  isAscii(a.text) &&
  isAscii(b.text) &&
  a.color === b.color &&
  a.background === b.background &&
  a.isBold === b.isBold &&
  a.isDim === b.isDim &&
  a.isUnderlined === b.isUnderlined;

/** The parts of a run between its gaps; none of a blank one. */
function words(run: Piece): Piece[] {
  if (!isAscii(run.text)) return [run];
  return [...run.text.matchAll(/\S+(?: \S+)*/g)].map(({0: text, index}) => ({
    ...run,
    text,
    column: run.column + index,
    cells: text.length,
  }));
}

function drawPiece(piece: Piece): string {
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
function shapeOf(piece: Piece): string | undefined {
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

const rect = (piece: Piece, fill: string) => {
  const {x, y, width} = boxOf(piece);
  return `<rect x="${short(x)}" y="${y}" width="${short(width)}" height="${cellHeight}" fill="${fill}"/>`;
};

const bar = (x: number, y: number, width: number, height: number) =>
  `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"/>`;

function boxOf({row, column, cells}: Piece): {x: number; y: number; width: number} {
  return {x: margin + column * cellWidth, y: margin + row * cellHeight, width: cells * cellWidth};
}

const short = (figure: number) => Number(figure.toFixed(2));

function colorOf(color: number, isRgb: boolean, {ansi, ink}: Colors): string {
  if (isRgb) return `#${color.toString(16).padStart(6, '0')}`;
  if (color < 16) return ansi[color] ?? ink;
  if (color >= 232) return grey(8 + (color - 232) * 10);
  const level = (step: number) => (step === 0 ? 0 : 55 + step * 40);
  const index = color - 16;
  return rgb(level(Math.floor(index / 36)), level(Math.floor(index / 6) % 6), level(index % 6));
}

function grey(level: number): string {
  return rgb(level, level, level);
}

function rgb(...parts: number[]): string {
  return `#${parts.map(part => part.toString(16).padStart(2, '0')).join('')}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
