import {describe, expect, it} from 'vitest';
import type {PageRequest} from '../../../src/account/model/feed.ts';
import type {FeedPane, Row} from '../../../src/account/model/vocabulary.ts';
import {type WantedList, walkWhole} from '../../../src/account/reading/whole.ts';

type Page = {ids: string[]; total?: number | undefined; lost?: number};

/** A list that answers with these pages, at 1, 2, 3 … ms; beyond them with empty ones. */
function read(
  pages: readonly Page[] | ((asked: PageRequest) => Page),
  more: Partial<WantedList<FeedPane>> = {},
) {
  const pane: FeedPane = more.pane ?? 'orders';
  const walk = walkWhole<FeedPane>({query: {}, ...more, pane});
  const asked: number[] = [];
  let step = walk.next();
  while (step.done !== true) {
    const {
      ids,
      total,
      lost = 0,
    } = typeof pages === 'function' ? pages(step.value) : (pages[asked.length] ?? {ids: []});
    asked.push(step.value.page);
    const at = {mono: asked.length, wall: asked.length};
    const rows: Row[] = ids.map(id => (pane === 'orders' ? {orderId: id} : {id}));
    const unreadable = Array.from({length: lost}, (_, index) => ({index, reason: 'no price'}));
    step = walk.next({asked: at, page: {rows, unreadable, total}});
  }
  const {rows, ...told} = step.value;
  return {...told, ids: rows.map(row => ('orderId' in row ? row.orderId : 'id' in row ? row.id : '')), asked};
}

const moved = 'The list changed while it was read.';

describe('a list that is read', () => {
  it('is whole with one page that holds as many rows as its total, or none', () => {
    expect(read([{ids: ['1', '2'], total: 2}])).toMatchObject({isWhole: true, asked: [0], fault: undefined});
    expect(read([{ids: [], total: 0}])).toMatchObject({isWhole: true, asked: [0]});
    expect(read([{ids: []}])).toMatchObject({isWhole: true, asked: [0]});
  });

  it('of several pages is whole once two passes in a row are alike, from the start of the first', () => {
    const one = [
      {ids: ['1', '2'], total: 3},
      {ids: ['3'], total: 3},
    ];
    expect(read([...one, ...one])).toMatchObject({isWhole: true, began: {mono: 1}, asked: [0, 1, 0, 1]});
    const other = [
      {ids: ['2', '3'], total: 3},
      {ids: ['4'], total: 3},
    ];
    const told = read([...one, ...other, ...other]);
    expect(told).toMatchObject({isWhole: true, began: {mono: 3}, ids: ['2', '3', '4']});
  });

  it('that moves in each of four passes is not whole, with all rows that came', () => {
    const passes = ['3', '4', '5', '6'].flatMap(id => [
      {ids: ['1', '2'], total: 3},
      {ids: [id], total: 3},
    ]);
    const told = read(passes);
    expect(told).toMatchObject({isWhole: false, fault: moved, ids: ['1', '2', '3', '4', '5', '6']});
    expect(told.asked).toHaveLength(8);
  });

  it('that no row leaves is whole with as many rows as its first and its last total say', () => {
    const options = {pane: 'easyOptions'} as const;
    const pages = (...totals: (number | undefined)[]) =>
      totals.map((total, at) => ({ids: [String(2 * at), String(2 * at + 1)], total}));
    expect(read(pages(4, 4), options)).toMatchObject({isWhole: true, began: {mono: 1}, asked: [0, 1]});
    const grown = [...pages(3, 4), ...pages(4, 4)];
    expect(read(grown, options)).toMatchObject({isWhole: true, began: {mono: 3}, asked: [0, 1, 0, 1]});
  });

  it.each([
    ['a row cannot be read', {ids: ['1'], total: 2, lost: 1}, '1 of the rows could not be read (no price).'],
    ['a row has no id', {ids: ['1', ''], total: 2}, '1 of the rows could not be read (It has no id.).'],
    ['a row came twice', {ids: ['1', '1'], total: 2}, moved],
  ])('is not whole if %s', (_, page, fault) => {
    expect(read([page, page, page, page])).toMatchObject({isWhole: false, fault});
  });

  it('without a total goes on behind a short page, and ends where one repeats twice', () => {
    const pages = [['1', '2'], ['1', '2'], ['3', '4'], []].map(ids => ({ids}));
    const told = read([...pages, ...pages]);
    expect(told).toMatchObject({isWhole: true, ids: ['1', '2', '3', '4'], asked: [0, 1, 2, 3, 0, 1, 2, 3]});
    const repeated = [
      ['1', '2'],
      ['1', '2'],
      ['1', '2'],
    ].map(ids => ({ids}));
    const twice = read([...repeated, ...repeated]);
    expect(twice).toMatchObject({isWhole: true, ids: ['1', '2'], asked: [0, 1, 2, 0, 1, 2]});
  });

  it('without a total is whole once two passes are alike: a row may move up between a page and the end', () => {
    const end = {ids: []};
    const told = read([{ids: ['1', '2']}, end, {ids: ['2', '3']}, end, {ids: ['2', '3']}, end]);
    expect(told).toMatchObject({isWhole: true, began: {mono: 3}, ids: ['2', '3']});
  });

  it('is whole by two passes in another order if their total says that these are all', () => {
    const pass = (ids: string[], total?: number) => [
      {ids: ids.slice(0, 2), total},
      {ids: ids.slice(2), total},
    ];
    const [one, other] = [
      ['1', '2', '3'],
      ['2', '1', '3'],
    ];
    expect(read([...pass(one, 3), ...pass(other, 3)])).toMatchObject({isWhole: true, asked: [0, 1, 0, 1]});
  });

  it.each(['easyOptions', 'orders'] as const)('of %s is whole where a page is smaller than asked', pane => {
    const all = Array.from({length: 130}, (_, at) => String(at));
    const pages = ({page, pageSize}: {page: number; pageSize: number}) => ({
      ids: all.slice(page * pageSize, page * pageSize + Math.min(50, pageSize)),
      total: 130,
    });
    expect(read(pages, {pane})).toMatchObject({isWhole: true, ids: all});
  });

  it('with a total goes on where a page repeats, and is not whole', () => {
    const page = {ids: ['1', '2'], total: 4};
    expect(read(Array.from({length: 8}, () => page))).toMatchObject({isWhole: false, fault: moved});
  });

  it('is read to what is enough, or to so many pages', () => {
    const pages = ['1', '2', '3'].map(id => ({ids: [id], total: 3}));
    const isEnough = (ids: readonly string[]) => ids.includes('2');
    expect(read(pages, {isEnough})).toMatchObject({isWhole: false, fault: undefined, ids: ['1', '2']});
    const fault = 'The list is longer than 1,000 pages: it was not read to its end.';
    const endless = ({page}: PageRequest) => ({ids: [String(page)]});
    const told = read(endless);
    expect(told).toMatchObject({isWhole: false, fault});
    expect(told.asked).toHaveLength(1_000);
  });
});
