import {isAmend, stepsWords} from '../intents/kinds/amend.ts';
import type {ReviewLine} from '../intents/kinds/kind.ts';
import {kindOf} from '../intents/kinds/kinds.ts';
import {serviceClock, serviceNow} from '../intents/looks.ts';
import {draftWords} from '../intents/words.ts';
import {keyOf} from '../keys.ts';
import {age} from '../model/freshness.ts';
import type {OverlayOf} from '../model/overlay.ts';
import {tell} from '../notices.ts';
import {doubtWords} from '../order/doubts.ts';
import {isGuarded, respond} from '../order/questions.ts';
import {awaitsRead, beyondCap, confirm, isOld, leaveReview, priceOf, refreshReview} from '../order/review.ts';
import {accountLines, movedPercent, titleOf, whyNoPayoff} from '../order/review-lines.ts';
import {nounOf, severalTitle, severalWords} from '../order/several/queue.ts';
import {
  closeSums,
  confirmSeveral,
  gatherSeveral,
  meant,
  type SeveralReview,
  severalDrafts,
  widened,
} from '../order/several/review.ts';
import {markedOn} from '../order/several/rows.ts';
import type {Guard, OrderPayoff, Review} from '../order/state.ts';
import {close, type Dialog, type Press, questionKeys, scrolled, scrollKeys, show} from '../overlay.ts';
import type {Proposal} from '../proposals/proposal.ts';
import {type Leg, payoffOf} from '../resources/payoff.ts';
import {
  type Block,
  type Fact,
  items,
  keys,
  notice,
  question,
  type Sheet,
  type Span,
  scrolls,
  text,
  title,
  where,
} from '../sheet.ts';
import type {State} from '../state.ts';
import type {Step} from '../step.ts';
import {keyApart, keyInWords, labelOf} from '../words/keys.ts';
import {payoffWords} from '../words/records.ts';
import {flat, number, signed} from '../words/text.ts';
import {absolute, both, relative, seconds} from '../words/times.ts';
import {askReason, declineAllOf, editingForm} from './proposals.ts';

declare module '../model/overlay.ts' {
  interface Overlays {
    readonly review: Review;
    readonly several: SeveralReview;
  }
}

const untilRead = 'Wait for the read, at most 5 s: then press the key shown';

export const review = {
  called: 'questions',
  keys: [...questionKeys, 'refresh', 'accept', 'declineAll'],
  press: (state, shown, press) => {
    if (press.action === 'refresh' && press.key.name !== shown.key)
      return refreshReview(state, shown, press.now);
    if (shown.proposal !== undefined) {
      const answered = answerProposal(state, shown, shown.proposal, press);
      if (answered !== undefined) return answered;
    }
    return respond(state, shown, press, {
      yes: () => confirm(state, shown, press.key, press.now),
      no: () => leaveReview(state, shown),
      unready: state.intents.viewing ?? (awaitsRead(state, shown) ? untilRead : beyondCap(shown)),
    });
  },
  sheet: reviewSheet,
} satisfies Dialog<'review'>;

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
        ? [tell(state, 'It has nothing to edit.', 'info', now), []]
        : show(state, {kind: 'form', form: {...form, proposal}});
    }
    default:
      return undefined;
  }
}

const proposalWays = [
  ['accept', 'edit'],
  ['no', 'decline'],
  ['declineAll', 'all by it'],
] as const;

type Way = readonly ['accept' | 'no' | 'declineAll', string];

function waysOf({settings: {bindings}}: State, ways: readonly Way[]): Block {
  const row = ways.map(([action, does]) => ({
    text: `${labelOf(bindings, action, 'review')} ${does}  `,
    spoken: `${keyApart(keyOf(bindings, action, 'review'))}, to ${does}. `,
  }));
  return {is: 'way', row, tone: 'accent'};
}

/** Speech gets fixed times: nobody hears the end of a text that changes every second. */
function ageOf(state: State, review: Review) {
  const {dataAt = state.now, guards, reread} = review;
  const isStale = guards.some(each => each.kind === 'stale');
  return {
    isStale,
    isStaleNow: isStale && isOld(state, review, state.now),
    isReading: reread.status === 'reading',
    old: `${seconds(age(dataAt, state.now))} old`,
    of: `of ${serviceClock(state, dataAt.wall)}`,
    key: labelOf(state.settings.bindings, 'refresh', 'review'),
  };
}

type Age = ReturnType<typeof ageOf>;

