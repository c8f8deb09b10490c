import {breakEven, mostLost, type Option} from '../../desk/model/figures.ts';
import {cut, number, padEnd} from '../format.ts';
import {type ChartSize, lineChart} from './line.ts';
import {axisNumber} from './scale.ts';

/** Profit at expiry for a price of the underlying. For the picture: amounts are computed exactly. */
export function profitAt(option: Option, price: number): number {
  const [strike, premium, size] = [Number(option.strike), Number(option.premium), Number(option.size)];
  const worth = option.type === 'PUT' ? Math.max(0, strike - price) : Math.max(0, price - strike);
  return (option.side === 'SELL' ? premium - worth : worth - premium) * size;
}

/**
 * The payoff at expiry as a line, with the break-even and the most that can be lost in words.
 * @param lost where it is known otherwise, as an investment is
 */
export function payoffLines(option: Option, size: ChartSize, lost?: string): string[] {
  const facts = factsOf(option, lost);
  if (facts === undefined || size.rows < 2) return [];
  const words = [
    `At expiry: even at ${number(facts.even)}, at most lost ${facts.lost === undefined ? 'without limit' : number(facts.lost)}`,
    `even ${number(facts.even)} lost ≤ ${facts.lost === undefined ? 'no limit' : number(facts.lost)}`,
  ].find(text => text.length <= size.columns);
  if (words === undefined) return [];
  const strike = Number(option.strike);
  const reach = Math.max(Math.abs(Number(facts.even) - strike) * 2.5, strike * 0.02);
  const [from, to] = [Math.max(0, strike - reach), strike + reach];
  const points = Array.from({length: 64}, (_, index) => profitAt(option, from + ((to - from) * index) / 63));
  const chart = lineChart(points, {...size, rows: size.rows - 2});
  if (chart.length === 0) return [words];
  const ends = `${axisNumber(from)} to ${axisNumber(to)}`;
  return [words, ...chart, cut(padEnd(`underlying ${ends}`, size.columns), size.columns)];
}

function factsOf(
  option: Option,
  lost?: string,
): {readonly even: string; readonly lost: string | undefined} | undefined {
  const isPlain = [option.strike, option.premium, option.size].every(each =>
    /^\d{1,40}(\.\d{1,40})?$/.test(each),
  );
  return isPlain ? {even: breakEven(option), lost: lost ?? mostLost(option)} : undefined;
}
