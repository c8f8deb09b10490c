import {defaultPageSizes, type Page} from '../../../api/wire/records.ts';
import {waitBehind} from '../../chance.ts';
import type {PageRequest} from '../../feeds/lists.ts';
import {age} from '../../model/freshness.ts';
import type {Moment} from '../../model/moment.ts';
import {isSameRow, ownId} from '../../model/rows.ts';
import type {FeedPane, RowOf} from '../../model/vocabulary.ts';
import {isTallied, type ListRead, nextPage, nothingRead, withPage} from '../../model/whole.ts';
import {compareIds} from '../../resources/resource.ts';
import type {ListReading, ListSearch, Round} from './known.ts';

export type ListPlan<P extends FeedPane> = {
  begin(list: ListReading<P>, now: Moment): ListReading<P>;
  conclude(list: ListReading<P>, round: Round<P>, now: Moment): ListReading<P>;
};

const fullPage = 100;

export function emptyList<P extends FeedPane>(pane: P): ListReading<P> {
  return {
    pane,
    rows: [],
    counter: 0,
    pageSize: fullPage,
    patienceMs: 0,
    walk: {unreadable: 0, isWanted: false, newest: 0},
    unreadable: 0,
    failures: 0,
    quietUntil: 0,
  };
}

type Wanted<P extends FeedPane> = Omit<ListSearch<P>, 'read' | 'pageSize'> & {readonly pageSize?: number};

export function searching<P extends FeedPane>(
  list: ListReading<P>,
  way: Round<P>['way'],
  wanted: readonly Wanted<P>[],
  now: Moment,
): ListReading<P> {
  const {pageSize, round} = list;
  const {began, searches} = round ?? {began: now, searches: []};
  const more = wanted.map(each => ({pageSize, ...each, read: nothingRead(now)}));
  return {...list, round: {way, began, searches: [...searches, ...more]}};
}

export function endRound<P extends FeedPane>(
  list: ListReading<P>,
  now: Moment,
  how: Partial<Pick<ListReading<P>, 'rows' | 'wholeFrom' | 'walk' | 'unreadable'>>,
  reason?: string,
): ListReading<P> {
  return {...list, ...how, round: undefined, ended: now, patienceMs: 0, fault: reason};
}

/** Time until the list is asked again, in ms: a pause after failures, else one period after a round. */
export function restOf(list: ListReading, periodMs: number, now: Moment): number {
  const quietMs = list.quietUntil - now.mono;
  const {ended, patienceMs} = list;
  const dueMs = list.round !== undefined || ended === undefined ? 0 : periodMs + patienceMs - age(ended, now);
  return Math.max(0, quietMs, dueMs);
}

export type PageAsked<P extends FeedPane = FeedPane> = PageRequest<P> & {readonly number: number};

export function askNext<P extends FeedPane>(
  list: ListReading<P>,
): readonly [ListReading<P>, PageAsked<P>] | undefined {
  const {round, pane, counter, asked} = list;
  const search = asked === undefined ? round?.searches.find(({read}) => !read.isEnded) : undefined;
  if (search === undefined) return undefined;
  const {query, sort, pageSize, read} = search;
  const number = counter + 1;
  return [
    {...list, counter: number, asked: number},
    {pane, number, query, sort, pageSize, page: nextPage(read)},
  ];
}

/** A long list pauses after this many pages, to limit the load on the service. */
const slicePages = 50;
const sliceRestMs = 1_000;
const cutRestMs = 60_000;
/** New records are on the first pages; if there are more than these pages hold, all pages are read. */
const mostTallied = 10;
const mostPages = 1_000;
const tooLong = 'The list is longer than 1,000 pages: it was not read to its end.';

export function takePage<P extends FeedPane>(
  before: ListReading<P>,
  number: number,
  page: Page<RowOf[P]>,
  plan: ListPlan<P>,
  now: Moment,
): ListReading<P> {
  if (before.asked !== number || before.round === undefined) return before;
  const list = withSearched({...before, asked: undefined}, before.round, page, now);
  return concluded({...list, fault: undefined, failures: 0}, plan, now);
}

function withSearched<P extends FeedPane>(
  list: ListReading<P>,
  round: Round<P>,
  {rows: came, unreadable, total}: Pick<Page<RowOf[P]>, 'rows' | 'unreadable' | 'total'>,
  now: Moment,
): ListReading<P> {
  const at = round.searches.findIndex(({read}) => !read.isEnded);
  const search = round.searches[at];
  if (search === undefined) return list;
  const idOf = (row: RowOf[P]) => ownId(list.pane, row) ?? '';
  const rows = withRows(list.pane, list.rows, came);
  // Rows without an id cannot be distinguished, so they are not kept.
  const named = came.filter(row => idOf(row) !== '');
  const lost = [...unreadable, ...came.slice(named.length).map(() => ({index: 0, reason: 'It has no id.'}))];
  const read = withPage(search.read, {rows: named, unreadable: lost, total}, idOf);
  const isEnded =
    read.isEnded || read.pages >= mostPages || isEarlyEnd(search, read, rows.length, list, total);
  const isFirstOfAll = round.way === 'all' && read.pages === 1;
  const given = came.length + unreadable.length;
  const isCut = isFirstOfAll && total !== undefined && given > 0 && given < total;
  return {
    ...list,
    rows,
    round: {...round, searches: round.searches.with(at, {...search, read: {...read, isEnded}})},
    // An unreadable row revokes the proof at once; only a whole round can restore it.
    unreadable: Math.max(list.unreadable, read.unreadable),
    total: round.way === 'all' ? total : list.total,
    // Adapts to a service that gives smaller pages than asked for.
    pageSize: isCut ? Math.min(given, list.pageSize) : list.pageSize,
    quietUntil: Math.max(list.quietUntil, read.pages % slicePages === 0 ? now.mono + sliceRestMs : 0),
  };
}

