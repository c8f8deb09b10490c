import {age, type Moment} from '../../account/model/moment.ts';
import {rowById, showsAll} from '../../account/model/rows.ts';
import type {Key} from '../../account/model/vocabulary.ts';
import {cardTrading} from '../../account/resources/figures.ts';
import {amountWords} from '../../account/words/text.ts';
import {compare} from '../../api/wire/decimal.ts';
import type {Decimal} from '../../api/wire/records.ts';
import {andThen} from '../../core/chain.ts';
import {intentById} from '../../core/intents/intent.ts';
import {isAmend} from '../../core/intents/kinds/amend.ts';
import {type ReviewLine, type Subject, tradedLabels} from '../../core/intents/kinds/kind.ts';
import {canceledBy, type Draft, kindOf, requestsOf, sentKindOf} from '../../core/intents/kinds/kinds.ts';
import {isBeyondCap, isOpen} from '../../core/intents/kinds/open.ts';
import {maySendAgain} from '../../core/intents/selectors.ts';
import {whyGone} from '../../core/proposals/proposal.ts';
import {cardReadAt, cardsRead} from '../feeds/prices.ts';
import {refreshPortfolio} from '../feeds/rounds.ts';
import {askAloud} from '../listening.ts';
import type {MsgOf} from '../messages.ts';
import {basePeriod} from '../model/freshness.ts';
import {aboutForm, tell} from '../notices.ts';
import {close, show} from '../overlay.ts';
import {hasRoom} from '../screen.ts';
import type {State} from '../state.ts';
import type {Step} from '../step.ts';
import {locked} from './availability.ts';
import {doubtsOf, fillsAtOnce} from './doubts.ts';
import {asReducing, draftOf, firstWrong, followed, isAbout, whyOfEasyOption, withFilled} from './forms.ts';
import {whyHeldNow, whyProposalHeld} from './gate.ts';
import {tellIntents} from './intents.ts';
import {afterYes, newQuestion} from './questions.ts';
import {hasFilledSince, linesOf, movedPercent, payoffOf, rowsListed, shortOf} from './review-lines.ts';
import {cancelReview, watchSeveral} from './several/review.ts';
import type {Form, Guard, Review} from './state.ts';

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
    kindOf(draft).form?.pointless?.(draft) ??
    (isAmend(draft) ? undefined : whyOfEasyOption(state, kindOf(draft).places(draft)?.positionId)) ??
    whyHeldNow(state, draft) ??
    locked(state, draft);
  if (reason !== undefined) return refused(state, reason, now);
  const about = aboutCard(state, form, draft);
  const order = rowById(state.feeds.orders, canceledBy(draft));
  // Once a proposal is over, its form is the person's own order.
  const isOpen = form.proposal && whyGone(state.proposals, form.proposal, now) === undefined;
  const proposal = isOpen ? form.proposal : undefined;
  const subject = {card: about.card, orders: order && [order]};
  const notices = state.notices.filter(each => each.about !== aboutForm);
  return toReview({...state, notices}, draft, {...subject, form: about, proposal}, now);
}

/** The account is read at once: it may be too old, or what is open has changed. */
const refused = (state: State, reason: string, now: Moment): Step =>
  refreshPortfolio(tell(state, reason, 'danger', now, {about: aboutForm}), now);

/** The card that prefilled the order says nothing about another symbol. Finds the card that trades this one. */
function aboutCard(state: State, form: Form, draft: Draft): Form {
  const order = kindOf(draft).places(draft);
  if (order === undefined || isAbout(form.card, order.symbol)) return form;
  const card = cardTrading(cardsRead(state), order.symbol);
  return {...form, card, cardAt: cardReadAt(state, card), priceSeen: card?.currentAskPrice};
}

type Opening = Subject & Pick<Review, 'form' | 'again' | 'proposal'>;

/**
 * A review shows in full what will be sent, bound to the identity of its draft. It reads its record again when
 * it opens, follows every poll, and asks again if the facts behind the question have changed. It opens only if
 * the screen can show all of it.
 */
