/**
 * Reads the whole account: first everything, then only what can have changed. Pure: it takes the time and what
 * rounds have read, and returns the rounds to begin.
 */
import {tooManyPages} from '../../api/errors.ts';
import {
  defaultPageSizes,
  type EasyOptionCard,
  type Millis,
  type Order,
  type Page,
} from '../../api/wire/records.ts';
import {waitBehind} from '../chance.ts';
import {age, type Moment, oldestOf} from '../model/moment.ts';
import {fieldOf, ownId} from '../model/rows.ts';
import {dayMs, type FeedPane, type Row, type RowOf} from '../model/vocabulary.ts';
import {unlessSame, unlessSameItems} from '../once.ts';
import type {OrderSymbols} from '../portfolio/positions.ts';
import {type PortfolioRows, unreadRows, type Whole} from '../portfolio/rows.ts';
import {
  type ListReading,
  openOf,
  type RoundAsked,
  type RoundCame,
  type RoundEnd,
  walkRound,
  withoutAsk,
} from './round.ts';
import {onlyThose, withRows} from './rows.ts';
import {mostPages} from './whole.ts';

export type PortfolioRounds = {
  readonly reading: PortfolioReading;
  /** The number of the current timer; an older one is dropped when it fires. */
  readonly arm: number;
  readonly figuresAt: number;
  /** Positions that no record names, for which the service was asked, and its symbols by order id. */
  readonly unnamed: string;
  readonly symbols: OrderSymbols;
};

export type PortfolioReading = {
  readonly lists: {readonly [P in FeedPane]: ListReading<P>};
  readonly since: Millis;
  readonly tradesLagMs: number;
  readonly rows: PortfolioRows;
};

const fullPage = 100;

