import type {Emulator} from './emulator.ts';

/** A drawing of an emulator's screen: every cell with its colours, as a browser or a README shows it. */
const cellWidth = 8.4;
const cellHeight = 17;
const margin = 10;
const ground = '#16181d';
const ink = '#d7dae0';
const ansi = ['#3b3f46', '#e06c5f', '#8fbf6a', '#e3b341', '#5fa8e8', '#c38fe0', '#57b6b0', '#d7dae0'];
const bright = ['#7d8590', '#ff8a7a', '#a9dc82', '#ffd866', '#82c2ff', '#dcaaf5', '#77d5cf', '#ffffff'];

type Run = {
  text: string;
  column: number;
  cells: number;
  color: string;
  background: string;
  isBold: boolean;
  isDim: boolean;
};

export function drawScreen(emulator: Emulator): string {
  const width = emulator.cols * cellWidth + 2 * margin;
  const height = emulator.rows * cellHeight + 2 * margin;
  const rows = Array.from({length: emulator.rows}, (_, row) => drawRow(emulator, row)).join('\n');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width.toFixed(0)} ${height}" font-family="'DejaVu Sans Mono',Menlo,Consolas,monospace" font-size="14">
<rect width="100%" height="100%" rx="8" fill="${ground}"/>
${rows}
</svg>
`;
}

function drawRow(emulator: Emulator, row: number): string {
  const y = margin + row * cellHeight;
  return runsOf(emulator, row)
    .map(({text, column, cells, color, background, isBold, isDim}) => {
      const x = (margin + column * cellWidth).toFixed(1);
      const width = (cells * cellWidth).toFixed(1);
      const back =
        background === ground
          ? ''
          : `<rect x="${x}" y="${y}" width="${width}" height="${cellHeight}" fill="${background}"/>`;
      if (text.trim() === '') return back;
      const weight = isBold ? ' font-weight="bold"' : '';
      const opacity = isDim ? ' opacity="0.65"' : '';
      return `${back}<text x="${x}" y="${y + 13}" textLength="${width}" xml:space="preserve" fill="${color}"${weight}${opacity}>${escaped(text)}</text>`;
    })
    .join('');
}

/** Neighbouring cells of one style. */
function runsOf(emulator: Emulator, row: number): Run[] {
  const line = emulator.buffer.active.getLine(row);
  const runs: Run[] = [];
  for (let column = 0; column < emulator.cols; column++) {
    const cell = line?.getCell(column);
    if (cell === undefined || cell.getWidth() === 0) continue;
    const isInverse = cell.isInverse() !== 0;
    const front = cell.isFgDefault() ? ink : colorOf(cell.getFgColor(), cell.isFgRGB());
    const back = cell.isBgDefault() ? ground : colorOf(cell.getBgColor(), cell.isBgRGB());
    const next: Run = {
      text: cell.getChars() || ' ',
      column,
      cells: cell.getWidth(),
      color: isInverse ? back : front,
      background: isInverse ? front : back,
      isBold: cell.isBold() !== 0,
      isDim: cell.isDim() !== 0,
    };
    const last = runs.at(-1);
    if (last !== undefined && looksLike(last, next)) {
      last.text += next.text;
      last.cells += next.cells;
    } else runs.push(next);
  }
  return runs;
}

function looksLike(a: Run, b: Run): boolean {
  return a.color === b.color && a.background === b.background && a.isBold === b.isBold && a.isDim === b.isDim;
}

function colorOf(color: number, isRgb: boolean): string {
  if (isRgb) return `#${color.toString(16).padStart(6, '0')}`;
  if (color < 8) return ansi[color] ?? ink;
  if (color < 16) return bright[color - 8] ?? ink;
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
