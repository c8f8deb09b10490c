/**
 * The reading of the whole account: first all of it, then only what can have changed. Pure: it is told the time
 * and the answers, and tells what to ask for. Two requests are under way at most.
 */
import type {Id, Page} from '../../../api/wire/records.ts';
import type {Moment} from '../../model/moment.ts';
import type {Row, RowOf} from '../../model/state.ts';
import type {FeedPane} from '../../model/vocabulary.ts';
import {type BookRows, unreadRows} from '../rows.ts';
import {cardsEveryMs, cardsPlan} from './cards.ts';
import {easyOptionsPlan} from './easy-options.ts';
import type {BookReading, ListReading} from './known.ts';
import {
  askNext,
  emptyList,
  type ListPlan,
  type PageAsked,
  type PaneShown,
  type ReadFault,
  restOf,
  takeFailure,
  takePage,
  takeShownList,
} from './list.ts';
import {ordersPlan} from './orders.ts';
import {sinceOf, tradesPlan} from './trades.ts';
import {allRows} from './whole.ts';

/** @param tradesLagMs how late a trade may come */
export function initialReading(now: Moment, tradesLagMs: number): BookReading {
  const since = sinceOf([], now);
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
    quietUntil: 0,
    rows: unreadRows(since),
  };
}

/** The whole account, as far as it has been read. What did not change is the object that it was. */
export function bookRows({rows}: BookReading): BookRows {
  return rows;
}

/** Since when all that is held is known: the beginning of the last whole round of what is not over. */
export function wholeSince({rows: {easyOptions, orders, trades}}: BookReading): Moment | undefined {
  let oldest: Moment | undefined;
  for (const {began, isWhole} of [easyOptions, orders, trades]) {
    if (began === undefined || !isWhole) return undefined;
    if (oldest === undefined || began.wall < oldest.wall) oldest = began;
  }
  return oldest;
}

/** Whether each list was read to an end once, be it that it could not be proved whole. */
export function isFilled({lists}: BookReading): boolean {
  return panes.every(pane => lists[pane].ended !== undefined);
}

const panes: readonly FeedPane[] = ['orders', 'cards', 'trades', 'easyOptions'];
const mostUnderWay = 2;

/**
 * Short lists that were read before are asked one after another, over the connection that the polls keep open:
 * a second one would be made anew for each round. One that fails keeps the others waiting no longer.
 */
function mostAtOnce({lists}: BookReading): number {
  const isLong = ({round}: ListReading) => round?.searches.some(({pages = 1}) => pages > 1) === true;
  const isCalm = panes.every(pane => {
    const list: ListReading = lists[pane];
    return list.ended !== undefined && list.failures === 0 && !isLong(list);
  });
  return isCalm ? 1 : mostUnderWay;
}

export type RequestsWanted = {
  readonly reading: BookReading;
  readonly requests: readonly PageAsked[];
  /** When to look again though no answer comes; undefined where one must come first. */
  readonly wakeAfterMs: number | undefined;
};

/** What to ask for now. @param periodMs how long a list rests between two rounds */
export function nextRequests(before: BookReading, now: Moment, periodMs: number): RequestsWanted {
  const requests: PageAsked[] = [];
  let reading = beginRounds(before, now, periodMs);
  const isQuiet = now.mono < reading.quietUntil;
  while (!isQuiet && underWay(reading) < mostAtOnce(reading)) {
    const asked = askInTurn(reading, now);
    if (asked === undefined) break;
    reading = asked.reading;
    requests.push(asked.request);
  }
  const wakeAfterMs = underWay(reading) < mostAtOnce(reading) ? restOfAll(reading, now, periodMs) : undefined;
  return {reading, requests, wakeAfterMs};
}

function underWay({lists}: BookReading): number {
  return panes.reduce((sum, pane) => sum + lists[pane].underWay.size, 0);
}

/** One page of the list whose turn it is: a long list keeps no short one waiting, nor the reverse. */
function askInTurn(reading: BookReading, now: Moment) {
  const next = panes.indexOf(reading.lastAsked) + 1;
  for (const pane of [...panes.slice(next), ...panes.slice(0, next)]) {
    const asked = now.mono < reading.lists[pane].quietUntil ? undefined : askOf(reading, pane);
    if (asked !== undefined) return asked;
  }
  return undefined;
}

function askOf<P extends FeedPane>(reading: BookReading, pane: P) {
  const asked = askNext<P>(reading.lists[pane]);
  return asked && {reading: withList({...reading, lastAsked: pane}, pane, asked[0]), request: asked[1]};
}

const periodOf = (pane: FeedPane, periodMs: number) =>
  pane === 'cards' ? Math.max(cardsEveryMs, periodMs) : periodMs;

/** Lists that are due at almost the same time begin together: the program wakes once. */
const soon = (periodMs: number) => 0.9 * periodMs;

function beginRounds(before: BookReading, now: Moment, periodMs: number): BookReading {
  const isDue = panes.some(
    pane => mayBegin(before.lists, pane) && restOf(before.lists[pane], periodOf(pane, periodMs), now) === 0,
  );
  if (!isDue) return before;
  let reading = before;
  for (const pane of panes) {
    const restMs = restOf(reading.lists[pane], soon(periodOf(pane, periodMs)), now);
    if (restMs === 0 && mayBegin(reading.lists, pane)) reading = beginRound(reading, pane, now);
  }
  return reading;
}

