/** The plan of each list: the searches of a round, one after another, and what they prove. */
import {
  type EasyOption,
  type EasyOptionCard,
  isInt64,
  type Millis,
  type Order,
} from '../../api/wire/records.ts';
import {age, type Moment} from '../model/moment.ts';
import {ownId} from '../model/rows.ts';
import {dayMs, type FeedPane, type RowOf, type Sort} from '../model/vocabulary.ts';
import {isTallied, listOf, nothingRead, type PagesRead} from '../model/whole.ts';
import {onceFor, unlessSameItems} from '../once.ts';
import {isFinal} from '../resources/easy-options.ts';
import type {ListReading, ListSearch, PortfolioReading, Round} from './known.ts';

/** Called as a round begins, and whenever its searches have ended: asks for more, or ends the round. */
export type Plan<P extends FeedPane> = (list: ListReading<P>, round: Round<P>, now: Moment) => ListReading<P>;

export function plansOf({lists, since, tradesLagMs}: PortfolioReading): {
  readonly [P in FeedPane]: Plan<P>;
} {
  return {
    cards: planCards(lists.easyOptions.rows),
    easyOptions: planEasyOptions,
    orders: planOrders,
    trades: planTrades(since, tradesLagMs),
  };
}

export function newRound(began: Moment, isCheck = false) {
  return {isOfAll: true, isCheck, began, searches: [], unmerged: []};
}

type Wanted<P extends FeedPane> = Omit<ListSearch<P>, 'read' | 'pageSize'> & {readonly pageSize?: number};

function search<P extends FeedPane>(
  list: ListReading<P>,
  round: Round<P>,
  wanted: readonly Wanted<P>[],
  now: Moment,
): ListReading<P> {
  const more = wanted.map(each => ({pageSize: list.pageSize, ...each, read: nothingRead(now)}));
  return {...list, round: {...round, searches: [...round.searches, ...more]}};
}

function endRound<P extends FeedPane>(
  list: ListReading<P>,
  now: Moment,
  how: Partial<
    Pick<ListReading<P>, 'rows' | 'wholeFrom' | 'checkedFrom' | 'head' | 'walk' | 'unreadable' | 'fault'>
  >,
): ListReading<P> {
  const {unreadable = list.unreadable, fault} = how;
  // Only a whole round restores what an unreadable row has revoked.
  const least = fault === undefined ? 0 : list.unreadable;
  return {
    ...{...list, ...how, fault, unreadable: Math.max(least, unreadable)},
    ...{round: undefined, ended: now, patienceMs: 0},
    wholeTo: how.wholeFrom === undefined || how.wholeFrom === list.wholeFrom ? list.wholeTo : now,
  };
}

type Tally = {
  /** Reads of the list in one round. */
  readonly most: number;
  readonly untold: string;
  readonly moved: string;
};

/** Why the last search is not whole; `again`: another one may be. */
function lackOf<P extends FeedPane>(
  {searches}: Round<P>,
  {most, untold, moved}: Tally,
  isFixed = true,
): string | undefined {
  const read = searches.at(-1)?.read;
  if (read === undefined) return again;
  if (read.fault !== undefined) return read.fault.text;
  if (read.totals[1] === undefined) return untold;
  if (isTallied(listOf(read)) && isFixed) return undefined;
  return searches.length < most ? again : moved;
}

const again = 'again';

/** Without the rows that none of these reads has shown. */
function onlyRead<P extends FeedPane>(
  {pane, rows}: ListReading<P>,
  reads: readonly PagesRead<unknown>[],
): readonly RowOf[P][] {
  const ids = idsOf(reads);
  return unlessSameItems(
    rows,
    rows.filter(row => ids.has(ownId(pane, row))),
  );
}

/** A list that moves each time it is read stays proved for so long. */
const longestProvedMs = 150_000;

const isStillProved = ({wholeFrom}: ListReading, now: Moment) =>
  wholeFrom !== undefined && age(wholeFrom, now) < longestProvedMs;

