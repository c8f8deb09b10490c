import {age, type Moment} from '../../account/model/moment.ts';
import {rowById} from '../../account/model/rows.ts';
import type {FeedPane} from '../../account/model/vocabulary.ts';
import {unlessSame, unlessSameItems} from '../../account/once.ts';
import {isPositive} from '../../account/resources/arithmetic.ts';
import {amountWords} from '../../account/words/text.ts';
import type {Decimal, Id} from '../../api/wire/records.ts';
import {andThen} from '../../core/chain.ts';
import {intentById} from '../../core/intents/intent.ts';
import {isAmend} from '../../core/intents/kinds/amend.ts';
import {type Draft, orderPlaced, requestsOf, sentKindOf} from '../../core/intents/kinds/kinds.ts';
import {isOpen} from '../../core/intents/kinds/open.ts';
import {whyGone} from '../../core/proposals/proposal.ts';
import {close, show} from '../dialog.ts';
import {basePeriod} from '../feeds/freshness.ts';
import {howRead, isSince, recordNow} from '../feeds/last-read.ts';
import {readNow, refreshPortfolio} from '../feeds/rounds.ts';
import {askAloud} from '../listening.ts';
import {aboutForm, tell, without} from '../notices.ts';
import type {OverlayOf} from '../overlay.ts';
import {hasRoom} from '../screen.ts';
import type {State, Step} from '../state.ts';
import {locked} from './availability.ts';
import {whyOfEasyOption} from './closing.ts';
import {doubtsOf, hasRisen} from './doubts.ts';
import {draftOf, firstWrong, followed} from './forms.ts';
import {asReducing, whyHeldNow, whyProposalHeld} from './gate-now.ts';
import {tellIntents} from './intents.ts';
import type {Form, Guard, Review} from './ordering.ts';
import {ask, asksSame, newQuestion, questionOf} from './questions.ts';
import {linesOf, rowsListed, shortOf, withFilled} from './review-lines.ts';
import {cancelReview} from './several/gathering.ts';
import {asksAgain} from './tickets/line-parts.ts';
import {isBeyondCap} from './tickets/open-ticket.ts';
import {unlikely} from './tickets/place-ticket.ts';
import type {ReviewLine, Subject} from './tickets/ticket.ts';
import {ticketOf} from './tickets/tickets.ts';

function withReview(state: State, review: Review): State {
  return {...state, overlay: {...review, kind: 'review'}};
}

export function reviewForm(state: State, form: Form, now: Moment): Step {
  const wrong = firstWrong(state, form);
  if (wrong !== undefined) return askAloud({...state, overlay: {kind: 'form', form: wrong}}, 'where');
  const typed = draftOf(form);
  if (typed === undefined) return [state, []];
  const draft = asReducing(state, typed);
  const reason =
    ticketOf(draft).form?.pointless?.(draft) ??
    (isAmend(draft) ? undefined : whyOfEasyOption(state, orderPlaced(draft)?.positionId)) ??
    whyHeldNow(state, draft) ??
    locked(state, draft);
  if (reason !== undefined) return refused(state, reason, now);
  // Once a proposal is over, its form is the person's own order.
  const isOpen = form.proposal && whyGone(state.proposals, form.proposal, now) === undefined;
  const proposal = isOpen ? form.proposal : undefined;
  const told = without(state, ({about}) => about === aboutForm);
  // A price that a key moved had no form: there is none to go back to.
  const opened = state.overlay.kind === 'form' ? form : undefined;
  return toReview(told, draft, {card: form.card, form: opened, proposal}, now);
}

/** The account is read at once: it may be too old, or what is open has changed. */
const refused = (state: State, reason: string, now: Moment): Step =>
  refreshPortfolio(tell(state, reason, 'danger', now, {about: aboutForm}), now);

/**
 * A review shows in full what will be sent, bound to the identity of its draft. When it opens, the reader of
 * the account reads its record again. It follows every poll, and asks again if the facts behind the question
 * have changed. It opens only if the screen can show all of it.
 */
export function toReview(
  state: State,
  draft: Draft,
  {again, proposal, form, ...given}: Subject & Pick<Review, 'form' | 'again' | 'proposal'>,
  now: Moment,
): Step {
  if (!hasRoom(state.viewport))
    return [tell(state, 'The screen is too small to show a review.', 'warning', now), []];
  const subject = ticketOf(draft).listed(draft, given, rowsListed(state)) ?? given;
  const lines = linesOf(state, {draft, subject, again, proposal, form});
  const priceSeen = form?.priceSeen ?? proposal?.priceSeen;
  const lists = listsOf(draft, subject);
  const review: Review = {
    ...newQuestion(state),
    ...{draft, subject, again, proposal, form, lines, priceSeen, lists, since: now},
    // One reference for the price: the one that the warning of a moved price names.
    opened: lines.map(each => (each.isAsk && priceSeen ? {...each, value: amountWords(priceSeen)} : each)),
    reread: {status: lists.length > 0 ? 'reading' : 'read'},
    guards: [],
    doubts: [],
  };
  const opened = askedAnew(state, withDoubts(state, review), now);
  // A write without a record needs it too: only the last whole read says which record is new.
  return andThen(ask(state, {...opened, kind: 'review'}), next => readNow(next, now));
}

