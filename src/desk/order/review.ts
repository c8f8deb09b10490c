import {compare, divide, multiply, subtract} from '../../api/wire/decimal.ts';
import type {Decimal} from '../../api/wire/records.ts';
import type {Draft} from '../intents/intent.ts';
import {fillsTold} from '../intents/replace/fills.ts';
import {isEnding} from '../model/figures.ts';
import {age, basePeriod} from '../model/freshness.ts';
import type {Command, RereadAnswer} from '../model/messages.ts';
import type {Moment} from '../model/moment.ts';
import type {Guard, Review, ReviewLine, Subject} from '../model/review.ts';
import type {State} from '../model/state.ts';
import {payoffOf} from './contracts.ts';
import {doubtsOf} from './doubts.ts';
import {newQuestion} from './questions.ts';
import {firstSeen, isAbout, listOf, newest, recordOf} from './reading.ts';
import {linesOf, titleOf} from './review-lines.ts';
import type {Form} from './ticket/ticket.ts';

/** What a review sends in place of something new. */
export type Sending = Pick<Review, 'again' | 'goesOn'>;

/**
 * A review: what is about to be sent, in full, bound to the ids in its drafts. It reads its record again when
 * it opens and follows every poll after that, and asks anew when what it was asked about no longer holds.
 */
export function openReview(
  state: State,
  drafts: readonly Draft[],
  form: Form | undefined,
  {again, goesOn, ...subject}: Subject & Sending,
  now: Moment,
): readonly [Review, readonly Command[]] {
  const question = newQuestion(state);
  const lines = linesOf(state, drafts, subject, {again, goesOn});
  const of = recordOf(drafts, subject);
  const review: Review = {
    ...question,
    drafts,
    again,
    goesOn,
    title: titleOf(drafts, {again, goesOn}),
    lines,
    opened: lines,
    form,
    subject,
    dataAt: of && firstSeen(state, drafts, form, now),
    reread: of === undefined ? {status: 'read'} : {status: 'reading', began: now},
    priceSeen: form?.priceSeen,
    askedOf: {price: form?.priceSeen, lines},
    guards: [],
    doubts: [],
    payoff: payoffOf(state, drafts),
  };
  return [
    askedAnew(state, withDoubts(state, review), now),
    of === undefined ? [] : [{type: 'reread', review: question.number, of}],
  ];
}

/** Who asks for it reads the record once more; one reading at a time is enough. */
export function readAgain(review: Review, now: Moment): readonly [Review, readonly Command[]] {
  const of = recordOf(review.drafts, review.subject);
  if (of === undefined || review.reread.status === 'reading') return [review, []];
  return [
    {...review, reread: {status: 'reading', began: now}},
    [{type: 'reread', review: review.number, of}],
  ];
}

/** What the second reading says: the review goes on, with or without a guard, or is cancelled with a reason. */
export function reread(
  state: State,
  review: Review,
  answer: RereadAnswer,
  now: Moment,
): Review | {readonly cancelled: string} {
  const [draft] = review.drafts;
  switch (answer.kind) {
    case 'card': {
      if (answer.card === undefined) return {cancelled: 'The card is no longer listed.'};
      if (answer.card.active === false && draft?.kind === 'open')
        return {cancelled: 'The card is no longer active.'};
      if (draft?.kind === 'place' && !isAbout(answer.card, draft.symbol))
        return unread(state, review, 'Its card trades another option by now.', now);
      return withAnswer(state, review, {card: answer.card}, now);
    }
    case 'easyOption':
      if (answer.option === undefined) return {cancelled: 'The service no longer knows this Easy Option.'};
      if (isEnding(answer.option)) return {cancelled: `The Easy Option is ${answer.option.status} already.`};
      return withAnswer(state, review, {option: answer.option}, now);
    case 'orders': {
      const open = new Set(answer.orders.map(each => each.orderId));
      const left = review.drafts.filter(each => each.kind !== 'cancel' || open.has(each.orderId));
      // Of a replacement the answer to a further cancel tells what no list does: that it is final.
      if (left.length === 0 && review.again?.draft.kind === 'replace')
        return withAnswer(state, review, {orders: []}, now);
      if (left.length === 0) return {cancelled: 'The order is no longer among the open ones.'};
      return withAnswer(state, {...review, drafts: left}, {orders: answer.orders}, now);
    }
    case 'replaced':
      return rereadReplaced(state, review, answer, now);
    case 'failed':
      return unread(state, review, answer.fault.text, now);
    default:
      return answer satisfies never;
  }
}

/** The order as it is, and what of it has filled by now: the draft says what that was when it was confirmed. */
function rereadReplaced(
  state: State,
  review: Review,
  {order, fills}: Extract<RereadAnswer, {kind: 'replaced'}>,
  now: Moment,
): Review | {readonly cancelled: string} {
  const [draft] = review.drafts;
  if (draft?.kind !== 'replace') return review;
  const {isGone, card} = review.subject;
  if (isGone !== true && order === undefined)
    return {cancelled: 'The order is no longer among the open ones.'};
  const {sum: filled} = fillsTold(draft.orderId, fills);
  const drafts = draft.filled === filled ? review.drafts : [{...draft, filled}];
  const orders = order === undefined ? undefined : [order];
  return withAnswer(state, {...review, drafts}, {card, orders, fills, isGone}, now);
}

function unread(state: State, review: Review, reason: string, now: Moment): Review {
  return askedAnew(state, {...shownAnew(review), reread: {status: 'failed', reason}}, now);
}

