import type {BlockOf} from '../../desk/sheet.ts';
import {lineChart, payoffLines} from '../charts.ts';
import {noLine} from '../format.ts';
import type {Listed, Panel} from './panel.ts';

const mostChartRows = 14;

export function chartDrawn(block: BlockOf<'chart'>, {room}: Panel, rows: number): Listed {
  const {of, isApart} = block;
  const left = isApart ? rows - 1 : rows;
  const size = {columns: room, rows: Math.min(left, mostChartRows)};
  if (!('values' in of)) {
    const lines = payoffLines(of.legs, size, of.isContract);
    return {lines: lines.length === 0 || !isApart ? lines : [noLine, ...lines]};
  }
  const lines = lineChart(of.values, {...size, rows: Math.min(left - 1, mostChartRows)});
  return {lines: lines.length === 0 ? [] : [of.name, ...lines].map(text => [{text: ` ${text}`}])};
}
