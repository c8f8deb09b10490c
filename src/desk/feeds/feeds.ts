/**
 * Polling. Each pane has at most one pending request and one timer. Both have numbers, so that an answer to an
 * abandoned request is recognized and dropped.
 */

import {drawChance, waitBehind} from '../../account/chance.ts';
import {fadedMarks} from '../../account/model/marks.ts';
import {age, type Moment} from '../../account/model/moment.ts';
import {fieldText, indexOfId, mergeRows, ownId, rowId} from '../../account/model/rows.ts';
import {isDisordered, isSortedByService, sortRows} from '../../account/model/sorting.ts';
import {type FeedPane, feedPanes, isFeedPane} from '../../account/model/vocabulary.ts';
import {rememberLast} from '../../account/once.ts';
import {filledSizes} from '../../account/resources/orders.ts';
import type {Facts, SeenValue} from '../../account/resources/resource.ts';
import {headingOf, resources} from '../../account/resources/resources.ts';
import {isDecimal} from '../../api/wire/decimal.ts';
import {defaultPageSizes, limits, type Millis} from '../../api/wire/records.ts';
import {chain} from '../../core/chain.ts';
import {serviceNow} from '../../core/intents/clock.ts';
import {narrowed} from '../filter/conditions.ts';
import {parseFilter} from '../filter/parse.ts';
import type {Command, PollAnswer} from '../messages.ts';
import {tell} from '../notices.ts';
import {tableRows} from '../screen.ts';
import type {Fault, Feed, Feeds, QueryOf, Row, RowOf, State, Step} from '../state.ts';
import {basePeriod} from './freshness.ts';

const noQuery: QueryOf = {cards: {}, easyOptions: {}, orders: {}, trades: {}};

export function emptyFeed<P extends FeedPane>(pane: P): Feed<P> {
  return {
    pane,
    query: noQuery[pane],
    filterText: '',
    page: 0,
    pageSize: defaultPageSizes[pane],
    first: 0,
    landsOn: 'first',
    rows: [],
    isLast: true,
    unreadable: [],
    shown: 0,
    failures: 0,
    quietUntil: 0,
    arm: 0,
    marks: new Map(),
    seen: new Map(),
    selectedIndex: 0,
  };
}

export function withFeed<P extends FeedPane>(state: State, pane: P, change: Partial<Feed<P>>): State {
  const feed: Feed<P> = {...state.feeds[pane], ...change};
  const feeds: Feeds = {...state.feeds, [pane]: feed};
  return {...state, feeds};
}

export function poll(state: State, pane: FeedPane, now: Moment): Step {
  const feed = state.feeds[pane];
  if (feed.fetching !== undefined) return [state, []];
  if (now.mono < feed.quietUntil) return arm(state, pane, feed.quietUntil - now.mono);
  const request = state.counter + 1;
  const wanted = pageWanted(state, feed);
  const isSame = wanted.pageSize === feed.pageSize;
  const askedAt = serviceNow(state, now);
  // `openTime:-2h..` means two hours before each poll, not before the first.
  const parsed = parseFilter(pane, feed.filterText, askedAt);
  const fetch: Command = {
    type: 'fetch',
    pane,
    request,
    query: parsed.ok ? parsed.query : feed.query,
    sort: feed.sort,
    ...wanted,
    looksBeyond: isSame && looksBeyond(feed, now),
  };
  const change = {...wanted, ...(!isSame && {beyond: undefined}), fetching: request, askedAt};
  return [{...withFeed(state, pane, change), counter: request}, [fetch]];
}

export function factsIn(state: State, pane: FeedPane): Facts {
  const {cards, trades} = state.rounds.reading.rows;
  const fills = filledNow(state.feeds.orders.rows, trades.rows);
  return factsOf(serviceNow(state), cards.rows, fills, state.now.mono, state.feeds[pane].seen);
}

const filledNow = rememberLast(filledSizes);

