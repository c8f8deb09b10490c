import {compare, divide, multiply, subtract} from '../../api/wire/decimal.ts';
import type {Decimal, EasyOptionCard} from '../../api/wire/records.ts';
import {type Contract, type Draft, kindOf} from '../intents/intent.ts';
import type {ListedRows, PlacedOrder, Subject, ToReread} from '../intents/kinds/kind.ts';
import {isOpen} from '../intents/kinds/open.ts';
import {serviceNow} from '../intents/looks.ts';
import type {Moment} from '../model/moment.ts';
import {rowById} from '../model/rows.ts';
import type {FeedPane} from '../model/vocabulary.ts';
import {payoffsIn} from '../portfolio/payoff.ts';
import {boughtAt} from '../resources/figures.ts';
import {tradedAs} from '../resources/joins.ts';
import {contractAt} from '../resources/payoff.ts';
import type {OrderPayoff, Review} from '../review.ts';
import type {Feeds, State} from '../state.ts';
import type {Form} from './ticket/ticket.ts';

export function recordOf([draft]: readonly Draft[], subject: Subject): ToReread | undefined {
  return draft && kindOf(draft).reread(draft, subject);
}

export function firstSeen(
  {feeds}: State,
  drafts: readonly Draft[],
  form: Form | undefined,
  now: Moment,
): Moment {
  return form?.cardAt ?? feeds[listOf(drafts)].loadedAt ?? now;
}

export function listOf([draft]: readonly Draft[]): FeedPane {
  return draft === undefined ? 'cards' : kindOf(draft).pane;
}

type Seen = Pick<Review, 'subject' | 'dataAt'>;

export function newest(state: State, review: Review): Seen {
  const {drafts, subject, dataAt} = review;
  const {loadedAt} = state.feeds[listOf(drafts)];
  if (dataAt === undefined || loadedAt === undefined || loadedAt.mono <= dataAt.mono) return review;
  const listed = listedNow(state, drafts, subject);
  return listed === undefined ? review : {subject: listed, dataAt: loadedAt};
}

export function listedNow({feeds}: State, [draft]: readonly Draft[], subject: Subject): Subject | undefined {
  return draft && kindOf(draft).listed(draft, subject, rowsListed(feeds));
}

export function rowsListed(feeds: Feeds): ListedRows {
  return {
    card: id => rowById(feeds.cards, id),
    easyOption: id => rowById(feeds.easyOptions, id),
    order: id => rowById(feeds.orders, id),
  };
}

/** A card gives the ask only of the option that it trades now. */
export function isAbout(card: EasyOptionCard | undefined, symbol: string): card is EasyOptionCard {
  return card !== undefined && tradedAs(card) === symbol;
}

export function followed(form: Form, {feeds}: State): Form {
  const card = rowById(feeds.cards, form.card?.id);
  const {loadedAt} = feeds.cards;
  return card === undefined || loadedAt === undefined ? form : {...form, card, cardAt: loadedAt};
}

/**
 * The contract behind a symbol. The interface does not define the format of symbols, so none is parsed: only a
 * listed record with the same symbol counts.
 */
export function contractBehind(
  {feeds, portfolio}: State,
  {symbol, contract}: Pick<PlacedOrder, 'symbol' | 'contract'>,
): Contract {
  if (contract?.strikePrice !== undefined) return contract;
  const listed = feeds.orders.rows.find(each => each.symbol === symbol && each.strikePrice !== undefined);
  if (listed !== undefined) return listed;
  const held = portfolio.account.positions.find(each => each.symbol === symbol && each.strike !== undefined);
  return held === undefined ? {} : {...held, strikePrice: held.strike, expiryDate: held.expiry};
}

/** At the limit of the order, or the ask of the card. Undefined if no record names the contract. */
export function payoffOf(state: State, [draft]: readonly Draft[], {card}: Subject): OrderPayoff | undefined {
  if (draft === undefined) return undefined;
  const order = kindOf(draft).places(draft);
  if (order !== undefined) return heldWith(state, order, order.price, order.size);
  const symbol = isOpen(draft) ? card && tradedAs(card) : undefined;
  const ask = card?.currentAskPrice;
  const size = isOpen(draft) ? boughtAt(draft.investmentAmount, ask) : undefined;
  return symbol === undefined ? undefined : heldWith(state, {symbol, side: 'BUY'}, ask, size);
}

type Dealt = Pick<PlacedOrder, 'symbol' | 'side' | 'contract'>;

function heldWith(state: State, dealt: Dealt, price: Decimal | undefined, size: Decimal | undefined) {
  const behind = contractBehind(state, dealt);
  const terms = {...behind, side: dealt.side};
  const contract = contractAt(price, terms);
  const leg = size && contractAt(price, terms, size);
  if (contract === undefined || !leg) return undefined;
  const {rows, account} = state.portfolio;
  const held = payoffsIn({rows, positions: account.positions, at: serviceNow(state)});
  const same = held.find(({asset, expiry}) => asset === behind.asset && expiry === behind.expiryDate);
  const before = same?.legs ?? [];
  return {contract, before, after: [...before, leg]};
}

export function movedPercent(from: Decimal, to: Decimal): Decimal | undefined {
  return compare(from, '0') <= 0 ? undefined : divide(multiply(subtract(to, from), '100'), from, 2);
}
