import {compare} from '../../api/wire/decimal.ts';
import {whyHeldNow} from '../gate/gate.ts';
import {canceledBy, type Draft, type Intent, kindOf} from '../intents/intent.ts';
import type {Subject} from '../intents/kinds/kind.ts';
import {maySendAgain} from '../intents/selectors.ts';
import {intentById} from '../intents/transitions.ts';
import {askAloud} from '../listening/asked.ts';
import type {MsgOf} from '../messages.ts';
import type {Moment} from '../model/moment.ts';
import {hasRoom} from '../model/room.ts';
import {rowById} from '../model/rows.ts';
import type {FeedPane, Key} from '../model/vocabulary.ts';
import {tell} from '../notices.ts';
import {close} from '../overlay.ts';
import {whyGone} from '../proposals/proposal.ts';
import {cardTrading} from '../resources/joins.ts';
import type {Review} from '../review.ts';
import type {State} from '../state.ts';
import type {Step} from '../step.ts';
import {locked} from './availability.ts';
import {askAll, tellIntents} from './batch.ts';
import {asReducing} from './closing.ts';
import {draftOf, firstWrong} from './forms.ts';
import {whyProposalHeld} from './proposal-review.ts';
import {afterYes} from './questions.ts';
import {followed, isAbout} from './reading.ts';
import {broughtUp, openReview, priceOf, readAgain, reread, type Sending} from './review.ts';
import {callOff, seeSeveral, watchSeveral} from './several/review.ts';
import {withSent} from './ticket/refused.ts';
import type {Form} from './ticket/ticket.ts';

function withReview(state: State, review: Review): State {
  return {...state, overlay: {kind: 'review', review}};
}

export function reviewForm(state: State, form: Form, now: Moment): Step {
  const wrong = firstWrong(form);
  if (wrong !== undefined) return askAloud({...state, overlay: {kind: 'form', form: wrong}}, 'where');
  const typed = draftOf(form);
  if (typed === undefined) return [state, []];
  const draft = asReducing(state, typed);
  const goesOn = form.amends?.goesOn;
  const intent = goesOn === undefined ? undefined : intentById(state.intents, goesOn);
  const isGone = goesOn !== undefined;
  const reason =
    kindOf(draft).form?.pointless?.(draft, isGone) ??
    whyHeldNow(state, draft, intent && {intent, isRepeat: false}) ??
    (isGone ? undefined : locked(state, draft));
  if (reason !== undefined) return [tell(state, reason, 'danger', now), []];
  const about = aboutCard(state, form, draft);
  const order = isGone ? undefined : rowById(state.feeds.orders, canceledBy(draft));
  const subject = {
    card: about.card,
    orders: order && [order],
    isGone,
    goesOn: intent,
    proposal: stillOpen(state, form, now),
  };
  return toReview(state, [draft], about, subject, now);
}

/** Once it is over, what was made of it in the form is the person's own order. */
function stillOpen(state: State, {proposal}: Form, now: Moment): Form['proposal'] {
  return proposal !== undefined && whyGone(state.proposals, proposal, now) === undefined
    ? proposal
    : undefined;
}

/** The card that prefilled the order says nothing about another symbol. Finds the card that trades this one. */
function aboutCard({feeds}: State, form: Form, draft: Draft): Form {
  const order = kindOf(draft).places(draft);
  if (order === undefined || isAbout(form.card, order.symbol)) return form;
  const card = cardTrading(feeds.cards.rows, order.symbol);
  return {...form, card, cardAt: card && feeds.cards.loadedAt, priceSeen: card?.currentAskPrice};
}

/** Opens the review only if the screen can show all of it: nobody can confirm what they cannot read. */
export function toReview(
  state: State,
  drafts: readonly Draft[],
  form: Form | undefined,
  subject: Subject & Sending,
  now: Moment,
): Step {
  if (!hasRoom(state.viewport))
    return [tell(state, 'The screen is too small to show a review.', 'warning', now), []];
  const [review, commands] = openReview(state, drafts, form, subject, now);
  return [withReview({...state, counter: review.number}, review), commands];
}

export function leaveReview(state: State, review: Review): State {
  const {form} = review;
  return {
    ...state,
    overlay: form === undefined ? {kind: 'none'} : {kind: 'form', form: followed(form, state)},
  };
}