/** A reading that succeeded makes up for data that was old: it was asked for, and is about to be seen. */
function withAnswer(state: State, review: Review, subject: Subject, now: Moment): Review {
  const isOld = review.guards.some(each => each.kind === 'stale');
  const read: Review = {
    ...shownAnew(review),
    guards: isOld ? review.guards.filter(each => each.kind !== 'stale') : review.guards,
    doubts: [],
    // What an answer says cannot be newer than the question.
    dataAt: review.reread.status === 'reading' ? review.reread.began : review.dataAt,
    reread: {status: 'read'},
    subject,
  };
  return askedAnew(state, withDoubts(state, withLines(state, read)), now);
}

function shownAnew(review: Review): Review {
  return {...review, revision: review.revision + 1, shownAt: undefined};
}

/** Brought up to what the desk holds by now; as armed as it was, unless it has to ask anew. */
export function broughtUp(state: State, review: Review, now: Moment): Review {
  const {subject, dataAt} = newest(state, review);
  const isNewer = dataAt !== review.dataAt;
  // A poll has told since what the second reading could not.
  const hasRead = isNewer && review.reread.status === 'failed';
  const next: Review = isNewer
    ? {...review, subject, dataAt, reread: hasRead ? {status: 'read'} : review.reread}
    : review;
  return askedAnew(state, withDoubts(state, withLines(state, next)), now);
}

/** Another doubt asks anew; a figure of one that was asked about follows the price that is shown. */
function withDoubts(state: State, review: Review): Review {
  const doubts = doubtsOf(state, review.drafts[0], priceOf(review), review.doubts, review.goesOn);
  if (JSON.stringify(doubts) === JSON.stringify(review.doubts)) return review;
  const isMore = doubts.length > review.doubts.length;
  return isMore ? {...shownAnew(review), doubts, notice: undefined} : {...review, doubts};
}

function withLines(state: State, review: Review): Review {
  const {drafts, subject} = review;
  const lines = linesOf(state, drafts, subject, review);
  const payoff = payoffOf(state, drafts);
  const isSame =
    lines.length === review.lines.length && lines.every((each, at) => isSameLine(each, review.lines[at]));
  return isSame ? review : {...review, lines, payoff};
}

const isSameLine = (one: ReviewLine, other: ReviewLine | undefined) =>
  one.label === other?.label && one.value === other.value && one.danger === other.danger;

/**
 * Asks by another key, and to be seen anew, where what was asked about has gone beyond what it may. A guard
 * that was raised stays: what is to be confirmed is no longer what was first shown.
 */
function askedAnew(state: State, review: Review, now: Moment): Review {
  const {askedOf, guards, lines} = review;
  const {priceTolerance} = state.settings.guardrails;
  const price = priceOf(review);
  const what = changedLabel(askedOf.lines, lines);
  const kept = (kind: Guard['kind']) => guards.filter(each => each.kind !== kind);
  const isAgain = guards.some(each => each.kind === 'moved');
  if (price !== undefined && isBeyond(askedOf.price, price, priceTolerance))
    return askedBy(state, now, {
      ...review,
      guards: [...kept('moved'), {kind: 'moved', to: price, again: isAgain}],
      askedOf: {...askedOf, price},
    });
  if (what !== undefined)
    return askedBy(state, now, {
      ...review,
      guards: [...kept('changed'), {kind: 'changed', what}],
      askedOf: {...askedOf, lines},
    });
  if (!isOld(state, review, now) || guards.some(each => each.kind === 'stale')) {
    // The first price that is known is the one to be compared with.
    return askedOf.price === undefined && price !== undefined
      ? {...review, askedOf: {...askedOf, price}, priceSeen: review.priceSeen ?? price}
      : review;
  }
  return shownAnew({...review, guards: [...guards, {kind: 'stale'}], notice: undefined});
}

/** There may be more than one reason. */
function askedBy(state: State, now: Moment, review: Review): Review {
  return askedAnew(state, shownAnew({...review, notice: undefined}), now);
}

/** Whether what it tells is too old to go by, or could not be read again. */
export function isOld({settings, pane}: State, review: Review, now: Moment): boolean {
  const {dataAt, reread, drafts} = review;
  if (dataAt === undefined || reread.status === 'reading') return false;
  // Three of the periods by which its list is polled: those of a pane behind are longer.
  const periodMs = basePeriod(settings, pane === listOf(drafts));
  return reread.status === 'failed' || age(dataAt, now) > 3 * periodMs;
}

/** What is bought or sold would be another thing with another of these. */
const settled: readonly string[] = ['Card', 'Direction', 'Target', 'Trigger', 'Expires', 'Symbol'];

function changedLabel(before: readonly ReviewLine[], after: readonly ReviewLine[]): string | undefined {
  const old = new Map(before.map(each => [each.label, each.value]));
  return after.find(
    each => settled.includes(each.label) && old.has(each.label) && old.get(each.label) !== each.value,
  )?.label;
}

/** The ask that a review buys or sells by, as it is known now. */
export function priceOf({drafts, subject}: Pick<Review, 'drafts' | 'subject'>): Decimal | undefined {
  const kind = drafts[0]?.kind;
  return kind === 'open' || kind === 'place' || kind === 'replace'
    ? subject.card?.currentAskPrice
    : undefined;
}

function isBeyond(from: Decimal | undefined, to: Decimal, tolerance: number): boolean {
  const percent = from === undefined ? undefined : movedPercent(from, to);
  return percent !== undefined && Math.abs(Number(percent)) > tolerance;
}

/** How far a price has moved, in percent to two places; undefined where it moved from nothing. */
export function movedPercent(from: Decimal, to: Decimal): Decimal | undefined {
  return compare(from, '0') <= 0 ? undefined : divide(multiply(subtract(to, from), '100'), from, 2);
}
