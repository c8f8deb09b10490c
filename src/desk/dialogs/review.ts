import {age} from '../../account/model/moment.ts';
import {payoffOf as atExpiry, type Leg} from '../../account/resources/payoff.ts';
import {payoffWords} from '../../account/words/records.ts';
import {number} from '../../account/words/text.ts';
import {absolute, both, relative, seconds} from '../../account/words/times.ts';
import {serviceClock, serviceNow} from '../../core/intents/clock.ts';
import {draftWords} from '../../core/intents/words.ts';
import type {Proposal} from '../../core/proposals/proposal.ts';
import {type Dialog, type Press, questionKeys, show} from '../dialog.ts';
import {keyApart, keyInWords, labelOf} from '../key-words.ts';
import {keyOf} from '../keys.ts';
import {tell} from '../notices.ts';
import {whyHeldNow} from '../order/gate-now.ts';
import type {Guard, OrderPayoff, Review} from '../order/ordering.ts';
import {isGuarded, respond} from '../order/questions.ts';
import {payoffOf, sinceWords, titleOf, whyNoPayoff} from '../order/review-lines.ts';
import {
  awaitsRead,
  beyondCap,
  confirm,
  dataAtOf,
  followReview,
  isOld,
  leaveReview,
  priceOf,
  refreshReview,
} from '../order/reviewing.ts';
import {decides} from '../order/tickets/line-parts.ts';
import type {ReviewLine} from '../order/tickets/ticket.ts';
import {ticketOf} from '../order/tickets/tickets.ts';
import type {OverlayOf} from '../overlay.ts';
import {type AskSheet, type Fact, notice, question, remark, type Span, text, title} from '../sheet.ts';
import type {State, Step} from '../state.ts';
import {askReason, declineAllOf, editingForm} from './proposals.ts';

const untilRead = 'Wait for the read, at most 5 s: then press the key shown';

export const review = {
  follow: followReview,
  keys: [...questionKeys, 'refresh', 'accept', 'declineAll'],
  press: (state, shown, press) => {
    if (press.action === 'refresh' && press.key.name !== shown.key)
      return refreshReview(state, shown, press.now);
    if (shown.proposal !== undefined) {
      const answered = answerProposal(state, shown, shown.proposal, press);
      if (answered !== undefined) return answered;
    }
    return respond(state, shown, press, {
      yes: heard => confirm(heard, shown, press.now),
      no: () => leaveReview(state, shown),
      unready: state.intents.viewing ?? (awaitsRead(state, shown) ? untilRead : whyUnready(state, shown)),
    });
  },
  sheet: reviewSheet,
} satisfies Dialog<'review'>;

const whyUnready = (state: State, shown: Review) =>
  beyondCap(shown) ?? whyHeldNow(state, shown.draft, shown.again);

/** The question takes the other keys. */
function answerProposal(
  state: State,
  {subject, draft, key}: Review,
  proposal: Proposal,
  {action, now, ...press}: Press,
): Step | undefined {
  if (press.key.name === key) return undefined;
  switch (action) {
    case 'no':
      return askReason(state, proposal.id, draftWords(proposal.draft));
    case 'declineAll':
      return declineAllOf(state, proposal, now);
    case 'accept': {
      const form = editingForm(state, draft, subject.card);
      return form === undefined
        ? [tell(state, 'This write has nothing to edit.', 'info', now), []]
        : show(state, {kind: 'form', form: {...form, proposal}});
    }
    default:
      return undefined;
  }
}

const proposalWays = [
  ['accept', 'edit'],
  ['no', 'decline'],
  ['declineAll', 'all of the proposer'],
] as const;

function waysOf({settings: {bindings}}: State) {
  const row = proposalWays.map(([action, does]) => ({
    text: `${labelOf(bindings, action, 'review')} ${does}  `,
    spoken: `${keyApart(keyOf(bindings, action, 'review'))}, to ${does}. `,
  }));
  return {is: 'way', row, tone: 'accent'} as const;
}

/** Speech gets fixed times: nobody hears the end of a text that changes every second. */
function ageOf(state: State, review: Review) {
  const {guards, reread} = review;
  const known = dataAtOf(state, review);
  const dataAt = known ?? state.now;
  const isStale = guards.some(each => each.kind === 'stale');
  return {
    isKnown: known !== undefined,
    isStaleNow: isStale && isOld(state, review, state.now),
    isReading: reread.status === 'reading',
    old: `${seconds(age(dataAt, state.now))} old`,
    of: `of ${serviceClock(state, dataAt.wall)}`,
    key: labelOf(state.settings.bindings, 'refresh', 'review'),
  };
}

type Age = ReturnType<typeof ageOf>;

