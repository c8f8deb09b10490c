import {describe, expect, it} from 'vitest';
import {type Column, feedPanes} from '../../../src/account/resources/resource.ts';
import {needOf, resources, sortNameOf, sortNames} from '../../../src/account/resources/resources.ts';
import {members} from '../../../src/desk/filter/members.ts';
import {order} from '../../helpers/desk.ts';

const columnsOf = (pane: (typeof feedPanes)[number]) =>
  Object.entries<Column<never>>(resources[pane].columns);

describe.each(feedPanes)('the resource %s', pane => {
  const {fields, id} = resources[pane];
  const names: readonly string[] = fields;

  it('has only columns that show a field or a computed value', () => {
    const idle = columnsOf(pane).filter(
      ([name, {of, value}]) => !names.includes(of ?? name) && value === undefined,
    );
    expect(idle).toEqual([]);
    expect(names).toContain(id);
  });

  it('can be sorted by every column, and needs no other list for a field', () => {
    for (const [name] of columnsOf(pane)) expect(sortNames[pane]).toContain(sortNameOf(pane, name));
    expect(names.filter(name => needOf(pane, name) !== undefined)).toEqual([]);
  });

  it('can be filtered by every field', () => {
    const narrowed = members[pane].map(({field}) => field);
    expect(narrowed).toEqual(expect.arrayContaining([...names]));
  });
});

it('an order with a price of its fills has filled, however much, before a trade is listed', () => {
  const {filled, left} = resources.orders.columns;
  const facts = (fills: ReadonlyMap<string, string>) => ({fills}) as never;
  const part = order('7', {size: '4', openPrice: '1400'});
  const values = (of: typeof part, fills = new Map<string, string>()) =>
    [filled, left].map(each => each?.value?.(of as never, facts(fills), {} as never));
  expect(values(part)).toEqual([undefined, undefined]);
  expect(values(part, new Map([['7', '1']]))).toEqual(['1', '3']);
  expect(values(order('7', {size: '4'}))).toEqual(['0', '4']);
});
