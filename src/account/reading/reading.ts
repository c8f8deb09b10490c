/**
 * Reads the whole account: first everything, then only what can have changed. Pure: it takes the time and the
 * answers, and returns the requests. At most two are pending.
 */
import {tooManyPages} from '../../api/errors.ts';
import {defaultPageSizes, type Millis, type Order, type Page} from '../../api/wire/records.ts';
import {waitBehind} from '../chance.ts';
import type {PageRequest} from '../model/feed.ts';
import {age, type Moment, oldestOf} from '../model/moment.ts';
import {fieldOf, isSameRow, ownId} from '../model/rows.ts';
import type {FeedPane, Row, RowOf} from '../model/vocabulary.ts';
import {nextPage, nothingRead, withPage} from '../model/whole.ts';
import {unlessSame, unlessSameItems} from '../once.ts';
import {type PortfolioRows, unreadRows, type Whole} from '../portfolio/rows.ts';
import {compareIds} from '../resources/resource.ts';
import type {ListReading, PortfolioReading, Round} from './known.ts';
import {newRound, openOf, type Plan, plansOf, sinceOf} from './plans.ts';

const fullPage = 100;

function emptyList<P extends FeedPane>(pane: P): ListReading<P> {
  return {
    pane,
    rows: [],
    counter: 0,
    pageSize: fullPage,
    newsAt: 0,
    patienceMs: 0,
    walk: {unreadable: 0, isWanted: false, newest: 0},
    unreadable: 0,
    failures: 0,
    quietUntil: 0,
  };
}

export function initialReading(tradesLagMs: number): PortfolioReading {
  // From the beginning, unless there are too many.
  const since = 0;
  return {
    lists: {
      cards: emptyList('cards'),
      easyOptions: emptyList('easyOptions'),
      orders: emptyList('orders'),
      trades: emptyList('trades'),
    },
    since,
    tradesLagMs,
    lastAsked: 'easyOptions',
    rows: unreadRows(since),
  };
}

export function startedWith(reading: PortfolioReading, working: readonly Order[]): PortfolioReading {
  const {orders} = reading.lists;
  if (orders.ended !== undefined || working.length === 0) return reading;
  return withList(reading, 'orders', {...orders, rows: withRows('orders', [], [...working, ...orders.rows])});
}

/** The time since when all holdings are known: the oldest start of the last whole rounds of these lists. */
export function wholeSince({rows: {easyOptions, orders, trades}}: PortfolioReading): Moment | undefined {
  const lists = [easyOptions, orders, trades];
  return lists.every(({isWhole}) => isWhole) ? oldestOf(lists.map(({began}) => began)) : undefined;
}

/** All rows, if every list is whole; `began` is when the oldest was asked for. */
export function wholeRows(reading: PortfolioReading): {rows: PortfolioRows; began: Moment} | undefined {
  const began = wholeSince(reading);
  return began && {rows: reading.rows, began};
}

const panes: readonly FeedPane[] = ['orders', 'cards', 'trades', 'easyOptions'];
const mostUnderWay = 2;

/**
 * Short lists that are known are read one after another over the polls' open connection; a second connection
 * would be opened for each round. A failing list does not delay the others.
 */
function mostAtOnce({lists}: PortfolioReading): number {
  const isCalm = panes.every(pane => lists[pane].ended !== undefined && lists[pane].failures === 0);
  return isCalm ? 1 : mostUnderWay;
}

/** Time until the list is asked again, in ms: a pause after failures, else one period after a round. */
function restOf({round, ended, newsAt, patienceMs, quietUntil}: ListReading, everyMs: number, now: Moment) {
  const restMs = newsAt > (ended?.mono ?? 0) ? everyMs / 4 : everyMs + patienceMs;
  const dueMs = round !== undefined || ended === undefined ? 0 : restMs - age(ended, now);
  return Math.max(0, quietUntil - now.mono, dueMs);
}

/** Whether the next round may look only if anything happened: the list was read whole not long ago. */
function isCheckEnough({wholeFrom, newsAt, unreadable}: ListReading, wholeMs: number, now: Moment): boolean {
  const isKnown = wholeFrom !== undefined && unreadable === 0 && wholeFrom.mono >= newsAt;
  return isKnown && age(wholeFrom, now) < wholeMs;
}

export type PageAsked<P extends FeedPane = FeedPane> = PageRequest<P> & {readonly number: number};

