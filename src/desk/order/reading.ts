import type {EasyOptionCard} from '../../api/wire/records.ts';
import {tradedAs} from '../feeds/joins.ts';
import type {Draft} from '../intents/intent.ts';
import type {Command} from '../model/messages.ts';
import type {Moment} from '../model/moment.ts';
import type {Review, Subject} from '../model/review.ts';
import {rowById} from '../model/rows.ts';
import type {State} from '../model/state.ts';
import type {FeedPane} from '../model/vocabulary.ts';
import type {Form} from './ticket/ticket.ts';

/** The record that a form or a review stands on: where it is read again, and the newest that the desk holds. */

/** What is to be read again; a new order stands on the card that it was prefilled from, or on nothing. */
export function recordOf(
  drafts: readonly Draft[],
  {card, isGone = false}: Subject,
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
    case 'replace':
      return {kind: 'replaced', orderId: draft.orderId, isGone};
    case undefined:
      return undefined;
    default:
      return draft satisfies never;
  }
}

/** When what a review opens with was asked for. */
export function firstSeen(
  {feeds}: State,
  drafts: readonly Draft[],
  form: Form | undefined,
  now: Moment,
): Moment {
  return form?.cardAt ?? feeds[listOf(drafts)].loadedAt ?? now;
}

/** The list that shows the record. */
export function listOf([draft]: readonly Draft[]): FeedPane {
  if (draft?.kind === 'close') return 'easyOptions';
  return draft?.kind === 'cancel' || draft?.kind === 'replace' ? 'orders' : 'cards';
}

type Seen = Pick<Review, 'subject' | 'dataAt'>;

/** The record as a later poll lists it, else as the review has it. */
export function newest(state: State, review: Review): Seen {
  const {drafts, subject, dataAt} = review;
  const {loadedAt} = state.feeds[listOf(drafts)];
  if (dataAt === undefined || loadedAt === undefined || loadedAt.mono <= dataAt.mono) return review;
  const listed = listedNow(state, drafts, subject);
  return listed === undefined ? review : {subject: listed, dataAt: loadedAt};
}

function listedNow({feeds}: State, drafts: readonly Draft[], subject: Subject): Subject | undefined {
  const [draft] = drafts;
  switch (draft?.kind) {
    case 'open': {
      const card = rowById(feeds.cards, draft.cardId);
      return card && {card};
    }
    case 'place': {
      const card = rowById(feeds.cards, subject.card?.id);
      return isAbout(card, draft.symbol) ? {card} : undefined;
    }
    case 'close': {
      const option = rowById(feeds.easyOptions, draft.easyOptionId);
      return option && {option};
    }
    case 'replace': {
      const order = rowById(feeds.orders, draft.orderId);
      return order && {...subject, card: rowById(feeds.cards, subject.card?.id), orders: [order]};
    }
    case 'cancel': {
      if (rowById(feeds.orders, draft.orderId) === undefined) return undefined;
      const listed = new Map(feeds.orders.rows.map(each => [each.orderId, each]));
      return {orders: subject.orders?.map(each => listed.get(each.orderId) ?? each)};
    }
    default:
      return undefined;
  }
}

/** A card tells the ask of the option that it trades by now, and of no other. */
export function isAbout(card: EasyOptionCard | undefined, symbol: string): card is EasyOptionCard {
  return card !== undefined && tradedAs(card) === symbol;
}

/** A form with its card as the last poll lists it. */
export function followed(form: Form, {feeds}: State): Form {
  const card = rowById(feeds.cards, form.card?.id);
  const {loadedAt} = feeds.cards;
  return card === undefined || loadedAt === undefined ? form : {...form, card, cardAt: loadedAt};
}
