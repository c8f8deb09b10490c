import {defaultPageSizes, type Page} from '../../../api/wire/records.ts';
import {waitBehind} from '../../back-off.ts';
import type {PageRequest} from '../../feeds/lists.ts';
import {age} from '../../model/freshness.ts';
import type {Moment} from '../../model/moment.ts';
import {ownId} from '../../model/rows.ts';
import type {RowOf} from '../../model/state.ts';
import type {FeedPane} from '../../model/vocabulary.ts';
import {nothingKept, takeRows} from './kept.ts';
import type {ListReading, ListSearch, Round} from './known.ts';
import {isCut, newSearch, nextPage, tooLong, withAsked, withFailed, withPage} from './search.ts';

/** As many records as are asked for at once. */
const fullPage = 100;
/** A long list rests behind so many pages, and goes on from there: the service is not asked without a pause. */
const slicePages = 50;
const sliceRestMs = 1_000;
/** One that is too long to be read is tried again after so long. */
const cutRestMs = 60_000;

export function emptyList<P extends FeedPane>(pane: P): ListReading<P> {
  return {
    pane,
    kept: nothingKept,
    counter: 0,
    underWay: new Map(),
    round: undefined,
    pageSize: fullPage,
    wholeFrom: undefined,
    ended: undefined,
    patienceMs: 0,
    walk: {at: undefined, unreadable: 0, isWanted: false, newest: 0},
    unreadable: 0,
    total: undefined,
    fault: undefined,
    failures: 0,
    quietUntil: 0,
  };
}

/** What a list is asked for, and what its answers prove. */
export type ListPlan<P extends FeedPane> = {
  begin(list: ListReading<P>, now: Moment): ListReading<P>;
  /** Once all searches of a round have ended: the next ones, or the end of the round. */
  conclude(list: ListReading<P>, round: Round<P>, now: Moment): ListReading<P>;
  /** What one answer makes of a list that stands on it whole; undefined where no answer tells that it does. */
  readonly shown?: {
    readonly isMeant: (row: RowOf[P]) => boolean;
    end(list: ListReading<P>, round: Pick<Round<P>, 'began' | 'from'>, now: Moment): ListReading<P>;
  };
};

type Wanted<P extends FeedPane> = Pick<ListSearch<P>, 'query'> &
  Partial<Pick<ListSearch<P>, 'sort' | 'endsAt' | 'pageSize'>>;

/** More searches of the round that is under way, or the first of a new one. */
export function searching<P extends FeedPane>(
  list: ListReading<P>,
  way: Round<P>['way'],
  wanted: readonly Wanted<P>[],
  now: Moment,
): ListReading<P> {
  const {counter, pageSize, round} = list;
  const {began, from, searches} = round ?? {began: now, from: counter + 1, searches: []};
  const more = wanted.map(each => newSearch<P>({pageSize, ...each, from: counter + 1, began: now}));
  return {...list, round: {way, began, from, searches: [...searches, ...more]}};
}

/** The end of a round; `reason` says why it does not show all there is, and `wholeFrom` since when it does. */
export function endRound<P extends FeedPane>(
  list: ListReading<P>,
  now: Moment,
  how: Partial<Pick<ListReading<P>, 'kept' | 'wholeFrom' | 'walk' | 'unreadable'>>,
  reason?: string,
): ListReading<P> {
  return {...list, ...how, round: undefined, ended: now, patienceMs: 0, fault: reason};
}

/** How long until a list is asked again, in ms: what failed rests, and behind a round all do for a period. */
export function restOf(list: ListReading, periodMs: number, now: Moment): number {
  const quietMs = list.quietUntil - now.mono;
  const {ended, patienceMs} = list;
  const dueMs = list.round !== undefined || ended === undefined ? 0 : periodMs + patienceMs - age(ended, now);
  return Math.max(0, quietMs, dueMs);
}

export type PageAsked<P extends FeedPane = FeedPane> = PageRequest<P> & {
  /** Counted in each list by itself. */
  readonly number: number;
};

/** The next page of a round; undefined where answers have to come first. */
export function askNext<P extends FeedPane>(
  list: ListReading<P>,
): readonly [ListReading<P>, PageAsked<P>] | undefined {
  const {round, pane, counter} = list;
  if (round === undefined) return undefined;
  for (const [at, search] of round.searches.entries()) {
    const page = nextPage(search);
    if (page === undefined) continue;
    const number = counter + 1;
    const {query, sort, pageSize} = search;
    const next: ListReading<P> = {
      ...withSearch(list, round, at, withAsked(search, page)),
      counter: number,
      underWay: new Map([...list.underWay, [number, {round: round.from, search: at, page}]]),
    };
    return [next, {pane, number, query, sort, page, pageSize}];
  }
  return undefined;
}

function withSearch<P extends FeedPane>(
  list: ListReading<P>,
  round: Round<P>,
  at: number,
  search: ListSearch<P>,
): ListReading<P> {
  return {...list, round: {...round, searches: round.searches.with(at, search)}};
}