/** The same facts stay the same object: a key changes none, so it makes no cell anew. */
const factsOf = rememberLast(
  (now: Millis, cards: Facts['cards'], fills: Facts['fills'], mono: number, seen: Feed['seen']): Facts => ({
    ...{now, fills, cards},
    polls: {mono, seen: rowId => seen.get(rowId) ?? []},
  }),
);

/** Completes the filter and the sort on the received page, as far as the service did not apply them. */
function arranged<P extends FeedPane>(
  state: State,
  pane: P,
  {rows}: PollAnswer<P>,
): Pick<Feed<P>, 'rows' | 'filtered' | 'isDisordered'> {
  const {sort, filterText, askedAt = serviceNow(state)} = state.feeds[pane];
  const facts = factsIn(state, pane);
  const parsed = parseFilter(pane, filterText, askedAt);
  const {kept, filtered} = narrowed(rows, parsed.ok ? parsed.conditions : [], facts);
  const isAsked = sort !== undefined && isSortedByService(state.settings.sortable, pane, sort.field);
  const isWrong = isAsked && isDisordered(rows, sort);
  const isSorted = sort === undefined || (isAsked && !isWrong);
  const sorted = isSorted ? kept : sortRows(pane, kept, sort, facts);
  return {rows: pinnedFirst(state, pane, sorted), filtered, isDisordered: isWrong};
}

function pinnedFirst<P extends FeedPane>({pinned}: State, pane: P, rows: readonly RowOf[P][]) {
  if (pane !== 'cards' || pinned.length === 0) return rows;
  const isPinned = (row: RowOf[P]) => pinned.includes(ownId(pane, row) ?? '');
  return [...rows.filter(isPinned), ...rows.filter(row => !isPinned(row))];
}

export function pollAll(state: State, now: Moment): Step {
  const start: Step = [state, []];
  return chain(start, feedPanes, (next, pane) =>
    pollNow(withFeed(next, pane, {fetching: undefined}), pane, now),
  );
}

/** Our own back-off may be ended, but not a pause that the service asked for. */
export function pollNow(state: State, pane: FeedPane, now: Moment): Step {
  return poll(withFeed(state, pane, {quietUntil: pauseAsked(state.feeds[pane])}), pane, now);
}

/** The service answers again: no pane waits for its back-off. */
export function pollAfterOutage(state: State, now: Moment): Step {
  const start: Step = [state, []];
  const failing = feedPanes.filter(pane => state.feeds[pane].failures > 0);
  return chain(start, failing, (next, pane) => pollNow(next, pane, now));
}

/** So much later the panes out of view are first asked for. */
const behindFirstMs = 500;

export function pollFirst(state: State, now: Moment): Step {
  const inView: Step = !isFeedPane(state.pane) ? [state, []] : poll(state, state.pane, now);
  const others = feedPanes.filter(pane => pane !== state.pane);
  return chain(inView, others, (next, pane) => arm(next, pane, behindFirstMs));
}

export function pollWhenDue(state: State, pane: FeedPane, armed: number, now: Moment): Step {
  return state.feeds[pane].arm === armed ? poll(state, pane, now) : [state, []];
}

const restMs = 250;

export function pollOnResize(state: State, now: Moment): Step {
  if (!isFeedPane(state.pane)) return [state, []];
  const feed: Feed = state.feeds[state.pane];
  const isDue = feed.loadedAt !== undefined && wantedPageSize(state, feed) !== feed.pageSize;
  return isDue ? arm(state, state.pane, Math.max(restMs, feed.quietUntil - now.mono)) : [state, []];
}

export function pollOnView(state: State, pane: FeedPane, now: Moment): Step {
  const {loadedAt, fetching} = state.feeds[pane];
  if (fetching !== undefined) return [state, []];
  const restMs = loadedAt === undefined ? 0 : basePeriod(state.settings, true) - age(loadedAt, now);
  return restMs <= 0 ? poll(state, pane, now) : arm(state, pane, restMs);
}

