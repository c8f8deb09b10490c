import type {Draft, Intent} from '../intents/intent.ts';
import {maySendAgain} from '../intents/selectors.ts';
import {intentById} from '../intents/transitions.ts';
import type {Msg} from '../model/messages.ts';
import type {Moment} from '../model/moment.ts';
import {tell} from '../model/notices.ts';
import {hasRoom} from '../model/room.ts';
import {rowById} from '../model/rows.ts';
import type {Review, State} from '../model/state.ts';
import type {FeedPane, Key} from '../model/vocabulary.ts';
import type {Step} from '../step.ts';
import {locked} from './availability.ts';
import {askAll, tellIntents} from './batch.ts';
import {afterYes} from './confirm.ts';
import {draftOf, firstWrong} from './forms.ts';
import {openReview, type PriceReading, reread, watch} from './review.ts';
import type {Subject} from './review-lines.ts';
import {forbiddenNow} from './ticket/fields.ts';
import {withSent} from './ticket/refused.ts';
import type {Form} from './ticket/ticket.ts';

/** The review on the screen: how it is reached, what it hears, and what ends it. */

function withReview(state: State, review: Review): State {
  return {...state, overlay: {kind: 'review', review}};
}

/** Enter in a form: to the review, or to the field that is wrong, or the reason why the profile forbids it. */
export function reviewForm(state: State, form: Form, now: Moment): Step {
  const wrong = firstWrong(form);
  if (wrong !== undefined) return [{...state, overlay: {kind: 'form', form: wrong}}, []];
  const draft = draftOf(form);
  if (draft === undefined) return [state, []];
  const reason = forbiddenNow(state, draft) ?? locked(state, draft);
  if (reason !== undefined) return [tell(state, reason, 'danger', now), []];
  const about = aboutCard(form, draft);
  return toReview(state, [draft], about, {card: about.card}, now);
}

/** The card that an order was prefilled from tells nothing of another symbol. */
function aboutCard(form: Form, draft: Draft): Form {
  const {card} = form;
  const isOther =
    draft.kind === 'place' && ![card?.currentOptionSymbol, card?.optionSymbol].includes(draft.symbol);
  return isOther ? {...form, card: undefined, priceSeen: undefined} : form;
}

/** Puts a new review on the screen, if that has the room: what nobody can read, nobody can confirm. */
export function toReview(
  state: State,
  drafts: readonly Draft[],
  form: Form | undefined,
  subject: Subject,
  now: Moment,
): Step {
  if (!hasRoom(state.viewport))
    return [tell(state, 'The screen is too small to show a review.', 'warning', now), []];
  const [review, commands] = openReview(state, drafts, form, subject, now);
  return [withReview({...state, counter: review.number}, review), commands];
}

/** Back to where the review came from. */
export function leaveReview(state: State, review: Review): State {
  return {...state, overlay: review.form === undefined ? {kind: 'none'} : {kind: 'form', form: review.form}};
}

/** The key counted: it is sent, unless what it was said to no longer holds. */
export function confirm(state: State, review: Review, key: Key, now: Moment): Step {
  // The market may have moved since the last poll was compared, and time has passed in any case.
  const watched = watch(state, review, newestReading(state, review), now);
  if (watched !== review) return [withReview(state, watched), []];
  const {again} = review;
  if (again !== undefined && !isStillUnknown(state, again))
    return [cancelReview(state, 'what it would send again has ended meanwhile.', now), []];
  const forbids = review.drafts.map(draft => forbiddenNow(state, draft)).find(Boolean);
  if (forbids !== undefined) return [tell(leaveReview(state, review), forbids, 'danger', now), []];
  const closed: State = {...withSent(afterYes(state, key), review), overlay: {kind: 'none'}};
  return again === undefined
    ? askAll(closed, review.drafts, now)
    : tellIntents(closed, {type: 'sendAgain', intentId: again.id}, now);
}

function isStillUnknown({intents}: State, {id}: Intent): boolean {
  const intent = intentById(intents, id);
  return intent !== undefined && maySendAgain(intents, intent);
}

export function cancelReview(state: State, reason: string, now: Moment): State {
  const {overlay} = state;
  if (overlay.kind !== 'review') return state;
  return tell(
    {...state, overlay: {kind: 'none'}},
    `${overlay.review.title} was called off: ${reason}`,
    'warning',
    now,
  );
}

export function takeReread(state: State, msg: Extract<Msg, {type: 'reread'}>): State {
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

/** A poll may show that the price moved on, or that the record of a review is gone. */
export function afterPoll(state: State, before: State, pane: FeedPane, now: Moment): State {
  const {overlay} = state;
  if (overlay.kind !== 'review') return state;
  const gone = overlay.review.drafts.some(draft => isLost(before, state, pane, draft));
  if (gone) return cancelReview(state, 'its record is no longer listed.', now);
  return watchReview(state, now);
}

/** With time a review's guards may rise: it says so before anybody confirms it. */
export function watchReview(state: State, now: Moment): State {
  const {overlay} = state;
  if (overlay.kind !== 'review' || overlay.review.reread.status === 'reading') return state;
  const watched = watch(state, overlay.review, newestReading(state, overlay.review), now);
  return watched === overlay.review ? state : withReview(state, watched);
}

function isLost(before: State, after: State, pane: FeedPane, draft: Draft): boolean {
  const id = recordIn(pane, draft);
  if (id === undefined) return false;
  return rowById(before.feeds[pane], id) !== undefined && rowById(after.feeds[pane], id) === undefined;
}

function recordIn(pane: FeedPane, draft: Draft): string | undefined {
  if (pane === 'cards' && draft.kind === 'open') return draft.cardId;
  if (pane === 'easyOptions' && draft.kind === 'close') return draft.easyOptionId;
  if (pane === 'orders' && draft.kind === 'cancel') return draft.orderId;
  return undefined;
}

/** What is known of a review's record: by a later poll that lists it, else by the review's own reading. */
function newestReading(state: State, review: Review): PriceReading {
  const own: PriceReading =
    review.reread.status === 'read' ? review.reread : {at: review.openedAt, price: review.priceSeen};
  const [pane, id] = recordOf(review);
  const {loadedAt} = state.feeds[pane];
  const row = rowById(state.feeds[pane], id);
  if (row === undefined || loadedAt === undefined || loadedAt.mono < own.at.mono) return own;
  const card = pane === 'cards' ? rowById(state.feeds.cards, id) : undefined;
  return {at: loadedAt, price: card?.currentAskPrice};
}

/** Where the record of a review is listed, and as what. */
function recordOf({drafts, form}: Review): readonly [FeedPane, string | undefined] {
  const draft = drafts[0];
  if (draft?.kind === 'close') return ['easyOptions', draft.easyOptionId];
  if (draft?.kind === 'cancel') return ['orders', draft.orderId];
  return ['cards', draft?.kind === 'open' ? draft.cardId : form?.card?.id];
}
