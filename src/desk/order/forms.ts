import {type FeedPane, type Guardrails, isFeedPane} from '../../account/model/vocabulary.ts';
import {unlessSame, unlessSameItems} from '../../account/once.ts';
import type {Position} from '../../account/portfolio/positions.ts';
import {leftOf} from '../../account/resources/arithmetic.ts';
import {cardTrading, notional, tradedAs} from '../../account/resources/figures.ts';
import type {Prefill} from '../../account/resources/resource.ts';
import {resources} from '../../account/resources/resources.ts';
import {amountWords} from '../../account/words/text.ts';
import {compare, divide, isZero} from '../../api/wire/decimal.ts';
import type {Decimal} from '../../api/wire/records.ts';
import {timeByBoth} from '../../core/intents/clock.ts';
import type {unreplaced} from '../../core/intents/follow.ts';
import type {Intent} from '../../core/intents/intent.ts';
import {placedBy} from '../../core/intents/kinds/amend.ts';
import {amendOf} from '../../core/intents/kinds/cancel.ts';
import {type Draft, type DraftKind, draftIn, orderPlaced} from '../../core/intents/kinds/kinds.ts';
import {notionalForbidden} from '../../core/intents/kinds/parts.ts';
import {replacedBy} from '../../core/intents/kinds/place.ts';
import {addedTo, isAllKnown, type Measure, roomIn} from '../../core/limits/measures.ts';
import {byBoth, passedMs} from '../../core/limits/pending.ts';
import {filledListed, recordNow} from '../feeds/last-read.ts';
import {cardsRead, symbolsSeen, underlyingsSeen} from '../feeds/prices.ts';
import type {KeyAction} from '../keys.ts';
import {selected} from '../navigate.ts';
import {positionInView, positionOf} from '../portfolio/move.ts';
import type {State} from '../state.ts';
import {limitsNow, openingCurrency} from './gate-now.ts';
import type {Closes, FilledRow, Form, FormField, Refused} from './ordering.ts';
import {priceThrough} from './prices.ts';
import {contractBehind, rowsListed, withFilled} from './review-lines.ts';
import type {FieldKind, Filled, FormRules} from './tickets/ticket.ts';
import {ticketOf} from './tickets/tickets.ts';

export function openForm(state: State): Form | undefined {
  const card = selected(state, 'cards');
  return card && begun(state, 'open', {}, {card});
}

/** @param of.card the card of a draft that places no order, if it is known */
export function formOf(state: State, draft: Draft, of: Beginning = {}): Form {
  const {form, ofRow, listed} = ticketOf(draft);
  const order = orderPlaced(draft);
  const known = order && contractBehind(state, order);
  const replaced = replacedBy(draft);
  return begun(state, draft.kind, form?.values(draft) ?? {}, {
    ...of,
    card: of.card ?? listed(draft, {}, rowsListed(state))?.card,
    contract: known?.strikePrice === undefined ? undefined : contractOf({...order, contract: known}),
    given: ofRow && draft,
    replaces: order && replaced && {symbol: order.symbol, side: order.side, order: replaced},
    held: order?.reduces === undefined || ofRow ? undefined : order.size,
  });
}

export function orderForm(state: State, known: Prefill, closes?: Closes): Form {
  const {card, symbol = '', price, size, positionId} = known;
  const side = sideOf(known.side ?? 'BUY');
  const row = {symbol, values: {price, positionId, ...(closes && {side, size})}, closes};
  const values = {symbol, side, price, size, positionId};
  return begun(state, 'place', values, {card, contract: contractOf(known), row});
}

