import {padStart, width as widthOf} from '../format.ts';
import {createCanvas, drawLine} from './canvas.ts';
import {axisNumber, extent, isDrawable, resample, step} from './scale.ts';

export type ChartSize = {readonly columns: number; readonly rows: number; readonly isAscii: boolean};

/**
 * A line chart with the greatest and the least value at its left. Below three rows or sixteen columns there is
 * none.
 * @param base a value that gets a dotted line and a label of its own, so that above and below are told apart
 * @returns one text a row, none wider than `columns`
 */
export function lineChart(
  values: readonly number[],
  {columns, rows, isAscii}: ChartSize,
  base?: number,
): string[] {
  const finite = values.filter(isDrawable);
  if (finite.length < 2 || rows < 3 || columns < 16) return [];
  const {least, most} = extent(base === undefined ? finite : [...finite, base]);
  const labels = [axisNumber(most), axisNumber(least), ...(base === undefined ? [] : [axisNumber(base)])];
  const margin = Math.max(...labels.map(widthOf));
  const canvas = createCanvas(columns - margin - 1, rows, isAscii);
  const points = resample(finite, Math.min(canvas.width, Math.max(finite.length, 2)));
  const x = (index: number) => Math.round((index * (canvas.width - 1)) / (points.length - 1));
  const y = (value: number) => canvas.height - 1 - step(value, least, most, canvas.height);
  const baseRow = base === undefined ? undefined : Math.floor((y(base) * rows) / canvas.height);
  if (base !== undefined) for (let dot = 0; dot < canvas.width; dot += 4) canvas.set(dot, y(base));
  for (let index = 1; index < points.length; index++) {
    const [from, to] = [points[index - 1] ?? 0, points[index] ?? 0];
    drawLine(canvas, x(index - 1), y(from), x(index), y(to));
  }
  return canvas.lines().map((line, row) => {
    const label = row === 0 ? labels[0] : row === rows - 1 ? labels[1] : row === baseRow ? labels[2] : '';
    return `${padStart(label ?? '', margin)} ${line}`.trimEnd();
  });
}
