import {describe, expect, it} from 'vitest';
import {type ListRead, lackOf} from '../../../src/desk/model/whole.ts';

const read = (more: Partial<ListRead<string>> = {}): ListRead<string> => ({
  began: {mono: 0, wall: 0},
  rows: ['a', 'b'],
  unreadable: 0,
  pages: 1,
  totals: [2, 2],
  areUnique: true,
  isAscending: true,
  fault: undefined,
  ...more,
});

describe('a list that was read', () => {
  it('lacks nothing if one page holds as many rows as its total says', () => {
    expect(lackOf(read(), 'stable')).toBeUndefined();
    expect(lackOf(read({totals: [undefined, undefined]}), 'stable')).toBeUndefined();
  });

  it.each([
    ['a page failed', 'ended', {fault: {text: 'No answer.'}}],
    ['a row cannot be read', 'tallied', {unreadable: 1}],
    ['a row came twice', 'tallied', {areUnique: false}],
    ['the total changed', 'tallied', {totals: [3, 2]}],
    ['rows are missing', 'tallied', {totals: [3, 3]}],
    ['rows may have moved between pages', 'stable', {pages: 2}],
  ] as const)('is not complete where %s', (_, need, more) => {
    const needs = ['ended', 'tallied', 'stable'] as const;
    const lacks = needs.map(each => lackOf(read(more), each) !== undefined);
    expect(lacks).toEqual(needs.map((_each, at) => at >= needs.indexOf(need)));
  });

  it('of several pages is stable where its rows cannot have moved', () => {
    expect(lackOf(read({pages: 2}), 'stable', true)).toBeUndefined();
  });
});
