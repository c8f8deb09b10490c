import {describe, expect, it} from 'vitest';
import {members} from '../../../src/desk/filter/index.ts';
import {rootOf} from '../../../src/desk/recorder/capsule/kinds.ts';
import {type Column, feedPanes} from '../../../src/desk/resources/resource.ts';
import {needOf, resources, sortNameOf, sortNames} from '../../../src/desk/resources/resources.ts';

const columnsOf = (pane: (typeof feedPanes)[number]) =>
  Object.entries<Column<never>>(resources[pane].columns);

describe.each(feedPanes)('the resource %s', pane => {
  const {fields, usual, id} = resources[pane];
  const names: readonly string[] = fields;

  it('has only columns that show a field, or that are computed', () => {
    const idle = columnsOf(pane).filter(
      ([name, {of, value}]) => !names.includes(of ?? name) && value === undefined,
    );
    expect(idle).toEqual([]);
    expect(names).toContain(id);
  });

  it('shows by default what is there, each column once', () => {
    const all = columnsOf(pane).map(([name]) => name);
    expect(all).toEqual(expect.arrayContaining([...usual]));
    expect(new Set(usual).size).toBe(usual.length);
  });

  it('can be sorted by every column, and by every field alone on one read', () => {
    for (const [name] of columnsOf(pane)) expect(sortNames[pane]).toContain(sortNameOf(pane, name));
    expect(names.filter(name => needOf(pane, name) !== undefined)).toEqual([]);
  });

  it('can be narrowed by every field, and a capsule knows each', () => {
    const narrowed = members[pane].flatMap(({name, also = [], field = name}) => [name, field, ...also]);
    expect(narrowed).toEqual(expect.arrayContaining([...names]));
    const kept = names.map(name => rootOf('state').child('feeds').child('rows').child(name).kind);
    expect(kept).not.toContain(undefined);
  });
});

it('a field of one name is kept in one way, whichever record bears it', () => {
  const kinds = feedPanes.flatMap(pane =>
    columnsOf(pane)
      .filter(([name]) => resources[pane].fields.some(field => field === name))
      .map(([name, {is, isDate}]) => [name, isDate ? 'date' : is === 'way' ? 'word' : is] as const),
  );
  for (const [name, kind] of kinds)
    expect([name, ...new Set(kinds.filter(each => each[0] === name).map(each => each[1]))]).toEqual([
      name,
      kind,
    ]);
});
