import {drawChance} from '../../account/chance.ts';
import {mostLagMs} from '../../account/model/lags.ts';
import type {Moment} from '../../account/model/moment.ts';
import {showsAll} from '../../account/model/rows.ts';
import {type FeedPane, feedPanes, isFeedPane} from '../../account/model/vocabulary.ts';
import {unlessSame} from '../../account/once.ts';
import {portfolioOf} from '../../account/portfolio/portfolio.ts';
import {heldPositions, isUnexpired, type Position} from '../../account/portfolio/positions.ts';
import type {PortfolioRows, Whole} from '../../account/portfolio/rows.ts';
import {
  backAfterOutage,
  initialReading,
  nextRounds,
  type Pace,
  type PortfolioReading,
  type PortfolioRounds,
  startedWith,
  takeAsks,
  takeCame,
  takeShown,
  wholeSince,
  withNews,
} from '../../account/reading/reading.ts';
import type {RoundCame} from '../../account/reading/round.ts';
import {isWorking} from '../../account/resources/orders.ts';
import type {Order} from '../../api/wire/records.ts';
import {andThen} from '../../core/chain.ts';
import {withEarlier} from '../../core/events/account.ts';
import {haltEnds} from '../../core/halt/halt.ts';
import {maySellEasyOption} from '../../core/halt/orders.ts';
import {offsetNow, serviceNow, withClock} from '../../core/intents/clock.ts';
import {makesRecord} from '../../core/intents/kinds/kinds.ts';
import {readEveryMs} from '../../core/intents/reads.ts';
import {ordersPlaced} from '../../core/intents/selectors.ts';
import {hasLimits} from '../../core/limits/decide.ts';
import {withListed, withWorked} from '../../core/limits/pending.ts';
import type {Command, MsgOf, PollAnswer} from '../messages.ts';
import type {Feed, Settings, State, Step} from '../state.ts';
import {poll, pollAfterOutage} from './feeds.ts';
import {asksSince, basePeriod, followedPeriod, hasOpenOptions, showsAsks} from './freshness.ts';
import {howRead, ownEnded} from './last-read.ts';
import {ownersIn} from './way.ts';

export function initialRounds(now: Moment, {tradesLagMs}: Pick<Settings, 'tradesLagMs'>): PortfolioRounds {
  const reading = initialReading(tradesLagMs);
  return {reading, arm: 0, figuresAt: now.mono, unnamed: '', symbols: new Map()};
}

/** Orders that an earlier process saw can be canceled until the list is read, and count if that misses them. */
export function withWorking(state: State, working: readonly Order[], now: Moment): State {
  if (working.length === 0) return state;
  const watch = withWorked(state.limits.watch, working);
  const seen = withEarlier(state.seen, working, now.mono);
  const started = withReading(state, startedWith(state.rounds.reading, working));
  return {...started, seen, limits: {...state.limits, watch}};
}

const behindPanesMs = 1_500;
/** Panes may ask for the same at once, and what they bring need not be read. */
const behindNewsMs = 100;

export function beginRounds(state: State, now: Moment): Step {
  return state.pane === 'portfolio' ? askPortfolio(state, now) : arm(state, behindPanesMs);
}

export function takePortfolio(state: State, msg: MsgOf<'portfolio'>): Step {
  if ('came' in msg) return takeRead(state, msg.came, msg.now);
  return state.rounds.arm === msg.due ? askPortfolio(state, msg.now) : [state, []];
}

export function askPortfolio(
  state: State,
  now: Moment,
  pace = (pane: FeedPane) => paceNow(state, pane, now),
): Step {
  const {reading, asked: rounds, wakeAfterMs} = nextRounds(state.rounds.reading, now, pace);
  const asks = rounds.map((asked): Command => ({type: 'readPortfolio', asked}));
  const next = withReading(state, reading);
  if (wakeAfterMs === undefined) return [next, asks];
  const [armed, timers] = arm(next, wakeAfterMs + (isFeedPane(state.pane) ? lateMs : 0));
  return [armed, [...asks, ...timers]];
}

/** A pane whose polls are late keeps the lists waiting for so long. */
const lateMs = 250;

/** It comes into view: out of view its lists are read whole now and then. */
export const showPortfolio = (state: State, now: Moment): Step => askPortfolio(state, now, () => atOnce);

export const refreshPortfolio = (state: State, now: Moment): Step =>
  showPortfolio({...state, rounds: {...state.rounds, unnamed: ''}}, now);

