/**
 * Reads the whole account: first everything, then only what can have changed. Pure: it takes the time and the
 * answers, and returns the requests. At most two are pending.
 */
import type {EasyOption, Millis, Order, Page, Trade} from '../../../api/wire/records.ts';
import {type Moment, oldestOf} from '../../model/moment.ts';
import type {FeedPane} from '../../model/vocabulary.ts';
import {isTallied} from '../../model/whole.ts';
import {unlessSame, unlessSameItems} from '../../once.ts';
import type {Row, RowOf} from '../../state.ts';
import {type PortfolioRows, unreadRows, type Whole} from '../rows.ts';
import {easyOptionsPlan} from './easy-options.ts';
import type {ListReading, PortfolioReading, Round} from './known.ts';
import {
  askNext,
  emptyList,
  endRound,
  idsOf,
  type ListPlan,
  onlyRead,
  type PageAsked,
  type PaneShown,
  type ReadFault,
  restOf,
  searching,
  takeFailure,
  takePage,
  takeShownList,
  takeShownRows,
} from './list.ts';

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
    quietUntil: 0,
    rows: unreadRows(since),
  };
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

export function nextRequests(before: PortfolioReading, now: Moment, paceOf: PaceOf) {
  const requests: PageAsked[] = [];
  let reading = beginRounds(before, now, paceOf);
  const hasRoom = () => underWay(reading) < mostAtOnce(reading);
  const next = panes.indexOf(reading.lastAsked) + 1;
  for (const pane of [...panes.slice(next), ...panes.slice(0, next)]) {
    const list: ListReading = reading.lists[pane];
    const isQuiet = now.mono < Math.max(reading.quietUntil, list.quietUntil);
    const asked = isQuiet || !hasRoom() ? undefined : askNext(list);
    if (asked === undefined) continue;
    reading = withList({...reading, lastAsked: pane}, pane, asked[0]);
    requests.push(asked[1]);
  }
  return {reading, requests, wakeAfterMs: hasRoom() ? restOfAll(reading, now, paceOf) : undefined};
}

function underWay({lists}: PortfolioReading): number {
  return panes.filter(pane => lists[pane].asked !== undefined).length;
}

/** The interval between two rounds of a list, in ms. */
type PaceOf = (pane: FeedPane) => number;

/** Lists that are due at nearly the same time start together: one wake-up. */
const soon = (periodMs: number) => 0.9 * periodMs;

function beginRounds(before: PortfolioReading, now: Moment, paceOf: PaceOf): PortfolioReading {
  const isDue = ({lists}: PortfolioReading, pane: FeedPane, periodMs: number) =>
    mayBegin(lists, pane) && restOf(lists[pane], periodMs, now) === 0;
  if (!panes.some(pane => isDue(before, pane, paceOf(pane)))) return before;
  return panes.reduce(
    (reading, pane) => (isDue(reading, pane, soon(paceOf(pane))) ? beginRound(reading, pane, now) : reading),
    before,
  );
}

function mayBegin(lists: PortfolioReading['lists'], pane: FeedPane): boolean {
  const {orders} = lists;
  const areOrdersKnown = orders.ended !== undefined || orders.failures >= mostPatience;
  return lists[pane].round === undefined && (pane !== 'trades' || areOrdersKnown);
}

const mostPatience = 2;