export function toReview(
  state: State,
  draft: Draft,
  {again, proposal, form, ...given}: Opening,
  now: Moment,
): Step {
  if (!hasRoom(state.viewport))
    return [tell(state, 'The screen is too small to show a review.', 'warning', now), []];
  const {pane, reread} = kindOf(draft);
  const subject = listedNow(state, draft, given) ?? given;
  const payoff = payoffOf(state, draft, subject);
  const lines = linesOf(state, {draft, subject, again, proposal, form, payoff});
  const priceSeen = form?.priceSeen ?? proposal?.priceSeen;
  const of = reread(draft, subject);
  const question = newQuestion(state);
  const review: Review = {
    ...question,
    ...{draft, subject, again, proposal, form, lines, priceSeen},
    // One reference for the price: the one that the warning of a moved price names.
    opened: lines.map(each =>
      each.label === 'Ask' && priceSeen ? {...each, value: amountWords(priceSeen)} : each,
    ),
    dataAt: of && (form?.cardAt ?? state.feeds[pane].loadedAt ?? now),
    reread: of === undefined ? {status: 'read'} : {status: 'reading', began: now},
    askedOf: {price: priceSeen, lines},
    guards: [],
    doubts: [],
    payoff,
  };
  const opened = askedAnew(state, withDoubts(state, review), now);
  return [
    withReview({...state, counter: question.number}, opened),
    of === undefined ? [] : [{type: 'reread', review: question.number, of}],
  ];
}

function listedNow(state: State, draft: Draft, subject: Subject): Subject | undefined {
  return kindOf(draft).listed(draft, subject, rowsListed(state));
}

/** The list with the record of a review: the account's if the pane does not show its card. */
function listOf(state: State, {draft, subject: {card}}: Review) {
  const {pane} = kindOf(draft);
  const isHidden = pane === 'cards' && card !== undefined && !rowById(state.feeds.cards, card.id);
  const readAt = pane === 'cards' && card ? cardReadAt(state, card) : state.feeds[pane].loadedAt;
  return {readAt, isInView: state.pane === pane && !isHidden};
}

/** A cancel adds no risk and is safe to repeat: no frozen link holds it back. Speech waits for the read. */
export function awaitsRead({listening}: State, {draft, reread}: Review): boolean {
  const isRepeatable = requestsOf(draft.kind).every(kind => sentKindOf({kind}).repeats === 'until final');
  return reread.status === 'reading' && (listening !== undefined || !isRepeatable);
}

export function refreshReview(state: State, review: Review, now: Moment): Step {
  const of = kindOf(review.draft).reread(review.draft, review.subject);
  if (of === undefined || review.reread.status === 'reading') return [state, []];
  const reading = {...review, reread: {status: 'reading', began: now}} as const;
  return [withReview(state, reading), [{type: 'reread', review: review.number, of}]];
}

export function rereadFills(state: State, now: Moment): Step {
  const {overlay} = state;
  const isOfMore =
    overlay.kind === 'review' && isAmend(overlay.draft) && hasFilledSince(state, overlay.draft);
  return isOfMore ? refreshReview(state, overlay, now) : [state, []];
}

export function takeReread(state: State, {review: number, answer, now}: MsgOf<'reread'>): State {
  const {overlay: review} = state;
  if (review.kind !== 'review' || review.number !== number || review.reread.status !== 'reading')
    return state;
  const {draft, subject, again} = review;
  if (answer.kind === 'failed') return unread(state, review, answer.fault.text, now);
  const found = kindOf(draft).found(draft, answer, subject);
  if ('unread' in found) return unread(state, review, found.unread, now);
  if ('subject' in found) {
    // The confirming key is bound to the identity of the draft.
    const learned = found.learned === undefined ? draft : {...draft, ...found.learned};
    return withAnswer(state, {...review, draft: learned}, found.subject, now);
  }
  // No list shows that a cancel is final. Only the answer to another cancel does.
  const isCancel = again && sentKindOf(again.draft).repeats === 'until final';
  return isCancel ? withAnswer(state, review, {orders: []}, now) : cancelReview(state, found.gone, now);
}

function unread(state: State, review: Review, reason: string, now: Moment): State {
  const failed = {...shownAnew(review), reread: {status: 'failed', reason}} as const;
  return withReview(state, askedAnew(state, failed, now));
}

