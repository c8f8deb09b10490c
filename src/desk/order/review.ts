import {compare} from '../../api/wire/decimal.ts';
import type {Decimal} from '../../api/wire/records.ts';
import {leftBy, openingCurrency} from '../gate/gate.ts';
import {currentWrite, type Draft, type Intent, isAtCancel, kindOf, sentKindOf} from '../intents/intent.ts';
import {hasWays, isAmend, otherWay} from '../intents/kinds/amend.ts';
import type {ReviewFacts, ReviewLine, Subject} from '../intents/kinds/kind.ts';
import {isOpen} from '../intents/kinds/open.ts';
import type {Command, RereadAnswer} from '../messages.ts';
import {age, basePeriod, freshness} from '../model/freshness.ts';
import type {Moment} from '../model/moment.ts';
import type {Guard, Review} from '../review.ts';
import type {State} from '../state.ts';
import {amountWords} from '../words/amounts.ts';
import {asReducing} from './closing.ts';
import {comparedWith, doubtsOf, fillsAtOnce} from './doubts.ts';
import {proposedLines} from './proposal-review.ts';
import {newQuestion} from './questions.ts';
import {
  contractBehind,
  firstSeen,
  listedNow,
  listOf,
  movedPercent,
  newest,
  payoffOf,
  recordOf,
} from './reading.ts';
import type {Form} from './ticket/ticket.ts';

export type Sending = Pick<Review, 'again' | 'goesOn' | 'proposal'> & Partial<Pick<Review, 'form'>>;

/**
 * A review shows in full what will be sent, bound to the ids in its drafts. It reads its record again when it
 * opens, follows every poll, and asks again if the facts behind the question have changed.
 */
export function openReview(
  state: State,
  drafts: readonly Draft[],
  form: Form | undefined,
  {again, goesOn, proposal, ...given}: Subject & Sending,
  now: Moment,
): readonly [Review, readonly Command[]] {
  const question = newQuestion(state);
  const subject = listedNow(state, drafts, given) ?? given;
  const lines = linesOf(state, drafts, subject, {again, goesOn, proposal, form});
  const priceSeen = form?.priceSeen ?? proposal?.priceSeen;
  const of = recordOf(drafts, subject);
  const review: Review = {
    ...question,
    drafts,
    again,
    goesOn,
    proposal,
    title: titleOf(drafts, {again, goesOn}),
    lines,
    opened: lines,
    form,
    subject,
    dataAt: of && firstSeen(state, drafts, form, now),
    reread: of === undefined ? {status: 'read'} : {status: 'reading', began: now},
    priceSeen,
    askedOf: {price: priceSeen, lines},
    guards: [],
    doubts: [],
    payoff: payoffOf(state, drafts, subject),
  };
  return [
    askedAnew(state, withDoubts(state, review), now),
    of === undefined ? [] : [{type: 'reread', review: question.number, of}],
  ];
}

export function hasOtherWay({drafts: [draft], goesOn}: Review): boolean {
  return draft !== undefined && isAmend(draft) && hasWays(draft) && goesOn === undefined;
}

export function takeOtherWay(state: State, review: Review): Review {
  const drafts = review.drafts.map(each => (isAmend(each) ? asReducing(state, otherWay(each)) : each));
  const doubts = review.doubts.filter(each => each.kind !== 'overfill');
  return withDoubts(state, withLines(state, {...shownAnew(review), drafts, doubts, notice: undefined}));
}

export function readAgain(review: Review, now: Moment): readonly [Review, readonly Command[]] {
  const of = recordOf(review.drafts, review.subject);
  if (of === undefined || review.reread.status === 'reading') return [review, []];
  return [
    {...review, reread: {status: 'reading', began: now}},
    [{type: 'reread', review: review.number, of}],
  ];
}

export function reread(
  state: State,
  review: Review,
  answer: RereadAnswer,
  now: Moment,
): Review | {readonly cancelled: string} {
  if (answer.kind === 'failed') return unread(state, review, answer.fault.text, now);
  const [draft] = review.drafts;
  if (draft === undefined) return review;
  const found = kindOf(draft).found(draft, answer, review.subject);
  if ('unread' in found) return unread(state, review, found.unread, now);
  if ('subject' in found) {
    const {subject, learned} = found;
    // The confirming key is bound to the identity of a draft.
    const drafts = learned === undefined ? review.drafts : [{...draft, ...learned}];
    return withAnswer(state, {...review, drafts}, subject, now);
  }
  // No list shows that a cancel is final. Only the answer to another cancel does.
  return review.again !== undefined && isAtCancel(review.again)
    ? withAnswer(state, review, {orders: []}, now)
    : {cancelled: found.gone};
}

