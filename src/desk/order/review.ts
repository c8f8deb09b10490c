import {compare, divide, multiply, subtract} from '../../api/wire/decimal.ts';
import type {Decimal} from '../../api/wire/records.ts';
import type {Draft} from '../intents/intent.ts';
import {isEnding} from '../model/figures.ts';
import {age, basePeriod} from '../model/freshness.ts';
import type {Command, RereadAnswer} from '../model/messages.ts';
import type {Moment} from '../model/moment.ts';
import type {Guard, Review, State} from '../model/state.ts';
import {doubtsOf, withMore} from './doubts.ts';
import {newQuestion} from './questions.ts';
import {linesOf, payoffOf, type Subject, titleOf} from './review-lines.ts';
import type {Form} from './ticket/ticket.ts';

/**
 * A review: what is about to be sent, in full, bound to the ids in its drafts. It reads its record again when
 * it opens and asks twice when what was seen no longer holds.
 */
export function openReview(
  state: State,
  drafts: readonly Draft[],
  form: Form | undefined,
  subject: Subject,
  now: Moment,
): readonly [Review, readonly Command[]] {
  const question = newQuestion(state);
  const of = recordOf(drafts, subject);
  const review: Review = {
    ...question,
    drafts,
    again: subject.again,
    title: subject.again === undefined ? titleOf(drafts) : `${titleOf(drafts)} again`,
    lines: linesOf(state, drafts, subject),
    form,
    openedAt: now,
    reread: of === undefined ? {status: 'read', at: now, price: undefined} : {status: 'reading'},
    priceSeen: form?.priceSeen,
    guard: undefined,
    doubts: doubtsOf(state, drafts[0], subject.card?.currentAskPrice),
    payoff: payoffOf(drafts, subject),
  };
  return [review, of === undefined ? [] : [{type: 'reread', review: question.number, of}]];
}

/** A new order that was prefilled from no card stands on no record, so nothing of it can grow old. */
function hasRecord({drafts, form}: Review): boolean {
  return drafts[0]?.kind !== 'place' || form?.card !== undefined;
}

/** The record that the review stands on; a new order from nothing has none. */
function recordOf(
  drafts: readonly Draft[],
  {card}: Subject,
): Extract<Command, {type: 'reread'}>['of'] | undefined {
  const draft = drafts[0];
  switch (draft?.kind) {
    case 'open':
      return {kind: 'card', id: draft.cardId, underlying: card?.underlying ?? draft.underlying};
    case 'close':
      return {kind: 'easyOption', id: draft.easyOptionId};
    case 'cancel':
      return {kind: 'orders', ids: drafts.flatMap(each => (each.kind === 'cancel' ? [each.orderId] : []))};
    case 'place':
      return card && {kind: 'card', id: card.id, underlying: card.underlying};
    case undefined:
      return undefined;
    default:
      return draft satisfies never;
  }
}

/** What the second reading says: the review goes on, with or without a guard, or is cancelled with a reason. */
export function reread(
  state: State,
  review: Review,
  answer: RereadAnswer,
  now: Moment,
): Review | {readonly cancelled: string} {
  const {again} = review;
  const read = (subject: Subject, price?: Decimal): Review => ({
    ...review,
    revision: review.revision + 1,
    shownAt: undefined,
    // What an answer says cannot be newer than the question.
    reread: {status: 'read', at: review.openedAt, price},
    lines: linesOf(state, review.drafts, {...subject, again}),
    payoff: payoffOf(review.drafts, subject),
    guard: movedBeyond(review.priceSeen, price, state.settings.guardrails.priceTolerance),
    doubts: doubtsOf(state, review.drafts[0], price),
  });
  switch (answer.kind) {
    case 'card': {
      if (answer.card === undefined) return {cancelled: 'The card is no longer listed.'};
      if (answer.card.active === false && review.drafts[0]?.kind === 'open')
        return {cancelled: 'The card is no longer active.'};
      return read({card: answer.card}, answer.card.currentAskPrice);
    }
    case 'easyOption':
      if (answer.option === undefined) return {cancelled: 'The service no longer knows this Easy Option.'};
      if (isEnding(answer.option)) return {cancelled: `The Easy Option is ${answer.option.status} already.`};
      return read({option: answer.option});
    case 'orders': {
      const open = new Set(answer.orders.map(each => each.orderId));
      const left = review.drafts.filter(each => each.kind !== 'cancel' || open.has(each.orderId));
      if (left.length === 0) return {cancelled: 'The order is no longer among the open ones.'};
      return {
        ...read({orders: answer.orders}),
        drafts: left,
        lines: linesOf(state, left, {orders: answer.orders, again}),
      };
    }
    case 'failed':
      return {
        ...review,
        revision: review.revision + 1,
        shownAt: undefined,
        reread: {status: 'failed', reason: answer.fault.text},
        guard: {kind: 'stale', ageMs: age(review.openedAt, now)},
      };
    default:
      return answer satisfies never;
  }
}

/** The newest reading of a review's record: its own second one, or a poll since. */
export type PriceReading = {readonly at: Moment; readonly price: Decimal | undefined};

/** Guards that come with time: what was read grows old, or a poll saw the price elsewhere. */
export function watch(state: State, review: Review, newest: PriceReading, now: Moment): Review {
  const {settings} = state;
  const seen = review.priceSeen ?? (review.reread.status === 'read' ? review.reread.price : undefined);
  const ageMs = age(newest.at, now);
  const isOld =
    review.reread.status === 'read' && hasRecord(review) && ageMs > 3 * basePeriod(settings, true);
  const guard: Guard | undefined =
    movedBeyond(seen, newest.price, settings.guardrails.priceTolerance) ??
    (isOld ? {kind: 'stale', ageMs} : undefined);
  // What has been raised stays: what was to be confirmed is no longer what was first shown.
  const isRaised = guard !== undefined && isNews(review.guard, guard, settings.guardrails.priceTolerance);
  const doubts = withMore(review.doubts, doubtsOf(state, review.drafts[0], newest.price));
  if (!isRaised && doubts === review.doubts) return review;
  const asked = {doubts, guard: isRaised ? guard : review.guard};
  return {...review, ...asked, revision: review.revision + 1, shownAt: undefined, notice: undefined};
}

/** A price that has moved is news again only when it moves on by as much. */
function isNews(before: Guard | undefined, after: Guard, tolerance: number): boolean {
  if (before?.kind !== after.kind) return true;
  return (
    before.kind === 'moved' &&
    after.kind === 'moved' &&
    movedBeyond(before.to, after.to, tolerance) !== undefined
  );
}

function movedBeyond(
  from: Decimal | undefined,
  to: Decimal | undefined,
  tolerance: number,
): Guard | undefined {
  if (from === undefined || to === undefined || compare(from, '0') <= 0) return undefined;
  const percent = Number(divide(multiply(subtract(to, from), '100'), from, 2));
  return Math.abs(percent) > tolerance ? {kind: 'moved', from, to, percent} : undefined;
}
