/**
 * What an emulator shows, as a picture of the docs. A browser has another font than the terminal: each run has
 * its own place and length, and blocks, braille and box lines are drawn as shapes.
 */
import type {Emulator} from './emulator.ts';

export type Ground = 'dark' | 'light';

const [cellWidth, cellHeight, margin] = [8.4, 17, 10];

const grounds = {
  dark: {ground: '#16181d', edge: '#30343c', ink: '#d7dae0'},
  light: {ground: '#ffffff', edge: '#d0d7de', ink: '#1f2328'},
} as const;

const ansi: Readonly<Record<Ground, readonly string[]>> = {
  dark: [
    ...['#3b3f46', '#e06c5f', '#8fbf6a', '#e3b341', '#5fa8e8', '#c38fe0', '#57b6b0', '#d7dae0'],
    ...['#7d8590', '#ff8a7a', '#a9dc82', '#ffd866', '#82c2ff', '#dcaaf5', '#77d5cf', '#ffffff'],
  ],
  light: [
    ...['#1f2328', '#b3261e', '#1a7f37', '#8a6100', '#0a58b5', '#7a3fb0', '#0b6e78', '#d0d7de'],
    ...['#57606a', '#cf3a30', '#2da44e', '#a87500', '#218bff', '#a475f9', '#3192aa', '#ffffff'],
  ],
};

type Run = {text: string; cells: number; look: string; back: string; readonly x: number; readonly y: number};

export function drawScreen(emulator: Emulator, ground: Ground = 'dark'): string {
  const colors = grounds[ground];
  const cells = Array.from({length: emulator.rows}, (_, row) => cellsOf(emulator, row, ground)).flat();
  const tints = joined(cells, (a, b) => a.back === b.back).filter(({back}) => back !== colors.ground);
  const runs = joined(cells, (a, b) => isAscii(a.text) && isAscii(b.text) && a.look === b.look);
  const [width, height] = [emulator.cols * cellWidth + 2 * margin, emulator.rows * cellHeight + 2 * margin];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width.toFixed(0)} ${height}" font-family="'DejaVu Sans Mono',Menlo,Consolas,monospace" font-size="14">`,
    `<rect x="0.5" y="0.5" width="${Number(width.toFixed(0)) - 1}" height="${height - 1}" rx="8" fill="${colors.ground}" stroke="${colors.edge}"/>`,
    '<g shape-rendering="crispEdges">',
    ...tints.map(({x, y, cells: count, back}) => bar(x, y, count * cellWidth, cellHeight, ` fill="${back}"`)),
    '</g>',
    ...runs.flatMap(words).map(drawRun),
    '</svg>',
    '',
  ].join('\n');
}

type Cell = NonNullable<
  ReturnType<NonNullable<ReturnType<Emulator['buffer']['active']['getLine']>>['getCell']>
>;

function cellsOf(emulator: Emulator, row: number, ground: Ground): Run[] {
  const line = emulator.buffer.active.getLine(row);
  return Array.from({length: emulator.cols}, (_, column): Run[] => {
    const cell = line?.getCell(column);
    // The second half of a wide character.
    if (cell === undefined || cell.getWidth() === 0) return [];
    const place = {x: margin + column * cellWidth, y: margin + row * cellHeight};
    return [{text: cell.getChars() || ' ', cells: cell.getWidth(), ...looksOf(cell, ground), ...place}];
  }).flat();
}

function looksOf(cell: Cell, ground: Ground) {
  const {ink, ground: paper} = grounds[ground];
  const front = cell.isFgDefault() ? ink : colorOf(cell.getFgColor(), cell.isFgRGB(), ground);
  const behind = cell.isBgDefault() ? paper : colorOf(cell.getBgColor(), cell.isBgRGB(), ground);
  const [color, back] = cell.isInverse() ? [behind, front] : [front, behind];
  const bold = cell.isBold() ? ' font-weight="bold"' : '';
  const line = cell.isUnderline() ? ' text-decoration="underline"' : '';
  const dim = cell.isDim() ? ' opacity="0.65"' : '';
  return {look: ` fill="${color}"${bold}${line}${dim}`, back};
}

