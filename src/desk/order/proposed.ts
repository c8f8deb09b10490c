import * as z from 'zod/mini';
import {type Decimal, type EasyOptionCard, sides} from '../../api/wire/records.ts';
import {type Draft, kindOf} from '../intents/intent.ts';
import {isAmend} from '../intents/kinds/amend.ts';
import {cancelDraft} from '../intents/kinds/cancel.ts';
import {closeDraft} from '../intents/kinds/close.ts';
import type {PlacedOrder} from '../intents/kinds/kind.ts';
import {int64, positive} from '../intents/kinds/parts.ts';
import {rowById} from '../model/rows.ts';
import type {ProposableKind} from '../model/vocabulary.ts';
import {cardTrading} from '../resources/joins.ts';
import type {State} from '../state.ts';
import {amendable, amendForm} from './amend.ts';
import {cancelRefused, closeRefused} from './availability.ts';
import {draftOf, focusOn, openForm, orderForm, rulesOf, typed} from './forms.ts';
import {contractBehind} from './review-lines.ts';
import type {Form} from './state.ts';

/** Fields of a proposal by kind; the rest of its draft comes from the records. */
export const proposable = {
  open: {cardId: int64(), investmentAmount: positive()},
  close: {easyOptionId: int64()},
  place: {
    symbol: z.string().check(z.regex(/^[!-~]{1,64}$/, 'must be 1 to 64 characters without spaces')),
    side: z.enum(sides),
    price: positive(),
    size: positive(),
    positionId: z.optional(int64()),
  },
  cancel: {orderId: int64()},
  amend: {orderId: int64(), price: z.optional(positive()), size: z.optional(positive())},
} satisfies Readonly<Record<ProposableKind, object>>;

type Fields<K extends ProposableKind> = {
  readonly [F in keyof (typeof proposable)[K]]: (typeof proposable)[K][F] extends z.ZodMiniType
    ? z.output<(typeof proposable)[K][F]>
    : never;
};
export type Wanted<K extends ProposableKind = ProposableKind> = {
  readonly [P in K]: {readonly kind: P; readonly fields: Fields<P>};
}[K];

type Drafted = {readonly draft: Draft; readonly priceSeen?: Decimal | undefined} | {readonly refused: string};

/** The draft that a person would get from the same record and the same form. */
const drafts: {readonly [K in ProposableKind]: (state: State, fields: Fields<K>) => Drafted} = {
  open(state, {cardId, investmentAmount}) {
    const card = rowById(state.feeds.cards, cardId);
    if (card === undefined) return notListed(`card ${cardId}`);
    if (card.active === false) return {refused: 'The card is no longer active.'};
    return fromForm(openForm(card, undefined, rulesOf(state)), {amount: investmentAmount});
  },
  close(state, {easyOptionId}) {
    const option = rowById(state.feeds.easyOptions, easyOptionId);
    if (option === undefined) return notListed(`Easy Option ${easyOptionId}`);
    const refused = closeRefused(state, option);
    return refused === undefined ? {draft: closeDraft(option)} : {refused};
  },
  place: (state, fields) => fromForm(placingForm(state, {kind: 'place', ...fields}), {}),
  cancel(state, {orderId}) {
    const order = rowById(state.feeds.orders, orderId);
    if (order === undefined) return notListed(`order ${orderId}`);
    const refused = cancelRefused(state, order);
    return refused === undefined ? {draft: cancelDraft(order)} : {refused};
  },
  amend(state, {orderId, price, size}) {
    const order = rowById(state.feeds.orders, orderId);
    if (order === undefined) return notListed(`order ${orderId}`);
    const able = amendable(state, order);
    return 'refused' in able ? able : fromForm(amendForm(state, able.draft), {price, size});
  },
};

export function draftWanted<K extends ProposableKind>(state: State, {kind, fields}: Wanted<K>): Drafted {
  return drafts[kind](state, fields);
}

const notListed = (what: string): Drafted => ({
  refused: `No ${what} is in the lists that were read so far.`,
});

function fromForm(form: Form, values: Readonly<Record<string, string | undefined>>): Drafted {
  const filled = Object.entries(values).reduce(
    (before, [name, value]) => (value === undefined ? before : typed(before, name, value)),
    form,
  );
  const wrong = filled.fields.find(({error}) => error !== undefined);
  if (wrong !== undefined) return {refused: `${wrong.label}: ${wrong.error}`};
  const draft = draftOf(filled);
  if (draft === undefined) return {refused: 'It cannot be proposed.'};
  const pointless = kindOf(draft).form?.pointless?.(draft, false);
  return pointless === undefined ? {draft, priceSeen: filled.priceSeen} : {refused: pointless};
}

function placingForm(state: State, draft: PlacedOrder): Form {
  const {symbol, side, price, size, positionId} = draft;
  const {cards} = state.feeds;
  const {asset, type, strikePrice, expiryDate} = contractBehind(state, draft);
  const contract = strikePrice === undefined ? {} : {contract: {asset, type, strikePrice, expiryDate}};
  const card = cardTrading(cards.rows, symbol);
  const known = {card, symbol, side, price, size, positionId, ...contract};
  return orderForm(known, cards.loadedAt, rulesOf(state));
}

/** The form that a person edits it in; undefined if it has no fields of its own. */
export function editingForm(
  state: State,
  draft: Draft,
  subject: EasyOptionCard | undefined,
): Form | undefined {
  if (isAmend(draft)) return amendForm(state, draft);
  const order = kindOf(draft).places(draft);
  if (order !== undefined) return placingForm(state, order);
  if (!('investmentAmount' in draft)) return undefined;
  const {cards} = state.feeds;
  const card = subject ?? rowById(cards, draft.cardId);
  if (card === undefined) return undefined;
  const form = openForm(card, cards.loadedAt, rulesOf(state));
  return focusOn(typed(form, 'amount', draft.investmentAmount), 0);
}
