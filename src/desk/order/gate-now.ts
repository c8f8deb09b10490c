import {mostLagMs} from '../../account/model/lags.ts';
import {age, isSteady, type Moment} from '../../account/model/moment.ts';
import {feedPanes} from '../../account/model/vocabulary.ts';
import type {Position} from '../../account/portfolio/positions.ts';
import {wholeSince} from '../../account/reading/reading.ts';
import {leftOf} from '../../account/resources/arithmetic.ts';
import {askOf} from '../../account/resources/figures.ts';
import {isWorking} from '../../account/resources/orders.ts';
import {compare} from '../../api/wire/decimal.ts';
import type {Id} from '../../api/wire/records.ts';
import {whyHeld, whyReadOnly} from '../../core/gate/gate.ts';
import {isSameAgain} from '../../core/intents/classify.ts';
import {serviceClock, serviceNow, skewMs} from '../../core/intents/clock.ts';
import {type Gate, type Intent, intentById} from '../../core/intents/intent.ts';
import {isAmend, mayOverfill} from '../../core/intents/kinds/amend.ts';
import {amendOf} from '../../core/intents/kinds/cancel.ts';
import {
  addingKind,
  type Draft,
  kindOf,
  orderPlaced,
  orderReplaced,
  reducesRisk,
  type WriteDraft,
} from '../../core/intents/kinds/kinds.ts';
import {replacedBy} from '../../core/intents/kinds/place.ts';
import {knownBefore} from '../../core/intents/known.ts';
import {ordersPlaced} from '../../core/intents/selectors.ts';
import {gatesNow, measuresNow, whyBeyond, whyNotReducing, whyOldMeasures} from '../../core/limits/decide.ts';
import {addedTo, roomIn} from '../../core/limits/measures.ts';
import {
  type AccountStanding,
  isAccountedFor,
  type Knows,
  oldestRead,
  withEnded,
} from '../../core/limits/pending.ts';
import {leavesWords, usedLossWords, usedRateWords, usedWords} from '../../core/limits/words.ts';
import {whyNotProposed} from '../../core/proposals/proposal.ts';
import {sanitize} from '../../text/sanitize.ts';
import {filledListed} from '../feeds/last-read.ts';
import {cardsRead, underlyingsSeen} from '../feeds/prices.ts';
import type {State} from '../state.ts';
import {fillsAtOnce, hasRisen} from './doubts.ts';

/** READ-ONLY first: `T` does not help there. */
export function whyViewer({settings, intents}: State): string | undefined {
  return intents.viewing && (whyReadOnly(settings.guardrails) ?? intents.viewing);
}

/** Skips the limits of what is new: the commit that follows checks them. */
export function gateOf(state: State): Gate {
  const unlimited: State = {...state, limits: {...state.limits, standing: undefined}};
  return (draft, again) =>
    whyHeldNow(again === undefined ? unlimited : state, draft, again) ?? whyMoved(state, draft);
}

/** An amend is placed some time after its review. */
function whyMoved(state: State, draft: Draft): string | undefined {
  const {ask} = replacedBy(draft) ?? {};
  const order = orderPlaced(draft);
  if (order === undefined || ask === undefined || !fillsAtOnce(order, {price: ask, of: 'ask'}))
    return undefined;
  const now = askOf(cardsRead(state), order.symbol);
  if (now === undefined) return `The ask was ${ask}, and is not known now.`;
  return hasRisen(state, order, ask, now) ? `The ask moved from ${ask} to ${now}.` : undefined;
}

/** @param again the intent that it repeats */
export function whyHeldNow(state: State, draft: Draft, again?: Intent): string | undefined {
  const {limits, now, intents} = state;
  const {halted, viewing} = intents;
  const standing = again && isSameAgain(again, now) ? undefined : limits.standing;
  return whyHeld({halted, viewing, knows: knowsOf(state, draft, now), standing}, draft);
}

/** For a request that leaves now: a halt that the journal could not take yet is in force here alone. */
export const factsNow = (state: State, draft: Draft, now: Moment) => ({
  halted: state.intents.halted,
  knows: knowsOf(state, draft, now),
});

export function withStanding(state: State, standing: AccountStanding | undefined, now: Moment): State {
  const {limits} = state;
  if (standing === undefined || standing === limits.standing) return state;
  return {...state, limits: {standing, watch: withEnded(limits.watch, standing.pending, now)}};
}

export function knowsOf(state: State, draft: Draft, now: Moment): Knows {
  const {settings, rounds} = state;
  const underlyings = underlyingsSeen(state);
  const adds = addingKind(draft);
  const next = amendOf(draft);
  const replaces = orderReplaced(draft);
  const isRead = wholeSince(rounds.reading) !== undefined;
  const filled = isRead && replaces !== undefined ? filledListed(state, replaces) : '0';
  const patient = isAmend(draft) && mayOverfill(draft) ? {...draft, waitMs: undefined} : undefined;
  const of = {currency: openingCurrency(state), underlying: adds?.underlying(draft, underlyings)};
  return {
    guardrails: settings.guardrails,
    underlyings,
    limits: settings.limits,
    added: adds?.load(draft, of, filled),
    replaces,
    stillOpen: stillOpenBy(state, draft),
    waiting: patient && adds && {added: adds.load(patient, of, filled), waitMs: patient.tradesLagMs},
    takes: adds?.makes === 'order' && replaces ? leftOf(adds.mostFilled(draft), filled) : undefined,
    next: next && knowsOf(state, next, now),
    read: readOf(state, now),
    failing: feedPanes.filter(pane => pane !== 'cards' && rounds.reading.lists[pane].failures > 0),
    // A fill without a price counts at the limit price of these orders.
    placed: ordersPlaced(state.intents.list),
    now,
  };
}