export function confirm(state: State, review: Review, key: Key, now: Moment): Step {
  // Prices may have moved since the last poll was compared, and the data has aged.
  const followed = broughtUp(state, review, now);
  if (followed.revision !== review.revision) return [withReview(state, followed), []];
  const {again, goesOn, proposal} = review;
  const gone = proposal && whyGone(state.proposals, proposal, now);
  if (gone !== undefined) return [cancelReview(state, gone, now), []];
  if (again !== undefined && !isStillUnknown(state, again))
    return [cancelReview(state, 'the request has ended meanwhile.', now), []];
  const own = goesOn ?? again;
  const held = review.drafts
    .map(
      draft =>
        (proposal && whyProposalHeld(state, draft, now)) ??
        whyHeldNow(state, draft, own && {intent: own, isRepeat: again !== undefined}),
    )
    .find(Boolean);
  if (held !== undefined) return [tell(leaveReview(state, review), held, 'danger', now), []];
  const closed = close(withSent(afterYes(state, key), review));
  if (goesOn !== undefined) return goOnWith(closed, review, goesOn, now);
  return again === undefined
    ? askAll(closed, withAsk(review), now, {proposalId: proposal?.id})
    : tellIntents(closed, {type: 'sendAgain', intentId: again.id}, now);
}

/** With the ask that the user saw, for the slippage of its fills. */
function withAsk(review: Review): readonly Draft[] {
  const ask = priceOf(review);
  if (ask === undefined || compare(ask, '0') <= 0) return review.drafts;
  return review.drafts.map(draft => (kindOf(draft).adds === undefined ? draft : {...draft, ask}));
}

/** The journal does the compare-and-set. If the intent no longer waits, nothing is sent. */
function goOnWith(state: State, review: Review, {id}: Intent, now: Moment): Step {
  const [draft] = withAsk(review);
  if (draft === undefined) return [state, []];
  const isInsisted = review.doubts.some(each => each.kind === 'overfill');
  return tellIntents(state, {type: 'goOn', intentId: id, draft, isInsisted}, now);
}

function isStillUnknown({intents}: State, {id}: Intent): boolean {
  const intent = intentById(intents, id);
  return intent !== undefined && maySendAgain(intents, intent);
}

export function cancelReview(state: State, reason: string, now: Moment): State {
  const {overlay} = state;
  if (overlay.kind === 'several') return callOff(state, reason, now);
  if (overlay.kind !== 'review') return state;
  return tell(close(state), `${overlay.review.title} was dismissed: ${reason}`, 'warning', now);
}

export function callOffAll(state: State, reason: string, now: Moment): State {
  const {overlay} = state;
  if (overlay.kind !== 'form') return close(cancelReview(state, reason, now));
  return tell(close(state), `${overlay.form.title} was dismissed: ${reason}`, 'warning', now);
}

export function takeReread(state: State, msg: MsgOf<'reread'>): State {
  const {overlay} = state;
  if (
    overlay.kind !== 'review' ||
    overlay.review.number !== msg.review ||
    overlay.review.reread.status !== 'reading'
  )
    return state;
  const next = reread(state, overlay.review, msg.answer, msg.now);
  return 'cancelled' in next ? cancelReview(state, next.cancelled, msg.now) : withReview(state, next);
}

export function refreshReview(state: State, review: Review, now: Moment): Step {
  const [next, commands] = readAgain(review, now);
  return [next === review ? state : withReview(state, next), commands];
}

export function afterPoll(state: State, before: State, pane: FeedPane, now: Moment): State {
  const {overlay} = state;
  if (overlay.kind === 'several') return seeSeveral(state, before, pane, now);
  if (overlay.kind === 'form' && pane === 'cards')
    return {...state, overlay: {kind: 'form', form: followed(overlay.form, state)}};
  if (overlay.kind !== 'review') return state;
  const gone = overlay.review.drafts.some(draft => isLost(before, state, pane, draft));
  return gone ? cancelReview(state, 'its record is gone from the list.', now) : followReview(state, now);
}

/** Closes the review of a proposal that is over. */
export function leaveGone(state: State, now: Moment): State {
  const {overlay} = state;
  const proposal = overlay.kind === 'review' ? overlay.review.proposal : undefined;
  const gone = proposal && whyGone(state.proposals, proposal, now);
  return gone === undefined ? state : cancelReview(state, gone, now);
}

export function followReview(state: State, now: Moment): State {
  const {overlay} = state;
  if (overlay.kind === 'several') return watchSeveral(state, now);
  if (overlay.kind !== 'review') return state;
  const left = leaveGone(state, now);
  if (left !== state) return left;
  const next = broughtUp(state, overlay.review, now);
  return next === overlay.review ? state : withReview(state, next);
}

function isLost(before: State, after: State, pane: FeedPane, draft: Draft): boolean {
  const id = recordIn(pane, draft);
  if (id === undefined) return false;
  return rowById(before.feeds[pane], id) !== undefined && rowById(after.feeds[pane], id) === undefined;
}

function recordIn(pane: FeedPane, draft: Draft): string | undefined {
  const kind = kindOf(draft);
  return kind.pane === pane ? kind.record(draft) : undefined;
}
