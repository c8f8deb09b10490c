import {compare, isDecimal, subtract} from '../../api/wire/decimal.ts';
import {isInt64, type Order, sides, type Trade} from '../../api/wire/records.ts';
import type {DraftOf, Intent} from '../intents/intent.ts';
import {fillsTold} from '../intents/replacing.ts';
import {cardTrading} from '../resources/joins.ts';
import type {State} from '../state.ts';
import {amountWords} from '../words/amounts.ts';
import {askedWords} from '../words/orders.ts';
import {begun, field, rulesOf} from './forms.ts';
import {fieldNamed} from './ticket/refused.ts';
import type {Form} from './ticket/ticket.ts';

export function replaceForm(state: State, draft: DraftOf<'replace'>): Form {
  return formOf(state, draft, `Move order #${draft.orderId}`);
}

export function goOnForm(state: State, intent: Intent): Form | undefined {
  const {draft, reason, replacing} = intent;
  if (draft.kind !== 'replace') return undefined;
  const known = {...draft, filled: replacing?.filled ?? draft.filled};
  const form = formOf(state, known, `Go on with order #${draft.orderId}, which is canceled`);
  const at = fieldNamed(form, reason) ?? 'price';
  const fields = form.fields.map(each => (each.name === at ? {...each, refused: reason} : each));
  return {...form, fields, replaces: {draft: known, goesOn: intent.id}};
}

function formOf(state: State, draft: DraftOf<'replace'>, title: string): Form {
  const {cards} = state.feeds;
  const card = cardTrading(cards.rows, draft.symbol);
  const form = begun({
    kind: 'replace',
    title,
    card,
    cardAt: card && cards.loadedAt,
    priceSeen: card?.currentAskPrice,
    fields: [field('price', 'Price', draft.newPrice), field('size', 'Size in all', draft.newSize)],
    contract: undefined,
    rules: rulesOf(state),
    replaces: {draft, goesOn: undefined},
  });
  return form;
}

export function withFills(form: Form, orderId: string, trades: readonly Trade[]): Form {
  const {replaces} = form;
  if (replaces?.draft.orderId !== orderId) return form;
  const {sum: filled} = fillsTold(orderId, trades);
  return {...form, replaces: {...replaces, draft: {...replaces.draft, filled}}};
}

/** `0.3 filled of BUY 1 X at 4,700` */
export function standsWords(draft: DraftOf<'replace'>): string {
  const {filled} = draft;
  const part = filled === undefined ? 'Its fills are being read:' : `${amountWords(filled)} filled of`;
  return `${part} ${askedWords(draft)}`;
}

/** The typed size less what has filled; '' if nothing is left. */
export function placedIn({replaces}: Form, size: string): string {
  const filled = replaces?.draft.filled;
  if (filled === undefined || !isDecimal(size)) return size;
  return compare(size, filled) > 0 ? subtract(size, filled) : '';
}

export function changeRefused({draft, goesOn}: NonNullable<Form['replaces']>): string | undefined {
  const {price, size, newPrice, newSize, filled = '0'} = draft;
  if (compare(newSize, filled) <= 0)
    return `${amountWords(filled)} has filled already: of ${amountWords(newSize)} in all nothing would be left to be placed.`;
  const isSame = compare(price, newPrice) === 0 && compare(size, newSize) === 0;
  return goesOn === undefined && isSame ? 'Neither its price nor its size is another.' : undefined;
}

type Replaceable = {readonly draft: DraftOf<'replace'>} | {readonly refused: string};

/**
 * Fills are subtracted from the size to place, and trades count in contracts. So an order is replaced only if
 * its size is certainly in contracts.
 */
export function replaceable(state: Pick<State, 'link' | 'settings'>, order: Order): Replaceable {
  const {orderId, symbol, price, size, sizeContracts, orderType, positionId} = order;
  const side = sides.find(each => each === order.side);
  if (!isInt64(orderId))
    return {refused: `Its id ${orderId} is no whole number of 64 bits, which the service demands.`};
  if (orderType !== undefined && orderType !== 'LIMIT')
    return {refused: `It is a ${orderType} order: only a LIMIT order can be placed in its stead.`};
  if (symbol === undefined || side === undefined || !isAmount(price) || !isAmount(size))
    return {refused: 'It came without its symbol, side, price or size: nothing like it can be placed.'};
  if (!isAmount(sizeContracts))
    return {refused: 'It came without its size in contracts: what has filled cannot be taken off it.'};
  if (compare(size, sizeContracts) !== 0)
    return {
      refused: `Its size ${size} is ${sizeContracts} contracts: what has filled, which trades tell in contracts, cannot be taken off it.`,
    };
  const {asset, type, strikePrice, expiryDate} = order;
  const draft: DraftOf<'replace'> = {
    kind: 'replace',
    ...{orderId, symbol, side, price, size, newPrice: price, newSize: size},
    tradesLagMs: tradesLag(state),
    ...(positionId === undefined ? {} : {positionId}),
    contract: {asset, type, strikePrice, expiryDate},
  };
  return {draft};
}

/** The paper service lists a trade at once. For other services the profile sets the lag. */
function tradesLag({link, settings}: Pick<State, 'link' | 'settings'>): number {
  return link.venue === 'PAPER' ? 0 : settings.tradesLagMs;
}

const isAmount = (text: string | undefined): text is string =>
  text !== undefined && isDecimal(text) && compare(text, '0') > 0;
