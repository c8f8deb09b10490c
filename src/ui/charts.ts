import {type Leg, type Payoff, payoffOf, profitNear, rangeOf} from '../account/resources/payoff.ts';
import {payoffWords} from '../account/words/records.ts';
import {number} from '../account/words/text.ts';
import type {Area} from './desk.tsx';
import {cut, type Line, padStart, width as widthOf, wrap} from './format.ts';

/** Empty below three rows or sixteen columns; `base` gets a dotted line and a label. */
export function lineChart(values: readonly number[], {columns, rows}: Area, base?: number): string[] {
  const finite = values.filter(isDrawable);
  if (finite.length < 2 || rows < 3 || columns < 16) return [];
  const {least, most} = extent(base === undefined ? finite : [...finite, base]);
  const labels = [axisNumber(most), axisNumber(least), ...(base === undefined ? [] : [axisNumber(base)])];
  const margin = Math.max(...labels.map(widthOf));
  const canvas = createCanvas(columns - margin - 1, rows);
  const x = (index: number) => Math.round((index * (canvas.width - 1)) / (finite.length - 1));
  const y = (value: number) => canvas.height - 1 - step(value, least, most, canvas.height);
  const baseRow = base === undefined ? undefined : Math.floor((y(base) * rows) / canvas.height);
  if (base !== undefined) for (let dot = 0; dot < canvas.width; dot += 4) canvas.set(dot, y(base));
  for (let index = 1; index < finite.length; index++) {
    const [from, to] = [finite[index - 1] ?? 0, finite[index] ?? 0];
    drawLine(canvas, [x(index - 1), y(from)], [x(index), y(to)]);
  }
  return canvas.lines().map((line, row) => {
    const label = row === 0 ? labels[0] : row === rows - 1 ? labels[1] : row === baseRow ? labels[2] : '';
    return `${padStart(label ?? '', margin)} ${line}`.trimEnd();
  });
}

const brailleDots = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80],
];

/** `width` and `height` count dots; x runs right, y runs down. */
function createCanvas(columns: number, rows: number) {
  const [wide, high] = [2, 4];
  const [width, height] = [columns * wide, rows * high];
  const cells = new Uint8Array(columns * rows);
  const sign = (dots: number) => (dots === 0 ? ' ' : String.fromCharCode(0x2800 + dots));
  return {
    width,
    height,
    set(x: number, y: number) {
      const cell = Math.floor(y / high) * columns + Math.floor(x / wide);
      cells[cell] = (cells[cell] ?? 0) | (brailleDots[y % high]?.[x % wide] ?? 0);
    },
    lines: () =>
      Array.from({length: rows}, (_, row) =>
        Array.from(cells.subarray(row * columns, (row + 1) * columns), sign).join(''),
      ),
  };
}

type Point = readonly [x: number, y: number];

/** Includes both ends. */
function drawLine({set}: ReturnType<typeof createCanvas>, [fromX, fromY]: Point, [toX, toY]: Point): void {
  const steps = Math.max(1, Math.abs(toX - fromX), Math.abs(toY - fromY));
  const between = (from: number, to: number, at: number) =>
    from + Math.sign(to - from) * Math.round((Math.abs(to - from) * at) / steps);
  for (let at = 0; at <= steps; at++) set(between(fromX, toX, at), between(fromY, toY, at));
}

/** Sums and differences of such values stay finite. */
const isDrawable = (value: number) => Math.abs(value) < 1e300;

/** A flat series gets a margin above and below. */
function extent(values: readonly number[]): {readonly least: number; readonly most: number} {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const room = least < most ? 0 : Math.abs(least) * 0.01 || 1;
  return {least: least - room, most: most + room};
}

function step(value: number, least: number, most: number, steps: number): number {
  const share = (value - least) / (most - least);
  return Math.min(steps - 1, Math.max(0, Math.round(share * (steps - 1))));
}

export function axisNumber(value: number): string {
  const rounded = Number(value.toPrecision(6));
  if (rounded === 0) return '0';
  const size = Math.abs(rounded);
  if (size >= 1e9 || size < 1e-4) return rounded.toExponential(2);
  return number(String(rounded));
}

const blocks = '▁▂▃▄▅▆▇█';

/** Newest at the right. `toAscii` has a substitute for each block. */
export function spark(values: readonly number[], cells: number): string {
  const shown = values.slice(-cells).filter(isDrawable);
  if (shown.length < 2) return ' '.repeat(cells);
  const {least, most} = extent(shown);
  const line = shown.map(value => blocks[step(value, least, most, blocks.length)]).join('');
  return line.padStart(cells);
}

/**
 * A summary, a line with a zero, marks at strikes and break-evens, the assumptions; empty if they do not fit.
 * @param isContract one contract alone, as of an order: others are summarized elsewhere
 */
export function payoffLines(legs: readonly Leg[], {columns, rows}: Area, isContract = true): readonly Line[] {
  if (legs.length === 0 || !legs.flatMap(({strike, price}) => [strike, price]).every(isPlain)) return [];
  const payoff = payoffOf(legs);
  const summary = isContract ? payoffWords(payoff, ' per contract') : [];
  const words = summary.flatMap(({text, tone}): Line[] =>
    wrap(text, columns).map(part => [{text: ' '}, {text: part, tone}]),
  );
  const assumed = wrap(assumptionOf(legs, isContract), columns).map(
    (text): Line => [{text: ` ${text}`, tone: 'dim'}],
  );
  const left = rows - words.length - assumed.length;
  if (left < 0) return [];
  const points = pointsOf(payoff, 81);
  // One row each for the marks, their legend and the ends.
  const chart = lineChart(points, {columns, rows: left - 2}, 0);
  if (chart.length === 0) return [...words, ...assumed];
  const labels = [Math.max(...points), Math.min(...points), 0].map(each => axisNumber(each).length);
  const margin = Math.max(...labels) + 1;
  return [...words, ...chart.map(plain), ...axis(payoff, columns, margin).map(plain), ...assumed];
}

const plain = (text: string): Line => [{text: ` ${text}`}];

export function pointsOf(payoff: Payoff, count: number): readonly number[] {
  const [from, to] = rangeOf(payoff);
  return Array.from({length: count}, (_, index) =>
    profitNear(payoff, from + ((to - from) * index) / (count - 1)),
  );
}

/** The interface does not state these. */
function assumptionOf([leg]: readonly Leg[], isContract: boolean): string {
  const dealt = leg && `${leg.size.startsWith('-') ? 'sold' : 'bought'} at ${number(leg.price)}, `;
  const others = isContract ? ' and other positions' : '';
  return `Assumes: ${isContract ? dealt : ''}held to expiry, contract size 1, price and strike in one currency, excl. fees${others}.`;
}

function axis(payoff: Payoff, columns: number, margin: number) {
  const {corners, breakEvens} = payoff;
  const [from, to] = rangeOf(payoff);
  const cells = columns - margin;
  const at = (price: string) => margin + step(Number(price), from, to, cells);
  const marks = Array.from({length: columns}, () => ' ');
  const strikes = corners.slice(1).map(each => at(each.at));
  const evens = breakEvens.map(at);
  for (const place of strikes) marks[place] = 'S';
  for (const place of evens) marks[place] = strikes.includes(place) ? '*' : 'E';
  const named = marks.includes('*') ? '* strike and break-even' : 'S strike, E break-even';
  const ends = `underlying ${axisNumber(from)} to ${axisNumber(to)}`;
  return [marks.join('').trimEnd(), cut(`${named}; ${ends}`, columns)];
}

const isPlain = (price: string) => /^\d{1,40}(\.\d{1,40})?$/.test(price);
