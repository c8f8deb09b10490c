import type {FeedPane} from '../../model/vocabulary.ts';
import type {ListSearch} from './known.ts';

type Asked<P extends FeedPane> = Pick<ListSearch<P>, 'query' | 'pageSize' | 'from' | 'began'> &
  Partial<Pick<ListSearch<P>, 'sort' | 'endsAt'>>;

export function newSearch<P extends FeedPane>(asked: Asked<P>): ListSearch<P> {
  return {
    sort: undefined,
    endsAt: 'end',
    ...asked,
    asked: 0,
    again: [],
    answered: 0,
    pages: undefined,
    firstTotal: undefined,
    lastTotal: undefined,
    seen: 0,
    unreadable: 0,
    ids: [],
    repeats: 0,
    isEnded: false,
  };
}

export function nextPage({asked, again, answered, pages, isEnded}: ListSearch): number | undefined {
  if (isEnded) return undefined;
  const [failed] = again;
  if (failed !== undefined) return failed;
  const isAlone = pages === undefined || asked >= pages - 1;
  return isAlone && answered < asked ? undefined : asked;
}

export function withAsked<P extends FeedPane>(search: ListSearch<P>, page: number): ListSearch<P> {
  const {asked, again} = search;
  return {...search, asked: Math.max(asked, page + 1), again: again.filter(each => each !== page)};
}

export function withFailed<P extends FeedPane>(search: ListSearch<P>, page: number): ListSearch<P> {
  return {...search, again: [...search.again, page]};
}

type PageTold = {
  readonly page: number;
  readonly ids: readonly string[];
  readonly fresh: number;
  readonly unreadable: number;
  readonly total: number | undefined;
  readonly pageSize: number;
  readonly isTallied: boolean;
};

const mostRepeats = 3;
/** New records are on the first pages; if there are more than these pages hold, all pages are read. */
const mostTallied = 10;
const mostPages = 1_000;
export const tooLong = 'The list is longer than 1,000 pages: it was not read to its end.';

export function withPage<P extends FeedPane>(search: ListSearch<P>, told: PageTold): ListSearch<P> {
  const {page, fresh, unreadable, total} = told;
  const isFirst = page === 0;
  const ids = told.ids.join();
  const isRepeated = !isFirst && told.ids.length > 0 && search.ids.includes(ids);
  const next: ListSearch<P> = {
    ...search,
    answered: search.answered + 1,
    pages: isFirst ? pagesOf(search, told) : search.pages,
    firstTotal: isFirst ? total : search.firstTotal,
    lastTotal: page === search.asked - 1 ? total : search.lastTotal,
    seen: search.seen + fresh,
    unreadable: search.unreadable + unreadable,
    ids: withIds(search.ids, page, ids),
    repeats: search.repeats + (isRepeated ? 1 : 0),
  };
  return withEnd(next, told, isRepeated);
}

function withIds(ids: ListSearch['ids'], page: number, text: string): ListSearch['ids'] {
  if (page < ids.length) return ids.with(page, text);
  return [...ids, ...Array<undefined>(page - ids.length), text];
}

function pagesOf(
  {pageSize, endsAt}: ListSearch,
  {total, ids, unreadable, ...told}: PageTold,
): number | undefined {
  if (total === undefined || endsAt === 'tally') return undefined;
  const given = ids.length + unreadable;
  const size = given > 0 && given < total ? Math.min(pageSize, told.pageSize, given) : pageSize;
  return Math.max(1, Math.ceil(total / size));
}

function withEnd<P extends FeedPane>(
  search: ListSearch<P>,
  told: PageTold,
  isRepeated: boolean,
): ListSearch<P> {
  const {endsAt, asked, again, answered, pages, repeats, seen, unreadable, firstTotal, lastTotal} = search;
  const ended = {...search, isEnded: true};
  if (endsAt === 'first' || repeats > mostRepeats || asked >= mostPages) return ended;
  if (endsAt === 'tally' && (told.isTallied || asked >= mostTallied)) return ended;
  if (answered < asked || again.length > 0 || (pages !== undefined && asked < pages)) return search;
  const isEmpty = told.ids.length + told.unreadable === 0;
  if (isEmpty || (isRepeated && pages === undefined)) return ended;
  if (pages === undefined) return search;
  // If the total is unchanged but exceeds the rows that came, the pages are smaller than stated.
  const isShort = lastTotal === firstTotal && lastTotal !== undefined && seen + unreadable < lastTotal;
  return isShort && told.fresh + told.unreadable > 0 ? {...search, pages: pages + 1} : ended;
}

/**
 * Proves a list that only grows complete: the total did not change between the first and the last page, and as
 * many records were seen, so none slipped between two pages.
 */
export function isWholeSearch({firstTotal, lastTotal, seen, unreadable}: ListSearch): boolean {
  return firstTotal !== undefined && firstTotal === lastTotal && seen + unreadable === lastTotal;
}

export function isCut(search: ListSearch): boolean {
  return search.asked >= mostPages && !isWholeSearch(search);
}

export function areAlike(a: ListSearch, b: ListSearch): boolean {
  return a.ids.length === b.ids.length && a.ids.every((text, page) => text === b.ids[page]);
}
