import {expect, it} from 'vitest';
import {areAlike, newSearch, withPage} from '../../../../src/desk/portfolio/reading/search.ts';

it('is like no other search while a page in front of its last has yet to come', () => {
  const told = {fresh: 1, unreadable: 0, total: 300, pageSize: 100, isTallied: false};
  const began = {mono: 0, wall: 0};
  const search = newSearch<'trades'>({query: {}, pageSize: 100, from: 0, began});
  const seen = (...pages: number[]) =>
    pages.reduce((next, page) => withPage(next, {...told, page, ids: [`id ${page}`]}), search);
  expect(areAlike(seen(0, 2, 1), seen(0, 1, 2))).toBe(true);
  expect(areAlike(seen(0, 2), seen(0, 1, 2))).toBe(false);
  expect(areAlike(seen(0, 1, 2), seen(0, 2))).toBe(false);
});