function reviewSheet(state: State, review: OverlayOf<'review'>): Sheet {
  const {dataAt, doubts, payoff, reread, guards} = review;
  const data = ageOf(state, review);
  const why = whyNoPayoff(state, review.draft, review.subject);
  const insist = isGuarded(review) ? ' anyway' : '';
  const figures = doubts.map(each => ({text: doubtWords(each).short}));
  return [
    {...title(titleOf(review)), aside: dataAt === undefined ? undefined : asideOf(data)},
    {is: 'facts', facts: factsOf(state, review)},
    ...(reread.status === 'failed'
      ? [text(`Refresh failed: ${reread.reason}`, 'danger', {yields: true})]
      : []),
    ...(dataAt === undefined ? [] : [dataLine(data)]),
    {is: 'gap'},
    ...doubts.map(each => text(`${doubtWords(each).text}.`, 'danger', {on: 'many'})),
    {is: 'text', row: figures, between: ' · ', tone: 'danger', on: 'few'},
    ...guards.flatMap(guard => guardBlocks(review, guard, data)),
    ...notice(review),
    {
      ...question(state, review, doesWords(review), insist),
      isReading: awaitsRead(state, review),
      ...backOf(state, review),
    },
    ...(review.proposal === undefined ? [] : [waysOf(state, proposalWays)]),
    ...(payoff === undefined ? [] : payoffBlocks(payoff, state)),
    ...(why === '' ? [] : [text(why, 'dim', {yields: true, on: 'many'})]),
  ];
}

/** The payoff of the position in the underlying and expiry, before and after the order. */
function payoffBlocks({contract, before, after, isWorstCase}: OrderPayoff, {look}: State): readonly Block[] {
  const isContract = before.length === 0;
  const told = (when: string, legs: readonly Leg[]) => {
    const words = payoffWords(payoffOf(legs)).map(each => each.text);
    return text(`${when}: ${words.join(' · ')}`, 'plain', {yields: true, on: 'many'});
  };
  const worst = isWorstCase ? ', worst case' : '';
  const of = {legs: isContract ? [contract] : after, isContract};
  return [
    ...(isContract ? [] : [told(`Held before${worst}`, before), told(`Held after${worst}`, after)]),
    {is: 'chart', of, isAscii: look.ascii, isApart: true},
  ];
}

function backOf({settings}: State, {proposal}: Review) {
  const {bindings} = settings;
  const spoken = keyInWords(keyOf(bindings, 'back', 'review'));
  return proposal === undefined ? {} : {back: {text: labelOf(bindings, 'back', 'review'), spoken}};
}

function asideOf({isStale, isStaleNow, isReading, old}: Age): Span {
  const words = isStaleNow
    ? `DATA ${old.replace(/old$/, 'OLD')}`
    : isReading
      ? 'reading…'
      : isStale
        ? `WAS STALE, now ${old.replace(/ old$/, '')}`
        : `data ${old}`;
  return {text: ` · ${words}`, tone: isStale ? 'danger' : 'dim'};
}

function dataLine({isStaleNow, isReading, old, of, key}: Age): Block {
  const then = isReading ? 'refreshing…' : `${key} refresh`;
  // The guard already says it, in the danger colour.
  const seen = isStaleNow && !isReading ? '' : `Quote ${old} · ${then}`;
  return text(seen, 'dim', {
    row: [{text: seen, spoken: `Quote ${of}`}],
    most: 1,
    on: 'many',
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
    const {label, note, danger, isSent} = line;
    const was = before.get(label);
    const isOther = was !== undefined && was.value !== line.value;
    return {label, value: spanOf(line), was: isOther ? spanOf(was) : undefined, note, danger, isSent};
  });
}

function doesWords({draft, again, goesOn}: Review): string {
  if (again !== undefined) return 'resend';
  return goesOn === undefined ? kindOf(draft).words.does(draft, number) : 'place the rest';
}

function guardBlocks(review: Review, guard: Guard, {isStaleNow, old, of, key}: Age): readonly Block[] {
  switch (guard.kind) {
    case 'moved':
      return [warning(movedWords(review, guard))];
    case 'changed': {
      const {what} = guard;
      return [warning({text: `${what} has changed: check again.`, short: `CHANGED: ${what}`})];
    }
    case 'stale': {
      const span = isStaleNow
        ? {
            text: `The data is ${old}: ${key} refresh.`,
            spoken: `The data is old, ${of}: ${key} refresh.`,
          }
        : {text: 'The data was stale before.'};
      const brief = {text: isStaleNow ? `THE DATA IS ${old}` : 'DATA WAS STALE'};
      return [
        {...warning(span), on: 'many'},
        {...warning(brief), on: 'few without aside'},
      ];
    }
    default:
      return guard satisfies never;
  }
}

