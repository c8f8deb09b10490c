import * as z from 'zod/mini';
import {isDecimal} from '../../api/wire/decimal.ts';
import {skewMs} from '../intents/looks.ts';
import {basePeriod, freshness, shownSince} from '../model/freshness.ts';
import {lagsOf} from '../model/lags.ts';
import {isFeedPane} from '../model/vocabulary.ts';
import {expiresNext, openGains} from '../portfolio/groups.ts';
import {heldPositions} from '../portfolio/positions.ts';
import {isSizeKnown, unlistedNow} from '../portfolio/reading/unlisted.ts';
import type {State} from '../state.ts';
import {reader} from './json.ts';
import type {Lease} from './lease.ts';

const decimal = z.string().check(z.refine(isDecimal));

const schema = z.object({
  at: z.number(),
  /** The lease of the process that renews it; undefined once that has quit. */
  by: z.optional(z.string()),
  /** Own writes that the service confirmed before the lists were read. */
  covered: z.number(),
  listLagMs: z.number(),
  isPartial: z.optional(z.boolean()),
  /** The dashboard itself says STALE. */
  isStale: z.optional(z.boolean()),
  staleAfterMs: z.number(),
  workingOrders: z.number(),
  /** Those that are open. */
  easyOptions: z.number(),
  /** Positions that trades prove, without those of Easy Options. */
  positions: z.number(),
  /** Own fills that no trade shows yet. */
  unlisted: z.optional(z.number()),
  /** The filled part of them is not known. */
  mayHaveFilled: z.optional(z.boolean()),
  /** By currency, if it realized something today. */
  today: z.optional(
    z.readonly(
      z.array(
        z.object({
          ...{currency: z.string(), net: decimal, realized: decimal, open: decimal},
          isAtWorst: z.optional(z.boolean()),
          unpriced: z.optional(z.number()),
        }),
      ),
    ),
  ),
  nextExpiry: z.optional(z.number()),
  /** Service clock minus local clock. */
  skewMs: z.number(),
  pl: z.readonly(
    z.array(
      z.object({
        currency: z.string(),
        sum: decimal,
        without: z.number(),
        count: z.number(),
        isAtAsk: z.optional(z.boolean()),
      }),
    ),
  ),
});

export type StatusNote = Readonly<z.infer<typeof schema>>;

export const noteName = 'status';

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
  const fills = unlistedNow(state);
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

export const readNote = reader(schema);

type Given = {
  readonly note: () => StatusNote | undefined;
  readonly by: Lease;
  readonly keep: (name: string, text: string) => boolean;
  readonly recall?: (name: string) => string | undefined;
  readonly after: (ms: number, then: () => void) => void;
};

const lookEveryMs = 1_000;

/** Returns what ends it: the last note then says that nobody renews it. */
export function keepStatus({note, by, keep, recall = () => undefined, after}: Given): () => void {
  let kept: StatusNote | undefined;
  const renewed = JSON.stringify(by);
  const inJournal = () => readNote(recall(noteName) ?? '');
  // Another dashboard of the profile has quit: its last note says that nobody renews it.
  const isLeft = () => {
    const left = inJournal();
    return left !== undefined && left.by === undefined;
  };
  const look = () => {
    const known = note();
    const isKept =
      known !== undefined &&
      (isNoteDue(known, kept) || isLeft()) &&
      keep(noteName, JSON.stringify({...known, by: renewed}));
    if (isKept) kept = known;
    after(lookEveryMs, look);
  };
  after(lookEveryMs, look);
  return () => {
    const last = note() ?? kept;
    if (last !== undefined && (inJournal()?.by ?? renewed) === renewed) keep(noteName, JSON.stringify(last));
  };
}