/**
 * An earlier proof stands for a while, with all its rows. Without one only the rows stay that this round has
 * read: the others would fill the memory while the list keeps changing.
 */
function endUnproved<P extends FeedPane>(
  list: ListReading<P>,
  {searches}: Round<P>,
  now: Moment,
  how: {readonly unreadable: number; readonly fault: string},
): ListReading<P> {
  if (isStillProved(list, now)) return endRound(list, now, how);
  const reads = searches.map(({read}) => read);
  return endRound(list, now, {...how, rows: onlyRead(list, reads), wholeFrom: undefined});
}

const idsOf = (reads: readonly PagesRead<unknown>[]) => new Set(reads.flatMap(read => listOf(read).ids));

const faultOf = (reads: readonly PagesRead<unknown>[]) => reads.find(({fault}) => fault)?.fault?.text;

const byId: Sort = {field: 'id', descending: false};

/** Readings of the cards in one round. */
const mostOfCards = 3;

export const withoutAsk = onceFor(
  (card: EasyOptionCard): EasyOptionCard =>
    card.currentAskPrice === undefined ? card : {...card, currentAskPrice: undefined},
);

/**
 * Cards, active or not. The list has no total, so it is read until a page is empty or repeats another. A card
 * that comes twice shows that others moved between the pages.
 * The cards of known Easy Options are kept even if no list shows them any more, without the ask of that time.
 */
function planCards(options: readonly EasyOption[]): Plan<'cards'> {
  return (list, round, now) => {
    const {searches, began} = round;
    const states = ['true', 'false'].map(active => ({query: {active}, sort: byId}));
    const reads = searches.slice(-states.length).map(({read}) => read);
    const fault = faultOf(reads);
    const isFixed = fault === undefined && reads.length > 0 && reads.every(read => isTallied(listOf(read)));
    const isLast = fault !== undefined || searches.length >= mostOfCards * states.length;
    if (!isFixed && !isLast) return search(list, round, states, now);
    const unreadable = reads.reduce((sum, each) => sum + each.unreadable, 0);
    const ended = {
      unreadable,
      fault: isFixed ? undefined : (fault ?? 'The cards moved while they were read.'),
    };
    if (!isFixed && isStillProved(list, now)) return endRound(list, now, ended);
    const kept = new Set(options.map(({cardId}) => cardId));
    const listed = idsOf(isFixed ? reads : searches.map(({read}) => read));
    const rows = list.rows
      .filter(({id}) => listed.has(id) || kept.has(id))
      .map(card => (listed.has(card.id) ? card : withoutAsk(card)));
    const proved = unreadable > 0 ? list.wholeFrom : began;
    const wholeFrom = isFixed ? proved : undefined;
    return endRound(list, now, {...ended, rows: unlessSameItems(list.rows, rows), wholeFrom});
  };
}

/**
 * Working orders. A check asks for the first page: with the same total and the same rows, nothing happened.
 * Else all pages are read. A single page shows all of them at one instant. Several pages do not: an
 * order that ends moves later ones up, and one may slip between two pages while a new order keeps the total
 * equal. So the pages are read until two readings in a row are alike; those rows then existed between the end
 * of the first and the start of the second.
 */
function planOrders(list: ListReading<'orders'>, round: Round<'orders'>, now: Moment): ListReading<'orders'> {
  const [last, before] = [round.searches.at(-1)?.read, round.searches.at(-2)?.read];
  if (round.isCheck && last === undefined) return search(list, round, [{query: {}, endsAt: 'first'}], now);
  if (round.isCheck && last !== undefined && last.count < (last.totals[1] ?? 0)) {
    const isSame = last.totals[1] === list.rows.length && headOf(last, list) === list.head;
    return isSame ? endRound(list, now, {}) : planOrders(list, newRound(now), now);
  }
  const isFixed = last?.pages === 1 || saidBy(before) === saidBy(last);
  const fault = lackOf(round, ofOrders, isFixed);
  if (last === undefined || fault === again) return search(list, round, [{query: {}}], now);
  const {unreadable, began, pages} = last;
  if (fault !== undefined) return endUnproved(list, round, now, {unreadable, fault});
  const from = (pages > 1 ? before?.began : began) ?? began;
  const wholeFrom = unreadable > 0 ? list.wholeFrom : from;
  const head = headOf(last, list);
  return endRound(list, now, {rows: onlyRead(list, [last]), unreadable, wholeFrom, head});
}

