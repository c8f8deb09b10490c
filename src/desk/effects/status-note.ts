import {lagsOf} from '../../account/model/lags.ts';
import {isFeedPane} from '../../account/model/vocabulary.ts';
import {expiresNext, openGains} from '../../account/portfolio/groups.ts';
import {heldPositions} from '../../account/portfolio/positions.ts';
import {skewMs} from '../../core/intents/clock.ts';
import type {Lease} from '../../core/journal/lease.ts';
import {noteName, type StatusNote} from '../../core/journal/status-note.ts';
import {basePeriod, freshness, shownSince} from '../feeds/freshness.ts';
import {fillsLacking, isSizeKnown} from '../portfolio/unlisted.ts';
import type {State} from '../state.ts';

/** The minimum keeps writes for P/L few; the maximum lets the note's age show if a dashboard still runs. */
const leastGapMs = 5_000;
const mostGapMs = 60_000;

export function statusNote(state: State): StatusNote | undefined {
  const {account} = state.portfolio;
  const since = shownSince(state, 'portfolio');
  const {easyOptions, orders: listed, trades} = state.portfolio.rows;
  // The note before stays until each list was read: it says what is held.
  const isUnread = [easyOptions, listed, trades].some(each => !each.began && each.unreadable === 0);
  if (since === undefined || isUnread) return undefined;
  const panes = ['portfolio' as const, ...(isFeedPane(state.pane) ? [state.pane] : [])];
  const isStale = panes.some(pane => freshness(state, pane).kind === 'stale');
  const {currencies, orders, positions, serviceTime} = account;
  const fills = fillsLacking(state);
  return {
    at: since.wall,
    covered: state.intents.list.filter(each => each.state === 'CONFIRMED' && each.changedAt <= since.wall)
      .length,
    listLagMs: lagsOf(state.link, state.settings).listLagMs,
    isPartial: account.isPartial,
    ...(isStale && {isStale}),
    staleAfterMs: 3 * basePeriod(state.settings, false) + mostGapMs,
    pl: openGains(account),
    workingOrders: orders.reduce((total, {count}) => total + count, 0),
    easyOptions: currencies.reduce((total, {open}) => total + open.count, 0),
    positions: heldPositions(positions, serviceTime).length,
    ...(fills.length > 0 && {unlisted: fills.length}),
    ...(!fills.every(isSizeKnown) && {mayHaveFilled: true}),
    today: account.today,
    nextExpiry: expiresNext(account)?.at,
    skewMs: skewMs(state),
  };
}

export function isNoteDue(note: StatusNote, kept: StatusNote | undefined): boolean {
  const orders = ({workingOrders, easyOptions, positions, unlisted, covered, isStale = false}: StatusNote) =>
    [workingOrders, easyOptions, positions, unlisted, covered, isStale].join();
  if (kept === undefined || orders(note) !== orders(kept)) return true;
  const gapMs = Math.abs(note.at - kept.at);
  if (gapMs < leastGapMs) return false;
  const figures = ({at: _, ...told}: StatusNote) => JSON.stringify(told);
  return gapMs >= mostGapMs || figures(note) !== figures(kept);
}

type Given = {
  readonly note: () => StatusNote | undefined;
  /** The process that keeps it: once that is gone, nobody renews it. */
  readonly by: Lease;
  readonly keep: (name: string, text: string) => boolean;
  readonly after: (ms: number, then: () => void) => void;
};

const lookEveryMs = 1_000;

export function keepStatus({note, by, keep, after}: Given): void {
  let kept: StatusNote | undefined;
  const look = () => {
    const known = note();
    const isDue = known !== undefined && isNoteDue(known, kept);
    if (isDue && keep(noteName, JSON.stringify({...known, by: JSON.stringify(by)}))) kept = known;
    after(lookEveryMs, look);
  };
  after(lookEveryMs, look);
}