function colorOf(color: number, isRgb: boolean, ground: Ground): string {
  const rgb = (...parts: number[]) => `#${parts.map(part => part.toString(16).padStart(2, '0')).join('')}`;
  if (isRgb) return rgb(color >> 16, (color >> 8) & 255, color & 255);
  if (color < 16) return ansi[ground][color] ?? '';
  if (color >= 232) return rgb(...Array<number>(3).fill(8 + (color - 232) * 10));
  const level = (step: number) => (step === 0 ? 0 : 55 + step * 40);
  const cube = color - 16;
  return rgb(level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6));
}

function joined(cells: readonly Run[], isAlike: (a: Run, b: Run) => boolean): Run[] {
  const runs: Run[] = [];
  for (const next of cells) {
    const last = runs.at(-1);
    if (last?.y !== next.y || !isAlike(last, next)) runs.push({...next});
    else Object.assign(last, {text: last.text + next.text, cells: last.cells + next.cells});
  }
  return runs;
}

/** In an unknown font only ASCII fills its cells exactly; everything else stands by itself. */
const isAscii = (text: string) => /^[ -~]*$/.test(text);

function words(run: Run): Run[] {
  if (!isAscii(run.text)) return [run];
  return [...run.text.matchAll(/\S+(?: \S+)*/g)].map(({0: text, index}) => ({
    ...{...run, text, cells: text.length},
    x: run.x + index * cellWidth,
  }));
}

function drawRun({text, cells, look, x, y}: Run): string {
  const shape = shapeOf(text, x, y);
  if (shape !== undefined) return `<g${look}>${shape}</g>`;
  const width = cells * cellWidth;
  // Another font may draw it wider or narrower, so it is centred in its cells.
  const place = isAscii(text)
    ? `x="${short(x)}" textLength="${short(width)}"`
    : `x="${short(x + width / 2)}" text-anchor="middle"`;
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<text ${place} y="${y + 13}" xml:space="preserve"${look}>${escaped}</text>`;
}

/** The arms of a box character, from the middle of its cell. */
const arms: Readonly<Record<string, string>> = {
  ...{'─': 'lr', '│': 'ud', '┌': 'dr', '┐': 'dl', '└': 'ur', '┘': 'ul'},
  ...{'├': 'udr', '┤': 'udl', '┬': 'dlr', '┴': 'ulr', '┼': 'udlr'},
};

function shapeOf(text: string, x: number, y: number): string | undefined {
  const code = text.codePointAt(0) ?? 0;
  const eighths = code - 0x2580;
  if (eighths >= 1 && eighths <= 8) {
    const height = (cellHeight * eighths) / 8;
    return bar(x, y + cellHeight - height, cellWidth, height);
  }
  if (text === '▌') return bar(x, y, cellWidth / 2, cellHeight);
  if (code >= 0x2800 && code <= 0x28ff) return dots(x, y, code - 0x2800);
  const [middleX, middleY] = [x + cellWidth / 2, y + cellHeight / 2];
  const arm: Readonly<Record<string, string>> = {
    l: bar(x, middleY - 0.5, cellWidth / 2 + 0.5, 1),
    r: bar(middleX - 0.5, middleY - 0.5, cellWidth / 2 + 0.5, 1),
    u: bar(middleX - 0.5, y, 1, cellHeight / 2 + 0.5),
    d: bar(middleX - 0.5, middleY - 0.5, 1, cellHeight / 2 + 0.5),
  };
  return arms[text] && [...arms[text]].map(each => arm[each]).join('');
}

/** Braille counts dots down the left column, then the right; the fourth row was added later. */
function dots(x: number, y: number, bits: number): string {
  return Array.from({length: 8}, (_, bit) => {
    const [across, down] = bit < 6 ? [Math.floor(bit / 3), bit % 3] : [bit - 6, 3];
    const [cx, cy] = [x + (across + 0.5) * (cellWidth / 2), y + (down + 0.5) * (cellHeight / 4)];
    return bits & (1 << bit) ? `<circle cx="${short(cx)}" cy="${short(cy)}" r="1.3"/>` : '';
  }).join('');
}

const bar = (x: number, y: number, width: number, height: number, fill = '') =>
  `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"${fill}/>`;

const short = (figure: number) => Number(figure.toFixed(2));
