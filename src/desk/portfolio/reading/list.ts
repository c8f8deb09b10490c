import {defaultPageSizes, type Page} from '../../../api/wire/records.ts';
import {waitBehind} from '../../back-off.ts';
import type {PageRequest} from '../../feeds/lists.ts';
import {age} from '../../model/freshness.ts';
import type {Moment} from '../../model/moment.ts';
import {isSameRow, ownId} from '../../model/rows.ts';
import type {FeedPane} from '../../model/vocabulary.ts';
import {isFinal} from '../../resources/easy-options.ts';
import type {Row, RowOf} from '../../state.ts';
import type {KeptRows, ListReading, ListSearch, Round} from './known.ts';
import {isCut, newSearch, nextPage, tooLong, withAsked, withFailed, withPage} from './search.ts';

const fullPage = 100;
/** A long list pauses after this many pages, to limit the load on the service. */
const slicePages = 50;
const sliceRestMs = 1_000;
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

export type ListPlan<P extends FeedPane> = {
  begin(list: ListReading<P>, now: Moment): ListReading<P>;
  conclude(list: ListReading<P>, round: Round<P>, now: Moment): ListReading<P>;
  /** Takes an answer that holds the whole list; undefined if no answer can prove that. */
  readonly shown?: {
    readonly isMeant: (row: RowOf[P]) => boolean;
    end(list: ListReading<P>, round: Pick<Round<P>, 'began' | 'from'>, now: Moment): ListReading<P>;
  };
};

type Wanted<P extends FeedPane> = Pick<ListSearch<P>, 'query'> &
  Partial<Pick<ListSearch<P>, 'sort' | 'endsAt' | 'pageSize'>>;

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

export function endRound<P extends FeedPane>(
  list: ListReading<P>,
  now: Moment,
  how: Partial<Pick<ListReading<P>, 'kept' | 'wholeFrom' | 'walk' | 'unreadable'>>,
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

export type PageAsked<P extends FeedPane = FeedPane> = PageRequest<P> & {
  readonly number: number;
};

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
    // An unreadable row revokes the proof at once; only a whole round can restore it.
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

export type PaneShown<P extends FeedPane> = {
  readonly page: Pick<Page<RowOf[P]>, 'rows' | 'unreadable' | 'total'>;
  readonly began: Moment;
  readonly now: Moment;
};

/** A round without a request; undefined if the answer does not prove to be the whole list. */
export function takeShownList<P extends FeedPane>(
  list: ListReading<P>,
  {page: {rows, unreadable, total}, began, now}: PaneShown<P>,
  {shown}: ListPlan<P>,
): ListReading<P> | undefined {
  const {pane, counter} = list;
  const isWhole = unreadable.length === 0 && rows.length === total;
  if (shown === undefined || !isWhole || !isNewest(list, began)) return undefined;
  const from = counter + 1;
  const meant = rows.filter(shown.isMeant);
  const {kept, fresh} = takeRows(pane, list.kept, meant, {number: from, from});
  if (fresh < meant.length) return undefined;
  return shown.end({...list, kept, counter: from, unreadable: 0, total, failures: 0}, {began, from}, now);
}

/** Rows of a page that proves nothing about the others, unless a request under way may know them better. */
export function takeShownRows<P extends FeedPane>(
  list: ListReading<P>,
  {page: {rows}, began}: PaneShown<P>,
): ListReading<P> {
  if (!isNewest(list, began)) return list;
  const from = list.counter + 1;
  const {kept} = takeRows(list.pane, list.kept, rows, {number: from, from});
  return kept.rows === list.kept.rows ? list : {...list, kept, counter: from};
}

/** An answer asked for before the last round ended may be older than that round. */
function isNewest({round, underWay, ended}: ListReading, began: Moment): boolean {
  return round === undefined && underWay.size === 0 && (ended?.mono ?? began.mono) <= began.mono;
}

/** Adapts to a service that gives smaller pages than asked for. */
function sizeGiven({pageSize}: ListReading, given: number, total: number | undefined): number {
  return total !== undefined && given > 0 && given < total ? Math.min(given, pageSize) : pageSize;
}

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
  readonly retryAfterMs?: number | undefined;
  readonly isRefused: boolean;
};

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

function withoutRequest<P extends FeedPane>(list: ListReading<P>, number: number) {
  const asked = list.underWay.get(number);
  const round = list.round?.from === asked?.round ? list.round : undefined;
  const underWay = new Map(list.underWay);
  underWay.delete(number);
  const search = asked === undefined ? undefined : round?.searches[asked.search];
  return {asked, round, search, list: asked === undefined ? list : {...list, underWay}};
}

export const nothingKept: KeptRows<never> = {rows: [], told: [], open: []};

