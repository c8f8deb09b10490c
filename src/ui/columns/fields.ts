import {rounded} from '../../desk/model/figures.ts';
import {fromIso} from '../../desk/model/moment.ts';
import {number, signed, signOf, words, yesNo} from '../format.ts';
import {absolute} from '../times.ts';
import type {BareColumn, Cell, ColumnKind} from './column.ts';

/** Columns that show one field of a record as it is. A field that no one chose stays in the details. */

type FieldsOf<R, Value> = {
  [Name in keyof R]-?: Exclude<R[Name], undefined> extends Value ? Name : never;
}[keyof R] &
  string;
type Options = {
  readonly priority?: number;
  readonly least?: number;
  readonly isName?: true;
};

/** Below all columns that a pane shows by default: a field somebody asked for is dropped before those. */
const asked = 50;

/** Makes the columns of one kind: from the name of a field of that type to its column. */
const fieldOf =
  <Value>(kind: ColumnKind, show: (value: Value | undefined) => Cell) =>
  <R>(name: FieldsOf<R, Value>, {priority = asked, ...more}: Options = {}): BareColumn<R> => ({
    name,
    kind,
    priority,
    ...more,
    field: name,
    cell: row => show(row[name] as Value | undefined),
  });

const shown = (value: string | undefined): Cell => ({text: words(value)});

const textField = fieldOf<string>('text', shown);
/** Below 8 cells a text says nothing. */
export const textColumn = <R>(name: FieldsOf<R, string>, options: Options = {}): BareColumn<R> =>
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
export function gainCell(text: string | undefined, value = text): Cell {
  const sign = signOf(value);
  return {text: signed(text), ...(sign !== 0 && {tone: sign > 0 ? 'up' : 'down'})};
}

/** An amount of a currency, rounded for the eye; the details have it as it came. */
const roundedColumn =
  <Value extends string>(show: (text: string | undefined, value: Value | undefined) => Cell) =>
  <R>(
    name: FieldsOf<R, Value>,
    currency: (row: R) => string | undefined,
    options: Options = {},
  ): BareColumn<R> => {
    const own = (row: R) => row[name] as Value | undefined;
    const exact = (row: R) => show(own(row), own(row)).text;
    const cell = (row: R) => show(rounded(own(row), currency(row)), own(row));
    return {priority: asked, ...options, name, kind: 'number', field: name, exact, cell};
  };

export const moneyColumn = roundedColumn<string>(text => ({text: number(text)}));
export const gainColumn = roundedColumn<string>(gainCell);

/** BUY and UP point up, SELL and DOWN down; the word itself stays. Colours are for gains and losses. */
export const wayColumn = fieldOf<string>('word', value => {
  if (value === 'UP' || value === 'BUY') return {text: `▲ ${value}`};
  if (value === 'DOWN' || value === 'SELL') return {text: `▼ ${value}`};
  return shown(value);
});
