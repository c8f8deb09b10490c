import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {blankRow, type CellRow, cellsOf, readLine} from '../../../src/term/screen/cells.ts';
import {diff, type ShownScreen} from '../../../src/term/screen/diff.ts';
import {clearScreen, enterAlternateScreen} from '../../../src/term/sequences.ts';
import {cases} from '../../helpers/cases.ts';
import {createEmulator, type Emulator, styledPicture, writeSync} from '../../helpers/emulator.ts';

function readFrame(lines: string[], columns: number, rows: number): CellRow[] {
  const read = lines.slice(0, rows).map(line => cellsOf(readLine(line), columns, false));
  while (read.length < rows) read.push(blankRow(columns));
  return read;
}

const blank = (columns: number, rows: number): ShownScreen => ({
  rows: Array<CellRow>(rows).fill(blankRow(columns)),
  cursor: {row: 0, column: 0},
  style: 0,
});

/** Lines longer than the screen run on to the right in an emulator that is so much wider. */
const margin = 150;

/** The frame as Ink wrote it, without any difference: each line at its place. */
function showPlainly(emulator: Emulator, lines: string[]): void {
  const placed = lines.slice(0, emulator.rows).map((line, row) => `\x1b[${row + 1};1H\x1b[m${line}`);
  writeSync(emulator, `${clearScreen}${placed.join('')}`);
}

const sgr = ['', '1', '2', '4', '7', '22', '24', '27', '39', '49', '0', '31', '44']
  .concat(['38;5;200', '48;5;17', '1;31', '0;7;32', '1;2;4;35;41'])
  .map(parameters => `\x1b[${parameters}m`);
const texts = [
  'a',
  'b',
  '0',
  '1',
  ' ',
  '  ',
  '     ',
  '12.5',
  'x'.repeat(12),
  '─',
  '▁▂',
  '€',
  'é',
  'e\u0301',
  'ạ̈',
].concat(['世', '世界', '한', '🙂', '🙂🙂', '🇺🇸', '🇺🇸🇩🇪', ' \u0301', '世\u0301', 'ｱ']);
const piece = fc.oneof(
  {weight: 4, arbitrary: fc.constantFrom(...texts)},
  {weight: 2, arbitrary: fc.constantFrom(...sgr)},
);
const line = fc.array(piece, {maxLength: 12}).map(pieces => pieces.join(''));

/** The next frame: a new one, or the last with some lines changed, cut, or moved. */
const step = fc.record({
  lines: fc.array(line, {maxLength: 6}),
  keep: fc.array(fc.boolean(), {minLength: 6, maxLength: 6}),
  edit: fc.nat(40),
  shift: fc.constantFrom(0, 0, 0, 1, -1, 2),
  resize: fc.option(fc.record({columns: fc.integer({min: 1, max: 30}), rows: fc.integer({min: 1, max: 6})}), {
    freq: 12,
  }),
});

function nextFrame(
  last: string[],
  {lines, keep, edit, shift}: Pick<Step, 'lines' | 'keep' | 'edit' | 'shift'>,
): string[] {
  const moved = shift > 0 ? last.slice(shift) : [...Array<string>(-shift || 0).fill(''), ...last];
  return lines.map((text, row) => {
    const old = moved[row];
    if (!keep[row] || old === undefined) return text;
    // A change of one character somewhere in a line that stays otherwise the same.
    return edit < 20
      ? old
      : [...old]
          .slice(0, edit - 20)
          .join('')
          .replace(/\x1b[^m]*$/, '') + text;
  });
}
type Step = {
  lines: string[];
  keep: boolean[];
  edit: number;
  shift: number;
  resize: {columns: number; rows: number} | null;
};

const shownByDiff = createEmulator(24, 5);
const shownPlainly = createEmulator(24 + margin, 5);
// As in the program: a normal screen would wrap its lines anew when it is resized.
for (const emulator of [shownByDiff, shownPlainly]) writeSync(emulator, enterAlternateScreen);

function resizeBoth(columns: number, rows: number): void {
  shownByDiff.resize(columns, rows);
  shownPlainly.resize(columns + margin, rows);
  writeSync(shownByDiff, clearScreen);
}

function checkChain(steps: Step[]): void {
  let columns = 24;
  let rows = 5;
  let shown = blank(columns, rows);
  let frame: string[] = [];
  const resize = () => {
    resizeBoth(columns, rows);
    shown = blank(columns, rows);
  };
  resize();
  for (const each of steps) {
    if (each.resize !== null) {
      ({columns, rows} = each.resize);
      resize();
    }
    frame = nextFrame(frame, each);
    const next = diff(shown, readFrame(frame, columns, rows));
    shown = next.shown;
    writeSync(shownByDiff, next.bytes);
    showPlainly(shownPlainly, frame);
    const why = JSON.stringify({frame, bytes: next.bytes});
    expect(styledPicture(shownByDiff, columns), why).toEqual(styledPicture(shownPlainly, columns));
    expect(diff(shown, readFrame(frame, columns, rows)).bytes).toBe('');
  }
}