const saidBy = (read: PagesRead<unknown> | undefined) => read && listOf(read).ids.join();

const headOf = (read: PagesRead<unknown>, {pageSize}: ListReading) =>
  listOf(read).ids.slice(0, pageSize).join();

const ofOrders: Tally = {
  most: 4,
  untold: 'The service does not say how many orders work.',
  moved: 'The list of orders changed each time it was read.',
};

const daysOfTrades = 30;

export function sinceOf(orders: readonly Order[], now: Moment): Millis {
  const oldest = orders.reduce((least, {timestamp = least}) => Math.min(least, timestamp), now.wall);
  // 0 stands for all trades.
  return Math.max(1, Math.min(now.wall - daysOfTrades * dayMs, oldest));
}

/** Trades are only added, up to `lagMs` late, so each round asks again from that far before the newest. */
function planTrades(since: Millis, lagMs: number): Plan<'trades'> {
  return (list, before, now) => {
    const {at, newest} = list.walk;
    const round = {...before, isOfAll: at === undefined};
    const fault = lackOf(round, ofTrades);
    const last = round.searches.at(-1);
    if (last === undefined || fault === again) {
      const start = round.isOfAll ? since : Math.max(since, newest - lagMs - sameInstantMs);
      return search(list, round, [{query: last?.query ?? (start === 0 ? {} : {start})}], now);
    }
    const {unreadable} = last.read;
    if (fault !== undefined || unreadable > 0) return endRound(list, now, {unreadable, fault});
    const walk = {...list.walk, at: now, newest: newestOf(list, now)};
    return endRound(list, now, {walk, unreadable, wholeFrom: round.began});
  };
}

const ofTrades: Tally = {
  most: 3,
  untold: 'The service does not say how many trades there are.',
  moved: 'Trades came while they were read.',
};
/** It is not documented if the start time itself is included. */
const sameInstantMs = 1_000;

/** By the service's clock, or by ours if a trade has a future time. */
function newestOf({rows}: ListReading<'trades'>, now: Moment): Millis {
  return rows.reduce(
    (newest: Millis, {openDate = newest}) => Math.max(newest, Math.min(openDate, now.wall)),
    0,
  );
}

type Options = ListReading<'easyOptions'>;

const newestFirst: Sort = {field: 'id', descending: true};
const newestSize = 20;

/**
 * Easy Options: all of them once, then rounds, and between these checks: only for what is open, so that its P/L
 * is new, and for those that are open no more. A round asks for the newest, for each non-final state that a
 * known one is in, and by id for each that these answers missed: it changed its state, or moved to another page
 * between two of them.
 *
 * A round misses nothing. One that was known at its start is final, or was in an answer of this round. One that
 * was not known is among the newest, because the list only grows; the round counts only if as many are known as
 * the service's total. So an Easy Option that was opened and closed elsewhere between two rounds is found too.
 */
