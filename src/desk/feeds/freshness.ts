import {age, type Moment, oldestOf} from '../../account/model/moment.ts';
import {type FeedPane, isFeedPane} from '../../account/model/vocabulary.ts';
import {openGains} from '../../account/portfolio/groups.ts';
import type {PortfolioRows} from '../../account/portfolio/rows.ts';
import type {Settings, State} from '../state.ts';

const leastHiddenMs = 10_000;

/**
 * Who reads, and when, at a period of 2 s:
 * - the pane in view each 2 s; another one each 10 s if it has an alert, else each 1 min (cards, and with a
 *   filter) or 10 min (`feeds.ts`)
 * - the lists of the account each 4 s while something may happen, else each 10 s; to their end each 20 s, and
 *   as often as a write in doubt or a halt asks (`rounds.ts`)
 * Limits count by no read of over 30 s (`core/limits/pending.ts`).
 */
export function basePeriod({refreshMs}: Settings, isInView: boolean): number {
  return isInView ? refreshMs : Math.max(leastHiddenMs, refreshMs);
}

/** The period of polls without a view: lists of the account while something may happen, and asks. */
export const followedPeriod = ({refreshMs}: Settings): number => 2 * refreshMs;

export type Freshness =
  | {readonly kind: 'empty'}
  | {readonly kind: 'fresh'; readonly ageMs: number}
  | {readonly kind: 'stale'; readonly ageMs: number};

/** Stale after three base periods, and a grace in view; back-off does not extend them. */
export function freshness(state: State, pane: FeedPane | 'portfolio'): Freshness {
  const {now, inViewSince, settings} = state;
  const shown = shownSince(state, pane);
  // Rows of the question before stay until the answer to a new filter, order or page.
  const since = shown ?? (pane === 'portfolio' ? undefined : state.feeds[pane].rowsFrom);
  if (since === undefined) return {kind: 'empty'};
  // A pane that comes into view may have old rows, and gets one poll to catch up.
  const catchUpMs = Math.max(0, settings.refreshMs - (now.mono - inViewSince));
  const isOfAccount = pane === 'portfolio';
  // The account is read while it is out of view too, and is no older than its pace there.
  const isInView = state.pane === pane && !(isOfAccount && catchUpMs > 0);
  const ageMs = age(since, now);
  const graceMs = isOfAccount ? leastHiddenMs : catchUpMs;
  const isStale = ageMs > 3 * basePeriod(settings, isInView) + (isInView ? graceMs : 0);
  if (shown === undefined && !isStale) return {kind: 'empty'};
  return {kind: isStale ? 'stale' : 'fresh', ageMs};
}

/** The list that a pane shows since then, if it is not its own; '' for its own. */
function listReadAt(state: State, pane: FeedPane | 'portfolio', since: Moment | undefined): string {
  const {feeds, portfolio} = state;
  if (since === undefined || (pane !== 'portfolio' && since === feeds[pane].loadedAt)) return '';
  const {easyOptions, orders, trades} = portfolio.rows;
  if (since === easyOptions.began) return 'Easy';
  if (since === orders.began) return 'orders';
  return since === trades.began ? 'trades' : 'asks';
}

/** Asks on a pane, and behind the P/L of positions in the header, come from cards. */
export function showsAsks(state: Pick<State, 'pane' | 'feeds' | 'portfolio'>): boolean {
  const {pane, feeds} = state;
  const isJoined = pane === 'easyOptions' || pane === 'orders';
  return (isJoined && feeds[pane].rows.length > 0) || pricesAccount(state);
}

function pricesAccount({pane, portfolio: {account, list}}: Pick<State, 'pane' | 'portfolio'>): boolean {
  const isListed = pane === 'portfolio' && list !== undefined;
  return isListed || account.positions.some(({openPl}) => openPl !== undefined);
}

export const hasOpenOptions = ({portfolio}: Pick<State, 'portfolio'>): boolean =>
  portfolio.account.currencies.some(({open}) => open.count > 0);

/** Its reads fail, and it would be STALE if it were in view. */
export const isLeftBehind = (state: State, pane: FeedPane): boolean =>
  state.feeds[pane].fault !== undefined && freshness({...state, pane}, pane).kind !== 'fresh';

/** The time of the oldest price behind the uP/L in the header, and of trades whose reads fail. */
export function gainsSince(state: Pick<State, 'pane' | 'feeds' | 'portfolio'>): Moment | undefined {
  const {easyOptions, trades} = state.portfolio.rows;
  const held = hasOpenOptions(state) ? (easyOptions.asOf ?? easyOptions.began) : undefined;
  if (!pricesAccount(state)) return held;
  return oldestOf([
    held,
    asksSince(state.portfolio.rows),
    trades.fault === undefined ? undefined : trades.began,
  ]);
}

export const asksSince = ({cards}: PortfolioRows): Moment | undefined => cards.asOf ?? cards.began;

/** The time of the oldest data on a pane that changes, with the asks that others bring. */
export function shownSince(
  state: Pick<State, 'pane' | 'feeds' | 'portfolio' | 'rounds'>,
  pane: FeedPane | 'portfolio',
): Moment | undefined {
  const {easyOptions, orders, trades} = state.portfolio.rows;
  if (pane === 'portfolio') {
    const asks = pricesAccount(state) ? asksSince(state.portfolio.rows) : undefined;
    return oldestOf([easyOptions.began, orders.began, trades.began, asks]);
  }
  const {loadedAt} = state.feeds[pane];
  const isAlone = pane === 'cards' || pane !== state.pane || !showsAsks(state);
  return loadedAt === undefined || isAlone
    ? loadedAt
    : oldestOf([loadedAt, asksSince(state.rounds.reading.rows)]);
}

/** The uP/L is in the header. */
export const showsGains = (state: State) =>
  freshness(state, 'portfolio').kind === 'fresh' && openGains(state.portfolio.account).length > 0;

/** A pane of no list shows the account, which is made of all lists. */
export function dataInView(state: State) {
  const {pane, portfolio, feeds} = state;
  const of = isFeedPane(pane) ? pane : 'portfolio';
  const {quietUntil, fault} =
    of === 'portfolio'
      ? {quietUntil: 0, fault: portfolio.rows.easyOptions.fault}
      : {quietUntil: feeds[of].quietUntil, fault: feeds[of].fault?.text};
  const own = freshness(state, of);
  // The uP/L beside it counts too.
  const gains = showsGains(state) ? gainsSince(state) : undefined;
  const loadedAt = oldestOf([shownSince(state, of), gains]);
  const seen: Freshness = own.kind === 'empty' || !loadedAt ? own : {...own, ageMs: age(loadedAt, state.now)};
  const polled = of === 'portfolio' ? undefined : feeds[of].loadedAt;
  return {
    ...{loadedAt, quietUntil, fault, age: seen},
    /** The age of the list that the pane polls itself; 0 where it shows lists of the account. */
    polledMs: polled === undefined ? 0 : age(polled, state.now),
    /** The oldest list, if the pane shows more than its own and that is read. */
    list: of !== 'portfolio' && fault !== undefined ? '' : listReadAt(state, of, loadedAt),
  };
}