export function arrived(
  state: State,
  pane: FeedPane,
  request: number,
  began: Moment,
  answer: PollAnswer,
  now: Moment,
): Step {
  const feed: Feed = state.feeds[pane];
  if (feed.fetching !== request || request <= feed.shown) return [state, []];
  // A cache made it before what is shown.
  if (feed.loadedAt !== undefined && began.mono < feed.loadedAt.mono) {
    const kept = withFeed(state, pane, {fetching: undefined, shown: request});
    return arm(kept, pane, periodOf(kept, pane));
  }
  const page = arranged({...state, now}, pane, answer);
  const {rows, marks} = mergeRows(pane, feed.rows, page.rows, feed.marks, now.mono);
  const next = withFeed(state, pane, {
    ...keepSelection(feed, rows),
    rows,
    marks,
    ...pagePlace(feed, answer, began),
    landsOn: 'first',
    seen: addSeen(pane, feed.seen, rows, {at: began.mono, before: feed.rows}),
    total: answer.total,
    unreadable: answer.unreadable,
    filtered: page.filtered,
    isDisordered: page.isDisordered,
    loadedAt: began,
    rowsFrom: undefined,
    fault: undefined,
    fetching: undefined,
    shown: request,
    failures: 0,
    quietUntil: 0,
  });
  const isLost = feed.rows.length > 0 && feed.selected === undefined;
  const rested = isLost && next.feeds[pane].selected !== undefined ? withRest(next, now) : next;
  return arm(rested, pane, periodOf(rested, pane));
}

const seenLimit = 60;

/** Stores only changes for the trend of a row. */
function addSeen<P extends FeedPane>(
  pane: P,
  seen: ReadonlyMap<string, readonly SeenValue[]>,
  rows: readonly RowOf[P][],
  {at, before}: {readonly at: number; readonly before: readonly RowOf[P][]},
): ReadonlyMap<string, readonly SeenValue[]> {
  const {watched: watch, columns} = resources[pane];
  if (watch === undefined || !('trend' in columns) || rows === before) return seen;
  return new Map(
    rows.map((row, index) => {
      const id = rowId(pane, row, index);
      const numbers = seen.get(id) ?? [];
      const text = fieldText(row, watch.field);
      const value = text !== undefined && isDecimal(text) ? Number(text) : undefined;
      const isNews = value !== undefined && numbers.at(-1)?.value !== value;
      return [id, isNews ? [...numbers, {at, value}].slice(-seenLimit) : numbers] as const;
    }),
  );
}

/** Action keys rest after the selection moved by itself: they may have been meant for the screen before. */
export function withRest(state: State, now: Moment): State {
  return {...state, keys: {...state.keys, restUntil: now.mono + selectedRestMs}};
}

const selectedRestMs = 300;

/** A mark tells of a change that is still news. */
export function fadeMarks(state: State, now: Moment): State {
  return feedPanes.reduce<State>((next, pane) => {
    const marks = fadedMarks(next.feeds[pane].marks, now.mono);
    return marks === next.feeds[pane].marks ? next : withFeed(next, pane, {marks});
  }, state);
}

/** Out of view: the reading of the account says when a whole list has news, but not that of cards. */
const toldMs = 600_000;
const untoldMs = 60_000;

function periodOf(state: State, pane: FeedPane): number {
  const {settings, alerts, feeds, pane: inView} = state;
  if (inView === pane) return settings.refreshMs;
  if (alerts.some(each => each.pane === pane)) return basePeriod(settings, false);
  const isTold = pane !== 'cards' && feeds[pane].filterText === '';
  return Math.max(isTold ? toldMs : untoldMs, settings.refreshMs);
}

export const pauseAsked = ({fault, quietUntil}: Feed) => (fault?.retryAfterMs === undefined ? 0 : quietUntil);

