import {mostLagMs} from '../../account/model/lags.ts';
import {age, type Moment} from '../../account/model/moment.ts';
import {type FeedPane, type Guardrails, isFeedPane} from '../../account/model/vocabulary.ts';
import {unlessSame, unlessSameItems} from '../../account/once.ts';
import type {Position} from '../../account/portfolio/positions.ts';
import {contractKey, isPositive, leftOf} from '../../account/resources/arithmetic.ts';
import {isOver} from '../../account/resources/easy-options.ts';
import {cardTrading, notional, tradedAs} from '../../account/resources/figures.ts';
import type {Prefill} from '../../account/resources/resource.ts';
import {resources} from '../../account/resources/resources.ts';
import {amountWords, counted} from '../../account/words/text.ts';
import {relative, seconds} from '../../account/words/times.ts';
import {add, compare, divide, isZero, multiply, subtract, toFixed} from '../../api/wire/decimal.ts';
import type {Decimal, Id} from '../../api/wire/records.ts';
import {serviceClock, serviceNow, timeByBoth} from '../../core/intents/clock.ts';
import type {unreplaced} from '../../core/intents/follow.ts';
import {type Intent, isResolved} from '../../core/intents/intent.ts';
import {placedBy} from '../../core/intents/kinds/amend.ts';
import {type AmendDraft, amendOf} from '../../core/intents/kinds/cancel.ts';
import {
  canceledBy,
  type Draft,
  type DraftKind,
  draftIn,
  kindOf,
  orderPlaced,
} from '../../core/intents/kinds/kinds.ts';
import {notionalForbidden} from '../../core/intents/kinds/parts.ts';
import {replacedBy} from '../../core/intents/kinds/place.ts';
import {ordersPlaced} from '../../core/intents/selectors.ts';
import {closingSide, leftToReduce} from '../../core/limits/decide.ts';
import {addedTo, isAllKnown, type Measure, roomIn} from '../../core/limits/measures.ts';
import {byBoth, passedMs} from '../../core/limits/pending.ts';
import {latest, takenWords} from '../../core/limits/words.ts';
import {basePeriod} from '../feeds/freshness.ts';
import {filledListed, recordNow} from '../feeds/last-read.ts';
import {cardsRead, symbolsSeen, underlyingsSeen} from '../feeds/prices.ts';
import {labelOf} from '../key-words.ts';
import type {KeyAction} from '../keys.ts';
import {selected} from '../navigate.ts';
import {figureInView, positionInView, positionOf, positionsHeld} from '../portfolio/move.ts';
import {isUnlistedIn, type UnlistedFill, unlistedNow, unlistedWords} from '../portfolio/unlisted.ts';
import type {State} from '../state.ts';
import {knowsOf, limitsNow, openingCurrency, reducedBy, whyHeldNow} from './gate-now.ts';
import type {Closes, FilledRow, Form, FormField, Refused, Ticks} from './ordering.ts';
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

