import {compare, divide, multiply, subtract} from '../api/decimal.ts';
import type {Decimal, EasyOption, EasyOptionCard, Order} from '../api/resources.ts';
import {age, basePeriod} from './freshness.ts';
import type {Draft, Intent} from './intents/intent.ts';
import type {Command, RereadAnswer} from './messages.ts';
import type {Form, Guard, Moment, Review, State} from './state.ts';

/**
 * A review: what is about to be sent, in full, bound to the ids in its drafts. It reads its record again when it opens
 * and asks twice when what was seen no longer holds.
 */
type Line = Review['lines'][number];

/** What a review is made of beside its drafts: the record as it was seen. */
export type Subject = {
  readonly card?: EasyOptionCard | undefined;
  readonly option?: EasyOption | undefined;
  readonly orders?: readonly Order[] | undefined;
  /** What was sent once already, and is UNKNOWN. */
  readonly again?: Intent | undefined;
};

export function openReview(
  state: State,
  drafts: readonly Draft[],
  form: Form | undefined,
  subject: Subject,
  now: Moment,
): readonly [Review, readonly Command[]] {
  const number = state.counter + 1;
  const of = recordOf(drafts, subject);
  const review: Review = {
    number,
    revision: 1,
    drafts,
    again: subject.again,
    title: subject.again === undefined ? titleOf(drafts) : `${titleOf(drafts)} again`,
    lines: linesOf(state, drafts, subject),
    form,
    openedAt: now,
    reread: of === undefined ? {status: 'read', at: now, price: undefined} : {status: 'reading'},
    priceSeen: form?.priceSeen,
    guard: undefined,
    shownAt: undefined,
    notice: undefined,
    payoff: payoffOf(drafts, subject),
  };
  return [review, of === undefined ? [] : [{type: 'reread', review: number, of}]];
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
      return {kind: 'card', id: draft.cardId};
    case 'close':
      return {kind: 'easyOption', id: draft.easyOptionId};
    case 'cancel':
      return {kind: 'orders'};
    case 'place':
      return card === undefined ? undefined : {kind: 'card', id: card.id};
    case undefined:
      return undefined;
    default:
      return draft satisfies never;
  }
}

/** What the second reading says: the review goes on, with or without a guard, or it is cancelled with the reason. */
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
      if (isOver(answer.option)) return {cancelled: `The Easy Option is ${answer.option.status} already.`};
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

function isOver({status}: EasyOption): boolean {
  return status === 'CLOSED' || status === 'EXPIRED' || status === 'CLOSING';
}

/** The newest reading of a review's record: its own second one, or a poll since. */
export type Reading = {readonly at: Moment; readonly price: Decimal | undefined};