function mayBegin(lists: BookReading['lists'], pane: FeedPane): boolean {
  const {orders} = lists;
  const areOrdersKnown = orders.ended !== undefined || orders.failures >= mostPatience;
  return lists[pane].round === undefined && (pane !== 'trades' || areOrdersKnown);
}

/** Where orders cannot be read, trades do not wait for them. */
const mostPatience = 2;

function beginRound<P extends FeedPane>(before: BookReading, pane: P, now: Moment): BookReading {
  const reading = pane === 'trades' ? reachBack(before, now) : before;
  return withList(reading, pane, plansOf(reading)[pane].begin(reading.lists[pane], now));
}

/** Where an order that works is older than all that were known, trades are read anew from there. */
function reachBack(reading: BookReading, now: Moment): BookReading {
  const {orders, trades} = reading.lists;
  const since = Math.min(reading.since, sinceOf(orders.kept.rows, now));
  if (since === reading.since) return reading;
  const anew = {...trades, wholeFrom: undefined, walk: {...trades.walk, at: undefined}};
  return withList({...reading, since}, 'trades', anew);
}

function restOfAll({lists, quietUntil}: BookReading, now: Moment, periodMs: number): number | undefined {
  const waits = panes
    // One that is asked, or waits for another list, goes on with an answer.
    .filter(pane => lists[pane].underWay.size === 0)
    .filter(pane => lists[pane].round !== undefined || mayBegin(lists, pane))
    .map(pane => restOf(lists[pane], periodOf(pane, periodMs), now));
  return waits.length === 0 ? undefined : Math.max(quietUntil - now.mono, Math.min(...waits), 0);
}

function plansOf({lists, since, tradesLagMs}: BookReading): {readonly [P in FeedPane]: ListPlan<P>} {
  return {
    cards: cardsPlan(() => heldCards(lists.easyOptions)),
    easyOptions: easyOptionsPlan,
    orders: ordersPlan,
    trades: tradesPlan(since, tradesLagMs),
  };
}

function heldCards({kept}: ListReading<'easyOptions'>): ReadonlySet<Id> {
  return new Set(kept.rows.flatMap(({cardId}) => cardId ?? []));
}

/** How a request ended. */
export type PageCame = Pick<PageAsked, 'pane' | 'number'> &
  (
    | {readonly kind: 'read'; readonly page: Page<Row>}
    | {readonly kind: 'failed'; readonly fault: ReadFault; readonly error: unknown}
  );

type TakenAt = {readonly periodMs: number; readonly draw: number; readonly now: Moment};

/** Takes what a request came to. @param given `draw`: 0 to 1, spreads what failed together */
export function takeCame(reading: BookReading, came: PageCame, given: TakenAt): BookReading {
  const {pane, number} = came;
  return came.kind === 'read'
    ? takeBookPage(reading, pane, number, came.page, given.now)
    : takeBookFault(reading, pane, number, came.fault, given);
}

/**
 * Takes what a pane was shown for a round of its list, where that is due: nobody has to ask for it then.
 * @param given `patienceMs`: how much longer the list may rest, for it is shown again by then
 */
export function takeShown<P extends FeedPane>(
  before: BookReading,
  pane: P,
  shown: PaneShown<P>,
  {periodMs, patienceMs}: {readonly periodMs: number; readonly patienceMs: number},
): BookReading {
  const {now} = shown;
  const isDue =
    mayBegin(before.lists, pane) && restOf({...before.lists[pane], patienceMs: 0}, soon(periodMs), now) === 0;
  if (!isDue) return before;
  const reading = pane === 'trades' ? reachBack(before, now) : before;
  const list = takeShownList(reading.lists[pane], shown, plansOf(reading)[pane]);
  return list === undefined ? before : withList(reading, pane, {...list, patienceMs});
}

/** Takes the answer to a request; one that nobody waits for any more changes nothing. */
function takeBookPage<P extends FeedPane>(
  reading: BookReading,
  pane: P,
  number: number,
  page: Page<RowOf[P]>,
  now: Moment,
): BookReading {
  const list = takePage(reading.lists[pane], number, page, plansOf(reading)[pane], now);
  return list === reading.lists[pane] ? reading : withList(reading, pane, list);
}

/** A page that could not be read is asked for again, later and later; what the service asks holds for all. */
function takeBookFault<P extends FeedPane>(
  reading: BookReading,
  pane: P,
  number: number,
  fault: ReadFault,
  given: TakenAt,
): BookReading {
  const list = takeFailure(reading.lists[pane], number, fault, plansOf(reading)[pane], given);
  if (list === reading.lists[pane]) return reading;
  const quietUntil =
    fault.retryAfterMs === undefined ? reading.quietUntil : Math.max(reading.quietUntil, list.quietUntil);
  return withList({...reading, quietUntil}, pane, list);
}

function withList<P extends FeedPane>(reading: BookReading, pane: P, list: ListReading<P>): BookReading {
  const lists = {...reading.lists, [pane]: list};
  return {...reading, lists, rows: allRows(reading.rows, lists, reading.since, pane)};
}