/** For an order that is canceled, and that no other has replaced. */
export function replacementForm(
  state: State,
  {cancel, last, why}: ReturnType<typeof unreplaced>[number],
): Form | undefined {
  const amend = amendOf(cancel.draft);
  if (amend === undefined) return undefined;
  const {orderId, price, size, newSize, tradesLagMs} = amend;
  const {began, isWhole} = state.rounds.reading.rows.trades;
  const [listed, reviewed] = [filledListed(state, orderId), amend.filled ?? '0'];
  const filled = compare(listed, reviewed) > 0 ? listed : reviewed;
  const ended = byBoth(cancel.changedAt, cancel.offsetAtSend);
  const read = isWhole && began ? timeByBoth(state.intents, began) : undefined;
  const isListed = ended && read && passedMs(ended, read) >= tradesLagMs;
  const unseen = isListed ? '0' : leftOf(size, filled);
  const left = leftOf(newSize, filled);
  const placed = {
    ...{...placedBy(amend), reduces: undefined, size: isZero(left) ? '' : left},
    // A person may have asked for another price since.
    price: orderPlaced(last.draft)?.price ?? amend.newPrice,
    replaces: {cancelId: cancel.id, orderId, price, filled, unseen},
  };
  const title = `New order for #${orderId} (${endWords(cancel)})`;
  return withReason(formOf(state, placed, {title}), why, 'price');
}

/** Says how a replaced order ended: a read does not tell a fill from a cancel. */
export function endWords(cancel: Intent | undefined): string {
  if (cancel?.state === 'RESOLVED') return 'resolved by hand';
  return cancel?.state === 'CONFIRMED' && cancel.proof === 'proved' ? 'canceled' : 'no longer open';
}

/** At the field that it names. */
function withReason(form: Form, reason: string, otherwise: string | undefined): Form {
  const at = fieldNamed(form, reason) ?? otherwise;
  return {...form, fields: form.fields.map(each => (each.name === at ? {...each, refused: reason} : each))};
}

/** With the prices of now, and the focus on the field that the refusal names, else on the first to type. */
export function returnedForm(state: State, {draft, state: cameBack, reason}: Refused): Form {
  const form = formOf(state, draft);
  const returned = withReason({...form, cameBack}, reason, form.fields[form.focus]?.name);
  return focusOn(
    state,
    returned,
    returned.fields.findIndex(each => each.refused !== undefined),
  );
}

type Beginning = Partial<Pick<Form, 'title' | 'card' | 'given' | 'contract' | 'replaces' | 'held' | 'row'>>;

function begun(
  state: State,
  kind: DraftKind,
  values: Readonly<Record<string, string | undefined>>,
  {card, contract, given, ...of}: Beginning,
): Form {
  const title = ticketOf({kind}).form?.title({card, given}) ?? '';
  const fields = fieldsOf({kind}).map(({name, label, is}) => {
    const value = values[name] ?? '';
    const isFilled = of.row !== undefined && name in of.row.values;
    const unjudged = {sends: value, error: undefined, refused: undefined};
    return {name, label, is, value, ...unjudged, touched: false, isFilled};
  });
  const form: Form = {
    ...{title, card, contract, given, ...of, kind, fields, focus: 0, isMarked: false},
    ...{cameBack: undefined, priceSeen: card?.currentAskPrice, cardAt: undefined},
  };
  return focusOn(state, followed(form, state), firstToType(fields, fieldsOf({kind}), rulesOf(state, form)));
}

/** The price, whichever row filled the form, or an empty field before it. */
function firstToType(fields: readonly FormField[], kinds: readonly FieldKind[], rules: FormRules): number {
  const isToType = ({name, value}: FormField, at: number) =>
    name === 'price' || (value === '' && kinds[at]?.judge('', rules).error !== undefined);
  return Math.max(0, fields.findIndex(isToType));
}

function fieldsOf(form: Pick<Form, 'kind'>): readonly FieldKind[] {
  return ticketOf(form).form?.fields ?? [];
}

export function ofPosition(position: Position): Prefill {
  const {symbol, positionId, asset, type, strike, expiry} = position;
  return {symbol, positionId, contract: {asset, type, strikePrice: strike, expiryDate: expiry}};
}

/** A trade and a position give their contract: neither says what is wanted now. */
export function prefillHere(state: State): Prefill {
  const trade = selected(state, 'trades');
  const position = trade === undefined ? positionInView(state) : positionOf(state, trade);
  if (position !== undefined) return {...ofPosition(position), ...(trade && {positionId: trade.positionId})};
  return isFeedPane(state.pane) ? prefillIn(state, state.pane) : {};
}