function ofPosition(position: Position): Prefill {
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

/** An order of the other side for what is left of the position in view, which its trades prove. */
export function closing(state: State) {
  const position = positionChosen(state);
  if (position === undefined || isZero(position.net)) return {refused: noneHeld(state)};
  const {symbol, positionId, contract} = ofPosition(position);
  const {standing} = state.limits;
  if (standing === undefined) return {refused: 'The journal is still opening.'};
  const order = {symbol: symbol ?? '', side: closingSide(position), positionId, reduces: position.id};
  const draft: Draft = {kind: 'place', price: '0', size: '0', contract, ...order};
  const unproved = (why: string) => ({refused: `${why} ${waysOn(state, {...draft, reduces: undefined})}`});
  if (positionId === undefined) return unproved('The trades of this position have no position id.');
  if (symbol === undefined) return unproved('No record names the symbol of this position yet.');
  const found = leftToReduce(knowsOf(state, draft, state.now), standing, order);
  if ('refused' in found) return unproved(found.refused);
  if (isZero(found.left)) {
    const fill = unlistedNow(state).find(each => isUnlistedIn(order)(each) && each.side === order.side);
    const late = found.taken.every(each => each.until !== undefined) && latest(found.taken);
    if (late) return {refused: lateFill(state, late)};
    if (fill !== undefined && isZero(position.working)) return {refused: untilListed(state, fill)};
    return {refused: 'Working or unresolved orders already close this position.'};
  }
  const closes = {...order, held: found.left};
  return {prefill: {...ofPosition(position), ...order, size: found.left}, closes};
}

/** Without a proof that it reduces the position, an order is new risk: the gate may let it pass. */
function waysOn(state: State, draft: Draft): string {
  const [reads, places] = (['refresh', 'place'] as const).map(each => labelOf(state.settings.bindings, each));
  const isHeld = whyHeldNow(state, draft) !== undefined;
  return isHeld ? `${reads} reads now.` : `${reads} reads now, ${places} places an order that adds risk.`;
}

/** Beyond the last price that is known, so that the order fills unless the market moved by more. */
function priceThrough(state: State, {card, cardAt}: Form, {side, reduces}: Closes) {
  const {last, results} = state.portfolio.account.positions.find(each => each.id === reduces) ?? {};
  const ask = card?.currentAskPrice;
  const isAsked = isPositive(ask);
  const known = isAsked ? ask : last;
  if (known === undefined) return undefined;
  const isBought = side === 'BUY';
  const exact = multiply(known, isBought ? '1.05' : '0.95');
  const tick = tickOf(state, known);
  const below = multiply(divide(exact, tick, 0), tick);
  const price = isBought && compare(below, exact) < 0 ? add(below, tick) : below;
  const from = `${isAsked ? 'the ask' : 'its last trade'} ${amountWords(known)}`;
  const oldMs = isAsked ? askAgeMs(state, cardAt) : undefined;
  const at = isAsked ? undefined : results?.at(-1)?.at;
  const old = oldMs !== undefined ? `, ${seconds(oldMs)} old` : at && `, ${relative(at, serviceNow(state))}`;
  const proposed = `at least 5 % ${isBought ? 'above' : 'below'} ${from}${old ?? ''}`;
  return isZero(price) ? undefined : {price, proposed};
}

/** Undefined while polls bring it as usual. */
export function askAgeMs(state: State, readAt: Moment | undefined): number | undefined {
  const ageMs = readAt === undefined ? 0 : age(readAt, state.now);
  return ageMs > 3 * basePeriod(state.settings, true) ? Math.floor(ageMs / 1_000) * 1_000 : undefined;
}

/** The service sells the position of an Easy Option when that is closed. */
export function whyOfEasyOption({portfolio}: State, positionId: Id | undefined): string | undefined {
  const option = portfolio.rows.easyOptions.rows.find(
    each => positionId !== undefined && each.positionId === positionId && !isOver(each),
  );
  return option && `Position #${positionId} belongs to Easy Option #${option.id}: close that instead.`;
}

function noneHeld(state: State): string {
  const ofOption = whyOfEasyOption(state, selected(state, 'trades')?.positionId);
  if (ofOption !== undefined) return ofOption;
  const held = positionsHeld(state);
  const down = labelOf(state.settings.bindings, 'row.down');
  if (state.pane !== 'portfolio') return 'No position is held here.';
  const [fill] = unlistedNow(state);
  if (held.length > 0) return `${counted(held.length, 'position')} held: select one (${down}).`;
  return fill ? untilListed(state, fill) : 'No position is held here.';
}

function untilListed({link, settings}: State, fill: UnlistedFill): string {
  const most = seconds(mostLagMs(link, settings));
  return `${unlistedWords(fill)}: wait until its trade is listed, at most ${most}.`;
}

/** `A fill of SELL 5 @ 9 #7 (canceled) may not be listed yet: c once it is, by 13:10:07 at the latest.` */
function lateFill(state: State, late: NonNullable<ReturnType<typeof latest>>): string {
  const {list} = state.intents;
  const cancel = list.findLast(
    each => isResolved(each) && canceledBy(each.draft) === (late.order.orderId ?? ''),
  );
  const close = labelOf(state.settings.bindings, 'close');
  const until = serviceClock(state, late.until);
  return `A fill of ${takenWords(late)} (${endWords(cancel)}) may not be listed yet: ${close} once a read shows it, by ${until} at the latest.`;
}

/** The one in the Portfolio, or that of the selected trade. */
function positionChosen(state: State) {
  const row = selected(state, 'trades');
  const held = positionsHeld(state);
  const isOfAll = state.pane === 'portfolio' && figureInView(state)?.of === 'positions';
  const isOnly = isOfAll && held.length === 1 && unlistedNow(state).length === 0;
  if (row === undefined) return positionInView(state) ?? (isOnly ? held[0] : undefined);
  const {positionId} = row;
  const alike = held.filter(each => each.contract === contractKey(row));
  const all = positionId === undefined ? alike : alike.filter(each => each.positionId === positionId);
  return all.length === 1 ? all[0] : undefined;
}

/** The order, marked as reducing if a proved position has room for it now. Any other adds risk. */
export function asReducing<D extends Draft>(state: State, draft: D): D {
  if (kindOf(draft).makes !== 'order') return draft;
  const {reduces} = reducedBy(state, draft);
  return {...draft, ...{reduces}};
}

/** One tick is that of the profile, else the step of the price's last digit. */
export function nudgedPrice(state: State, {orderId, ...of}: AmendDraft, ticks: Ticks): Decimal {
  // A list may leave out the zeros at the end of the price as it was typed.
  const own = ordersPlaced(state.intents.list).get(orderId)?.price;
  const price = own !== undefined && compare(own, of.price) === 0 ? own : of.price;
  const tick = tickOf(state, price);
  const moved = ticks > 0 ? add(price, tick) : subtract(price, tick);
  // The zeros at its end stay: without them the next tick would be larger.
  return toFixed(moved, Math.max(decimalPlaces(price), decimalPlaces(tick)));
}

function tickOf({settings}: State, price: Decimal): Decimal {
  const digits = decimalPlaces(price);
  return settings.tick ?? (digits === 0 ? '1' : `0.${'1'.padStart(digits, '0')}`);
}

const decimalPlaces = (decimal: Decimal) => decimal.split('.')[1]?.length ?? 0;

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