export function takeSymbols(state: State, {symbols, now}: MsgOf<'symbolsRead'>): State {
  if (symbols.size === 0) return state;
  const all = new Map([...state.rounds.symbols, ...symbols]);
  const named = {...state, rounds: {...state.rounds, symbols: all}};
  return withPortfolioRows(named, state.portfolio.rows, now);
}

/** The first answer after an outage: the account is as old as the outage, so it is read at once. */
export function askAfterOutage(state: State, now: Moment): Step {
  const reading = backAfterOutage(state.rounds.reading);
  const {refreshMs} = state.settings;
  return askPortfolio(withReading(state, reading), now, () => ({...atOnce, everyMs: refreshMs}));
}

const atOnce: Pace = {everyMs: 0, wholeMs: 0};

/** For a write in doubt: no list waits for its back-off. */
export const readSoon = (state: State): Step =>
  arm(withReading(state, backAfterOutage(state.rounds.reading)), 0);

/** A write of this dashboard ended: the next rounds read what it did. */
export const expectNews = (state: State, now: Moment): State =>
  withReading(state, withNews(state.rounds.reading, now));

/** Asks once for each set of positions; `r` asks again. */
function askSymbols(state: State): Step {
  const {portfolio, rounds} = state;
  const {account} = portfolio;
  const positions = heldPositions(account.positions, account.serviceTime).filter(
    ({symbol}) => symbol === undefined,
  );
  const unnamed = positions.map(({id}) => id).join('\n');
  const {cards, orders, trades} = portfolio.rows;
  if (unnamed === rounds.unnamed || !cards.isWhole || !orders.isWhole || !trades.isWhole) return [state, []];
  const next = {...state, rounds: {...rounds, unnamed}};
  return [next, positions.length === 0 ? [] : [{type: 'readSymbols', positions, cards: cards.rows}]];
}

/** The terms of a card hardly ever change. */
const cardTermsEveryMs = 600_000;
const untoldTermsMs = 60_000;

/** The asks that a pane shows beside its rows. */
export const readAsks = (state: State, now: Moment): Step =>
  showsAsks(state) ? askPortfolio(state, now) : [state, []];

/** Asks after an answer of the pane in view, also for lists that are nearly due: all are drawn once. */
export function askBehind(state: State, pane: FeedPane, now: Moment): Step {
  const {reading} = state.rounds;
  const isKnown = feedPanes.every(each => reading.lists[each].ended !== undefined);
  if (pane !== state.pane || !isKnown) return [state, []];
  const next = nextRounds(reading, now, of => paceNow(state, of, now), true);
  return [withReading(state, next.reading), next.asked.map(asked => ({type: 'readPortfolio', asked}))];
}

/** For a person who waits: no list rests after a failure. */
export const readNow = (state: State, now: Moment): Step =>
  askPortfolio(withReading(state, backAfterOutage(state.rounds.reading)), now);

function paceNow(state: State, of: FeedPane, now: Moment): Pace {
  const pace = paceOf(state, of, now);
  const since = awaitedSince(state, of);
  if (since === undefined || howRead(state, of, since) !== 'reading') return pace;
  // A check proves nothing of an order.
  return {everyMs: 0, wholeMs: of === 'orders' ? 0 : pace.wholeMs};
}

/** By a review, or what gathers one. Without a new read of all lists a lost answer stays UNKNOWN. */
function awaitedSince({overlay, gathering}: State, of: FeedPane): Moment | undefined {
  if (gathering?.pane === of) return gathering.since;
  if (overlay.kind !== 'review') return undefined;
  const isOfRecord = overlay.reread.status === 'reading' && overlay.lists.includes(of);
  const isOfAll = makesRecord(overlay.draft) && of !== 'cards';
  return isOfRecord || isOfAll ? overlay.since : undefined;
}

/** A halt ends all that whole reads show, and a review sends what the last of them lacks. */
const wholePace: Pace = {everyMs: 2_000, wholeMs: 0};

function isHalting({halt: {record, work}, rounds}: State, of: FeedPane): boolean {
  if (work === undefined || of === 'orders') return work !== undefined;
  const isSelling = rounds.reading.lists.orders.rows.some(maySellEasyOption);
  return of === 'easyOptions' && (record?.wants === haltEnds[1] || isSelling);
}

