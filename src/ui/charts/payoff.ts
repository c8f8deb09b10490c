import {breakEven, mostLost, type Option} from '../../desk/model/figures.ts';
import {cut, number, wrap} from '../format.ts';
import type {Paint} from '../theme.ts';
import {type ChartSize, lineChart} from './line.ts';
import {axisNumber, step} from './scale.ts';

/** Profit of one contract at expiry for a price of the underlying. For the picture: amounts are exact. */
export function profitAt({type, side, strike, premium}: Option, price: number): number {
  const worth = type === 'PUT' ? Math.max(0, Number(strike) - price) : Math.max(0, price - Number(strike));
  return side === 'SELL' ? Number(premium) - worth : worth - Number(premium);
}

/** The fewest rows that a line of it can be read in. */
const leastChart = 3;

/**
 * The payoff of one contract at expiry: what it comes to in words, a line with a zero, marks at strike and
 * break-even, and below what all of that assumes. Where the whole has no room, nothing is said.
 */
export function payoffLines(option: Option, {columns, rows, isAscii}: ChartSize, paint: Paint): string[] {
  if (!isPlain(option)) return [];
  const even = breakEven(option);
  const lost = mostLost(option);
  const words = [
    ...wrap(`A contract at expiry: even at ${number(even)}`, columns),
    lost === undefined ? paint('danger', 'Loss without limit') : `At most lost: ${number(lost)} a contract`,
  ];
  const assumed = wrap(assumptionOf(option), columns).map(line => paint('dim', line));
  const left = rows - words.length - assumed.length;
  if (left < 0) return [];
  const [from, to] = rangeOf(option, Number(even));
  const points = Array.from({length: 81}, (_, index) => profitAt(option, from + ((to - from) * index) / 80));
  // A row each for the marks, for what they mean, and for the ends.
  const chart = left < leastChart + 2 ? [] : lineChart(points, {columns, rows: left - 2, isAscii}, 0);
  if (chart.length === 0) return [...words, ...assumed];
  return [
    ...words,
    ...chart,
    ...axis(option, {even, from, to, columns, margin: marginOf(points)}),
    ...assumed,
  ];
}

/** What the interface does not tell, and a picture cannot do without. */
function assumptionOf({premium, side}: Option): string {
  const dealt = side === 'SELL' ? 'sold' : 'bought';
  return `Assumes: ${dealt} at ${number(premium)}, kept to expiry, one unit of the underlying a contract, price and strike in one currency; without fees and other positions.`;
}

function rangeOf({strike}: Option, even: number): readonly [number, number] {
  const middle = Number(strike);
  const reach = Math.abs(even - middle) * 2.5 || middle * 0.02;
  return [Math.max(0, middle - reach), middle + reach];
}

/** Cells before the line, which its labels take. */
function marginOf(points: readonly number[]): number {
  return Math.max(...[Math.max(...points), Math.min(...points), 0].map(each => axisNumber(each).length)) + 1;
}

type Axis = {
  readonly even: string;
  readonly from: number;
  readonly to: number;
  readonly columns: number;
  readonly margin: number;
};

/** Where strike and break-even stand, and what the ends are. */
function axis({strike}: Option, {even, from, to, columns, margin}: Axis): string[] {
  const cells = columns - margin;
  const at = (price: string) => margin + step(Number(price), from, to, cells);
  const marks = Array.from({length: columns}, () => ' ');
  marks[at(even)] = 'E';
  marks[at(strike)] = at(even) === at(strike) ? '*' : 'S';
  const named = at(even) === at(strike) ? '* strike and even' : 'S strike, E even';
  const ends = `underlying ${axisNumber(from)} to ${axisNumber(to)}`;
  return [marks.join('').trimEnd(), cut(`${named}; ${ends}`, columns)];
}

function isPlain({strike, premium}: Option): boolean {
  return [strike, premium].every(each => /^\d{1,40}(\.\d{1,40})?$/.test(each));
}
