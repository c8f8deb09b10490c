import {number} from '../format.ts';

/** Fit to be drawn: sums and differences of these stay finite. */
export const isDrawable = (value: number) => Math.abs(value) < 1e300;

/** The least and the greatest of some numbers; a flat series gets room above and below. */
export function extent(values: readonly number[]): {readonly least: number; readonly most: number} {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (!isDrawable(value)) continue;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  if (least > most) return {least: 0, most: 1};
  if (least < most) return {least, most};
  const room = Math.abs(least) * 0.01 || 1;
  return {least: least - room, most: most + room};
}

/** Where a value lies among `steps` steps, 0 the lowest. */
export function step(value: number, least: number, most: number, steps: number): number {
  const share = (value - least) / (most - least);
  return Math.min(steps - 1, Math.max(0, Math.round(share * (steps - 1))));
}

/** A series brought to `count` points: the mean of each part, or each value stretched when there are fewer. */
export function resample(values: readonly number[], count: number): number[] {
  if (values.length === 0) return [];
  return Array.from({length: count}, (_, index) => {
    const from = Math.floor((index * values.length) / count);
    const to = Math.max(from + 1, Math.floor(((index + 1) * values.length) / count));
    const part = values.slice(from, to);
    return part.reduce((sum, value) => sum + value, 0) / part.length;
  });
}

/** A number for an axis: at most six significant digits. Only for charts: money is exact elsewhere. */
export function axisNumber(value: number): string {
  const rounded = Number(value.toPrecision(6));
  if (rounded === 0) return '0';
  const size = Math.abs(rounded);
  if (size >= 1e9 || size < 1e-4) return rounded.toExponential(2);
  return number(String(rounded));
}