function prefillIn<P extends FeedPane>(state: State, pane: P): Prefill {
  const row = selected(state, pane);
  return row === undefined ? {} : resources[pane].prefill(row);
}

/** A trade has no symbol, so if the answer is lost, the trade is found by the contract of the row. */
function contractOf({symbol, contract}: Prefill): Form['contract'] {
  const known = Object.entries(contract ?? {}).filter(([, value]) => value !== undefined);
  return symbol === undefined || contract === undefined ? undefined : {symbol, is: Object.fromEntries(known)};
}

/** Accepts either case. A side that is neither stays empty, so that a person chooses. */
function sideOf(side: string): 'BUY' | 'SELL' | '' {
  const known = side.toUpperCase();
  return known === 'BUY' || known === 'SELL' ? known : '';
}

export function typed(state: State, form: Form, name: string, value: string): Form {
  const fields = form.fields.map(each =>
    each.name === name ? {...each, value, refused: undefined, touched: true, isFilled: false} : each,
  );
  return settled(state, judged(state, {...form, fields, isMarked: false}));
}

export function moveFocus(state: State, form: Form, step: 1 | -1): Form {
  const fields = form.fields.map((each, index) => (index === form.focus ? {...each, touched: true} : each));
  return focusOn(state, {...form, fields}, (form.focus + step + form.fields.length) % form.fields.length);
}

export function focusOn(state: State, form: Form, focus: number): Form {
  const field = form.fields[focus];
  return judged(state, {...form, focus, isMarked: field?.is !== 'side' && field?.value !== ''});
}

/** Handles non-printing keys: an erasing key removes the selected value, a moving key keeps it. */
export function pressedInField(state: State, form: Form, key: string): Form {
  const field = form.isMarked ? form.fields[form.focus] : undefined;
  if (field === undefined) return form;
  if (['backspace', 'delete'].includes(key)) return typed(state, form, field.name, '');
  const isKept = ['left', 'right', 'home', 'end'].includes(key);
  return isKept ? typed(state, form, field.name, field.value) : form;
}

export function firstWrong(state: State, form: Form): Form | undefined {
  const index = form.fields.findIndex(each => each.error !== undefined);
  if (index < 0) return undefined;
  return focusOn(state, {...form, fields: form.fields.map(each => ({...each, touched: true}))}, index);
}

/** The order of the draft that the row gives. */
function orderGiven({given}: Form) {
  return given && orderPlaced(given);
}

/** Undefined for a form that is not about one. */
export function symbolIn(form: Form): string | undefined {
  return orderGiven(form)?.symbol ?? form.fields.find(each => each.name === 'symbol')?.sends;
}

export function chooseSide(state: State, form: Form, action: KeyAction | undefined): Form {
  const field = form.fields[form.focus];
  if (field?.is !== 'side') return form;
  const choose = (side: 'BUY' | 'SELL') => typed(state, form, field.name, side);
  if (action === 'side.buy') return choose('BUY');
  if (action === 'side.sell') return choose('SELL');
  return action === 'side.other' ? choose(field.value === 'BUY' ? 'SELL' : 'BUY') : form;
}

export function draftOf(form: Form): Draft | undefined {
  const read = draftIn(ticketOf(form).form?.draft(filledIn(form)));
  return 'draft' in read ? read.draft : undefined;
}

export const filledIn = (form: Form): Filled => ({
  ...form,
  value: name => form.fields.find(each => each.name === name)?.sends ?? '',
});

// Field validation: the spelling of values, and the limits of the profile

const rulesOf = (state: State, {held}: Form): FormRules => ({
  guardrails: guardrailsOf(state, held),
  symbols: symbolsSeen(state),
  underlyings: underlyingsSeen(state),
});