function unread(state: State, review: Review, reason: string, now: Moment): Review {
  return askedAnew(state, {...shownAnew(review), reread: {status: 'failed', reason}}, now);
}

/** A successful read clears the stale guard: the person asked for it and will see its result. */
function withAnswer(state: State, review: Review, subject: Subject, now: Moment): Review {
  const isOld = review.guards.some(each => each.kind === 'stale');
  const read: Review = {
    ...shownAnew(review),
    guards: isOld ? review.guards.filter(each => each.kind !== 'stale') : review.guards,
    doubts: [],
    // An answer cannot be newer than its question.
    dataAt: review.reread.status === 'reading' ? review.reread.began : review.dataAt,
    reread: {status: 'read'},
    subject,
  };
  return askedAnew(state, withDoubts(state, withLines(state, read)), now);
}

function shownAnew(review: Review): Review {
  return {...review, revision: review.revision + 1, shownAt: undefined};
}

export function broughtUp(state: State, review: Review, now: Moment): Review {
  const {subject, dataAt} = newest(state, review);
  const isNewer = dataAt !== review.dataAt;
  // A poll has since shown what the second read could not.
  const hasRead = isNewer && review.reread.status === 'failed';
  const next: Review = isNewer
    ? {...review, subject, dataAt, reread: hasRead ? {status: 'read'} : review.reread}
    : review;
  return askedAnew(state, withDoubts(state, withLines(state, next)), now);
}

function withDoubts(state: State, review: Review): Review {
  const doubts = doubtsOf(state, review.drafts[0], priceOf(review), review.doubts, review.goesOn);
  if (JSON.stringify(doubts) === JSON.stringify(review.doubts)) return review;
  const isMore = doubts.length > review.doubts.length;
  return isMore ? {...shownAnew(review), doubts, notice: undefined} : {...review, doubts};
}

function withLines(state: State, review: Review): Review {
  const {drafts, subject} = review;
  const lines = linesOf(state, drafts, subject, review);
  const payoff = payoffOf(state, drafts, subject);
  const isSame =
    lines.length === review.lines.length && lines.every((each, at) => isSameLine(each, review.lines[at]));
  return isSame ? review : {...review, lines, payoff};
}

const isSameLine = (one: ReviewLine, other: ReviewLine | undefined) =>
  one.label === other?.label && one.value === other.value && one.danger === other.danger;

/**
 * Raises a guard and asks for another key if a fact behind the question moved too far. A guard is never dropped
 * while the review is open: the text to confirm is no longer the text first shown.
 */
function askedAnew(state: State, review: Review, now: Moment): Review {
  const {askedOf, guards, lines} = review;
  const {priceTolerance} = state.settings.guardrails;
  const price = priceOf(review);
  const what = changedLabel(askedOf.lines, lines);
  const kept = (kind: Guard['kind']) => guards.filter(each => each.kind !== kind);
  if (price !== undefined && isWorse(review, price, priceTolerance))
    return askedBy(state, now, {
      ...review,
      guards: [...kept('moved'), {kind: 'moved', to: price}],
      askedOf: {...askedOf, price},
    });
  if (what !== undefined)
    return askedBy(state, now, {
      ...review,
      guards: [...kept('changed'), {kind: 'changed', what}],
      askedOf: {...askedOf, lines},
    });
  if (!isOld(state, review, now) || guards.some(each => each.kind === 'stale')) {
    return askedOf.price === undefined && price !== undefined
      ? {...review, askedOf: {...askedOf, price}, priceSeen: review.priceSeen ?? price}
      : review;
  }
  return shownAnew({...review, guards: [...guards, {kind: 'stale'}], notice: undefined});
}

function askedBy(state: State, now: Moment, review: Review): Review {
  return askedAnew(state, shownAnew({...review, notice: undefined}), now);
}

export function isOld({settings, pane}: State, review: Review, now: Moment): boolean {
  const {dataAt, reread, drafts} = review;
  if (dataAt === undefined || reread.status === 'reading') return false;
  // Uses the base period: polls of a background pane are slower.
  const periodMs = basePeriod(settings, pane === listOf(drafts));
  return reread.status === 'failed' || age(dataAt, now) > 3 * periodMs;
}

/** A change of any of these lines changes what is traded. */
const settled: readonly string[] = ['Card', 'Direction', 'Target', 'Trigger', 'Expires', 'Symbol'];