export function fetchFailed(state: State, pane: FeedPane, request: number, fault: Fault, now: Moment): Step {
  const feed = state.feeds[pane];
  if (feed.fetching !== request) return [state, []];
  const failures = feed.failures + 1;
  const [chance, draw] = drawChance(state.chance);
  const periodMs = Math.min(periodOf(state, pane), basePeriod(state.settings, false));
  const waitMs = waitBehind(fault.retryAfterMs, periodMs, failures, draw);
  const next = withFeed({...state, chance}, pane, {
    fault,
    mostGiven: afterRefusal(feed, fault),
    fetching: undefined,
    failures,
    quietUntil: now.mono + waitMs,
  });
  return arm(next, pane, waitMs);
}

type PaneQuestion = Partial<
  Pick<Feed, 'query' | 'filterText' | 'sort' | 'page' | 'landsOn' | 'rows' | 'sought'>
>;

export function askPane(state: State, pane: FeedPane, change: PaneQuestion, now: Moment): Step {
  return poll(forgetPlace(state, pane, change), pane, now);
}

export function forgetPlace(state: State, pane: FeedPane, change: PaneQuestion): State {
  return withFeed(state, pane, {
    ...soughtIn(state.feeds[pane], change),
    ...change,
    loadedAt: undefined,
    rowsFrom: state.feeds[pane].loadedAt ?? state.feeds[pane].rowsFrom,
    beyond: undefined,
    otherPage: undefined,
    ...('filterText' in change && {filtered: undefined}),
    ...('sort' in change && {isDisordered: false}),
    fetching: undefined,
    quietUntil: pauseAsked(state.feeds[pane]),
  });
}

/** Another filter keeps the selected record where it still fits. */
function soughtIn(feed: Feed, change: PaneQuestion): Pick<Feed, 'selected' | 'selectedIndex' | 'sought'> {
  if (!('filterText' in change)) return {selected: undefined, selectedIndex: 0, sought: undefined};
  const {rows = [], sought = feed.selected ?? feed.sought} = change;
  const index = indexOfId(feed.pane, rows, sought);
  return {selected: index < 0 ? undefined : sought, selectedIndex: Math.max(0, index), sought};
}

export function armAnew(state: State, pane: FeedPane, restMs: number, now: Moment): Step {
  return arm(state, pane, Math.max(restMs, state.feeds[pane].quietUntil - now.mono));
}

function arm(state: State, pane: FeedPane, ms: number): Step {
  const armed = state.counter + 1;
  const next = {...withFeed(state, pane, {arm: armed}), counter: armed};
  return [
    next,
    [{type: 'after', ms: Math.max(0, Math.round(ms)), then: {type: 'pollDue', pane, arm: armed}}],
  ];
}

/** Selection is by identity: it never moves to another record, but returns to its own. */
function keepSelection(feed: Feed, rows: Feed['rows']): Pick<Feed, 'selected' | 'selectedIndex' | 'sought'> {
  const {pane, selected, sought = selected} = feed;
  const found = [selected, sought].find(id => indexOfId(pane, rows, id) >= 0);
  if (found !== undefined) return {selected: found, selectedIndex: indexOfId(pane, rows, found)};
  const wasEmpty = feed.rows.length === 0 && selected === undefined;
  if (feed.loadedAt === undefined || wasEmpty) {
    const index = feed.landsOn === 'last' ? Math.max(0, rows.length - 1) : 0;
    const row = rows[index];
    return {selected: row && rowId(pane, row, index), selectedIndex: index};
  }
  const last = Math.max(0, rows.length - 1);
  return {selected: undefined, selectedIndex: Math.min(feed.selectedIndex, last), sought};
}

/** Resizing a window changes the page size in steps of this many rows. */
const stepRows = 20;
const mostRows = limits.ordersPageSize;

/**
 * Rows per page: from the profile, else the interface's default or enough rows to fill the
 * screen. Never more than the service is known to give.
 */
