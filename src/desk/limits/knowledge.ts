import type {Decimal} from '../../api/wire/records.ts';
import {wholeSince} from '../book/reading/reading.ts';
import type {BookRows} from '../book/rows.ts';
import {underlyingsSeen} from '../feeds/prices.ts';
import type {Draft} from '../intents/intent.ts';
import {writeOf} from '../intents/replace/write.ts';
import {basePeriod} from '../model/freshness.ts';
import type {Moment} from '../model/moment.ts';
import type {State} from '../model/state.ts';
import {filledOf, type OrderTold} from './exposure.ts';
import {loadOf} from './load.ts';
import {type AccountStanding, isAccountedFor, type Knows, type SeenAccount} from './reserved.ts';
import {withListed, withMark} from './watch.ts';

/** The journal has told what weighs on the account. */
export function withStanding(state: State, standing: AccountStanding | undefined, now: Moment): State {
  const {limits} = state;
  if (standing === undefined || standing === limits.standing) return state;
  return {...state, limits: {standing, watch: withMark(limits.watch, standing.mark, now)}};
}

/** The account has been read on. */
export function withAccountRead(state: State): State {
  const {limits} = state;
  const whole = wholeOf(state);
  if (whole === undefined) return state;
  const watch = withListed(limits.watch, whole.rows.orders, whole.began);
  return watch === limits.watch ? state : {...state, limits: {...limits, watch}};
}

/** What this dashboard brings along when it asks for a draft. */
export function knowsOf(state: State, draft: Draft, now: Moment): Knows {
  const {settings} = state;
  const of = {currency: openingCurrency(state), underlying: underlyingOf(state, draft)};
  return {
    limits: settings.limits,
    added: loadOf(draft, of, filledBefore(state, draft)),
    replaces: draft.kind === 'replace' ? draft.orderId : undefined,
    read: readOf(state, now),
    placed: placedHere(state),
    staleAfterMs: 3 * basePeriod(settings, false),
    now,
  };
}

/** Reservations that weigh nothing any more by this dashboard's own reads; the journal does not know it yet. */
export function newlySeen(state: State): readonly string[] {
  const read = readOf(state, state.now);
  const pending = state.limits.standing?.reservations ?? [];
  return pending
    .filter(each => each.ended?.isSeen === false && read !== undefined && isAccountedFor(each, read))
    .map(({intentId}) => intentId);
}

/** Of the order that is replaced, what the whole read counts as a fill. */
function filledBefore(state: State, draft: Draft): Decimal {
  if (draft.kind !== 'replace') return '0';
  return filledOf(wholeOf(state)?.rows.trades.rows ?? [], [draft]).get(draft.orderId) ?? '0';
}

function readOf(state: State, {wall}: Moment): SeenAccount | undefined {
  const {settings, limits} = state;
  const whole = wholeOf(state);
  if (whole === undefined) return undefined;
  const lagMs = Math.max(settings.listLagMs, settings.tradesLagMs);
  return {rows: whole.rows, watch: limits.watch, lagMs, wall};
}

/** The last whole read of the account; undefined before the first. */
function wholeOf({rounds: {reading}}: State): {readonly rows: BookRows; readonly began: Moment} | undefined {
  const began = wholeSince(reading);
  return began && {rows: reading.rows, began};
}

/** What an opening is paid in: by the profile, else as everything on the account so far. */
export function openingCurrency({settings, link}: Pick<State, 'settings' | 'link'>): string | undefined {
  const [only, ...others] = link.currencies;
  return settings.investmentCurrency ?? (others.length === 0 ? only : undefined);
}

function underlyingOf({feeds}: State, draft: Draft): string | undefined {
  switch (draft.kind) {
    case 'open':
      return draft.underlying;
    case 'place':
    case 'replace':
      return underlyingsSeen(feeds).get(draft.symbol) ?? draft.contract?.asset;
    case 'close':
    case 'cancel':
      return undefined;
    default:
      return draft satisfies never;
  }
}

/** Orders placed from here, whose limit a fill without a price counts at. */
function placedHere({intents}: State): ReadonlyMap<string, OrderTold> {
  return new Map(
    intents.list.flatMap(intent => {
      const {draft} = writeOf(intent);
      return intent.state === 'DONE' && draft.kind === 'place' && intent.resolvedRecordId !== undefined
        ? [[intent.resolvedRecordId, draft] as const]
        : [];
    }),
  );
}