/** Guards that come with time: what was read grows old, or a poll saw the price elsewhere. */
export function watch(state: State, review: Review, newest: Reading, now: Moment): Review {
  const {settings} = state;
  const seen = review.priceSeen ?? (review.reread.status === 'read' ? review.reread.price : undefined);
  const ageMs = age(newest.at, now);
  const isOld =
    review.reread.status === 'read' && hasRecord(review) && ageMs > 3 * basePeriod(settings, true);
  const guard: Guard | undefined =
    movedBeyond(seen, newest.price, settings.guardrails.priceTolerance) ??
    (isOld ? {kind: 'stale', ageMs} : undefined);
  // A guard that has been raised stays: what was to be confirmed is no longer what was first shown.
  if (guard === undefined || !isNews(review.guard, guard, state.settings.guardrails.priceTolerance))
    return review;
  return {...review, guard, revision: review.revision + 1, shownAt: undefined, notice: undefined};
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

function titleOf(drafts: readonly Draft[]): string {
  if (drafts.length > 1) return `Cancel ${drafts.length} orders`;
  const kind = drafts[0]?.kind ?? 'cancel';
  return {
    open: 'Open an Easy Option',
    close: 'Close the Easy Option',
    place: 'Place a limit order',
    cancel: 'Cancel the order',
  }[kind];
}

function linesOf(state: State, drafts: readonly Draft[], subject: Subject): Line[] {
  const {settings, link} = state;
  const environment = link.venue === 'PAPER' ? `PAPER ${settings.host}` : `LIVE ${settings.host}`;
  const accountId = subject.option?.accountId ?? link.accountId;
  const account = [settings.account, ...(accountId === undefined ? [] : [`#${accountId}`])].join(' ');
  return [
    {label: 'Environment', value: environment, danger: link.venue !== 'PAPER'},
    {label: 'Account', value: account},
    ...againLines(subject.again),
    ...(drafts.length > 1 ? manyLines(drafts) : drafts.flatMap(draft => draftLines(draft, subject))),
  ];
}

/** A second sending is safe only as far as the service keeps its word about the first. */
function againLines(again: Intent | undefined): Line[] {
  if (again === undefined) return [];
  const value =
    again.draft.kind === 'place'
      ? 'with the same key: placed twice if the service has forgotten it'
      : 'it is listed as open still';
  return [{label: 'Sent before', value, danger: true}];
}

function manyLines(drafts: readonly Draft[]): Line[] {
  return drafts.flatMap(draft =>
    draft.kind === 'cancel'
      ? [
          {
            label: `#${draft.orderId}`,
            value: [draft.side, draft.size, draft.symbol, draft.price && `at ${draft.price}`]
              .filter(Boolean)
              .join(' '),
          },
        ]
      : [],
  );
}

function draftLines(draft: Draft, {card, option, orders}: Subject): Line[] {
  switch (draft.kind) {
    case 'open': {
      const ask = card?.currentAskPrice;
      return [
        {label: 'Card', value: `#${draft.cardId} ${card?.title ?? draft.title ?? ''}`},
        ...some('Direction', card && `${card.type} ${card.direction} ${card.underlying}`),
        ...some('Target', card?.targetPrice),
        ...some('Trigger', card?.triggerPrice),
        ...some('Ask', ask),
        {label: 'Investment', value: draft.investmentAmount, danger: true},
        ...some(
          'Buys',
          ask !== undefined && compare(ask, '0') > 0
            ? `${divide(draft.investmentAmount, ask, 6)} at the ask, before fees`
            : undefined,
        ),
      ];
    }
    case 'close':
      return [
        {label: 'Easy Option', value: `#${draft.easyOptionId} ${option?.cardName ?? ''}`},
        ...some('Status', option?.status),
        ...some('Direction', option?.direction),
        ...some('Quantity', option?.qty),
        ...some('Entry', option?.entryPrice),
        ...some(
          'Invested',
          option?.investmentAmount && `${option.investmentAmount} ${option.investmentCurrency ?? ''}`.trim(),
        ),
        ...some('P/L now', option?.pl),
      ];
    case 'place':
      return [
        {label: 'Symbol', value: draft.symbol},
        {label: 'Side', value: draft.side, danger: true},
        {label: 'Price', value: `${draft.price} LIMIT`},
        {label: 'Size', value: draft.size},
        {label: 'Notional', value: `${multiply(draft.price, draft.size)}, before fees`, danger: true},
        ...some('Position', draft.positionId && `#${draft.positionId}`),
        ...some('Ask', card?.currentAskPrice),
      ];
    case 'cancel': {
      const order = orders?.find(each => each.orderId === draft.orderId);
      return [
        {label: 'Order', value: `#${draft.orderId}`},
        ...some('Symbol', order?.symbol ?? draft.symbol),
        ...some('Side', order?.side ?? draft.side),
        ...some('Price', order?.price ?? draft.price),
        ...some('Size', order?.size ?? draft.size),
        ...some('Status', order?.status),
      ];
    }
    default:
      return draft satisfies never;
  }
}

function some(label: string, value: string | undefined | false): Line[] {
  return value === undefined || value === false || value === '' ? [] : [{label, value}];
}

/** Strike and type as the symbol spells them, where it does: `BTC-27NOV26-65000-C`. For a picture, not for money. */
function payoffOf(drafts: readonly Draft[], {card}: Subject): Review['payoff'] {
  const draft = drafts[0];
  if (draft?.kind !== 'place' && draft?.kind !== 'open') return undefined;
  const symbol =
    draft.kind === 'place' ? draft.symbol : (card?.currentOptionSymbol ?? card?.optionSymbol ?? '');
  const parts = /-(\d+(?:\.\d+)?)-([CP])(?:ALL|UT)?$/.exec(symbol);
  const premium = Number(draft.kind === 'place' ? draft.price : card?.currentAskPrice);
  if (parts === null || !(premium > 0)) return undefined;
  const size = draft.kind === 'place' ? Number(draft.size) : Number(draft.investmentAmount) / premium;
  return {
    strike: Number(parts[1]),
    type: parts[2] === 'C' ? 'CALL' : 'PUT',
    premium,
    size,
    side: draft.kind === 'place' ? draft.side : 'BUY',
  };
}