/** An order that is placed is about its card, if one trades its option. */
const recordOf = (draft: Draft, {card}: Subject): Id | undefined =>
  ticketOf(draft).record?.(draft) ?? card?.id;

/** When its record was read last, if it has one that is known. */
export const dataAtOf = (state: State, {draft, subject}: Review): Moment | undefined =>
  recordNow(state, ticketOf(draft).pane, recordOf(draft, subject)).readAt;

/** With the fills of an order that is amended. */
function listsOf(draft: Draft, subject: Subject): readonly FeedPane[] {
  if (recordOf(draft, subject) === undefined) return [];
  return isAmend(draft) ? ['orders', 'trades'] : [ticketOf(draft).pane];
}

/** A cancel adds no risk and is safe to repeat: no frozen link holds it back. Speech waits for the read. */
export function awaitsRead({listening}: State, {draft, reread}: Review): boolean {
  const isRepeatable = requestsOf(draft.kind).every(kind => sentKindOf({kind}).repeats === 'until final');
  return reread.status === 'reading' && (listening !== undefined || !isRepeatable);
}

export function refreshReview(state: State, review: Review, now: Moment): Step {
  const {draft, subject, reread} = review;
  if (recordOf(draft, subject) === undefined || reread.status === 'reading') return [state, []];
  return readNow(withReview(state, {...review, reread: {status: 'reading'}, since: now}), now);
}

/** With what the lists show of its record now. */
function broughtUp(state: State, review: Review, now: Moment): Review {
  const {draft, subject, since} = review;
  const read = withReread(review, rereadNow(state, review, now));
  const listed = ticketOf(draft).listed(draft, subject, rowsListed(state, since));
  // The confirming key is bound to the identity of the draft.
  const filled = withFilled(state, draft, read.reread.status === 'read');
  const next = withDoubts(state, {...read, draft: filled, subject: unlessSame(subject, listed ?? subject)});
  const lines = unlessAlike(review.lines, linesOf(state, next));
  return askedAnew(state, unlessSame(review, {...next, lines}), now);
}

/** A list may be long, or the account not known yet: a key waits no longer for it. */
const mostReadMs = 5_000;

function rereadNow(state: State, review: Review, now: Moment): Review['reread'] {
  const {draft, lists, reread, since} = review;
  if (reread.status === 'read') return reread;
  const isShown = isSince(dataAtOf(state, review), since);
  const {pane} = ticketOf(draft);
  const found = lists.map(list => (list === pane && isShown ? 'read' : howRead(state, list, since)));
  if (found.every(each => each === 'read')) return {status: 'read'};
  if (reread.status === 'failed') return reread;
  const failed = found.find(each => typeof each === 'object');
  if (failed !== undefined) return {status: 'failed', reason: failed.why};
  return age(since, now) > mostReadMs ? {status: 'failed', reason: 'Not read within 5 s.'} : reread;
}

function withReread(review: Review, reread: Review['reread']): Review {
  if (reread === review.reread) return review;
  // A poll has shown what the read could not.
  if (review.reread.status === 'failed') return {...review, reread};
  const shown = {...review, reread, revision: review.revision + 1, shownAt: undefined, notice: undefined};
  if (reread.status === 'failed') return shown;
  // The person asked for it and will see its result.
  const fresh = review.guards.filter(each => each.kind !== 'stale');
  return {...shown, guards: unlessSameItems(review.guards, fresh), doubts: []};
}

function withDoubts(state: State, review: Review): Review {
  const {draft, subject} = review;
  const short = shortOf(state, draft, subject);
  const doubts = doubtsOf(state, draft, priceOf(review), review.doubts, short);
  return {...review, doubts: unlessAlike(review.doubts, doubts)};
}

const unlessAlike = <Said>(before: Said, after: Said): Said =>
  JSON.stringify(before) === JSON.stringify(after) ? before : after;

/**
 * Raises a guard and asks for another key if a fact behind the question moved too far. A guard is never dropped
 * while the review is open: the text to confirm is no longer the text first shown.
 */