/** Takes a page; one that belongs to a round that was given up is dropped. */
export function takePage<P extends FeedPane>(
  before: ListReading<P>,
  number: number,
  {rows, unreadable, total, pageSize}: Page<RowOf[P]>,
  plan: ListPlan<P>,
  now: Moment,
): ListReading<P> {
  const {asked, round, search, list} = withoutRequest(before, number);
  if (asked === undefined || round === undefined || search === undefined) return concluded(list, plan, now);
  const {pane, walk} = list;
  const taken = takeRows(pane, list.kept, rows, {number, from: search.from});
  const lost = unreadable.length + taken.unnamed;
  const next = withPage(search, {
    page: asked.page,
    ids: rows.map(row => ownId(pane, row) ?? ''),
    fresh: taken.fresh,
    unreadable: lost,
    total,
    pageSize,
    isTallied: taken.kept.rows.length + walk.unreadable === total,
  });
  const told: ListReading<P> = {
    ...withSearch(list, round, asked.search, next),
    kept: taken.kept,
    // What cannot be read takes the proof back at once, that it is gone only a whole round does.
    unreadable: Math.max(list.unreadable, next.unreadable),
    total: round.way === 'all' ? total : list.total,
    pageSize:
      round.way === 'all' && asked.page === 0
        ? sizeGiven(list, rows.length + unreadable.length, total)
        : list.pageSize,
    fault: undefined,
    failures: 0,
    quietUntil: Math.max(list.quietUntil, next.answered % slicePages === 0 ? now.mono + sliceRestMs : 0),
  };
  return concluded(told, plan, now);
}

/** What a pane was shown of its list, without a filter, from the first row on. */
export type PaneShown<P extends FeedPane> = {
  readonly page: Pick<Page<RowOf[P]>, 'rows' | 'unreadable' | 'total'>;
  /** When it was asked for, and when it came. */
  readonly began: Moment;
  readonly now: Moment;
};

/** A round that no request is made for; undefined where what was shown does not prove to be the whole list. */
export function takeShownList<P extends FeedPane>(
  list: ListReading<P>,
  {page: {rows, unreadable, total}, began, now}: PaneShown<P>,
  {shown}: ListPlan<P>,
): ListReading<P> | undefined {
  const {pane, round, underWay, ended, counter} = list;
  const isWhole = unreadable.length === 0 && rows.length === total;
  // What was asked for before the last round ended may be older than what that has told.
  const isNewest = round === undefined && underWay.size === 0 && (ended?.mono ?? began.mono) <= began.mono;
  if (shown === undefined || !isWhole || !isNewest) return undefined;
  const from = counter + 1;
  const meant = rows.filter(shown.isMeant);
  const {kept, fresh} = takeRows(pane, list.kept, meant, {number: from, from});
  if (fresh < meant.length) return undefined;
  return shown.end({...list, kept, counter: from, unreadable: 0, total, failures: 0}, {began, from}, now);
}

/** A service that gives fewer records on a page than it was asked for is asked for so many from then on. */
function sizeGiven({pageSize}: ListReading, given: number, total: number | undefined): number {
  return total !== undefined && given > 0 && given < total ? Math.min(given, pageSize) : pageSize;
}

/** A round goes on once every page that it asked for has come, or is of no use any more. */
function concluded<P extends FeedPane>(list: ListReading<P>, plan: ListPlan<P>, now: Moment): ListReading<P> {
  const {round, underWay} = list;
  const isOver = underWay.size === 0 && round?.searches.every(({isEnded}) => isEnded) === true;
  if (!isOver) return list;
  const cut = round.searches.find(isCut);
  if (cut === undefined) return plan.conclude(list, round, now);
  return {...endRound(list, now, {unreadable: cut.unreadable}, tooLong), patienceMs: cutRestMs};
}

export type ReadFault = {
  readonly text: string;
  /** How long the service asks to be left alone. */
  readonly retryAfterMs?: number | undefined;
  /** The request itself was refused: a page may be larger than the service gives. */
  readonly isRefused: boolean;
};

/** The page is asked for again, later and later; what came by then stays. */
export function takeFailure<P extends FeedPane>(
  before: ListReading<P>,
  number: number,
  fault: ReadFault,
  plan: ListPlan<P>,
  given: {readonly periodMs: number; readonly draw: number; readonly now: Moment},
): ListReading<P> {
  const {periodMs, draw, now} = given;
  const {asked, round, search, list} = withoutRequest(before, number);
  if (asked === undefined || round === undefined || search === undefined) return concluded(list, plan, now);
  const failures = list.failures + 1;
  const quietUntil = now.mono + waitBehind(fault.retryAfterMs, periodMs, failures, draw);
  const failed: ListReading<P> = {...list, fault: fault.text, failures, quietUntil};
  const usual = defaultPageSizes[list.pane];
  if (fault.isRefused && list.pageSize > usual) return {...failed, pageSize: usual, round: undefined};
  return concluded(withSearch(failed, round, asked.search, withFailed(search, asked.page)), plan, now);
}

/** A request whose round was given up has no search: its answer says nothing any more. */
function withoutRequest<P extends FeedPane>(list: ListReading<P>, number: number) {
  const asked = list.underWay.get(number);
  const round = list.round?.from === asked?.round ? list.round : undefined;
  const underWay = new Map(list.underWay);
  underWay.delete(number);
  const search = asked === undefined ? undefined : round?.searches[asked.search];
  return {asked, round, search, list: asked === undefined ? list : {...list, underWay}};
}
