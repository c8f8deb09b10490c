/** A round of a list that may be known already: what it asks for, and what the answers prove. */
import {
  type EasyOption,
  type EasyOptionCard,
  isInt64,
  type Millis,
  type Trade,
} from '../../api/wire/records.ts';
import type {PageRequest} from '../model/feed.ts';
import {age, type Moment} from '../model/moment.ts';
import type {FeedPane, Row, RowOf, Sort} from '../model/vocabulary.ts';
import {onceFor} from '../once.ts';
import {isOver} from '../resources/easy-options.ts';
import {withRows} from './rows.ts';
import {type ListRead, type PageCame, type Walk, type WantedList, walkOnce, walkWhole} from './whole.ts';

/** A list of the account: its known rows by rising id, and the round that reads it. */
export type ListReading<P extends FeedPane = FeedPane> = {
  readonly pane: P;
  readonly rows: readonly RowOf[P][];
  readonly counter: number;
  /** One that is not asked for goes on after a failure. */
  readonly round?:
    | (Pick<RoundAsked, 'number' | 'began' | 'isCheck'> & {readonly isAsked: boolean})
    | undefined;
  readonly pageSize: number;
  readonly wholeFrom?: Moment | undefined;
  readonly wholeTo?: Moment | undefined;
  /** When the last round without proof began that read every readable row that can change. */
  readonly checkedFrom?: Moment | undefined;
  readonly ended?: Moment | undefined;
  /** When a pane last showed what a check would read. */
  readonly shownAt?: Moment | undefined;
  /** When something happened that only a whole reading shows all of (monotonic ms). */
  readonly newsAt: number;
  /** The ids on the first page when the orders were last read whole. */
  readonly head?: string | undefined;
  readonly walk: {
    readonly at?: Moment | undefined;
    readonly unreadable: number;
    readonly newest: Millis;
    /** The cards that were active. */
    readonly active: ReadonlySet<string>;
  };
  readonly unreadable: number;
  readonly total?: number | undefined;
  readonly fault?: string | undefined;
  readonly failures: number;
  /** Nothing is asked before this (monotonic ms). */
  readonly quietUntil: number;
};

export type RoundAsked<P extends FeedPane = FeedPane> = {
  readonly pane: P;
  readonly number: number;
  readonly began: Moment;
  /** It only looks whether anything happened: no proof, unless one page is all of the list. */
  readonly isCheck: boolean;
  /** The list when the round began. */
  readonly list: ListReading<P>;
  readonly options: readonly EasyOption[];
  readonly since: Millis;
  readonly tradesLagMs: Millis;
  readonly mostAtOnce: number;
};

export type RoundEnd<P extends FeedPane = FeedPane> = {
  /** The rows known before, with those that came. */
  readonly rows: readonly RowOf[P][];
  /** Undefined if nothing has happened, or with a fault. */
  readonly read?: ListRead<RowOf[P]> | undefined;
  readonly fault?: string;
  /** It read the whole list: a row that it has not seen has left, or is not proved. */
  readonly isOfAll?: boolean;
  /** It proves only the rows that can change. */
  readonly isCheck?: boolean;
  readonly head?: string | undefined;
  readonly walk?: Partial<ListReading['walk']>;
  /** Too many trades to read all of them. */
  readonly isTooLong?: boolean;
};

export type ReadFault = {
  readonly text: string;
  readonly retryAfterMs?: number | undefined;
  readonly isRefused: boolean;
};

/** A page of a round that is not its last, the end of the round, or a failure. */
export type RoundCame = Pick<RoundAsked, 'pane' | 'number'> &
  (
    | {readonly kind: 'part'; readonly rows: readonly Row[]; readonly total: number | undefined}
    | {readonly kind: 'read'; readonly end: RoundEnd}
    | {
        readonly kind: 'failed';
        readonly fault: ReadFault;
        readonly error: unknown;
        readonly isBegun?: boolean;
      }
  ) & {readonly offsetMs?: number | undefined};

/** A page, or why it did not come. */
export type RoundAnswer =
  | {
      readonly asked: Moment;
      readonly page: PageCame<Row>['page'];
      readonly offsetMs?: number | undefined;
    }
  | {readonly page?: undefined; readonly fault: ReadFault; readonly error: unknown};

export type RoundUnderWay = {
  readonly of: Pick<RoundAsked, 'pane' | 'number'>;
  readonly walk: ReturnType<typeof walkRound>;
  step: ReturnType<RoundUnderWay['walk']['next']>;
  isBegun: boolean;
};