function askedAnew(state: State, review: Review, now: Moment): Review {
  const {guards, lines, opened} = review;
  const price = priceOf(review);
  const {priceSeen = price} = review;
  const moved = guards.find(each => each.kind === 'moved');
  const changed = guards.find(each => each.kind === 'changed');
  const what = changedLabel(changed?.lines ?? opened, lines);
  const isStale = isOld(state, review, now) && !guards.some(each => each.kind === 'stale');
  const raised: readonly Guard[] = [
    ...(isWorse(state, review, moved?.to ?? priceSeen, price) ? [{kind: 'moved', to: price} as const] : []),
    ...(what === undefined ? [] : [{kind: 'changed', what, lines} as const]),
    ...(isStale ? [{kind: 'stale'} as const] : []),
  ];
  const kept = guards.filter(({kind}) => raised.every(each => each.kind !== kind));
  return unlessSame(review, {...review, priceSeen, guards: unlessSameItems(guards, [...kept, ...raised])});
}

export function isOld(state: State, review: Review, now: Moment): boolean {
  const {draft, subject, reread} = review;
  const id = recordOf(draft, subject);
  if (id === undefined || awaitsRead(state, review)) return false;
  // Uses the base period: polls of a background pane are slower.
  const {pane} = ticketOf(draft);
  const isInView = state.pane === pane && rowById(state.feeds[pane], id) !== undefined;
  const dataAt = dataAtOf(state, review) ?? now;
  return reread.status === 'failed' || age(dataAt, now) > 3 * basePeriod(state.settings, isInView);
}

function changedLabel(before: readonly ReviewLine[], after: readonly ReviewLine[]): string | undefined {
  const asking = (lines: readonly ReviewLine[]) =>
    new Map(lines.filter(asksAgain).map(each => [each.label, each.value]));
  const [old, now] = [asking(before), asking(after)];
  return [...now.keys(), ...old.keys()].find(label => old.get(label) !== now.get(label));
}

export function priceOf({subject}: Pick<Review, 'subject'>): Decimal | undefined {
  return subject.card?.currentAskPrice;
}

/** The cap of an opening rules by itself. */
function isWorse(
  state: State,
  {draft}: Review,
  from: Decimal | undefined,
  to: Decimal | undefined,
): to is Decimal {
  if (to === undefined || (isOpen(draft) && draft.cap !== undefined)) return false;
  const order = orderPlaced(draft);
  if (!isPositive(from)) return false;
  // An order to close a position may now be left to wait.
  const isLeft = order !== undefined && unlikely(order, to) > unlikely(order, from);
  return isLeft || hasRisen(state, order, from, to);
}

export function beyondCap(review: Review): string | undefined {
  const {draft} = review;
  if (!isOpen(draft) || draft.cap === undefined || !isBeyondCap(draft.cap, priceOf(review))) return undefined;
  return `Wait until the ask is at most ${amountWords(draft.cap)}: press ${review.key} again`;
}

export function leaveReview(state: State, {form}: Review): Step {
  return form === undefined ? [close(state), []] : show(state, {kind: 'form', form: followed(form, state)});
}

export function confirm(state: State, review: OverlayOf<'review'>, now: Moment): Step {
  // Prices may have moved since the last poll was compared, and the data has aged.
  const followed = followReview(state, review, now);
  const asked = questionOf(followed.overlay);
  if (asked?.revision !== review.revision || !asksSame(review, asked)) return [followed, []];
  const {draft, again, proposal} = review;
  if (again !== undefined && intentById(state.intents, again.id)?.state !== 'UNKNOWN')
    return [cancelReview(state, 'the request has ended, or is being sent again.', now), []];
  const held = (proposal && whyProposalHeld(state, draft, now)) ?? whyHeldNow(state, draft, again);
  if (held !== undefined) return andThen(leaveReview(state, review), left => refused(left, held, now));
  const closed = close(state);
  if (again !== undefined) return tellIntents(closed, {type: 'sendAgain', intentId: again.id}, now);
  const ask = priceOf(review);
  const wanted = isAmend(draft) && isPositive(ask) ? {...draft, ask} : draft;
  return tellIntents(closed, {type: 'ask', draft: wanted, proposalId: proposal?.id}, now);
}

export function callOffAll(state: State, reason: string, now: Moment): State {
  const {overlay} = state;
  if (overlay.kind !== 'form') return close(cancelReview(state, reason, now));
  return tell(close(state), `${overlay.form.title} was dismissed: ${reason}`, 'warning', now);
}

export function leaveGone(state: State, now: Moment): State {
  const {overlay, proposals} = state;
  if (overlay.kind !== 'review') return state;
  const {draft, again, proposal, since} = overlay;
  // No list shows that a cancel is final. Only the answer to another cancel does.
  const isCancelAgain = again !== undefined && sentKindOf(again.draft).repeats === 'until final';
  const over = isCancelAgain ? undefined : ticketOf(draft).over?.(draft, rowsListed(state, since));
  const gone = (proposal && whyGone(proposals, proposal, now)) ?? over;
  return gone === undefined ? state : cancelReview(state, gone, now);
}

export function followReview(state: State, overlay: OverlayOf<'review'>, now: Moment): State {
  const left = leaveGone(state, now);
  if (left !== state) return left;
  const next = broughtUp(state, overlay, now);
  return next === overlay ? state : withReview(state, next);
}