function wantedPageSize({settings, viewport}: State, {pane, mostGiven}: Feed): number {
  const filling = Math.ceil(tableRows({viewport}) / stepRows) * stepRows;
  const usual = Math.min(mostRows, Math.max(defaultPageSizes[pane], filling));
  return Math.min(settings.pageSize ?? usual, mostGiven ?? Number.POSITIVE_INFINITY);
}

/** Stays on the same page, or, with another page size, goes to the page that holds the selected row. */
function pageWanted(state: State, feed: Feed) {
  const {page, pageSize, first, selectedIndex, loadedAt} = feed;
  const wanted = wantedPageSize(state, feed);
  if (wanted === pageSize) return {page, pageSize};
  const row = loadedAt === undefined ? page * pageSize : first + selectedIndex;
  return {page: Math.floor(row / wanted), pageSize: wanted};
}

/** A list without a total may have grown after this time. */
const beyondMs = 180_000;

/** A full page of a list without a total may be the last one: only the next page tells. */
function looksBeyond({total, isLast, beyond, loadedAt, fault}: Feed, now: Moment): boolean {
  const isOpen = loadedAt !== undefined && fault === undefined && total === undefined;
  const isKnown = beyond !== undefined && now.mono - beyond.at < beyondMs;
  return isOpen && !isKnown && (!isLast || beyond !== undefined);
}

function pagePlace(
  {page, pageSize, beyond, mostGiven}: Feed,
  answer: PollAnswer,
  began: Moment,
): Pick<Feed, 'first' | 'isLast' | 'otherPage' | 'beyond' | 'mostGiven'> {
  const known = answer.isMore === undefined ? beyond : {at: began.mono, isMore: answer.isMore};
  const given = answer.pageSize ?? pageSize;
  const {otherPage} = answer;
  // A service with its own maximum gives full pages of that size, and says that there are more.
  const isCut = given < pageSize && answer.rows.length === given && !answer.isLast;
  return {
    first: otherPage === undefined ? page * (isCut ? given : pageSize) : Math.max(0, otherPage) * given,
    otherPage,
    isLast: answer.isLast || (answer.total === undefined && known?.isMore === false),
    beyond: known,
    mostGiven: isCut ? given : mostGiven,
  };
}

/** A service that refuses a larger page gets requests of the default size from then on. */
function afterRefusal({pane, pageSize, mostGiven}: Feed, {kind, retryAfterMs}: Fault) {
  const mayBeTooLarge = (kind === 'refused' || kind === 'failed') && retryAfterMs === undefined;
  return mayBeTooLarge && pageSize > defaultPageSizes[pane] ? defaultPageSizes[pane] : mostGiven;
}

export function bringsMore(pane: FeedPane, page: readonly Row[], next: readonly Row[]): boolean {
  const known = new Set(page.map(row => ownId(pane, row)));
  return next.some(row => !known.has(ownId(pane, row)));
}

export function tellUnobeyed(before: State, state: State, pane: FeedPane, now: Moment): State {
  const told = unobeyed(before.feeds[pane]);
  const news = unobeyed(state.feeds[pane]).filter(each => !told.includes(each));
  return news.reduce((next, each) => tell(next, each, 'warning', now), state);
}

function unobeyed({pane, filtered, sort, isDisordered: isWrong, page, otherPage}: Feed): readonly string[] {
  const {disobeyed} = filtered ?? {};
  return [
    disobeyed &&
      `The service did not obey ${disobeyed}: filtered on this page only. Run optty doctor to find the right spelling.`,
    isWrong &&
      sort &&
      `The service does not sort ${headingOf(pane, sort.field)} by number: each page is sorted here.`,
    otherPage !== undefined &&
      `The service gave page ${otherPage + 1} instead of page ${page + 1}. If there is a page ${page + 1}, run optty doctor.`,
  ].flatMap(each => each || []);
}