/** Those of the profile are for what adds risk; the gate asks them if the order is changed so. */
export function guardrailsOf({settings: {guardrails}}: State, held: Form['held']): Guardrails {
  if (held === undefined) return guardrails;
  return {...guardrails, maxNotional: undefined, allowedUnderlyings: undefined};
}

function judged(state: State, form: Form): Form {
  const kinds = fieldsOf(form);
  const rules = rulesOf(state, form);
  const plain = form.fields.map((field, index) => ({
    ...field,
    ...kinds[index]?.judge(field.value, rules),
    sized: undefined,
  }));
  const fields = plain.map((field, index): FormField => {
    const kind = kinds[index];
    const found = kind?.sizes && sizedIn(state, {...form, fields: plain}, field, kind.sizes);
    if (kind === undefined || found === undefined) return field;
    if ('wrong' in found) return {...field, sends: '', error: found.wrong};
    return {...field, ...kind.judge(found.value, rules), sized: found.words};
  });
  const next = {...form, fields};
  // The rule covers two fields; the error appears under the focused one.
  const at = fields[form.focus]?.name === 'price' ? 'price' : 'size';
  const wrong = {[at]: notionalBeyond(next, rules), positionId: whyOtherPosition(state, next)};
  return {...next, fields: fields.map(each => ({...each, error: wrong[each.name] ?? each.error}))};
}

/** A position is of one contract. */
function whyOtherPosition({portfolio}: State, form: Form): string | undefined {
  const [id, symbol] = [sent(form, 'positionId'), sent(form, 'symbol')];
  const alike = portfolio.account.positions.filter(each => id !== '' && each.positionId === id);
  if (symbol === '' || alike.length === 0) return undefined;
  const isOfIt = alike.some(each => each.symbol === undefined || each.symbol === symbol);
  return isOfIt ? undefined : `Position #${id} is of ${alike[0]?.symbol}: clear it, or type its symbol.`;
}

function notionalBeyond(form: Form, {guardrails}: FormRules): string | undefined {
  const [price, size] = [sent(form, 'price'), sent(form, 'size')];
  return price === '' || size === '' ? undefined : notionalForbidden(notional({price, size}), guardrails);
}

// Sizes by a limit

type Sizes = NonNullable<FieldKind['sizes']>;

/** The number that `max` stands for, rounded down. Undefined for a number. */
function sizedIn(state: State, form: Form, {value: typed}: FormField, sizes: Sizes) {
  if (typed.trim().toLowerCase() !== 'max') return undefined;
  const isClosing = form.held !== undefined;
  const price = sizes === 'notional' && !isClosing ? sent(form, 'price') : undefined;
  if (price === '') return {wrong: 'Type the price first.'};
  // The order of an amend does not count against its limits.
  const limits = limitsNow(state, form.given);
  const bound = boundOn(state, form, sizes, limits?.measures ?? []);
  if (bound === undefined) return {wrong: 'No limit is set: type a number.'};
  if (!isClosing && limits?.old !== undefined) return {wrong: limits.old};
  const value = divide(bound.left, price ?? '1', places[isClosing ? 'exact' : sizes]);
  const at = price === undefined ? '' : ` at ${amountWords(price)}`;
  const words = `max${leftWords(bound)}${at} = ${amountWords(value)}`;
  return compare(value, '0') > 0 ? {value, words} : {wrong: `${words}: too little.`};
}

/** The paper service takes sizes of so many; what is left of a position may have more. */
const places = {notional: 4, investment: 6, exact: 18} as const;

const leftWords = ({left, limit, isLeast}: Bound) =>
  compare(left, limit) === 0
    ? ` of ${amountWords(limit)}`
    : `: ${isLeast ? 'at least ' : ''}${amountWords(left)} left of ${amountWords(limit)}`;

type Bound = {
  readonly limit: Decimal;
  readonly left: Decimal;
  /** More may be left: each possible fill counts. */
  readonly isLeast?: boolean;
};