describe('the difference between two screens', () => {
  it('turns one screen of a terminal into the other, including styles', () => {
    let pairs = 0;
    const chain = fc.array(step, {minLength: 1, maxLength: 20, size: 'max'});
    fc.assert(
      fc.property(chain, steps => {
        checkChain(steps);
        pairs += steps.length;
      }),
      {numRuns: cases(440, 2_200), seed: 20_261},
    );
    expect(pairs).toBeGreaterThanOrEqual(cases(4_000, 20_000));
  });

  it('scrolls a list instead of writing it again, with the same result', () => {
    const window = fc.record({
      top: fc.nat(12),
      rows: fc.integer({min: 1, max: 14}),
      header: fc.integer({min: 0, max: 3}),
      tick: fc.nat(40),
    });
    const lineOf = (index: number, tick: number) => {
      const style = index % 5 === 0 ? '\x1b[44m' : '';
      return `${style}row ${index} of the list ${index === tick ? 'changed' : 'as ever'}\x1b[m`;
    };
    resizeBoth(40, 18);
    let shown = blank(40, 18);
    let scrolled = 0;
    fc.assert(
      fc.property(window, ({top, rows, header, tick}) => {
        const list = Array.from({length: rows}, (_, row) => lineOf(top + row, tick));
        const frame = [...Array<string>(header).fill('\x1b[1;45mheader'), ...list, '\x1b[mfooter', '', 'end'];
        const next = diff(shown, readFrame(frame, 40, 18));
        shown = next.shown;
        if (/\x1b\[\d*[LM]/.test(next.bytes)) scrolled += 1;
        writeSync(shownByDiff, next.bytes);
        showPlainly(shownPlainly, frame);
        expect(styledPicture(shownByDiff, 40), JSON.stringify(next.bytes)).toEqual(
          styledPicture(shownPlainly, 40),
        );
      }),
      {numRuns: cases(300, 1_000), seed: 11},
    );
    expect(scrolled).toBeGreaterThan(cases(60, 200));
  });

  it('moves a list by one row for a few bytes more than the new row', () => {
    const list = (top: number) =>
      Array.from({length: 30}, (_, row) => `item number ${top + row} with a price of ${row * 7}`);
    const frame = (top: number) => [
      'header',
      ...Array.from({length: 30}, (_, row) => list(0)[row + top] ?? 'last'),
      'footer',
    ];
    let shown = diff(blank(80, 34), readFrame(frame(0), 80, 34)).shown;
    let next = diff(shown, readFrame(frame(1), 80, 34));
    expect(next.bytes.length).toBeLessThan(30);
    shown = next.shown;
    next = diff(shown, readFrame(frame(0), 80, 34));
    expect(next.bytes.length).toBeLessThan(60);
  });

  it('sends a move by one row as two marks, and a price as its digits', () => {
    const frame = (selected: number, price: string) =>
      Array.from(
        {length: 10},
        (_, row) => `${row === selected ? '>' : ' '} BTC-${row}  ${row === 4 ? price : '1.00'}`,
      );
    const {shown} = diff(blank(40, 10), readFrame(frame(2, '1.00'), 40, 10));
    const down = diff(shown, readFrame(frame(3, '1.00'), 40, 10));
    expect(down.bytes).toBe('\x1b[3H \v\r>');
    const price = diff(down.shown, readFrame(frame(3, '1.05'), 40, 10));
    expect(price.bytes).toBe('\v\x1b[11C5');
  });

  it('returns to a price in a tinted row for less than a move to a plain row costs', () => {
    const frame = (price: string, tint: string) =>
      Array.from({length: 30}, (_, row) =>
        row === 20 ? `${tint}> BTC  ${price}  in 5d 11h\x1b[m` : `  BTC  ${row === 3 ? price : '1.00'}`,
      );
    const cost = (tint: string) => {
      let {shown} = diff(blank(40, 30), readFrame(frame('1.00', tint), 40, 30));
      return ['1.01', '1.02', '1.03', '1.04'].map(price => {
        const next = diff(shown, readFrame(frame(price, tint), 40, 30));
        shown = next.shown;
        return next.bytes.length;
      });
    };
    const [plain, tinted] = [cost(''), cost('\x1b[38;5;255;48;5;236m')];
    expect(tinted.slice(2)).toEqual(plain.slice(2).map(bytes => bytes - 1));
  });
});