const warning = (span: Span) => text(span.text, 'danger', {row: [span]});

/** The second price is the one in the review. */
function movedWords(review: Review, {to}: Extract<Guard, {kind: 'moved'}>): Span {
  const [from = to, price = to] = [review.priceSeen, priceOf(review)];
  const percent = `${signed(movedPercent(from, price))} %`;
  const prices = `${number(from)} → ${number(price)}`;

  return {text: `Price moved ${prices} (${percent})`, short: `MOVED ${prices} (${percent})`};
}

export const several = {
  called: 'questions',
  isWide: true,
  keys: [...questionKeys, ...scrollKeys, 'refresh', 'otherWay'],
  press(state, overlay, press) {
    const {action, now} = press;
    if (action === 'otherWay') return show(state, {...widened(overlay), kind: 'several'});
    if (action === 'refresh') {
      const {of} = overlay;
      const ids = of.ids && markedOn(state, of.pane);
      return gatherSeveral(close(state), of.pane, {...of, ids}, now);
    }
    return (
      scrolled(state, overlay, action, meant(overlay).length) ??
      respond(state, overlay, press, {
        yes: () => confirmSeveral(state, overlay, press.key, now),
        unready: state.intents.viewing,
      })
    );
  },
  sheet: severalSheet,
} satisfies Dialog<'several'>;

function severalSheet(state: State, review: OverlayOf<'several'>): Sheet {
  const {notes, isOld, readAt, scroll} = review;
  const [warned = [], others = []] = [true, false].map(isWarned =>
    meant(review).filter(each => each.doubts.length > 0 === isWarned),
  );
  const listed = [...warned, ...others].map(({words, doubts}) =>
    [words, ...doubts.map(each => doubtWords(each).short).toReversed()].join(' · '),
  );
  const drafts = severalDrafts(review);
  const sums = closeSums(review);
  const old = {text: `The data is ${seconds(age(readAt, state.now))} old.`, spoken: 'The data is old'};
  return [
    title(severalTitle(drafts)),
    where(accountLines(state), {most: 2, decides: true}),
    {is: 'text', row: scopeOf(state, review), between: '', most: 2},
    ...(sums === '' ? [] : [text(sums, 'strong')]),
    {is: 'text', row: notes.map(text => ({text})), between: '. ', tone: 'warning', most: [1, 4]},
    items(state, 'several', {items: listed, warned: warned.length, at: scroll, most: 4}),
    keys(state, 'several', [[['refresh'], 'refresh']], {counts: 'always', scrolling: scrolls}),
    ...(isOld ? [text(old.text, 'danger', {row: [old], decides: true})] : []),
    ...notice(review),
    question(state, review, severalWords(drafts), isGuarded(review) ? ' anyway' : ''),
  ];
}

/** Never says "all" for a list that was not read completely. */
function scopeOf({settings}: State, review: SeveralReview): readonly Span[] {
  const {items, narrowed, isWide, listed} = review;
  const {pane, filter, ids} = review.of;
  const count = meant(review).length;
  const [draft] = severalDrafts(review);
  const marked = `${count} marked ${nounOf(pane, count)}`;
  if (ids !== undefined && draft && isAmend(draft) && draft.tradesLagMs > 0)
    return [{text: `${marked}; ${stepsWords(draft)}`}];
  if (ids !== undefined) return [{text: marked}];
  const all =
    listed === undefined
      ? `all ${items.length} open ${nounOf(pane, items.length)}`
      : `${items.length} of ${listed} open ${nounOf(pane, listed)}`;
  if (narrowed === undefined) return [{text: all}];
  const other = isWide ? `only ${flat(filter)}` : 'all';
  const key = labelOf(settings.bindings, 'otherWay', 'several');
  const spoken = keyApart(keyOf(settings.bindings, 'otherWay', 'several'));
  return [
    {text: isWide ? `${all}, ignoring the filter` : `${count} of ${listed ?? items.length}: ${flat(filter)}`},
    {text: `; ${key} ${other}`, spoken: `${spoken}, for ${other}`},
  ];
}