/** One that failed on the way goes on with the page that failed. */
export function roundOf(known: RoundUnderWay | undefined, asked: RoundAsked): RoundUnderWay {
  const {pane, number} = asked;
  if (known?.of.number === number) return known;
  const walk = walkRound(asked);
  return {of: {pane, number}, walk, step: walk.next(), isBegun: false};
}

export function takeAnswer(round: RoundUnderWay, answer: RoundAnswer): RoundCame {
  const {of, walk, isBegun} = round;
  if (answer.page === undefined) return {...answer, ...of, kind: 'failed', isBegun};
  const {page, offsetMs} = answer;
  const isOfAll = round.step.done !== true && Object.keys(round.step.value.query).length === 0;
  const total = isOfAll ? page.total : undefined;
  const step = walk.next(answer);
  Object.assign(round, {step, isBegun: true});
  return step.done === true
    ? {...of, kind: 'read', end: step.value, offsetMs}
    : {...of, kind: 'part', rows: step.value.rows, total, offsetMs};
}

type Proof<P extends FeedPane> = Omit<RoundEnd<P>, 'rows'>;
type Given<P extends FeedPane> = RoundAsked<P> & {
  /** Those known, with all that came. */
  readonly rows: () => readonly RowOf[P][];
};

const rounds: {readonly [P in FeedPane]: (given: Given<P>) => Walk<P, Proof<P>>} = {
  cards: walkCards,
  easyOptions: walkEasyOptions,
  orders: walkOrders,
  trades: walkTrades,
};

/** Pages are merged once they hold at least an eighth as many rows as are known: a merge copies all of them. */
const mostShare = 8;

/** Gives with each request the rows that are known by then. */
export function* walkRound<P extends FeedPane>(
  asked: RoundAsked<P>,
): Generator<PageRequest<P> & {readonly rows: readonly RowOf[P][]}, RoundEnd<P>, PageCame<RowOf[P]>> {
  const {pane, list} = asked;
  let known = list.rows;
  let came: RowOf[P][] = [];
  const rows = () => {
    known = withRows(pane, known, came);
    came = [];
    return known;
  };
  const round = rounds[pane]({...asked, rows});
  let step = round.next();
  while (step.done !== true) {
    const answer = yield {...step.value, rows: came.length * mostShare >= known.length ? rows() : known};
    came.push(...answer.page.rows);
    step = round.next(answer);
  }
  return {...step.value, rows: rows()};
}

const byId: Sort = {field: 'id', descending: false};

const untold = 'The service does not say how many there are.';
const told = <Row>(read: ListRead<Row>): ListRead<Row> =>
  read.isWhole && read.total === undefined ? {...read, isWhole: false, fault: untold} : read;

/** A check asks for the first page: with the same total and the same rows, nothing happened. */
function* walkOrders({list, isCheck}: Given<'orders'>): Walk<'orders', Proof<'orders'>> {
  const {pageSize, head, rows} = list;
  const isSame = (ids: readonly string[], total?: number) => total === rows.length && ids.join() === head;
  const isEnough = isCheck ? isSame : undefined;
  const read = yield* walkWhole({pane: 'orders', query: {}, pageSize, isEnough});
  return read.isWhole || read.fault !== undefined ? {read: told(read), isOfAll: true, head: read.head} : {};
}

export const withoutAsk = onceFor(
  (card: EasyOptionCard): EasyOptionCard =>
    card.currentAskPrice === undefined ? card : {...card, currentAskPrice: undefined},
);

/**
 * Active or not. The list has no total, so it is read until a page is empty or repeats another.
 * The cards of known Easy Options are kept even if no list shows them any more: not active, without an ask.
 * A check reads the asks of all cards that were active.
 */
function* walkCards({list, options, isCheck, began}: Given<'cards'>): Walk<'cards', Proof<'cards'>> {
  const {rows, pageSize, walk, unreadable} = list;
  if (isCheck) {
    const isEnough = (ids: readonly string[]) => walk.active.isSubsetOf(new Set(ids));
    const usual = {pane: 'cards', query: {active: 'true'}, sort: byId, pageSize} as const;
    const {fault, ...pass} = yield* walkOnce({...usual, isEnough});
    const isWhole = fault === undefined;
    if (pass.isEnough)
      return {read: {rows: [], began, isWhole, total: undefined, unreadable, fault}, isCheck};
  }
  const ask = (active: string) => walkWhole({pane: 'cards', query: {active}, sort: byId, pageSize});
  const active = yield* ask('true');
  const others = yield* ask('false');
  const listed = [...active.rows, ...others.rows];
  const ids = new Set(listed.map(({id}) => id));
  const held = new Set(options.map(({cardId}) => cardId));
  const isWhole = active.isWhole && others.isWhole;
  const unlisted = rows.filter(({id}) => held.has(id) && !ids.has(id)).map(withoutAsk);
  const kept = isWhole ? unlisted.map(card => ({...card, active: false})) : unlisted;
  const read = {
    ...active,
    rows: [...listed, ...kept],
    isWhole,
    unreadable: active.unreadable + others.unreadable,
    fault: active.fault ?? others.fault,
  };
  return {read, isOfAll: true, walk: {at: began, active: new Set(active.rows.map(({id}) => id))}};
}