function emptyList<P extends FeedPane>(pane: P): ListReading<P> {
  return {
    pane,
    rows: [],
    counter: 0,
    pageSize: fullPage,
    newsAt: 0,
    walk: {unreadable: 0, newest: 0, active: new Set()},
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

const panes: readonly FeedPane[] = ['orders', 'cards', 'trades', 'easyOptions'];

/**
 * Short lists that are known are read one after another over the polls' open connection; a second connection
 * would be opened for each round. A failing list does not delay the others.
 */
function mostAtOnce({lists}: PortfolioReading): number {
  const isCalm = panes.every(pane => lists[pane].ended !== undefined && lists[pane].failures === 0);
  return isCalm ? 1 : 2;
}

/** Time until the list is asked again, in ms: a pause after failures, else a period after a round or a pane. */
function restOf(list: ListReading, {everyMs, wholeMs}: Pace, now: Moment) {
  const {round, ended, shownAt, newsAt, quietUntil} = list;
  const isLooked = shownAt !== undefined && isCheckEnough(list, wholeMs - everyMs, now);
  const last = isLooked ? shownAt : ended;
  const restMs = newsAt > (ended?.mono ?? 0) ? everyMs / 4 : everyMs;
  const dueMs = round !== undefined || last === undefined ? 0 : restMs - age(last, now);
  return Math.max(0, quietUntil - now.mono, dueMs);
}

/** Whether the next round may look only if anything happened: the list was read whole not long ago. */
function isCheckEnough(list: ListReading, wholeMs: number, now: Moment): boolean {
  const {pane, walk, wholeFrom, newsAt, unreadable} = list;
  // Asks are read beside a card that cannot be read.
  if (pane === 'cards') return walk.at !== undefined && age(walk.at, now) < wholeMs;
  const isKnown = wholeFrom !== undefined && unreadable === 0 && wholeFrom.mono >= newsAt;
  return isKnown && age(wholeFrom, now) < wholeMs;
}

/** The interval between two rounds of a list, and the age at which it is read whole again, in ms. */
export type Pace = {readonly everyMs: number; readonly wholeMs: number};
type PaceOf = (pane: FeedPane) => Pace;

/** Lists that are due at nearly the same time start together: one wake-up. */
const soon = ({everyMs, wholeMs}: Pace): Pace => ({everyMs: 0.9 * everyMs, wholeMs: wholeMs - 0.1 * everyMs});

/** @param isBehind a pane is drawn now: lists that are nearly due are asked behind it */
export function nextRounds(before: PortfolioReading, now: Moment, paceOf: PaceOf, isBehind = false) {
  const asked: RoundAsked[] = [];
  let reading = beginRounds(before, now, paceOf, isBehind);
  for (const pane of panes) {
    const list: ListReading = reading.lists[pane];
    const {round} = list;
    if (round === undefined || round.isAsked || now.mono < list.quietUntil) continue;
    asked.push(askedOf(reading, list, round));
    reading = withList(reading, pane, {...list, round: {...round, isAsked: true}});
  }
  return {reading, asked, wakeAfterMs: restOfAll(reading, now, paceOf)};
}

function askedOf<P extends FeedPane>(
  reading: PortfolioReading,
  list: ListReading<P>,
  {number, began, isCheck}: Pick<RoundAsked, 'number' | 'began' | 'isCheck'>,
): RoundAsked<P> {
  const {since, tradesLagMs, lists} = reading;
  const known = {list, options: lists.easyOptions.rows, since, tradesLagMs};
  return {pane: list.pane, number, began, isCheck, ...known, mostAtOnce: mostAtOnce(reading)};
}

function beginRounds(
  before: PortfolioReading,
  now: Moment,
  paceOf: PaceOf,
  isBehind: boolean,
): PortfolioReading {
  const isDue = ({lists}: PortfolioReading, pane: FeedPane, pace: Pace) =>
    mayBegin(lists, pane) && restOf(lists[pane], pace, now) === 0;
  if (!panes.some(pane => isDue(before, pane, isBehind ? soon(paceOf(pane)) : paceOf(pane)))) return before;
  return panes.reduce((reading, pane) => {
    const pace = paceOf(pane);
    return isDue(reading, pane, soon(pace)) ? beginRound(reading, pane, pace.wholeMs, now) : reading;
  }, before);
}

function mayBegin(lists: PortfolioReading['lists'], pane: FeedPane): boolean {
  const {orders} = lists;
  const areOrdersKnown = orders.ended !== undefined || orders.failures >= mostPatience;
  return lists[pane].round === undefined && (pane !== 'trades' || areOrdersKnown);
}

const mostPatience = 2;

function beginRound<P extends FeedPane>(before: PortfolioReading, pane: P, wholeMs: number, began: Moment) {
  const reading = pane === 'trades' ? reachBack(before, began) : before;
  const list = reading.lists[pane];
  const number = list.counter + 1;
  const round = {number, began, isCheck: isCheckEnough(list, wholeMs, began), isAsked: false};
  return withList(reading, pane, {...list, counter: number, round});
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
  const since = Math.min(reading.since, sinceOf(reading.lists.orders.rows, now));
  return since === reading.since ? reading : readingSince(reading, since);
}

function readingSince(reading: PortfolioReading, since: Millis): PortfolioReading {
  const {trades} = reading.lists;
  const anew = {...trades, round: undefined, wholeFrom: undefined, walk: {...trades.walk, at: undefined}};
  return withList({...reading, since}, 'trades', anew);
}

const daysOfTrades = 30;

function sinceOf(orders: readonly Order[], now: Moment): Millis {
  const oldest = orders.reduce((least, {timestamp = least}) => Math.min(least, timestamp), now.wall);
  // 0 stands for all trades.
  return Math.max(1, Math.min(now.wall - daysOfTrades * dayMs, oldest));
}

function restOfAll({lists}: PortfolioReading, now: Moment, paceOf: PaceOf): number | undefined {
  const waits = panes
    .filter(pane => lists[pane].round?.isAsked !== true)
    .filter(pane => lists[pane].round !== undefined || mayBegin(lists, pane))
    .map(pane => restOf(lists[pane], paceOf(pane), now));
  return waits.length === 0 ? undefined : Math.max(Math.min(...waits), 0);
}

/** The link is back: no list waits for its back-off, and no round counts from before the outage. */
export function backAfterOutage(reading: PortfolioReading): PortfolioReading {
  const lists = {...reading.lists};
  for (const pane of panes) {
    const list: ListReading = lists[pane];
    const anew = {failures: 0, quietUntil: 0, round: list.ended === undefined ? list.round : undefined};
    if (list.failures > 0) Object.assign(lists, {[pane]: {...list, ...anew}});
  }
  return {...reading, lists};
}

type ComingGiven = {readonly periodMs: number; readonly draw: number; readonly now: Moment};

/** A failed page is asked again with back-off; a refused one with smaller pages, from the first. */
export function takeCame(reading: PortfolioReading, came: RoundCame, given: ComingGiven): PortfolioReading {
  const {pane, number} = came;
  const {now} = given;
  const before: ListReading = reading.lists[pane];
  const {round} = before;
  if (round?.number !== number) return reading;
  const list = {...before, fault: undefined, failures: 0};
  switch (came.kind) {
    case 'part': {
      const {rows, total = list.total} = came;
      return tellNews(reading, withList(reading, pane, {...list, rows, total}), pane, now);
    }
    case 'read':
      return came.end.isTooLong === true
        ? readingSince(reading, sinceOf(reading.lists.orders.rows, now))
        : tellNews(reading, withList(reading, pane, ended(list, came.end, now)), pane, now);
    case 'failed': {
      const {text, retryAfterMs, isRefused} = came.fault;
      const failures = before.failures + 1;
      const quietUntil = now.mono + waitBehind(retryAfterMs, given.periodMs, failures, given.draw);
      const pageSize = defaultPageSizes[pane];
      const isTooLarge = isRefused && list.pageSize > pageSize;
      // A round begins with its first answer: what it proves must not be as old as an outage.
      const rest = came.isBegun === true && !isTooLarge ? {...round, isAsked: false} : undefined;
      const failed = {...list, fault: text, failures, quietUntil, round: rest};
      return withList(reading, pane, isTooLarge ? {...failed, pageSize} : failed);
    }
    default:
      return came satisfies never;
  }
}

/** A list that moves each time it is read stays proved for so long, with all its rows. */
const longestProvedMs = 150_000;
const cutRestMs = 60_000;

function ended<P extends FeedPane>(before: ListReading<P>, end: RoundEnd<P>, now: Moment): ListReading<P> {
  const {pane, wholeFrom} = before;
  const {rows, read, isOfAll, isCheck} = end;
  const rest = {fault: end.fault, round: undefined, ended: now, shownAt: undefined};
  const list = {...before, ...rest, rows, walk: {...before.walk, ...end.walk}};
  if (read === undefined) return list;
  const {isWhole, began, total = list.total} = read;
  const fault = read.unreadable > 0 ? undefined : read.fault;
  const isStillProved = wholeFrom !== undefined && age(wholeFrom, now) < longestProvedMs;
  const isProof = isWhole && isCheck !== true;
  const isChecked = (isWhole && isCheck === true) || read.unreadable > 0;
  // Rows that this round has not read would fill the memory while the list keeps changing.
  const drops = isOfAll === true && (fault === undefined || !isStillProved);
  return {
    ...{...list, fault, total},
    // Only a whole round restores what an unreadable row has revoked.
    unreadable: Math.max(fault === undefined ? 0 : list.unreadable, read.unreadable),
    rows: drops ? onlyThose(pane, rows, read.rows) : rows,
    wholeFrom: isProof ? began : drops && fault !== undefined ? undefined : wholeFrom,
    wholeTo: isProof ? now : list.wholeTo,
    checkedFrom: isChecked ? began : isOfAll === true ? undefined : list.checkedFrom,
    head: isProof ? (end.head ?? list.head) : list.head,
    quietUntil: fault === tooManyPages(mostPages) ? now.mono + cutRestMs : list.quietUntil,
  };
}

type PaneShown<P extends FeedPane> = {
  readonly page: PageRows<P>;
  readonly began: Moment;
  readonly now: Moment;
};

/**
 * Takes the rows of a pane. If they are the whole list, that saves a round; if they are what a check reads,
 * a check. Rows asked for before the last round ended may be older than it.
 * @param isAll the pane asked for the first page of all rows
 */
export function takeShown<P extends FeedPane>(
  before: PortfolioReading,
  pane: P,
  shown: PaneShown<P>,
  isAll: boolean,
): PortfolioReading {
  return tellNews(before, withShown(before, pane, shown, isAll), pane, shown.now);
}

function withShown<P extends FeedPane>(
  before: PortfolioReading,
  pane: P,
  {page, began, now}: PaneShown<P>,
  isAll: boolean,
): PortfolioReading {
  const {round, ...list} = before.lists[pane];
  // One that fails again and again on its way keeps no rows out: the next begins with them. The first goes on
  // for longer: until it ends, nothing is known.
  const mostFailures = list.ended === undefined ? 5 : 1;
  const isStuck = round?.isAsked === false && list.failures > mostFailures;
  const last: ListReading<P> = isStuck ? list : before.lists[pane];
  if (last.round !== undefined || (last.ended?.mono ?? began.mono) > began.mono) return before;
  if (isAll && page.rows.length === page.total && mayBegin(before.lists, pane)) {
    const reading = pane === 'trades' ? reachBack(before, now) : before;
    const list = {...reading.lists[pane], failures: 0};
    // The walk starts anew: the page is the answer to its first request.
    const unread = {...list, walk: {...list.walk, at: undefined}};
    const walk = walkRound(askedOf(reading, unread, {number: 0, began, isCheck: false}));
    walk.next();
    const step = walk.next({asked: began, page});
    const next = step.done === true ? ended(list, step.value, now) : list;
    if (next.wholeFrom === began) return withList(reading, pane, next);
  }
  const rows = withRows(pane, last.rows, page.rows);
  const {wholeFrom, head} = last;
  const ids = page.rows.map(row => ownId(pane, row));
  const {lists} = before;
  const showsOpen =
    pane !== 'easyOptions' || openOf(lists.easyOptions.rows).every(({id}) => ids.includes(id));
  const isAtHead = head === undefined || `${head},`.startsWith(`${ids.join()},`);
  const isSame = isAll && page.unreadable.length === 0 && page.total === rows.length && isAtHead;
  if (isSame && showsOpen && wholeFrom !== undefined) {
    // An order of another page may have changed.
    const checkedFrom = pane === 'orders' ? last.checkedFrom : began;
    return withList(before, pane, {...last, rows, checkedFrom, shownAt: now});
  }
  const shownAt = isAll && !isSame ? undefined : last.shownAt;
  const isNothing = rows === last.rows && shownAt === last.shownAt;
  return isNothing ? before : withList(before, pane, {...last, rows, shownAt});
}

/** If these are all cards, no other has an ask any more. */
export function takeAsks(
  before: PortfolioReading,
  cards: readonly EasyOptionCard[],
  isAll: boolean,
  {began, now}: {readonly began: Moment; readonly now: Moment},
): PortfolioReading {
  const list = before.lists.cards;
  const known = isAll ? list.rows.map(withoutAsk) : list.rows;
  const rows = unlessSameItems(list.rows, withRows('cards', known, cards));
  // Before the first round nothing else is known.
  const checkedFrom = isAll || list.wholeFrom === undefined ? began : list.checkedFrom;
  return withList(before, 'cards', {...list, rows, checkedFrom, shownAt: isAll ? now : list.shownAt});
}

type PageRows<P extends FeedPane> = Pick<Page<RowOf[P]>, 'rows' | 'unreadable' | 'total'>;

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
  const isWhole = wholeFrom !== undefined && unreadable === 0;
  return {
    rows,
    began: wholeFrom,
    ended: wholeTo,
    asOf: (checkedFrom?.mono ?? 0) > (wholeFrom?.mono ?? 0) ? checkedFrom : undefined,
    isWhole,
    total:
      total === undefined ? undefined : isWhole ? rows.length : Math.max(total, rows.length + unreadable),
    unreadable,
    fault,
  };
}
