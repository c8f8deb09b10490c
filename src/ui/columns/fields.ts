import {number, signed, signOf, words, yesNo} from '../format.ts';
import {absolute, fromIso} from '../times.ts';
import type {Column} from './column.ts';

/** Columns that show one field of a record as it is. A field that no one chose stays reachable in the details. */

type FieldsOf<R, Value> = {
  [Name in keyof R]-?: Exclude<R[Name], undefined> extends Value ? Name : never;
}[keyof R] &
  string;
type Options = {readonly heading?: string; readonly priority?: number; readonly least?: number};

/** Below all columns that a pane shows by default: a field somebody asked for is dropped before those. */
const asked = 50;

export const text = <R>(
  name: FieldsOf<R, string>,
  {heading = name, priority = asked, least = 8}: Options = {},
): Column<R> => ({
  name,
  heading,
  kind: 'text',
  priority,
  least,
  field: name,
  cell: row => ({text: words(row[name] as string | undefined)}),
});

export const word = <R>(
  name: FieldsOf<R, string>,
  {heading = name, priority = asked}: Options = {},
): Column<R> => ({
  name,
  heading,
  kind: 'word',
  priority,
  field: name,
  cell: row => ({text: words(row[name] as string | undefined)}),
});

export const id = <R>(
  name: FieldsOf<R, string>,
  {heading = name, priority = asked}: Options = {},
): Column<R> => ({
  name,
  heading,
  kind: 'id',
  priority,
  field: name,
  cell: row => ({text: words(row[name] as string | undefined)}),
});

export const amount = <R>(
  name: FieldsOf<R, string>,
  {heading = name, priority = asked}: Options = {},
): Column<R> => ({
  name,
  heading,
  kind: 'number',
  priority,
  field: name,
  cell: row => ({text: number(row[name] as string | undefined)}),
});

/** A gain or a loss: its sign is written, its colour follows. */
export const gain = <R>(
  name: FieldsOf<R, string>,
  {heading = name, priority = asked}: Options = {},
): Column<R> => ({
  name,
  heading,
  kind: 'number',
  priority,
  field: name,
  cell: row => {
    const value = row[name] as string | undefined;
    const sign = signOf(value);
    return {text: signed(value), ...(sign !== 0 && {tone: sign > 0 ? 'up' : 'down'})};
  },
});

export const flag = <R>(
  name: FieldsOf<R, boolean>,
  {heading = name, priority = asked}: Options = {},
): Column<R> => ({
  name,
  heading,
  kind: 'word',
  priority,
  field: name,
  cell: row => ({text: yesNo(row[name] as boolean | undefined)}),
});

export const time = <R>(
  name: FieldsOf<R, number>,
  {heading = name, priority = asked}: Options = {},
): Column<R> => ({
  name,
  heading,
  kind: 'word',
  priority,
  field: name,
  cell: row => ({text: absolute(row[name] as number | undefined)}),
});

export const isoTime = <R>(
  name: FieldsOf<R, string>,
  {heading = name, priority = asked}: Options = {},
): Column<R> => ({
  name,
  heading,
  kind: 'word',
  priority,
  field: name,
  cell: row => {
    const at = fromIso(row[name] as string | undefined);
    return {text: at === undefined ? words(row[name] as string | undefined) : absolute(at)};
  },
});

/** BUY and UP point up, SELL and DOWN down; the word itself stays. */
export const way = <R>(
  name: FieldsOf<R, string>,
  {heading = name, priority = asked}: Options = {},
): Column<R> => ({
  name,
  heading,
  kind: 'word',
  priority,
  field: name,
  cell: row => {
    const value = row[name] as string | undefined;
    if (value === 'UP' || value === 'BUY') return {text: `▲ ${value}`, tone: 'up'};
    if (value === 'DOWN' || value === 'SELL') return {text: `▼ ${value}`, tone: 'down'};
    return {text: words(value)};
  },
});