function beginRound<P extends FeedPane>(before: PortfolioReading, pane: P, now: Moment): PortfolioReading {
  const reading = pane === 'trades' ? reachBack(before, now) : before;
  return withList(reading, pane, plansOf(reading)[pane].begin(reading.lists[pane], now));
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

function restOfAll({lists, quietUntil}: PortfolioReading, now: Moment, paceOf: PaceOf): number | undefined {
  const waits = panes
    .filter(pane => lists[pane].asked === undefined)
    .filter(pane => lists[pane].round !== undefined || mayBegin(lists, pane))
    .map(pane => restOf(lists[pane], paceOf(pane), now));
  return waits.length === 0 ? undefined : Math.max(quietUntil - now.mono, Math.min(...waits), 0);
}

function plansOf({lists, since, tradesLagMs}: PortfolioReading): {readonly [P in FeedPane]: ListPlan<P>} {
  return {
    cards: cardsPlan(lists.easyOptions.rows),
    easyOptions: easyOptionsPlan,
    orders: ordersPlan,
    trades: tradesPlan(since, tradesLagMs),
  };
}

export type PageCame = Pick<PageAsked, 'pane' | 'number'> &
  (
    | {readonly kind: 'read'; readonly page: Page<Row>; readonly offsetMs?: number | undefined}
    | {readonly kind: 'failed'; readonly fault: ReadFault; readonly error: unknown}
  );

type TakenAt = {readonly periodMs: number; readonly draw: number; readonly now: Moment};

/** A failed page is retried with back-off; a pause that the service asks for applies to all lists. */
export function takeCame(reading: PortfolioReading, came: PageCame, given: TakenAt): PortfolioReading {
  const {pane, number} = came;
  if (came.kind === 'read') return takePortfolioPage(reading, pane, number, came.page, given.now);
  const list: ListReading = takeFailure(reading.lists[pane], number, came.fault, given);
  if (list === reading.lists[pane]) return reading;
  const isAsked = came.fault.retryAfterMs !== undefined;
  const quietUntil = isAsked ? Math.max(reading.quietUntil, list.quietUntil) : reading.quietUntil;
  return withList({...reading, quietUntil}, pane, list);
}

/**
 * Takes the rows of a pane. If they are the whole list, that saves the request of a round that is due.
 * @param given `isAll`: the pane asked for all rows; `patienceMs`: how much longer the list may rest, because
 * the pane shows it again by then
 */
export function takeShown<P extends FeedPane>(
  before: PortfolioReading,
  pane: P,
  shown: PaneShown<P>,
  {
    isAll,
    periodMs,
    patienceMs,
  }: {readonly isAll: boolean; readonly periodMs: number; readonly patienceMs: number},
): PortfolioReading {
  const {now} = shown;
  const last = before.lists[pane];
  const reading = pane === 'trades' ? reachBack(before, now) : before;
  const whole =
    isAll && mayBegin(before.lists, pane)
      ? takeShownList(reading.lists[pane], shown, plansOf(reading)[pane])
      : undefined;
  const isDue = restOf({...last, patienceMs: 0}, soon(periodMs), now) === 0;
  if (whole !== undefined && (isDue || whole.rows !== last.rows))
    return withList(reading, pane, {...whole, patienceMs});
  const list = takeShownRows(last, shown);
  return list === last ? before : withList(before, pane, list);
}

function takePortfolioPage<P extends FeedPane>(
  reading: PortfolioReading,
  pane: P,
  number: number,
  page: Page<RowOf[P]>,
  now: Moment,
): PortfolioReading {
  const list = takePage(reading.lists[pane], number, page, plansOf(reading)[pane], now);
  if (list === reading.lists[pane]) return reading;
  const next = withList(reading, pane, list);
  const isTooLong = pane === 'trades' && reading.since === 0 && (page.total ?? 0) > mostTrades;
  return isTooLong ? readingSince(next, next.lists.trades, sinceOf(next.lists.orders.rows, now)) : next;
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
  const {rows, unreadable, wholeFrom, total, fault} = list;
  const read = rows.length;
  const isWhole = wholeFrom !== undefined && unreadable === 0;
  return {
    rows,
    began: wholeFrom,
    isWhole,
    read,
    total: total === undefined ? undefined : isWhole ? read : Math.max(total, read + unreadable),
    unreadable,
    fault,
  };
}

/**
 * Cards, active or not. The list has no total, so it is read until a page is empty or repeats another.
 * The cards of known Easy Options are kept even if no list shows them any more, without the ask of that time.
 */
function cardsPlan(options: readonly EasyOption[]): ListPlan<'cards'> {
  return {
    begin: (list, now) =>
      searching(
        list,
        'all',
        ['true', 'false'].map(active => ({query: {active}, sort: {field: 'id', descending: false}})),
        now,
      ),
    conclude(list, {searches, began}, now) {
      const reads = searches.map(({read}) => read);
      const unreadable = reads.reduce((sum, each) => sum + each.unreadable, 0);
      const wholeFrom = unreadable > 0 ? list.wholeFrom : began;
      const [ids, listed] = [new Set(options.map(({cardId}) => cardId)), idsOf(reads)];
      const rows = onlyRead(list, reads, ({id}) => ids.has(id)).map(card =>
        listed.has(card.id) || card.currentAskPrice === undefined
          ? card
          : {...card, currentAskPrice: undefined},
      );
      return endRound(list, now, {rows: unlessSameItems(list.rows, rows), unreadable, wholeFrom});
    },
  };
}

/**
 * Working orders, all pages each time. A single page shows all of them at one instant. Several pages do not: an
 * order that ends moves later ones up, and one may slip between two pages while a new order keeps the total
 * equal. So the pages are read until two readings in a row are alike; those rows then existed between the end
 * of the first and the start of the second.
 */
const ordersPlan: ListPlan<'orders'> = {
  begin: askOrders,
  conclude(list, {searches}, now) {
    const [last, before] = [searches.at(-1)?.read, searches.at(-2)?.read];
    if (last === undefined) return list;
    const {unreadable, began, totals, pages, ids} = last;
    const isTold = totals[1] !== undefined;
    const isFixed = pages === 1 || before?.ids.join() === ids.join();
    if (isTold && isTallied(last) && isFixed)
      return endRound(list, now, {
        rows: onlyRead(list, [last]),
        unreadable,
        wholeFrom: unreadable > 0 ? list.wholeFrom : ((pages > 1 ? before?.began : began) ?? began),
      });
    if (isTold && searches.length < mostOrderReadings) return askOrders(list, now);
    return endRound(list, now, {unreadable}, isTold ? movesOn : hasNoTotal);
  },
};

const mostOrderReadings = 4;
const movesOn = 'The list of orders changed each time it was read.';
const hasNoTotal = 'The service does not say how many orders work.';

function askOrders(list: ListReading<'orders'>, now: Moment): ListReading<'orders'> {
  return searching(list, 'all', [{query: {}}], now);
}

const dayMs = 86_400_000;
const daysOfTrades = 30;
/** An account with more trades is read for `daysOfTrades`, or since its oldest working order. */
const mostTrades = 10_000;

function sinceOf(orders: readonly Order[], now: Moment): Millis {
  const oldest = orders.reduce((least, {timestamp = least}) => Math.min(least, timestamp), now.wall);
  // 0 stands for all trades.
  return Math.max(1, Math.min(now.wall - daysOfTrades * dayMs, oldest));
}

/** Trades are only added, up to `lagMs` late, so each round asks again from that far before the newest. */
function tradesPlan(since: Millis, lagMs: number): ListPlan<'trades'> {
  return {
    begin: (list, now) =>
      list.walk.at === undefined
        ? askTrades(list, 'all', since, now)
        : askTrades(list, 'news', Math.max(since, list.walk.newest - lagMs - sameInstantMs), now),
    conclude(list, {way, searches, began}, now) {
      const last = searches.at(-1);
      if (last === undefined) return list;
      const {unreadable, totals} = last.read;
      const isTold = totals[1] !== undefined;
      const isWhole = isTold && isTallied(last.read);
      if (isTold && !isWhole && searches.length < mostTradeReadings)
        return askTrades(list, way, last.query.start ?? since, now);
      const fault = isWhole ? undefined : isTold ? tradesCame : tradesUntold;
      if (fault !== undefined || unreadable > 0) return endRound(list, now, {unreadable}, fault);
      const walk = {...list.walk, at: now, newest: newestOf(list, now)};
      return endRound(list, now, {walk, unreadable, wholeFrom: began});
    },
  };
}

const tradesCame = 'Trades came while they were read.';
const tradesUntold = 'The service does not say how many trades there are.';
const mostTradeReadings = 3;
/** It is not documented if the start time itself is included. */
const sameInstantMs = 1_000;

/** By the service's clock, or by ours if a trade has a future time. */
function newestOf({rows}: ListReading<'trades'>, now: Moment): Millis {
  return rows.reduce(
    (newest: Millis, {openDate = newest}: Trade) => Math.max(newest, Math.min(openDate, now.wall)),
    0,
  );
}

function askTrades(
  list: ListReading<'trades'>,
  way: Round['way'],
  start: Millis,
  now: Moment,
): ListReading<'trades'> {
  return searching(list, way, [{query: start === 0 ? {} : {start}}], now);
}
