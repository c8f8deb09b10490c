/**
 * Polling. Each pane has at most one request under way and one timer armed, both known by number, so that what
 * belongs to an abandoned one is recognised and dropped.
 */

import {defaultPageSizes} from '../../api/wire/records.ts';
import {waitBehind} from '../back-off.ts';
import {andThen, chain} from '../chain.ts';
import {drawChance} from '../chance.ts';
import {type Filter, parseFilter} from '../filter/index.ts';
import {age, basePeriod} from '../model/freshness.ts';
import type {Command, PollAnswer} from '../model/messages.ts';
import type {Moment} from '../model/moment.ts';
import {indexOfId, mergeRows, rowId} from '../model/rows.ts';
import type {Fault, Feed, Feeds, QueryOf, State} from '../model/state.ts';
import {type FeedPane, feedPanes, isFeedPane} from '../model/vocabulary.ts';
import {addSeen} from '../model/watched.ts';
import type {Step} from '../step.ts';
import {afterRefusal, looksBeyond, pagePlace, pageWanted, wantedPageSize} from './paging.ts';

const noQuery: QueryOf = {cards: {}, easyOptions: {}, orders: {}, trades: {}};

export function emptyFeed<P extends FeedPane>(pane: P): Feed<P> {
  return {
    pane,
    query: noQuery[pane],
    filterText: '',
    sort: undefined,
    page: 0,
    otherPage: undefined,
    pageSize: defaultPageSizes[pane],
    sizeAsked: undefined,
    first: 0,
    beyond: undefined,
    mostGiven: undefined,
    landsOn: 'first',
    rows: [],
    total: undefined,
    isLast: true,
    unreadable: [],
    filtered: undefined,
    disorder: undefined,
    loadedAt: undefined,
    fault: undefined,
    fetching: undefined,
    shown: 0,
    failures: 0,
    quietUntil: 0,
    arm: 0,
    marks: new Map(),
    seen: new Map(),
    selected: undefined,
    selectedIndex: 0,
  };
}

/** Puts a changed feed back into the state. */
export function withFeed<P extends FeedPane>(state: State, pane: P, change: Partial<Feed<P>>): State {
  const feed: Feed<P> = {...state.feeds[pane], ...change};
  const feeds: Feeds = {...state.feeds, [pane]: feed};
  return {...state, feeds};
}

/** Asks for a pane now, unless it is being asked for already or has to be left alone. */
export function poll(state: State, pane: FeedPane, now: Moment): Step {
  const feed = state.feeds[pane];
  if (feed.fetching !== undefined) return [state, []];
  if (now.mono < feed.quietUntil) return arm(state, pane, feed.quietUntil - now.mono);
  const request = state.counter + 1;
  const wanted = pageWanted(state, feed);
  const isSame = wanted.pageSize === feed.pageSize;
  const fetch: Command = {
    type: 'fetch',
    pane,
    request,
    ...questionNow(feed, now),
    sort: feed.sort,
    ...wanted,
    looksBeyond: isSame && looksBeyond(feed, now),
  };
  const change = {...wanted, ...(!isSame && {beyond: undefined}), fetching: request};
  return [{...withFeed(state, pane, change), counter: request}, [fetch]];
}

/** `openTime:-2h..` means two hours before each poll, not before the first. */
function questionNow(feed: Feed, now: Moment): {query: QueryOf[FeedPane]; filter?: Filter} {
  const parsed = parseFilter(feed.pane, feed.filterText, now.wall);
  if (!parsed.ok) return {query: feed.query};
  const {query, split, conditions} = parsed;
  return conditions.length === 0 ? {query} : {query, filter: {split, conditions}};
}

/** Asks anew even if an answer is under way: that one was asked before what just happened, and is dropped. */
function pollAnew(state: State, pane: FeedPane, now: Moment): Step {
  return poll(withFeed(state, pane, {fetching: undefined}), pane, now);
}

/** Asks for all panes anew: after an action, a resume, a return of the link. */
export function pollAll(state: State, now: Moment): Step {
  const start: Step = [state, []];
  return chain(start, feedPanes, (next, pane) => pollAnew(next, pane, now));
}

/** While the pane in view waits for its first answer, so long the others are not asked. */
const mostPatienceMs = 1_000;
/** Long enough for the first answer to be drawn. */
const behindFirstMs = 100;

/** Asks for the pane in view alone: the others follow behind its first answer, or when that takes too long. */
export function pollFirst(state: State, now: Moment): Step {
  const inView: Step = !isFeedPane(state.pane) ? [state, []] : poll(state, state.pane, now);
  return andThen(inView, next => armUnasked(next, mostPatienceMs));
}

/** The first answer of all, good or bad, lets the panes that were not asked for yet follow. */
function letFollow(before: State, step: Step): Step {
  if (feedPanes.some(pane => isAnswered(before.feeds[pane]))) return step;
  return andThen(step, next => armUnasked(next, behindFirstMs));
}

function armUnasked(state: State, ms: number): Step {
  const unasked = feedPanes.filter(pane => {
    const feed = state.feeds[pane];
    return feed.fetching === undefined && !isAnswered(feed);
  });
  const start: Step = [state, []];
  return chain(start, unasked, (next, pane) => arm(next, pane, ms));
}