/** For the commit that asks for it. */
export const knowsToAsk = (state: State, draft: WriteDraft, now: Moment): Knows => ({
  ...knowsOf(state, draft, now),
  known: knownNow(state, draft, now),
});

export function knownNow(state: State, draft: WriteDraft, now: Moment): readonly Id[] | undefined {
  const {intents, rounds, link, settings, seen} = state;
  const {orders, ...rows} = rounds.reading.rows;
  const {left, gone} = seen.working;
  // Trades are read apart: one that filled in between is in neither list.
  const unlisted = [...[...left.values()].map(({order}) => order), ...gone];
  const all = {...rows, orders: {...orders, rows: [...orders.rows, ...unlisted]}};
  return knownBefore(intents, draft, {
    ...{rows: all, began: lastRead(state, now), lagMs: mostLagMs(link, settings)},
  });
}

/** An older one lacks the orders that others placed since: their fills would pass for those of a new order. */
export function lastRead({rounds}: State, now: Moment): Moment | undefined {
  const began = wholeSince(rounds.reading);
  const isRecent = began && isSteady(began, now) && age(began, now) <= freshMs;
  return isRecent ? began : undefined;
}

/** While a review is open, the account is read whole each 2 s. */
const freshMs = 5_000;

function stillOpenBy({intents, rounds}: State, draft: Draft): Knows['stillOpen'] {
  const {cancelId = '', orderId} = replacedBy(draft) ?? {};
  if (intentById(intents, cancelId)?.state !== 'RESOLVED') return undefined;
  const {began, rows} = rounds.reading.rows.orders;
  if (began === undefined) return 'unread';
  return rows.some(each => each.orderId === orderId && isWorking(each)) ? 'listed' : undefined;
}

export function areAllAccountedFor(state: State): boolean {
  const ended = (state.limits.standing?.pending ?? []).filter(({isEnded}) => isEnded);
  const read = readOf(state, state.now);
  return ended.every(each => read !== undefined && isAccountedFor(each, read));
}

function readOf(state: State, now: Moment): Knows['read'] {
  const {settings, limits, link, rounds} = state;
  if (wholeSince(rounds.reading) === undefined) return undefined;
  const lagMs = mostLagMs(link, settings);
  return {
    ...{rows: rounds.reading.rows, watch: limits.watch, lagMs, oldestMs: oldestRead(settings.refreshMs)},
    ...{skewMs: skewMs(state), wall: serviceNow(state, now)},
  };
}

export function openingCurrency({settings, link}: Pick<State, 'settings' | 'link'>): string | undefined {
  const [first] = link.currencies;
  return settings.investmentCurrency ?? (link.currencies.size === 1 ? first : undefined);
}

/** The position that an order reduces, if one is proved to have room for all of it now, or why not. */
export function reducedBy(state: State, draft: Draft): {readonly reduces?: string; readonly why?: string} {
  const order = orderPlaced(draft);
  const {standing} = state.limits;
  const isIts = (each: Position) => each.positionId === order?.positionId && each.symbol === order?.symbol;
  const {id: reduces} = state.portfolio.account.positions.find(isIts) ?? {};
  if (order?.positionId === undefined || reduces === undefined || standing === undefined) return {};
  const why = whyNotReducing(knowsOf(state, draft, state.now), standing, {...order, reduces});
  return why === undefined ? {reduces} : {why};
}

/** The order, marked as reducing if a proved position has room for it now. Any other adds risk. */
export function asReducing<D extends Draft>(state: State, draft: D): D {
  if (kindOf(draft).makes !== 'order') return draft;
  const {reduces} = reducedBy(state, draft);
  return {...draft, ...{reduces}};
}

/**
 * undefined for what reduces risk, without limits, and before the journal is open.
 */
export function leftBy(state: State, draft: Draft) {
  const {standing} = state.limits;
  const knows = knowsOf(state, draft, state.now);
  const {added} = knows;
  if (standing === undefined || added === undefined || reducesRisk(draft)) return undefined;
  const reason = whyBeyond(knows, standing);
  if (reason !== undefined) return {words: reason, isBeyond: true};
  const measures = measuresNow(knows, standing).filter(each => compare(addedTo(each, added), '0') > 0);
  const least = [...Map.groupBy(measures, ({what}) => what).values()].flatMap(
    each => each.toSorted((a, b) => compare(roomIn(a), roomIn(b)))[0] ?? [],
  );
  if (least.length === 0) return undefined;
  return {words: least.map(each => leavesWords(each, addedTo(each, added))).join(', '), isBeyond: false};
}

/** @param of a draft; the order that it replaces does not count */
export function limitsNow(state: State, of: Draft = {kind: 'cancel', orderId: '0'}) {
  const {standing} = state.limits;
  if (standing === undefined) return undefined;
  const knows = knowsOf(state, of, state.now);
  const measures = measuresNow(knows, standing);
  return {measures, ...gatesNow(knows, standing), old: whyOldMeasures(knows)};
}

/** Open amounts appear only after a complete read. */
export function limitSentences(state: State): readonly string[] {
  const now = limitsNow(state);
  if (now === undefined) return [];
  const all = [
    ...(now.old !== undefined && now.measures.length + now.losses.length > 0 ? [now.old] : []),
    ...now.measures.map(each => usedWords(each, at => serviceClock(state, at))),
    ...now.losses.map(usedLossWords),
    ...now.rates.map(usedRateWords),
  ];
  return all.map(each => sanitize(each));
}

/** The profile's rules for agents, asked again as when the proposal came. */
export function whyProposalHeld(state: State, draft: Draft, now: Moment): string | undefined {
  return whyNotProposed(state.settings.agents, state.link.venue, draft, knowsOf(state, draft, now));
}