/** A successful read clears the stale guard: the person asked for it and will see its result. */
function withAnswer(state: State, review: Review, subject: Subject, now: Moment): State {
  const withoutStale = review.guards.filter(each => each.kind !== 'stale');
  const read: Review = {
    ...shownAnew(review),
    guards: withoutStale.length === review.guards.length ? review.guards : withoutStale,
    doubts: [],
    // An answer cannot be newer than its question.
    dataAt: review.reread.status === 'reading' ? review.reread.began : review.dataAt,
    reread: {status: 'read'},
    subject,
  };
  return withReview(state, askedAnew(state, withDoubts(state, withLines(state, read)), now));
}

function shownAnew(review: Review): Review {
  return {...review, revision: review.revision + 1, shownAt: undefined, notice: undefined};
}

function broughtUp(state: State, review: Review, now: Moment): Review {
  const {draft, subject, dataAt, reread} = review;
  const {readAt} = listOf(state, review);
  const isNewer = dataAt !== undefined && readAt !== undefined && readAt.mono > dataAt.mono;
  const listed = isNewer ? listedNow(state, draft, subject) : undefined;
  const next: Review =
    listed === undefined
      ? review
      : {
          ...{...review, subject: listed, dataAt: readAt},
          // The poll has shown what the second read could not.
          reread: reread.status === 'failed' ? {status: 'read'} : reread,
        };
  return askedAnew(state, withDoubts(state, withLines(state, next)), now);
}

function withDoubts(state: State, review: Review): Review {
  const {draft, payoff} = review;
  const short = shortOf(state, draft, payoff);
  const doubts = doubtsOf(state, draft, priceOf(review), review.doubts, short);
  if (JSON.stringify(doubts) === JSON.stringify(review.doubts)) return review;
  const isMore = doubts.length > review.doubts.length;
  return {...(isMore ? shownAnew(review) : review), doubts};
}

function withLines(state: State, review: Review): Review {
  const payoff = payoffOf(state, review.draft, review.subject);
  const lines = linesOf(state, {...review, payoff});
  const isSame =
    lines.length === review.lines.length &&
    lines.every((each, at) => isSameLine(each, review.lines[at])) &&
    JSON.stringify(payoff) === JSON.stringify(review.payoff);
  return isSame ? review : {...review, lines, payoff};
}

const isSameLine = (one: ReviewLine, other: ReviewLine | undefined) =>
  one.label === other?.label && one.value === other.value && one.danger === other.danger;

/**
 * Raises a guard and asks for another key if a fact behind the question moved too far. A guard is never dropped
 * while the review is open: the text to confirm is no longer the text first shown.
 */
function askedAnew(state: State, review: Review, now: Moment): Review {
  const {guards, lines} = review;
  const price = priceOf(review);
  const isFirst = review.askedOf.price === undefined && price !== undefined;
  const priced = isFirst
    ? {...review, askedOf: {...review.askedOf, price}, priceSeen: review.priceSeen ?? price}
    : review;
  const {askedOf} = priced;
  const isMoved = price !== undefined && isWorse(priced, price, state.settings.guardrails.priceTolerance);
  const what = changedLabel(askedOf.lines, lines);
  const isStale = isOld(state, priced, now) && !guards.some(each => each.kind === 'stale');
  const raised: readonly Guard[] = [
    ...(isMoved ? [{kind: 'moved', to: price} as const] : []),
    ...(what === undefined ? [] : [{kind: 'changed', what} as const]),
    ...(isStale ? [{kind: 'stale'} as const] : []),
  ];
  if (raised.length === 0) return priced;
  const kept = guards.filter(({kind}) => raised.every(each => each.kind !== kind));
  return shownAnew({
    ...{...priced, guards: [...kept, ...raised]},
    askedOf: {price: isMoved ? price : askedOf.price, lines: what === undefined ? askedOf.lines : lines},
  });
}

export function isOld(state: State, review: Review, now: Moment): boolean {
  const {dataAt, reread} = review;
  if (dataAt === undefined || awaitsRead(state, review)) return false;
  // Uses the base period: polls of a background pane are slower.
  const periodMs = basePeriod(state.settings, listOf(state, review).isInView);
  return reread.status === 'failed' || age(dataAt, now) > 3 * periodMs;
}

function changedLabel(before: readonly ReviewLine[], after: readonly ReviewLine[]): string | undefined {
  const old = new Map(before.map(each => [each.label, each.value]));
  return after.find(
    each => tradedLabels.includes(each.label) && old.has(each.label) && old.get(each.label) !== each.value,
  )?.label;
}

