import {cards} from './cards.ts';
import {easyOptions} from './easy-options.ts';
import {orders} from './orders.ts';
import type {Column, Facts, FeedPane, Resource, Row, RowOf} from './resource.ts';
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

type AnyColumn = Pick<Column<never>, 'is' | 'words' | 'value'>;
type ByName = Readonly<Record<FeedPane, readonly (readonly [name: string, column: AnyColumn])[]>>;

export const columnsByName: ByName = ofEach(({columns}) => Object.entries<AnyColumn>(columns));
export const fieldColumns: ByName = ofEach((_, pane) =>
  columnsByName[pane].filter(([name]) => isField(pane, name)),
);

export const noFacts: Facts = {
  mono: 0,
  seen: () => [],
  fills: new Map(),
  cards: {rows: [], others: [], isPart: false},
};

export function columnValue<R extends Row>(
  {of, value}: Column<R>,
  name: string,
  row: R,
  facts: Facts,
  rowId: string,
): unknown {
  return value === undefined ? Reflect.get(row, of ?? name) : value(row, facts, rowId);
}

/** A time in other words sorts by its field. An age sorts by itself, because its order is reversed. */
export function sortNameOf(pane: FeedPane, name: string): string {
  const column = columnOf(pane, name);
  return column?.of === undefined || column.is === 'since' ? name : column.of;
}

export const sortNames: Readonly<Record<FeedPane, readonly string[]>> = ofEach(({fields, columns}, pane) => [
  ...new Set([...fields, ...Object.keys(columns).map(name => sortNameOf(pane, name))]),
]);

export function needOf(pane: FeedPane, name: string): Column<Row>['needs'] {
  return columnOf(pane, name)?.needs;
}

export function sortKeyOf<P extends FeedPane>(
  pane: P,
  name: string,
  facts: Facts | undefined,
): (row: RowOf[P], rowId: () => string) => unknown {
  const column = columnOf(pane, name);
  if (column === undefined || isField(pane, name)) return row => Reflect.get(row, name);
  if (column.needs !== undefined && facts === undefined) return () => undefined;
  return (row, rowId) => {
    const value: unknown = columnValue(column, name, row, facts ?? noFacts, rowId());
    if (column.is === 'since' && typeof value === 'number') return -value;
    const at = column.is === 'until' && typeof value === 'string' ? Date.parse(value) : Number.NaN;
    return Number.isNaN(at) ? value : at;
  };
}

export function isMoney(pane: FeedPane, name: string): boolean {
  return ['price', 'money', 'gain', 'fee'].includes(columnOf(pane, name)?.is ?? '');
}

export function isComputed(pane: FeedPane, name: string): boolean {
  return columnOf(pane, name)?.value !== undefined;
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
