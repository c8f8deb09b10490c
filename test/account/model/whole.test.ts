import {describe, expect, it} from 'vitest';
import {
  isAscending,
  type ListRead,
  lackOf,
  listOf,
  nothingRead,
  type PagesRead,
  withPage,
} from '../../../src/account/model/whole.ts';
import {listRead} from '../../helpers/list-read.ts';

const began = {mono: 0, wall: 0};
const read = (more: Partial<ListRead<string>> = {}) => listRead(began, ['a', 'b'], more);

describe('a list that was read', () => {
  it('is complete if one page holds as many rows as its total', () => {
    expect(lackOf(read(), 'stable')).toBeUndefined();
    expect(lackOf(read({totals: [undefined, undefined]}), 'stable')).toBeUndefined();
  });

  it.each([
    ['a page failed', 'ended', {fault: {text: 'No answer.'}}],
    ['a row cannot be read', 'tallied', {unreadable: 1}],
    ['a row is repeated', 'tallied', {ids: ['1', '1']}],
    ['the total changed', 'tallied', {totals: [3, 2]}],
    ['rows are missing', 'tallied', {totals: [3, 3]}],
    ['rows may have moved between pages', 'stable', {pages: 2}],
  ] as const)('is not complete if %s', (_, need, more) => {
    const needs = ['ended', 'tallied', 'stable'] as const;
    const lacks = needs.map(each => lackOf(read(more), each) !== undefined);
    expect(lacks).toEqual(needs.map((_each, at) => at >= needs.indexOf(need)));
  });

  it('is stable over several pages if its rows cannot have moved', () => {
    expect(lackOf(read({pages: 2}), 'stable', true)).toBeUndefined();
  });

  it('has rising ids only if each is a number above the one before', () => {
    const ascends = (...ids: (string | undefined)[]) => isAscending(read({ids}));
    expect([ascends('9', '10'), ascends('10', '9'), ascends('1', 'b'), ascends('1', undefined)]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('a reading of a list', () => {
  const after = (total: number | undefined, ...pages: string[][]) => {
    const nothing: PagesRead<string> = nothingRead(began);
    return listOf(
      pages.reduce((next, rows) => withPage(next, {rows, unreadable: [], total}, row => row), nothing),
    );
  };

  it('ends when as many rows came as the total says, whatever the size of its pages', () => {
    expect(after(3, ['1', '2']).isEnded).toBe(false);
    expect(after(3, ['1', '2'], ['3']).isEnded).toBe(true);
    expect(after(0, []).isEnded).toBe(true);
  });

  it('ends with an empty page', () => {
    expect(after(3, ['1', '2'], [])).toMatchObject({isEnded: true, pages: 2});
    expect(after(undefined, ['1', '2'], [])).toMatchObject({isEnded: true, pages: 1});
  });

  it('without a total goes on behind a short page, and ends where one repeats twice', () => {
    expect(after(undefined, ['1', '2'], ['3']).isEnded).toBe(false);
    const moved = after(undefined, ['1', '2'], ['1', '2'], ['3', '4']);
    expect(moved).toMatchObject({isEnded: false, rows: ['1', '2', '3', '4'], pages: 3});
    const repeated = after(undefined, ['1', '2'], ['1', '2'], ['1', '2']);
    expect(repeated).toMatchObject({isEnded: true, rows: ['1', '2'], pages: 1});
    expect(after(undefined, ['1', '2'], ['2']).isEnded).toBe(false);
  });

  it('with a total goes on where a page repeats, and is not complete', () => {
    const repeated = after(4, ['1', '2'], ['1', '2']);
    expect(lackOf(repeated, 'tallied')).toBe('The list changed while it was read.');
  });
});