function isEarlyEnd(
  {endsAt}: ListSearch,
  {pages}: ListRead<unknown>,
  known: number,
  {walk}: ListReading,
  total: number | undefined,
): boolean {
  if (endsAt !== 'tally') return endsAt === 'first';
  return known + walk.unreadable === total || pages >= mostTallied;
}

export type PaneShown<P extends FeedPane> = {
  readonly page: Pick<Page<RowOf[P]>, 'rows' | 'unreadable' | 'total'>;
  readonly began: Moment;
  readonly now: Moment;
};

/** A round without a request; undefined if the answer does not prove to be the whole list. */
export function takeShownList<P extends FeedPane>(
  list: ListReading<P>,
  {page, began, now}: PaneShown<P>,
  plan: ListPlan<P>,
): ListReading<P> | undefined {
  const isWhole = page.unreadable.length === 0 && page.rows.length === page.total;
  if (!isWhole || !isNewest(list, began)) return undefined;
  const {round, ...rest} = searching(list, 'all', [{query: {}}], began);
  const shown = round && withSearched({...rest, round, unreadable: 0, failures: 0}, round, page, now);
  const next = shown && concluded(shown, plan, now);
  return next?.round === undefined && next?.wholeFrom === began ? next : undefined;
}

/** Rows of a page that proves nothing about the others, unless a request under way may know them better. */
export function takeShownRows<P extends FeedPane>(
  list: ListReading<P>,
  {page, began}: PaneShown<P>,
): ListReading<P> {
  const rows = isNewest(list, began) ? withRows(list.pane, list.rows, page.rows) : list.rows;
  return rows === list.rows ? list : {...list, rows};
}

/** An answer asked for before the last round ended may be older than that round. */
function isNewest({round, ended}: ListReading, began: Moment): boolean {
  return round === undefined && (ended?.mono ?? began.mono) <= began.mono;
}

function concluded<P extends FeedPane>(list: ListReading<P>, plan: ListPlan<P>, now: Moment): ListReading<P> {
  const {round} = list;
  if (round?.searches.every(({read}) => read.isEnded) !== true) return list;
  const cut = round.searches.find(({read}) => read.pages >= mostPages && !isTallied(read));
  if (cut === undefined) return plan.conclude(list, round, now);
  return {...endRound(list, now, {unreadable: cut.read.unreadable}, tooLong), patienceMs: cutRestMs};
}

export type ReadFault = {
  readonly text: string;
  readonly retryAfterMs?: number | undefined;
  readonly isRefused: boolean;
};

/** The page is asked again; one that was refused is asked again with smaller pages, from the first. */
export function takeFailure<P extends FeedPane>(
  list: ListReading<P>,
  number: number,
  fault: ReadFault,
  {periodMs, draw, now}: {readonly periodMs: number; readonly draw: number; readonly now: Moment},
): ListReading<P> {
  if (list.asked !== number) return list;
  const failures = list.failures + 1;
  const quietUntil = now.mono + waitBehind(fault.retryAfterMs, periodMs, failures, draw);
  const failed: ListReading<P> = {...list, asked: undefined, fault: fault.text, failures, quietUntil};
  const usual = defaultPageSizes[list.pane];
  return fault.isRefused && list.pageSize > usual ? {...failed, pageSize: usual, round: undefined} : failed;
}

/** Merges rows by id. Unchanged rows keep their identity, and so does an unchanged list. */
export function withRows<P extends FeedPane>(
  pane: P,
  kept: readonly RowOf[P][],
  came: readonly RowOf[P][],
): readonly RowOf[P][] {
  const idOf = (row: RowOf[P]) => ownId(pane, row) ?? '';
  const rows = new Map(kept.map(row => [idOf(row), row]));
  const news = came.filter(row => {
    const before = rows.get(idOf(row));
    return idOf(row) !== '' && (before === undefined || !isSameRow(pane, before, row));
  });
  if (news.length === 0) return kept;
  for (const row of news) rows.set(idOf(row), row);
  return [...rows.values()].sort((a, b) => compareIds(idOf(a), idOf(b)));
}

/** Without the rows that none of these reads has shown. */
export function onlyRead<P extends FeedPane>(
  {pane, rows}: ListReading<P>,
  reads: readonly ListRead<unknown>[],
  isWanted: (row: RowOf[P]) => boolean = () => false,
): readonly RowOf[P][] {
  const ids = idsOf(reads);
  const only = rows.filter(row => ids.has(ownId(pane, row)) || isWanted(row));
  return only.length === rows.length ? rows : only;
}

export const idsOf = (reads: readonly ListRead<unknown>[]) => new Set(reads.flatMap(({ids}) => ids));