function askNext<P extends FeedPane>(
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

/** @param isBehind a pane is drawn now: lists that are nearly due are asked behind it */
export function nextRequests(before: PortfolioReading, now: Moment, paceOf: PaceOf, isBehind = false) {
  const requests: PageAsked[] = [];
  let reading = beginRounds(before, now, paceOf, isBehind);
  const hasRoom = () => underWay(reading) < mostAtOnce(reading);
  const next = panes.indexOf(reading.lastAsked) + 1;
  for (const pane of [...panes.slice(next), ...panes.slice(0, next)]) {
    const list: ListReading = reading.lists[pane];
    const asked = now.mono < list.quietUntil || !hasRoom() ? undefined : askNext(list);
    if (asked === undefined) continue;
    reading = withList({...reading, lastAsked: pane}, pane, asked[0]);
    requests.push(asked[1]);
  }
  return {reading, requests, wakeAfterMs: hasRoom() ? restOfAll(reading, now, paceOf) : undefined};
}

function underWay({lists}: PortfolioReading): number {
  return panes.filter(pane => lists[pane].asked !== undefined).length;
}

/** The interval between two rounds of a list, and the age at which it is read whole again, in ms. */
export type Pace = {readonly everyMs: number; readonly wholeMs: number};
type PaceOf = (pane: FeedPane) => Pace;

/** Lists that are due at nearly the same time start together: one wake-up. */
const soon = (periodMs: number) => 0.9 * periodMs;

function beginRounds(
  before: PortfolioReading,
  now: Moment,
  paceOf: PaceOf,
  isBehind: boolean,
): PortfolioReading {
  const isDue = ({lists}: PortfolioReading, pane: FeedPane, everyMs: number) =>
    mayBegin(lists, pane) && restOf(lists[pane], everyMs, now) === 0;
  const begins = (everyMs: number) => (isBehind ? soon(everyMs) : everyMs);
  if (!panes.some(pane => isDue(before, pane, begins(paceOf(pane).everyMs)))) return before;
  return panes.reduce((reading, pane) => {
    const {everyMs, wholeMs} = paceOf(pane);
    return isDue(reading, pane, soon(everyMs)) ? beginRound(reading, pane, wholeMs, now) : reading;
  }, before);
}

function mayBegin(lists: PortfolioReading['lists'], pane: FeedPane): boolean {
  const {orders} = lists;
  const areOrdersKnown = orders.ended !== undefined || orders.failures >= mostPatience;
  return lists[pane].round === undefined && (pane !== 'trades' || areOrdersKnown);
}

const mostPatience = 2;

function beginRound<P extends FeedPane>(
  before: PortfolioReading,
  pane: P,
  wholeMs: number,
  now: Moment,
): PortfolioReading {
  const reading = pane === 'trades' ? reachBack(before, now) : before;
  const round = newRound(now, isCheckEnough(reading.lists[pane], wholeMs, now));
  return withList(reading, pane, plansOf(reading)[pane](reading.lists[pane], round, now));
}

/** Something happened, or will have: the lists of what is held are read whole. */
export function withNews(reading: PortfolioReading, now: Moment): PortfolioReading {
  const {easyOptions, orders, trades} = reading.lists;
  const newsAt = now.mono;
  const lists = {
    easyOptions: {...easyOptions, newsAt},
    orders: {...orders, newsAt},
    trades: {...trades, newsAt},
  };
  return {...reading, lists: {...reading.lists, ...lists}};
}

/** A P/L that moves is no news: rows that come, go or change their status are. */
function tellNews(before: PortfolioReading, reading: PortfolioReading, pane: FeedPane, now: Moment) {
  const old: readonly Row[] = before.lists[pane].rows;
  const rows: readonly Row[] = reading.lists[pane].rows;
  const isKnown = pane !== 'cards' && before.rows[pane].isWhole;
  const isSame = (row: Row, was: Row | undefined) =>
    was !== undefined &&
    ownId(pane, was) === ownId(pane, row) &&
    fieldOf(was, 'status') === fieldOf(row, 'status');
  if (!isKnown || old === rows) return reading;
  const isSameSet =
    old.length === rows.length && rows.every((row, at) => row === old[at] || isSame(row, old[at]));
  return isSameSet ? reading : withNews(reading, now);
}

/** If a working order is older than all known ones, trades are read again from its time. */
function reachBack(reading: PortfolioReading, now: Moment): PortfolioReading {
  const {orders, trades} = reading.lists;
  const since = Math.min(reading.since, sinceOf(orders.rows, now));
  return since === reading.since ? reading : readingSince(reading, trades, since);
}

function readingSince(
  reading: PortfolioReading,
  trades: ListReading<'trades'>,
  since: Millis,
): PortfolioReading {
  const anew = {...trades, round: undefined, wholeFrom: undefined, walk: {...trades.walk, at: undefined}};
  return withList({...reading, since}, 'trades', anew);
}

function restOfAll({lists}: PortfolioReading, now: Moment, paceOf: PaceOf): number | undefined {
  const waits = panes
    .filter(pane => lists[pane].asked === undefined)
    .filter(pane => lists[pane].round !== undefined || mayBegin(lists, pane))
    .map(pane => restOf(lists[pane], paceOf(pane).everyMs, now));
  return waits.length === 0 ? undefined : Math.max(Math.min(...waits), 0);
}

export type ReadFault = {
  readonly text: string;
  readonly retryAfterMs?: number | undefined;
  readonly isRefused: boolean;
};

/** The link is back: no list waits for its back-off, and no round counts from before the outage. */
export function backAfterOutage(reading: PortfolioReading): PortfolioReading {
  const lists = {...reading.lists};
  for (const pane of panes) {
    const list: ListReading = lists[pane];
    const anew = {asked: undefined, failures: 0, round: list.ended === undefined ? list.round : undefined};
    if (list.failures > 0) Object.assign(lists, {[pane]: {...list, ...anew, quietUntil: 0}});
  }
  return {...reading, lists};
}

export type PageCame = Pick<PageAsked, 'pane' | 'number'> &
  (
    | {readonly kind: 'read'; readonly page: Page<Row>; readonly offsetMs?: number | undefined}
    | {readonly kind: 'failed'; readonly fault: ReadFault; readonly error: unknown}
  );

/** A failed page is asked again with back-off; a refused one with smaller pages, from the first. */
export function takeCame(
  reading: PortfolioReading,
  came: PageCame,
  {periodMs, draw, now}: {readonly periodMs: number; readonly draw: number; readonly now: Moment},
): PortfolioReading {
  const {pane, number} = came;
  if (came.kind === 'read')
    return tellNews(reading, takePage(reading, pane, number, came.page, now), pane, now);
  const list: ListReading = reading.lists[pane];
  if (list.asked !== number) return reading;
  const {text, retryAfterMs, isRefused} = came.fault;
  const failures = list.failures + 1;
  const quietUntil = now.mono + waitBehind(retryAfterMs, periodMs, failures, draw);
  const pageSize = defaultPageSizes[pane];
  const isTooLarge = isRefused && list.pageSize > pageSize;
  // A round begins with its first answer: what it proves must not be as old as an outage.
  const round = list.round?.searches.some(({read}) => read.pages > 0) ? list.round : undefined;
  const failed = {...list, asked: undefined, fault: text, failures, quietUntil, round};
  return withList(reading, pane, isTooLarge ? {...failed, pageSize, round: undefined} : failed);
}

type PaneShown<P extends FeedPane> = {
  readonly page: PageRows<P>;
  readonly began: Moment;
  readonly now: Moment;
};

type Given = Pace & {
  /** The pane asked for the first page of all rows. */
  readonly isAll: boolean;
  /** How much longer the list may rest, because the pane shows it again by then. */
  readonly patienceMs: number;
};

/**
 * Takes the rows of a pane. If they are the whole list, that saves the request of a round that is due; if they
 * are what a check reads, that of a check. Rows asked for before the last round ended may be older than it.
 */
export function takeShown<P extends FeedPane>(
  before: PortfolioReading,
  pane: P,
  shown: PaneShown<P>,
  given: Given,
): PortfolioReading {
  return tellNews(before, withShown(before, pane, shown, given), pane, shown.now);
}

function withShown<P extends FeedPane>(
  before: PortfolioReading,
  pane: P,
  {page, began, now}: PaneShown<P>,
  {isAll, everyMs, wholeMs, patienceMs}: Given,
): PortfolioReading {
  const last = before.lists[pane];
  if (last.round !== undefined || (last.ended?.mono ?? began.mono) > began.mono) return before;
  const isWhole = isAll && page.unreadable.length === 0 && page.rows.length === page.total;
  if (isWhole && mayBegin(before.lists, pane)) {
    const reading = pane === 'trades' ? reachBack(before, now) : before;
    const search = {query: {}, pageSize: page.rows.length, read: nothingRead(began)};
    const round = {...newRound(began), searches: [search]};
    const list = {...reading.lists[pane], unreadable: 0, failures: 0};
    const next = withPageOf(list, round, page, plansOf(reading)[pane], now);
    const isDue = restOf({...last, patienceMs: 0}, soon(everyMs), now) === 0;
    if (next.wholeFrom === began && (isDue || next.rows !== last.rows))
      return withList(reading, pane, {...next, patienceMs});
  }
  const rows = withRows(pane, last.rows, page.rows);
  const {ended, wholeFrom, head} = last;
  const ids = page.rows.map(row => ownId(pane, row));
  const {lists} = before;
  const showsOpen = pane !== 'easyOptions' || openOf(lists.easyOptions).every(({id}) => ids.includes(id));
  const isAtHead = head === undefined || `${head},`.startsWith(`${ids.join()},`);
  const isSame = isAll && page.unreadable.length === 0 && page.total === rows.length && isAtHead;
  if (isSame && showsOpen && ended !== undefined && wholeFrom !== undefined) {
    const untilWholeMs = wholeMs - everyMs - age(wholeFrom, ended);
    const longerMs = Math.max(0, Math.min(age(ended, now) + patienceMs, untilWholeMs));
    // An order of another page may have changed.
    const checkedFrom = pane === 'orders' ? last.checkedFrom : began;
    return withList(before, pane, {...last, rows, checkedFrom, patienceMs: longerMs});
  }
  const left = isAll && !isSame ? 0 : last.patienceMs;
  const isNothing = rows === last.rows && left === last.patienceMs;
  return isNothing ? before : withList(before, pane, {...last, rows, patienceMs: left});
}

function takePage<P extends FeedPane>(
  reading: PortfolioReading,
  pane: P,
  number: number,
  page: Page<RowOf[P]>,
  now: Moment,
): PortfolioReading {
  const before = reading.lists[pane];
  if (before.asked !== number || before.round === undefined) return reading;
  const list = {...before, asked: undefined, fault: undefined, failures: 0};
  const next = withList(reading, pane, withPageOf(list, before.round, page, plansOf(reading)[pane], now));
  const isTooLong = pane === 'trades' && reading.since === 0 && (page.total ?? 0) > mostTrades;
  return isTooLong ? readingSince(next, next.lists.trades, sinceOf(next.lists.orders.rows, now)) : next;
}

/** Pages are merged once they hold at least an eighth as many rows as are known: a merge copies all of them. */
const mostShare = 8;

const sizeOf = (pages: readonly (readonly unknown[])[]) => pages.reduce((sum, {length}) => sum + length, 0);

/** An account with more trades is read for 30 days, or since its oldest working order. */
const mostTrades = 10_000;

type PageRows<P extends FeedPane> = Pick<Page<RowOf[P]>, 'rows' | 'unreadable' | 'total'>;

/** The round with the next page of its search, and with the next searches or its end. */
function withPageOf<P extends FeedPane>(
  list: ListReading<P>,
  before: Round<P>,
  {rows: came, unreadable, total}: PageRows<P>,
  plan: Plan<P>,
  now: Moment,
): ListReading<P> {
  const at = before.searches.findIndex(({read}) => !read.isEnded);
  const search = before.searches[at];
  if (search === undefined) return list;
  const {isOfAll} = before;
  const idOf = (row: RowOf[P]) => ownId(list.pane, row) ?? '';
  // Rows without an id cannot be distinguished, so they are not kept.
  const named = came.filter(row => idOf(row) !== '');
  const lost = [...unreadable, ...came.slice(named.length).map(() => ({index: 0, reason: 'It has no id.'}))];
  const read = withPage(search.read, {rows: named, unreadable: lost, total}, idOf);
  const {pages} = read;
  const isLong = pages >= mostPages;
  const {endsAt} = search;
  const waiting = [...before.unmerged, came];
  const isMerged =
    read.isEnded || isLong || endsAt !== undefined || sizeOf(waiting) * mostShare >= list.rows.length;
  const rows = isMerged ? withRows(list.pane, list.rows, waiting.flat()) : list.rows;
  const isTallyEnd = rows.length + list.walk.unreadable === total || pages >= mostTallied;
  const isEarly = endsAt === 'first' || (endsAt === 'tally' && isTallyEnd);
  const isEnded = read.isEnded || isLong || isEarly;
  const fault = isLong && !read.isEnded ? {text: tooManyPages(mostPages)} : undefined;
  const given = came.length + unreadable.length;
  const isSmall = isOfAll && pages === 1 && total !== undefined && given > 0 && given < total;
  const searches = before.searches.with(at, {...search, read: {...read, isEnded, fault}});
  const round = {...before, searches, unmerged: isMerged ? [] : waiting};
  const next: ListReading<P> = {
    ...list,
    rows,
    round,
    // An unreadable row revokes the proof at once; only a whole round can restore it.
    unreadable: Math.max(list.unreadable, read.unreadable),
    total: isOfAll ? total : list.total,
    // Adapts to a service that gives smaller pages than asked for.
    pageSize: isSmall ? Math.min(given, list.pageSize) : list.pageSize,
    quietUntil: Math.max(list.quietUntil, pages % slicePages === 0 ? now.mono + sliceRestMs : 0),
  };
  if (fault !== undefined) return {...plan(next, round, now), patienceMs: cutRestMs};
  return round.searches.every(each => each.read.isEnded) ? plan(next, round, now) : next;
}

/** By rising id, as `kept` is. Unchanged rows keep their identity, and so does an unchanged list. */
export function withRows<P extends FeedPane>(
  pane: P,
  kept: readonly RowOf[P][],
  came: readonly RowOf[P][],
): readonly RowOf[P][] {
  const idOf = (row: RowOf[P]) => ownId(pane, row) ?? '';
  const news = new Map<string, RowOf[P]>();
  // Searched instead of sorted: a list without end brings page after page.
  const rows = [...kept];
  for (const row of came) {
    const id = idOf(row);
    const at = placeOf(kept, id, idOf);
    const before = rows[at];
    if (id === '') continue;
    if (before === undefined || idOf(before) !== id) news.set(id, row);
    else if (!isSameRow(pane, before, row)) rows[at] = row;
  }
  if (news.size > 0) return mergedById(rows, [...news.values()], idOf);
  return unlessSameItems(kept, rows);
}

/** The place of the first row whose id is not before this one. */
function placeOf<R>(rows: readonly R[], id: string, idOf: (row: R) => string): number {
  let [from, to] = [0, rows.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const row = rows[middle];
    if (row !== undefined && compareIds(idOf(row), id) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

function mergedById<R>(rows: readonly R[], news: readonly R[], idOf: (row: R) => string): readonly R[] {
  const sorted = news.toSorted((a, b) => compareIds(idOf(a), idOf(b)));
  const places = sorted.map(row => placeOf(rows, idOf(row), idOf));
  const [first = rows.length] = places;
  let from = first;
  const merged: R[] = [];
  for (const [index, row] of sorted.entries()) {
    const to = places[index] ?? from;
    for (const each of rows.slice(from, to)) merged.push(each);
    merged.push(row);
    from = to;
  }
  // Rows before the first are copied at once: a list in order of ids brings its news at the end.
  return rows.slice(0, first).concat(merged, rows.slice(from));
}

function withList<P extends FeedPane>(
  reading: PortfolioReading,
  pane: P,
  list: ListReading<P>,
): PortfolioReading {
  const lists = {...reading.lists, [pane]: list};
  return {...reading, lists, rows: allRows(reading.rows, lists, reading.since)};
}

/** Unchanged lists keep their identity. */
function allRows(
  before: PortfolioRows,
  {cards, easyOptions, orders, trades}: PortfolioReading['lists'],
  since: Millis,
): PortfolioRows {
  const read = wholeOf(trades);
  const rows = unlessSameItems(
    before.trades.rows,
    read.rows.filter(({openDate = since}) => openDate >= since),
  );
  return unlessSame(before, {
    cards: unlessSame(before.cards, wholeOf(cards)),
    easyOptions: unlessSame(before.easyOptions, wholeOf(easyOptions)),
    orders: unlessSame(before.orders, wholeOf(orders)),
    trades: unlessSame(before.trades, {...read, rows, since}),
  });
}

function wholeOf<P extends FeedPane>(list: ListReading<P>): Whole<RowOf[P]> {
  const {rows, unreadable, wholeFrom, wholeTo, checkedFrom, total, fault} = list;
  const read = rows.length;
  const isWhole = wholeFrom !== undefined && unreadable === 0;
  return {
    rows,
    began: wholeFrom,
    ended: wholeTo,
    asOf: (checkedFrom?.mono ?? 0) > (wholeFrom?.mono ?? 0) ? checkedFrom : undefined,
    isWhole,
    read,
    total: total === undefined ? undefined : isWhole ? read : Math.max(total, read + unreadable),
    unreadable,
    fault,
  };
}
