import {fromIso} from '../../api/wire/records.ts';
import {cards} from './cards.ts';
import {easyOptions} from './easy-options.ts';
import {orders} from './orders.ts';
import type {Column, Facts, FactsKnown, FeedPane, Need, Resource, Row, RowOf} from './resource.ts';
import {trades} from './trades.ts';

/** A new resource is one more file and one line here. */
export const resources: {readonly [P in FeedPane]: Resource<P>} = {cards, easyOptions, orders, trades};

export function ofEach<Value>(
  value: <P extends FeedPane>(resource: Resource<P>, pane: P) => Value,
): Readonly<Record<FeedPane, Value>> {
  return {
    cards: value(resources.cards, 'cards'),
    easyOptions: value(resources.easyOptions, 'easyOptions'),
    orders: value(resources.orders, 'orders'),
    trades: value(resources.trades, 'trades'),
  };
}

/** Undefined too if the facts lack what the column needs. */
export function columnValue<R extends Row>(
  {of, value, needs}: Column<R>,
  name: string,
  row: R,
  facts: FactsKnown,
  rowId: string,
): unknown {
  if (value === undefined) return Reflect.get(row, of ?? name);
  return isEnough(facts, needs) ? value(row, facts, rowId) : undefined;
}

/** A column is given no more facts than it needs. */
const isEnough = (facts: FactsKnown, needs: Need | undefined): facts is Facts =>
  needs === undefined || facts[needs] !== undefined;

/** A field in other words sorts by the field, a computed value by itself: an age rises as its time falls. */
export function sortNameOf(pane: FeedPane, name: string): string {
  const {of = name, value} = columnOf(pane, name) ?? {};
  return value === undefined ? of : name;
}

/** The fields, and the columns that are computed. */
export const sortNames: Readonly<Record<FeedPane, readonly string[]>> = ofEach(({fields, columns}, pane) => [
  ...new Set([...fields, ...Object.keys(columns).map(name => sortNameOf(pane, name))]),
]);

export function needOf(pane: FeedPane, name: string): Need | undefined {
  return columnOf(pane, name)?.needs;
}

export function sortKeyOf<P extends FeedPane>(
  pane: P,
  name: string,
  facts: FactsKnown,
): (row: RowOf[P], rowId: () => string) => unknown {
  const column = columnOf(pane, name);
  if (column === undefined || isField(pane, name)) return row => Reflect.get(row, name);
  return (row, rowId) => {
    const value: unknown = columnValue(column, name, row, facts, rowId());
    const at = column.is === 'until' && typeof value === 'string' ? fromIso(value) : undefined;
    return at ?? value;
  };
}

export function isMoney(pane: FeedPane, name: string): boolean {
  return ['price', 'money', 'gain', 'fee'].includes(columnOf(pane, name)?.is ?? '');
}

export function isField(pane: FeedPane, name: string): boolean {
  return resources[pane].fields.some(field => field === name);
}

function columnOf<P extends FeedPane>(pane: P, name: string): Column<RowOf[P]> | undefined {
  const {columns} = resources[pane];
  return Object.hasOwn(columns, name) ? columns[name] : undefined;
}

export function headingOf(pane: FeedPane, name: string): string {
  return columnOf(pane, name)?.heading ?? name;
}