export function priceOf({subject}: Pick<Review, 'subject'>): Decimal | undefined {
  return subject.card?.currentAskPrice;
}

/**
 * The ask rose against what was agreed to last, beyond the tolerance. The limit of a passive order rules, and
 * so does the cap of an opening.
 */
function isWorse({askedOf, draft}: Review, to: Decimal, tolerance: number): boolean {
  const order = kindOf(draft).places(draft);
  if (order !== undefined && !fillsAtOnce(order, {price: to, of: 'ask'})) return false;
  if (isOpen(draft) && draft.cap !== undefined) return false;
  const percent = askedOf.price === undefined ? undefined : movedPercent(askedOf.price, to);
  return percent !== undefined && Number(percent) > tolerance;
}

export function beyondCap(review: Review): string | undefined {
  const {draft} = review;
  if (!isOpen(draft) || draft.cap === undefined || !isBeyondCap(draft.cap, priceOf(review))) return undefined;
  return `Wait until the ask is at most ${amountWords(draft.cap)}: press ${review.key} again`;
}

/** The form lacks the fills that its review has read. */
export function leaveReview(state: State, {form, draft}: Review): Step {
  if (form === undefined) return [close(state), []];
  const read = withFilled(form, isAmend(draft) ? draft.filled : undefined);
  return show(state, {kind: 'form', form: followed(read, state)});
}

export function confirm(state: State, review: Review, key: Key, now: Moment): Step {
  // Prices may have moved since the last poll was compared, and the data has aged.
  const followed = broughtUp(state, review, now);
  if (followed.revision !== review.revision) return [withReview(state, followed), []];
  const {draft, again, proposal} = review;
  const left = leaveGone(state, now);
  if (left !== state) return [left, []];
  if (again !== undefined && intentById(state.intents, again.id)?.state !== 'UNKNOWN')
    return [cancelReview(state, 'the request has ended meanwhile.', now), []];
  const held = (proposal && whyProposalHeld(state, draft, now)) ?? whyHeldNow(state, draft, again);
  if (held !== undefined) return andThen(leaveReview(state, review), left => refused(left, held, now));
  const closed = close(afterYes(state, key));
  if (again !== undefined)
    return tellIntents(
      closed,
      maySendAgain(again) ? {type: 'sendAgain', intentId: again.id} : {type: 'ask', draft, ends: again.id},
      now,
    );
  return tellIntents(closed, {type: 'ask', draft: withAsk(review), proposalId: proposal?.id}, now);
}

function withAsk(review: Review): Draft {
  const {draft} = review;
  const ask = priceOf(review);
  return isAmend(draft) && ask !== undefined && compare(ask, '0') > 0 ? {...draft, ask} : draft;
}

export function callOffAll(state: State, reason: string, now: Moment): State {
  const {overlay} = state;
  if (overlay.kind !== 'form') return close(cancelReview(state, reason, now));
  return tell(close(state), `${overlay.form.title} was dismissed: ${reason}`, 'warning', now);
}

export function leaveGone(state: State, now: Moment): State {
  const {overlay, feeds, proposals} = state;
  if (overlay.kind !== 'review') return state;
  const {draft, again, proposal} = overlay;
  const {pane, record} = kindOf(draft);
  const id = record(draft);
  // Only the answer to another cancel shows that an order is final: no list does.
  const isLost =
    again === undefined && id !== undefined && showsAll(feeds[pane]) && !rowById(feeds[pane], id);
  const lost = isLost ? 'its record is gone from the list.' : undefined;
  const gone = (proposal && whyGone(proposals, proposal, now)) ?? lost;
  return gone === undefined ? state : cancelReview(state, gone, now);
}

/** An open form or question follows each poll and the time. */
export function followOpen(state: State, now: Moment): State {
  const {overlay} = state;
  if (overlay.kind === 'several') return watchSeveral(state, now);
  if (overlay.kind === 'form') {
    const form = followed(overlay.form, state);
    return form === overlay.form ? state : {...state, overlay: {kind: 'form', form}};
  }
  if (overlay.kind !== 'review') return state;
  const left = leaveGone(state, now);
  if (left !== state) return left;
  const next = broughtUp(state, overlay, now);
  return next === overlay ? state : withReview(state, next);
}