/** Whole and often for writes in doubt. */
function paceOf(state: State, of: FeedPane, now: Moment): Pace {
  const usual = usualPace(state, of);
  const ms = readEveryMs(state.intents, of, now) ?? Number.POSITIVE_INFINITY;
  return {everyMs: Math.min(ms, usual.everyMs), wholeMs: Math.min(ms, usual.wholeMs)};
}

/**
 * Every second period, if the Portfolio is in view, limits need its figures, an Easy Option is open or an order
 * may fill; whole before limits call the reading too old, and always while the Portfolio shows it.
 */
function usualPace(state: State, of: FeedPane): Pace {
  const {settings, pane, seen, rounds, overlay, alerts} = state;
  const isAdding = overlay.kind === 'review' && makesRecord(overlay.draft);
  if (isHalting(state, of) || (isAdding && of !== 'cards')) return wholePace;
  const hiddenMs = basePeriod(settings, false);
  const wholeMs = pane === 'portfolio' ? 0 : 2 * hiddenMs;
  const paced = (isFollowed: boolean) => ({
    everyMs: isFollowed ? followedPeriod(settings) : hiddenMs,
    wholeMs,
  });
  if (of === 'cards') {
    const {isWhole, fault} = rounds.reading.rows.cards;
    const termsMs = isWhole && fault === undefined ? cardTermsEveryMs : untoldTermsMs;
    const asksMs = pane === 'portfolio' ? settings.refreshMs : followedPeriod(settings);
    // The polls of the pane bring them there.
    const isOrdering = overlay.kind === 'form' && pane !== 'cards';
    const isWatched = alerts.some(alert => alert.pane === 'cards');
    const needsAsks = isOrdering || isWatched || showsAsks(state);
    return {everyMs: needsAsks ? asksMs : termsMs, wholeMs: termsMs};
  }
  const isNeeded = pane === 'portfolio' || hasLimits(settings.limits) || seen.working.left.size > 0;
  const mayMove =
    of === 'easyOptions' ? hasOpenOptions(state) : rounds.reading.lists.orders.rows.some(isWorking);
  return paced(isNeeded || mayMove);
}

const figuresEveryMs = 500;

function takeRead(state: State, came: RoundCame, now: Moment): Step {
  const {reading, figuresAt} = state.rounds;
  const [chance, draw] = came.kind === 'failed' ? drawChance(state.chance) : [state.chance, 0];
  const read = takeCame(reading, came, {periodMs: paceOf(state, came.pane, now).everyMs, draw, now});
  const isBack = came.kind !== 'failed' && reading.lists[came.pane].failures > 0;
  const {easyOptions} = read.rows;
  const link = unlessSame(state.link, {...state.link, ...ownersIn(state.link, easyOptions.rows)});
  const next = withReading({...withOffset(state, came, now), chance, link}, read);
  const isNews = read.lists[came.pane].newsAt !== reading.lists[came.pane].newsAt;
  // Lists that are read together give figures together, unless it takes long.
  const begun = feedPanes.flatMap(pane => read.lists[pane].round?.began.mono ?? []);
  const isLong = now.mono - Math.max(figuresAt, ...begun) >= figuresEveryMs;
  const isDone = begun.length === 0 ? !isFollowed(next, now) : isLong;
  const isDue = isNews || isDone || came.kind === 'failed';
  const [named, names] = askSymbols(isDue ? withFigures(next, now) : next);
  const [asked, asks] = andThen(
    isBack
      ? andThen(askAfterOutage(named, now), next => pollAfterOutage(next, now))
      : askPortfolio(named, now),
    next => pollHidden(next, came, reading, now),
  );
  return [asked, [...names, ...asks]];
}

/** A pane out of view is asked again when its list is not what it was, or fails: its tab says so. */
function pollHidden(state: State, {pane, kind}: RoundCame, before: PortfolioReading, now: Moment): Step {
  const isNews = before.lists[pane].newsAt !== state.rounds.reading.lists[pane].newsAt;
  const isFailing = kind === 'failed' && state.feeds[pane].fault === undefined;
  return (isNews || isFailing) && state.pane !== pane ? poll(state, pane, now) : [state, []];
}

function withOffset(state: State, came: RoundCame, now: Moment): State {
  if (came.kind === 'failed' || came.offsetMs === undefined) return state;
  const intents = withClock(state.intents, {offsetMs: came.offsetMs, seenAt: now});
  return intents === state.intents ? state : {...state, intents};
}