function reviewSheet(state: State, review: OverlayOf<'review'>): AskSheet {
  const {draft, subject, doubts, reread, guards} = review;
  const data = ageOf(state, review);
  const aside = ` · ${data.isReading ? 'reading…' : `data ${data.old}`}`;
  const payoff = payoffOf(state, draft, subject);
  const why = whyNoPayoff(state, draft, subject);
  const insist = isGuarded(review) ? ' anyway' : '';
  const does = review.again ? 'resend' : ticketOf(draft).does(draft, number);
  const doubted = doubts.map(({text, short}) => ({text: `${text}.`, short}));
  return [
    {...title(titleOf(state, review)), aside: data.isKnown ? {text: aside, tone: 'dim'} : undefined},
    {is: 'facts', facts: factsOf(state, review)},
    ...(reread.status === 'failed' ? [remark(`Refresh failed: ${reread.reason}`, 'danger')] : []),
    ...(data.isKnown ? [dataLine(data)] : []),
    remark('', 'plain', {row: [], drawn: 'many'}),
    {is: 'text', row: doubted, between: ' · ', areApart: true, tone: 'danger', drawn: 'always'},
    ...guards.map(guard => warning(guardWords(review, guard, data))),
    ...notice(review),
    {
      ...question(state, review, does, insist),
      isReading: awaitsRead(state, review),
      held: whyHeldNow(state, draft, review.again),
      ...backOf(state, review),
    },
    ...(review.proposal === undefined ? [] : [waysOf(state)]),
    ...(payoff === undefined ? [] : payoffBlocks(payoff)),
    ...(why === '' ? [] : [remark(why, 'dim', {drawn: 'many'})]),
  ];
}

/** The payoff of the position in the underlying and expiry, before and after the order. */
function payoffBlocks(payoff: OrderPayoff): AskSheet {
  const {contract, before, after, isWorstCase, isOverfilled, notDrawn} = payoff;
  const isContract = before.length === 0;
  const others = notDrawn === 0 ? [] : [`excl. ${notDrawn} held, not drawn`];
  const told = (when: string, legs: readonly Leg[]) => {
    const words = payoffWords(atExpiry(legs)).map(each => each.text);
    return remark(`${when}: ${[words, others].flat().join(' · ')}`, 'plain', {drawn: 'many'});
  };
  const worst = (isIt: boolean) => (isIt ? ', worst case' : '');
  const of = {legs: isContract ? [contract] : after, isContract};
  return [
    ...(isContract
      ? others.map(each => remark(`The contract alone, ${each}`, 'plain', {drawn: 'many'}))
      : [
          told(`Held before${worst(isWorstCase)}`, before),
          told(`Held after${worst(isWorstCase || isOverfilled)}`, after),
        ]),
    {is: 'chart', of, isApart: true},
  ];
}

function backOf({settings}: State, {proposal}: Review) {
  const {bindings} = settings;
  const spoken = keyInWords(keyOf(bindings, 'back', 'review'));
  return proposal === undefined ? {} : {back: {text: labelOf(bindings, 'back', 'review'), spoken}};
}

function dataLine({isStaleNow, isReading, old, of, key}: Age) {
  const then = isReading ? 'refreshing…' : `${key} refresh`;
  // The guard already says it, in the danger colour.
  const seen = isStaleNow && !isReading ? '' : `Quote ${old} · ${then}`;
  return text(seen, 'dim', {
    row: [{text: seen, spoken: `Quote ${of}`}],
    most: 1,
    drawn: 'many',
    isSaidOnce: true,
  });
}

function factsOf(state: State, {lines, opened}: Review): readonly Fact[] {
  const now = serviceNow(state);
  const before = new Map(opened.map(each => [each.label, each]));
  const spanOf = ({value, short = value, at}: ReviewLine): Span =>
    at === undefined
      ? {text: value, short}
      : {text: both(at, now), short: relative(at, now), spoken: absolute(at)};
  return lines.map(line => {
    const was = before.get(line.label);
    const isOther = was !== undefined && was.value !== line.value;
    return {...line, decides: decides(line), value: spanOf(line), was: isOther ? spanOf(was) : undefined};
  });
}

function guardWords(review: Review, guard: Guard, {isStaleNow, old, of, key}: Age): Span {
  switch (guard.kind) {
    case 'moved': {
      const {priceSeen: from = '0'} = review;
      // The second price is the one in the review.
      const moved = sinceWords(from, priceOf(review) ?? from);
      return {text: `Price moved ${moved}`, short: `MOVED ${moved}`};
    }
    case 'changed':
      return {text: `${guard.what} has changed: check again.`, short: `CHANGED: ${guard.what}`};
    case 'stale': {
      if (!isStaleNow) return {text: 'Old data was refreshed.', short: 'DATA REFRESHED'};
      const spoken = `The data is old, ${of}: ${key} refresh.`;
      return {text: `The data is ${old}: ${key} refresh.`, short: `THE DATA IS ${old}`, spoken};
    }
    default:
      return guard satisfies never;
  }
}

const warning = (span: Span) => text(span.text, 'danger', {row: [span], drawn: 'always'});