function planEasyOptions(list: Options, round: Round<'easyOptions'>, now: Moment): Options {
  const {searches, began} = round;
  const [newest] = searches;
  const cut = faultOf(searches.map(({read}) => read));
  if (cut !== undefined) return endRound(list, now, {fault: cut});
  if (round.isCheck && newest === undefined) {
    const states = new Set(['ACTIVE', ...statesOf(list).keys()]);
    return search(list, {...round, isOfAll: false}, searchesOf(states), now);
  }
  if (newest === undefined) {
    const isKnown = list.walk.at !== undefined && !isWalkDue(list, now);
    if (!isKnown || costOfRound(list) >= pagesOfAll(list)) return walk(list, round, now);
    // Alone, so that the known records can be compared with the total in its answer.
    const pageSize = Math.min(newestSize, list.pageSize);
    const wanted = {query: {}, sort: newestFirst, pageSize, endsAt: 'tally'} as const;
    return search(list, {...round, isOfAll: false}, [wanted], now);
  }
  if (round.isOfAll) return walk(list, round, now);
  if (searches.length === 1 && !round.isCheck) {
    // More new records than the first pages hold, or removed ones: only all pages tell.
    if (list.rows.length + list.walk.unreadable !== newest.read.totals[1]) return walkOrRest(list, now);
    const each = searchesOf(statesOf(list).keys());
    if (each.length > 0) return search(list, round, each, now);
  }
  const ids = idsOf(searches.map(({read}) => read));
  const left = openOf(list).filter(({id}) => !ids.has(id));
  if (left.length === 0) {
    const unreadable = Math.max(list.walk.unreadable, ...searches.map(({read}) => read.unreadable));
    if (round.isCheck) return endRound(list, now, {unreadable, checkedFrom: began});
    return endRound(list, now, {unreadable, wholeFrom: unreadable === 0 ? began : list.wholeFrom});
  }
  if (searches.at(-1)?.endsAt === 'first') return walkOrRest(list, now);
  // When many expire at once, all pages cost fewer requests.
  if (left.length > pagesOfAll(list) || !left.every(({id}) => isInt64(id)))
    return walk(list, newRound(now), now);
  const each = left.map(({id}) => ({query: {id}, endsAt: 'first'}) as const);
  return search(list, round, each, now);
}

const searchesOf = (states: Iterable<string>) =>
  [...states].filter(status => status !== '').map(status => ({query: {status}, sort: byId}));

export const openOf = ({rows}: Options) => rows.filter(({status}) => !isFinal(status));

const statesOf = (list: Options) => Map.groupBy(openOf(list), ({status = ''}) => status);

const pagesOf = (rows: number, {pageSize}: Options) => Math.max(1, Math.ceil(rows / pageSize));
const pagesOfAll = (list: Options) => pagesOf(list.rows.length, list);

function costOfRound(list: Options): number {
  return [...statesOf(list)].reduce(
    (sum, [status, {length}]) => sum + (status === '' ? length : pagesOf(length, list)),
    1,
  );
}

const walkEveryMs = 60_000;

function isWalkDue({walk}: Options, now: Moment): boolean {
  return walk.isWanted && (walk.at === undefined || age(walk.at, now) >= walkEveryMs);
}

function walkOrRest(list: Options, now: Moment): Options {
  const wanted: Options = {...list, walk: {...list.walk, isWanted: true}};
  return isWalkDue(wanted, now)
    ? walk(wanted, newRound(now), now)
    : endRound(wanted, now, {fault: ofEasyOptions.moved});
}

/** One search without a filter: searches by state race, and miss unknown states. */
function walk(list: Options, round: Round<'easyOptions'>, now: Moment): Options {
  const read = round.searches.at(-1)?.read;
  const fault = lackOf(round, ofEasyOptions);
  if (read === undefined || fault === again) return search(list, round, [{query: {}, sort: byId}], now);
  const {unreadable, began} = read;
  const known = {unreadable, walk: {...list.walk, at: now, unreadable, isWanted: unreadable > 0}};
  if (fault !== undefined) return endRound(list, now, {...known, fault});
  const wholeFrom = unreadable === 0 ? began : list.wholeFrom;
  return endRound(list, now, {...known, rows: onlyRead(list, [read]), wholeFrom});
}

const ofEasyOptions: Tally = {
  most: 3,
  untold: 'The service does not say how many Easy Options there are.',
  moved: 'Easy Options were opened while all of them were read.',
};