/** The limit that applies with the least left. */
function boundOn(state: State, form: Form, sizes: Sizes, measures: readonly Measure[]): Bound | undefined {
  const {held} = form;
  const {guardrails} = state.settings;
  if (held !== undefined) return {limit: held, left: held};
  const own = sizes === 'investment' ? guardrails.maxInvestment : guardrails.maxNotional;
  const symbol = symbolIn(form) ?? (form.card && tradedAs(form.card)) ?? '';
  const contract = form.contract?.symbol === symbol ? form.contract.is : orderGiven(form)?.contract;
  const underlying = underlyingsSeen(state).get(symbol) ?? contract?.asset;
  const one = {investment: '1', notional: '1', count: 0, currency: openingCurrency(state), underlying};
  const bounds: Bound[] = measures
    .filter(each => each.what === sizes && compare(addedTo(each, one), '0') > 0)
    .map(each => ({limit: each.limit, left: roomIn(each), isLeast: !isAllKnown(each)}));
  if (own !== undefined) bounds.push({limit: own, left: own});
  return bounds.toSorted((a, b) => compare(a.left, b.left))[0];
}

/** '' until it is valid. */
function sent({fields}: Form, name: string): string {
  return fields.find(each => each.name === name && each.error === undefined)?.sends ?? '';
}

export function followed(form: Form, state: State): Form {
  const given = withFilled(state, form.given, state.rounds.reading.rows.trades.isWhole);
  return settled(state, unlessSame(form, {...form, given}));
}

/** The symbol decides on the card that trades it now, and on the values of the row. */
function settled(state: State, form: Form): Form {
  const next = refilled(state, withCard(state, form));
  return next.fields === form.fields ? next : judged(state, next);
}

function withCard(state: State, form: Form): Form {
  const {row: now = form.card, readAt = form.cardAt} = recordNow(state, 'cards', form.card?.id);
  const symbol = symbolIn(form);
  if (symbol === undefined || (now !== undefined && tradedAs(now) === symbol))
    return unlessSame(form, {...form, card: now, cardAt: readAt});
  const {id} = cardTrading(cardsRead(state), symbol) ?? {};
  const {row: card, readAt: cardAt} = recordNow(state, 'cards', id);
  return unlessSame(form, {...form, card, cardAt, priceSeen: card?.currentAskPrice});
}

/** The values of the row go with its symbol, and come back with it. */
function refilled(state: State, form: Form): Form {
  const {row} = form;
  if (row === undefined) return form;
  // Nobody knows the symbol of a row that has none.
  const isOf = row.symbol === '' || symbolIn(form) === row.symbol;
  const closes = isOf ? row.closes : undefined;
  const {price, proposed} = (closes && priceThrough(state, form, closes)) ?? {};
  const values: FilledRow['values'] = isOf ? {...row.values, ...(closes && {price})} : {};
  const fields = form.fields.map(each => {
    const value = each.isFilled ? (values[each.name] ?? '') : each.value;
    return value === each.value ? each : {...each, value};
  });
  const isProposed = fields.some(each => each.name === 'price' && each.isFilled);
  const title =
    closes === undefined
      ? ticketOf(form).form?.title({card: form.card, given: form.given})
      : 'Close position';
  // The price follows the ask, so it is made from the ask of now.
  const priceSeen = isProposed && closes ? form.card?.currentAskPrice : form.priceSeen;
  return unlessSame(form, {
    ...{
      ...form,
      title: title ?? '',
      held: closes?.held,
      proposed: isProposed ? proposed : undefined,
      priceSeen,
    },
    fields: unlessSameItems(form.fields, fields),
  });
}

/** The field that a refusal names. */
function fieldNamed(form: Pick<Form, 'kind'>, reason: string): string | undefined {
  const [, named = ''] = /\bfield"?\s*[:=]\s*"?(\w+)/i.exec(reason) ?? [];
  const [first] = [named, reason].flatMap(text =>
    fieldsOf(form)
      .map(({name, calledBy}) => ({name, at: text.search(calledBy)}))
      .filter(({at}) => at >= 0)
      .sort((a, b) => a.at - b.at),
  );
  return first?.name;
}
