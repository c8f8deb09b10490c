import type {BlockOf, SeenValues} from '../../desk/sheet.ts';
import {type ChartSize, lineChart, payoffLines} from '../charts.ts';
import {chosenColumns} from '../columns/panes.ts';
import {type Line, noLine} from '../format.ts';
import {drawTable} from '../table/rows.ts';
import {type Listed, leastTable, type Page} from './page.ts';

/** Tables share what is left. */
export function recordsDrawn(block: BlockOf<'records'>, page: Page, left: number): Listed {
  const {title, names, fills, now, zone, of} = block;
  const most = Math.max(1, Math.floor(left / page.tables) - leastTable + 1);
  const all = chosenColumns(of.pane, names, zone);
  const facts = {now, zone, fills};
  const cells = of.rows.slice(0, most).map(row => all.map(column => column.cell(row as never, facts, '')));
  const hidden = of.rows.length - cells.length;
  const more = hidden > 0 ? `, ${hidden} more than shown` : '';
  const rows = cells.length === 0 ? [] : drawTable(all, cells, {width: page.columns}).lines;
  return {lines: [[{text: ` ${title}: ${of.rows.length}${more}`}], ...rows]};
}

const mostChartRows = 14;

export function chartDrawn(block: BlockOf<'chart'>, {room}: Page, rows: number): Listed {
  const {of, isAscii, isApart} = block;
  const left = isApart ? rows - 1 : rows;
  const size = {columns: room, rows: Math.min(left, mostChartRows), isAscii};
  const lines = 'values' in of ? seenLines(of, size, left) : payoffLines(of.legs, size, of.isContract);
  return {lines: lines.length === 0 || !isApart ? lines : [noLine, ...lines]};
}

function seenLines({name, values}: SeenValues, size: ChartSize, left: number): readonly Line[] {
  const lines = lineChart(values, {...size, rows: Math.min(left - 1, mostChartRows)});
  return lines.length === 0 ? [] : [name, ...lines].map(text => [{text: ` ${text}`}]);
}