/** An account with more trades is read for 30 days, or since its oldest working order. */
const mostTrades = 10_000;
/** It is not documented if the start time itself is included. */
const sameInstantMs = 1_000;

/** Trades are only added, up to the lag late, so each round asks again from that far before the newest. */
function* walkTrades({
  list,
  since,
  tradesLagMs,
  began,
  rows,
}: Given<'trades'>): Walk<'trades', Proof<'trades'>> {
  const {at, newest} = list.walk;
  const start = at === undefined ? since : Math.max(since, newest - tradesLagMs - sameInstantMs);
  const query = start === 0 ? {} : {start};
  const isEnough = (_: readonly string[], total = 0) => start === 0 && total > mostTrades;
  const read = told(yield* walkWhole({pane: 'trades', query, pageSize: list.pageSize, isEnough}));
  if (!read.isWhole && read.fault === undefined) return {isTooLong: true};
  return {read: {...read, began}, ...(read.isWhole && {walk: walkedTrades(rows(), began)})};
}

/** By the service's clock, or by ours if a trade has a future time. */
const walkedTrades = (trades: readonly Trade[], at: Moment) => ({
  at,
  newest: trades.reduce((most, {openDate = 0}) => Math.max(most, Math.min(openDate, at.wall)), 0),
});

const newestFirst: Sort = {field: 'id', descending: true};
const newestSize = 20;
/** New records are the first; if there are more than these, all pages are read. */
const mostTallied = 200;

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
function* walkEasyOptions(given: Given<'easyOptions'>): Walk<'easyOptions', Proof<'easyOptions'>> {
  const {list, isCheck, began, rows} = given;
  const {pageSize, walk} = list;
  const seen = new Set<string>();
  let {unreadable} = walk;
  let fault: string | undefined;
  const usual = {pane: 'easyOptions', query: {}, sort: byId, pageSize} as const;
  function* look(wanted: Partial<WantedList<'easyOptions'>>) {
    const pass = yield* walkOnce({...usual, ...wanted});
    for (const id of pass.ids) seen.add(id);
    unreadable = Math.max(unreadable, pass.lost.length);
    fault ??= pass.fault;
    return pass;
  }
  function* all() {
    const read = told(yield* walkWhole(usual));
    return {read, isOfAll: true, walk: {at: read.began, unreadable: read.unreadable}};
  }
  function* allOrLater() {
    return isWalkOld(walk, began) ? yield* all() : {fault: moved};
  }
  const pagesOfAll = () => Math.max(1, Math.ceil(rows().length / pageSize));
  const states = () => new Set(openOf(rows()).flatMap(({status}) => status || []));
  const missed = () => openOf(rows()).filter(({id}) => !seen.has(id));
  if (!isCheck) {
    const isDue = walk.at === undefined || (walk.unreadable > 0 && isWalkOld(walk, began));
    if (isDue || states().size >= pagesOfAll() - 1) return yield* all();
    const isTallied = (total: number | undefined) => rows().length + walk.unreadable === total;
    const isEnough = ({length}: readonly string[], total?: number) =>
      isTallied(total) || length >= mostTallied;
    const newest = yield* look({sort: newestFirst, pageSize: Math.min(newestSize, pageSize), isEnough});
    // More new records than these are, or removed ones: only all pages tell.
    if (!isTallied(newest.total)) return yield* allOrLater();
  }
  for (const status of isCheck ? new Set(['ACTIVE', ...states()]) : states()) yield* look({query: {status}});
  const left = missed();
  // When many expire at once, all pages cost fewer requests.
  if (left.length > pagesOfAll() || !left.every(({id}) => isInt64(id))) return yield* all();
  for (const {id} of left) yield* look({query: {id}, isEnough: () => true});
  if (missed().length > 0) return yield* allOrLater();
  const isWhole = unreadable === 0 && fault === undefined;
  return {read: {rows: [], began, isWhole, total: undefined, unreadable, fault}, isCheck};
}

const moved = 'Easy Options were opened while all of them were read.';

const walkEveryMs = 60_000;
const isWalkOld = ({at}: ListReading['walk'], now: Moment) => at === undefined || age(at, now) >= walkEveryMs;

export const openOf = (rows: readonly EasyOption[]) => rows.filter(each => !isOver(each));
