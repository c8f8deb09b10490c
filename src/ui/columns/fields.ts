import {number, signed, signOf, words, yesNo} from '../format.ts';
import {absolute, fromIso} from '../times.ts';
import type {Cell, Column, ColumnKind} from './column.ts';

/** Columns that show one field of a record as it is. A field that no one chose stays in the details. */

type FieldsOf<R, Value> = {
  [Name in keyof R]-?: Exclude<R[Name], undefined> extends Value ? Name : never;
}[keyof R] &
  string;
type Options = {readonly heading?: string; readonly priority?: number; readonly least?: number};

/** Below all columns that a pane shows by default: a field somebody asked for is dropped before those. */
const asked = 50;

/** Makes the columns of one kind: from the name of a field of that type to its column. */
const fieldOf =
  <Value>(kind: ColumnKind, show: (value: Value | undefined) => Cell) =>
  <R>(name: FieldsOf<R, Value>, {heading = name, priority = asked, least}: Options = {}): Column<R> => ({
    name,
    heading,
    kind,
    priority,
    ...(least !== undefined && {least}),
    field: name,
    cell: row => show(row[name] as Value | undefined),
  });

const shown = (value: string | undefined): Cell => ({text: words(value)});

const textField = fieldOf<string>('text', shown);
/** Below 8 cells a text says nothing. */
export const textColumn = <R>(name: FieldsOf<R, string>, options: Options = {}): Column<R> =>
  textField(name, {least: 8, ...options});

export const wordColumn = fieldOf<string>('word', shown);
export const idColumn = fieldOf<string>('id', shown);
export const amountColumn = fieldOf<string>('number', value => ({text: number(value)}));
export const flagColumn = fieldOf<boolean>('word', value => ({text: yesNo(value)}));
export const timeColumn = fieldOf<number>('word', value => ({text: absolute(value)}));

export const isoTimeColumn = fieldOf<string>('word', value => {
  const at = fromIso(value);
  return at === undefined ? shown(value) : {text: absolute(at)};
});

/** A gain or a loss: its sign is written, its colour follows. */
export const gainColumn = fieldOf<string>('number', value => {
  const sign = signOf(value);
  return {text: signed(value), ...(sign !== 0 && {tone: sign > 0 ? 'up' : 'down'})};
});

/** BUY and UP point up, SELL and DOWN down; the word itself stays. */
export const wayColumn = fieldOf<string>('word', value => {
  if (value === 'UP' || value === 'BUY') return {text: `▲ ${value}`, tone: 'up'};
  if (value === 'DOWN' || value === 'SELL') return {text: `▼ ${value}`, tone: 'down'};
  return shown(value);
});