function changedLabel(before: readonly ReviewLine[], after: readonly ReviewLine[]): string | undefined {
  const old = new Map(before.map(each => [each.label, each.value]));
  return after.find(
    each => settled.includes(each.label) && old.has(each.label) && old.get(each.label) !== each.value,
  )?.label;
}

export function priceOf({subject}: Pick<Review, 'subject'>): Decimal | undefined {
  return subject.card?.currentAskPrice;
}

/**
 * The ask rose against what was agreed to last, beyond the tolerance. The limit of a passive order rules, and
 * so does the cap of an opening.
 */
function isWorse({askedOf, drafts: [draft]}: Review, to: Decimal, tolerance: number): boolean {
  const order = draft && kindOf(draft).places(draft);
  if (order !== undefined && !fillsAtOnce(order, {price: to, of: 'ask'})) return false;
  if (draft !== undefined && isOpen(draft) && draft.cap !== undefined) return false;
  const percent = askedOf.price === undefined ? undefined : movedPercent(askedOf.price, to);
  return percent !== undefined && Number(percent) > tolerance;
}

/** Nothing is sent beyond the cap of an opening. */
export function beyondCap(review: Review): string | undefined {
  const [draft] = review.drafts;
  const ask = priceOf(review);
  if (draft === undefined || !isOpen(draft) || draft.cap === undefined || ask === undefined) return undefined;
  return compare(ask, draft.cap) <= 0
    ? undefined
    : `The ask ${amountWords(ask)} is above your ${amountWords(draft.cap)}`;
}

// Amounts come from documented fields or are computed from them; symbols are shown, never parsed.

export function titleOf(
  drafts: readonly Draft[],
  {again, goesOn}: Pick<Review, 'again' | 'goesOn'> = {},
): string {
  if (goesOn !== undefined) return 'Send the new order';
  const [draft] = drafts;
  const title = draft === undefined ? '' : kindOf(draft).words.title;
  return again === undefined ? title : `${title} again`;
}

export function linesOf(
  state: State,
  drafts: readonly Draft[],
  subject: Subject,
  {again, goesOn, proposal, form}: Sending = {},
): ReviewLine[] {
  const {settings, link} = state;
  const environment = link.venue === 'PAPER' ? `PAPER ${settings.host}` : `LIVE ${settings.host}`;
  const accountId = subject.option?.accountId ?? link.accountId;
  const account = [settings.account, ...(accountId === undefined ? [] : [`#${accountId}`])].join(' ');
  return [
    {label: 'Environment', value: environment, danger: link.venue !== 'PAPER'},
    {label: 'Account', value: account},
    ...proposedLines(state, {proposal, subject, drafts}),
    ...againLines(again),
    ...drafts.flatMap(draft => kindOf(draft).review(draft, factsOf(state, subject, goesOn))),
    ...(form?.fields ?? []).flatMap(({sized}) => (sized === undefined ? [] : {label: 'Sized', value: sized})),
    ...(again === undefined && goesOn === undefined
      ? drafts.flatMap(draft => leavesLines(state, draft))
      : []),
  ];
}

function leavesLines(state: State, draft: Draft): ReviewLine[] {
  const left = leftBy(state, draft);
  return left === undefined ? [] : [{label: 'Leaves', value: left.words, danger: left.isBeyond}];
}

function againLines(again: Intent | undefined): ReviewLine[] {
  if (again === undefined) return [];
  const {outcomes} = sentKindOf(currentWrite(again).draft);
  const value = isAtCancel(again) ? 'the response shows whether the order is final' : outcomes.again;
  return [{label: 'Sent before', value, danger: true}];
}

function factsOf(state: State, subject: Subject, goesOn: Intent | undefined): ReviewFacts {
  const {feeds, cardFacts, portfolio, link} = state;
  return {
    subject,
    currency: openingCurrency(state),
    cards: {rows: feeds.cards.rows, lasting: cardFacts},
    areCardsFresh: freshness(state, 'cards').kind === 'fresh',
    contractBehind: order => contractBehind(state, order),
    fillsAtOnce: order => fillsAtOnce(order, comparedWith(feeds, order, subject.card?.currentAskPrice)),
    held: ({symbol, positionId}) =>
      portfolio.account.positions.find(each => each.positionId === positionId && each.symbol === symbol)?.net,
    fillsListed: link.fillsListed,
    isGoingOn: goesOn !== undefined,
  };
}