export function takeFromPane<P extends FeedPane>(
  state: State,
  pane: P,
  {answer, began, now}: {readonly answer: PollAnswer<P>; readonly began: Moment; readonly now: Moment},
): Step {
  if (answer.isOld === true) return [state, []];
  const feed: Feed = state.feeds[pane];
  const isAll = feed.filterText === '' && feed.page === 0;
  const {reading: last} = state.rounds;
  const reading =
    pane === 'cards'
      ? takeAsks(last, state.feeds.cards.rows, showsAll(feed), {began, now})
      : takeShown(last, pane, {page: answer, began, now}, isAll);
  const read = withReading(state, reading);
  const next = isFollowed(read, now) ? read : withFigures(read, now);
  const isNews = reading.lists[pane].newsAt !== last.lists[pane].newsAt;
  return isNews ? arm(next, behindNewsMs) : [next, []];
}

/** The next reading of open Easy Options brings figures of one time: new asks alone need not. */
function isFollowed(state: State, now: Moment): boolean {
  const {pane, rounds, portfolio, settings} = state;
  const [{easyOptions, orders, trades}, drawn] = [rounds.reading.rows, portfolio.rows];
  const isStill = easyOptions === drawn.easyOptions && isSameList(orders, drawn.orders);
  const soonMs = Math.min(mostWaitMs, followedPeriod(settings) + settings.refreshMs / 2);
  const isSoon = !portfolio.account.isPartial && now.mono - rounds.figuresAt < soonMs;
  const isPriced =
    pane === 'cards' || (pane !== 'portfolio' && asksSince(rounds.reading.rows) === asksSince(drawn));
  return hasOpenOptions(state) && isPriced && isSoon && isStill && isSameList(trades, drawn.trades);
}

/** Each price counts where periods are longer. */
const mostWaitMs = 5_000;

function withFigures(state: State, now: Moment): State {
  const {rows} = state.rounds.reading;
  if (rows === state.portfolio.rows) return state;
  const rounds = {...state.rounds, figuresAt: now.mono};
  return withAccountRead(withPortfolioRows({...state, rounds}, rows, now));
}

export function withAccountRead(state: State): State {
  const {limits} = state;
  const {reading} = state.rounds;
  const began = wholeSince(reading);
  if (began === undefined) return state;
  const watch = withListed(limits.watch, reading.rows, {
    ...{began, lagMs: mostLagMs(state.link, state.settings)},
    offsetMs: offsetNow(state.intents, began),
  });
  return watch === limits.watch ? state : {...state, limits: {...limits, watch}};
}

function withReading(state: State, reading: PortfolioReading): State {
  return reading === state.rounds.reading ? state : {...state, rounds: {...state.rounds, reading}};
}

function arm(state: State, ms: number): Step {
  const armed = state.counter + 1;
  const next: State = {...state, counter: armed, rounds: {...state.rounds, arm: armed}};
  return [next, [{type: 'after', ms: Math.max(0, Math.ceil(ms)), then: {type: 'portfolio', due: armed}}]];
}

export function saysSame(before: PortfolioRows, after: PortfolioRows): boolean {
  return before === after || feedPanes.every(pane => isSameList(before[pane], after[pane]));
}

/** Compares rows, and not the times of their reads. */
const isSameList = (before: Whole<unknown>, after: Whole<unknown>) =>
  (['rows', 'isWhole', 'total', 'unreadable', 'fault'] as const).every(name => before[name] === after[name]);

export function withPortfolioRows(state: State, read: PortfolioRows, now: Moment): State {
  const {portfolio} = state;
  const orders = ownEnded(read.orders.rows, state, now);
  const rows = orders === read.orders.rows ? read : {...read, orders: {...read.orders, rows: orders}};
  const {list} = state.intents;
  const own = [...ordersPlaced(list)].map(([id, {symbol}]) => [id, symbol] as const);
  const account = portfolioOf(
    rows,
    {
      ...{now, today: serviceNow(state, now), zone: state.limits.standing?.zone},
      symbols: new Map([...state.rounds.symbols, ...own]),
    },
    portfolio.account.positions,
  );
  return {...state, portfolio: {...portfolio, rows, account}};
}

/** The next day begins, and a position expires, without an answer. */
export function passTime(state: State, now: Moment): State {
  const {day, positions, serviceTime} = state.portfolio.account;
  const at = serviceNow(state, now);
  const expires = (each: Position) => isUnexpired(each, serviceTime) && !isUnexpired(each, at);
  return at >= day.to || positions.some(expires)
    ? withPortfolioRows(state, state.portfolio.rows, now)
    : state;
}
