/** Filtering, sorting and paging of views. */
import {Exact, type Wire} from './json.ts';

/**
 * Orders rows by one field, or leaves them as they are without one. Rows that lack it come last whatever the
 * direction, and equal ones keep their order.
 */
export function sortBy<View extends Record<string, Wire>>(
  views: View[],
  field: (keyof View & string) | undefined,
  direction: 'ASC' | 'DESC' = 'ASC',
): View[] {
  if (field === undefined) return views;
  const sign = direction === 'ASC' ? 1 : -1;
  return views.toSorted((one, other) => {
    const a = sortable(one[field]);
    const b = sortable(other[field]);
    if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1;
    return a < b ? -sign : a > b ? sign : 0;
  });
}

/** Numbers by value, also those that the interface makes strings; all else by text. */
function sortable(value: Wire): string | number | bigint | undefined {
  const text = value instanceof Exact ? value.text : value;
  if (typeof text !== 'string')
    return typeof text === 'number' ? text : typeof text === 'boolean' ? Number(text) : undefined;
  if (/^-?\d{15,}$/.test(text)) return BigInt(text);
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

export const slicePage = <Row>(rows: readonly Row[], fromZero: number, size: number): Row[] =>
  rows.slice(fromZero * size, fromZero * size + size);

/** Whether any of the texts holds the wanted one, whatever the letter case. */
export function contains(wanted: string | undefined, ...texts: readonly (Wire | undefined)[]): boolean {
  if (wanted === undefined || wanted === '') return true;
  const lower = wanted.toLowerCase();
  return texts.some(text => typeof text === 'string' && text.toLowerCase().includes(lower));
}

export const equals = <Value>(wanted: Value | undefined, value: Value): boolean =>
  wanted === undefined || wanted === value;

/** Whether a value lies in a range; a row without the value is in no range but the empty one. */
export function within(
  least: number | undefined,
  most: number | undefined,
  value: number | undefined,
): boolean {
  if (least === undefined && most === undefined) return true;
  return (
    value !== undefined && (least === undefined || value >= least) && (most === undefined || value <= most)
  );
}
