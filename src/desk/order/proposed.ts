import type {Decimal, EasyOptionCard} from '../../api/wire/records.ts';
import {isAmend} from '../intents/kinds/amend.ts';
import type {PlacedOrder} from '../intents/kinds/kind.ts';
import {type Draft, draftIn, kindOf} from '../intents/kinds/kinds.ts';
import {rowById} from '../model/rows.ts';
import {cardTrading} from '../resources/joins.ts';
import type {State} from '../state.ts';
import {locked} from './availability.ts';
import {amendForm, draftOf, focusOn, openForm, orderForm, typed} from './forms.ts';
import {contractBehind, rowsListed} from './review-lines.ts';
import type {Form} from './state.ts';

type Drafted = {readonly draft: Draft; readonly priceSeen?: Decimal | undefined} | {readonly refused: string};

/** The draft that a person would get from the same record and the same form. */
export function draftWanted(state: State, kind: string, given: Readonly<Record<string, unknown>>): Drafted {
  const {pane, record, ofRow, over} = kindOf({kind});
  const id = record({kind, ...given});
  const row = rowById(state.feeds[pane], id);
  if (id !== undefined && row === undefined)
    return {refused: 'It is not in the lists that were read so far.'};
  const found = (row && ofRow?.(row, state)) ?? {kind, ...given};
  if ('refused' in found) return found;
  const read = draftIn(found);
  if ('wrong' in read) return {refused: read.wrong};
  const {draft} = read;
  const refused = over(draft, rowsListed(state.feeds), false);
  if (refused !== undefined) return {refused};
  const form = editingForm(state, draft, undefined);
  if (form !== undefined) return fromForm(form, given);
  const lock = locked(state, draft);
  return lock === undefined ? {draft} : {refused: lock};
}

function fromForm(form: Form, given: Readonly<Record<string, unknown>>): Drafted {
  const filled = form.fields.reduce(
    (before, {name}) => (typeof given[name] === 'string' ? typed(before, name, given[name]) : before),
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
  return orderForm(state, known);
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
  const form = openForm(state, card);
  return focusOn(typed(form, 'amount', draft.investmentAmount), 0);
}