type TakenRows<Row> = {
  readonly kept: KeptRows<Row>;
  readonly fresh: number;
  /** Rows without an id: they cannot be told apart, so they are not kept. */
  readonly unnamed: number;
};

/** Numeric order for integers; any fixed order for other texts. */
function compareIds(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Merges the rows of an answer. Unchanged rows keep their identity, and so does an unchanged list. A late
 * answer does not overwrite rows of a later request.
 * @param number of the request
 * @param from the first request of its search
 */
export function takeRows<P extends FeedPane>(
  pane: P,
  kept: KeptRows<RowOf[P]>,
  came: readonly RowOf[P][],
  {number, from}: {readonly number: number; readonly from: number},
): TakenRows<RowOf[P]> {
  const named = came.filter(row => idOf(pane, row) !== '');
  let [rows, open]: readonly [RowOf[P][] | undefined, boolean[] | undefined] = [undefined, undefined];
  let told: number[] | undefined;
  const added: RowOf[P][] = [];
  let fresh = 0;
  for (const row of named) {
    const at = placeOf(pane, kept.rows, idOf(pane, row));
    const before: RowOf[P] | undefined = kept.rows[at];
    const last = (told ?? kept.told)[at] ?? 0;
    if (before === undefined || idOf(pane, before) !== idOf(pane, row)) {
      added.push(row);
      continue;
    }
    if (last < from) fresh++;
    if (last >= number) continue;
    told ??= [...kept.told];
    told[at] = number;
    if (isSameRow(pane, before, row)) continue;
    rows ??= [...kept.rows];
    open ??= [...kept.open];
    rows[at] = row;
    open[at] = isOpen(pane, row);
  }
  const changed = {rows: rows ?? kept.rows, open: open ?? kept.open, told: told ?? kept.told};
  const unnamed = came.length - named.length;
  if (added.length === 0) return {kept: changed, fresh, unnamed};
  const wider = withAdded(pane, changed, added, number);
  return {kept: wider, fresh: fresh + wider.rows.length - kept.rows.length, unnamed};
}

function isOpen(pane: FeedPane, row: Row): boolean {
  return pane === 'easyOptions' && !('status' in row && isFinal(row.status));
}

const idOf = <P extends FeedPane>(pane: P, row: RowOf[P]) => ownId(pane, row) ?? '';

function placeOf<P extends FeedPane>(pane: P, rows: readonly RowOf[P][], id: string): number {
  let [low, high] = [0, rows.length];
  const last = rows[high - 1];
  if (last === undefined || compareIds(idOf(pane, last), id) < 0) return high;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const row = rows[middle];
    if (row !== undefined && compareIds(idOf(pane, row), id) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function withAdded<P extends FeedPane>(
  pane: P,
  kept: KeptRows<RowOf[P]>,
  added: readonly RowOf[P][],
  number: number,
): KeptRows<RowOf[P]> {
  const byId = new Map(added.map(row => [idOf(pane, row), row]));
  const fresh = [...byId].sort(([a], [b]) => compareIds(a, b));
  if (placeOf(pane, kept.rows, fresh[0]?.[0] ?? '') === kept.rows.length) {
    const behind = fresh.map(([, row]) => row);
    return {
      rows: kept.rows.concat(behind),
      told: kept.told.concat(behind.map(() => number)),
      open: kept.open.concat(behind.map(row => isOpen(pane, row))),
    };
  }
  const wider: {rows: RowOf[P][]; told: number[]; open: boolean[]} = {rows: [], told: [], open: []};
  let from = 0;
  const keepTo = (to: number) => {
    for (let at = from; at < to; at++) keepPlace(kept, at, wider);
    from = to;
  };
  for (const [id, row] of fresh) {
    keepTo(placeOf(pane, kept.rows, id));
    wider.rows.push(row);
    wider.told.push(number);
    wider.open.push(isOpen(pane, row));
  }
  keepTo(kept.rows.length);
  return wider;
}

function keepPlace<Row>(
  {rows, told, open}: KeptRows<Row>,
  place: number,
  into: {rows: Row[]; told: number[]; open: boolean[]},
): void {
  const row = rows[place];
  if (row === undefined) return;
  into.rows.push(row);
  into.told.push(told[place] ?? 0);
  into.open.push(open[place] ?? false);
}

export function onlyTold<Row>(
  {rows, told, open}: KeptRows<Row>,
  from: number,
  isWanted: (row: Row) => boolean = () => false,
): KeptRows<Row> {
  const stays = (place: number) => {
    const row = rows[place];
    return (told[place] ?? 0) >= from || (row !== undefined && isWanted(row));
  };
  if (rows.every((_, place) => stays(place))) return {rows, told, open};
  const only = <Each>(each: readonly Each[]) => each.filter((_, place) => stays(place));
  return {rows: only(rows), told: only(told), open: only(open)};
}
