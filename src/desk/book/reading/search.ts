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

/** The page to ask for now; undefined where an answer has to come first, or nothing is left. */
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

export type PageTold = {
  readonly page: number;
  /** The ids of its rows, as they came. */
  readonly ids: readonly string[];
  readonly fresh: number;
  readonly unreadable: number;
  readonly total: number | undefined;
  /** The size in force, as the service says. */
  readonly pageSize: number;
  /** As many records are known as the answer says that there are. */
  readonly isTallied: boolean;
};

/** As many pages of a list that repeat an earlier one are read before it is not read any further. */
const mostRepeats = 3;
/** New records since the last look stand on its first pages; where there are more, all are read anew. */
const mostTallied = 10;
/** 100,000 rows at 100 a page: a longer list is not read to its end, and no figure of it is whole. */
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

/** A page may come before the one in front of it. */
function withIds(ids: ListSearch['ids'], page: number, text: string): ListSearch['ids'] {
  if (page < ids.length) return ids.with(page, text);
  return [...ids, ...Array<undefined>(page - ids.length), text];
}

/** A service that gives fewer rows on a page than it was asked for has more pages. */
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
  // Where the total is as it was and allows more than came, the pages are smaller than they were said to be.
  const isShort = lastTotal === firstTotal && lastTotal !== undefined && seen + unreadable < lastTotal;
  return isShort && told.fresh + told.unreadable > 0 ? {...search, pages: pages + 1} : ended;
}

/**
 * Whether it showed the whole of a list that only grows: no record came between its first page and its last,
 * and it has seen as many as there are, so that none of them slid past it between two pages.
 */
export function isWholeSearch({firstTotal, lastTotal, seen, unreadable}: ListSearch): boolean {
  return firstTotal !== undefined && firstTotal === lastTotal && seen + unreadable === lastTotal;
}

/** Whether it ended before its list did. */
export function isCut(search: ListSearch): boolean {
  return search.asked >= mostPages && !isWholeSearch(search);
}

/** Whether two searches saw the same records on the same pages. */
export function areAlike(a: ListSearch, b: ListSearch): boolean {
  return a.ids.length === b.ids.length && a.ids.every((text, page) => text === b.ids[page]);
}