const isAnswered = ({shown, failures}: Pick<Feed, 'shown' | 'failures'>) => shown > 0 || failures > 0;

export function pollWhenDue(state: State, pane: FeedPane, armed: number, now: Moment): Step {
  return state.feeds[pane].arm === armed ? poll(state, pane, now) : [state, []];
}

/** While a window is dragged nothing is asked; when it rests, what another page size is wanted for. */
const restMs = 250;

export function pollOnResize(state: State): Step {
  if (!isFeedPane(state.pane)) return [state, []];
  const feed: Feed = state.feeds[state.pane];
  const isDue = feed.loadedAt !== undefined && wantedPageSize(state, feed) !== feed.pageSize;
  return isDue ? arm(state, state.pane, Math.max(restMs, feed.quietUntil - state.now.mono)) : [state, []];
}

/** A pane that comes into view is asked for at once if what it has is older than its new pace. */
export function pollOnView(state: State, pane: FeedPane, now: Moment): Step {
  const {loadedAt, fetching} = state.feeds[pane];
  if (fetching !== undefined) return [state, []];
  const restMs = loadedAt === undefined ? 0 : basePeriod(state.settings, true) - age(loadedAt, now);
  return restMs <= 0 ? poll(state, pane, now) : arm(state, pane, restMs);
}

/** Takes an answer, unless it is older than what is already asked for or shown. */
export function arrived(
  state: State,
  pane: FeedPane,
  request: number,
  began: Moment,
  answer: PollAnswer,
): Step {
  const feed: Feed = state.feeds[pane];
  if (feed.fetching !== request || request <= feed.shown) return [state, []];
  const {rows, marks} = mergeRows(pane, feed.rows, answer.rows, feed.marks);
  const next = withFeed(state, pane, {
    ...keepSelection(feed, rows),
    rows,
    marks,
    ...pagePlace(feed, answer, began),
    landsOn: 'first',
    seen: addSeen(pane, feed.seen, rows, {at: began.mono, before: feed.rows}),
    total: answer.total,
    unreadable: answer.unreadable,
    filtered: answer.filtered,
    disorder: answer.disorder,
    loadedAt: began,
    fault: undefined,
    fetching: undefined,
    shown: request,
    failures: 0,
    quietUntil: 0,
  });
  return letFollow(state, arm(next, pane, basePeriod(state.settings, state.pane === pane)));
}

/** A failed read keeps the rows, says why, and asks again later and later. */
export function fetchFailed(state: State, pane: FeedPane, request: number, fault: Fault, now: Moment): Step {
  const feed = state.feeds[pane];
  if (feed.fetching !== request) return [state, []];
  const failures = feed.failures + 1;
  const [chance, draw] = drawChance(state.chance);
  const periodMs = basePeriod(state.settings, state.pane === pane);
  const waitMs = waitBehind(fault.retryAfterMs, periodMs, failures, draw);
  const next = withFeed({...state, chance}, pane, {
    fault,
    mostGiven: afterRefusal(feed, fault),
    fetching: undefined,
    failures,
    quietUntil: now.mono + waitMs,
  });
  return letFollow(state, arm(next, pane, waitMs));
}

type PaneQuestion = Partial<
  Pick<Feed, 'query' | 'filterText' | 'sort' | 'page' | 'sizeAsked' | 'landsOn' | 'rows'>
>;

/** Another filter or page: the rows shown stay until the answer comes. */
export function askPane(state: State, pane: FeedPane, change: PaneQuestion, now: Moment): Step {
  return pollAnew(forgetPlace(state, pane, change), pane, now);
}

/** With another question the place in the list is gone, and what is under way is of no use any more. */
export function forgetPlace(state: State, pane: FeedPane, change: PaneQuestion): State {
  const {fault, quietUntil} = state.feeds[pane];
  return withFeed(state, pane, {
    ...change,
    selected: undefined,
    selectedIndex: 0,
    loadedAt: undefined,
    beyond: undefined,
    otherPage: undefined,
    ...('filterText' in change && {filtered: undefined}),
    ...('sort' in change && {disorder: undefined}),
    fetching: undefined,
    // Our own back-off ends with another question; what the service asked for does not.
    quietUntil: fault?.retryAfterMs === undefined ? 0 : quietUntil,
  });
}

/** Asks in a while, or when the service lets us. */
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

/** Selection is by identity: it never moves to another record. Where there was none, it is the first row. */
function keepSelection(feed: Feed, rows: Feed['rows']): Pick<Feed, 'selected' | 'selectedIndex'> {
  const wasEmpty = feed.rows.length === 0 && feed.selected === undefined;
  if (feed.loadedAt === undefined || wasEmpty) {
    const index = feed.landsOn === 'last' ? Math.max(0, rows.length - 1) : 0;
    const row = rows[index];
    return {selected: row && rowId(feed.pane, row, index), selectedIndex: index};
  }
  const index = indexOfId(feed.pane, rows, feed.selected);
  return index >= 0
    ? {selected: feed.selected, selectedIndex: index}
    : {selected: undefined, selectedIndex: Math.min(feed.selectedIndex, Math.max(0, rows.length - 1))};
}
