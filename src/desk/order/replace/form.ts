import {compare, isDecimal, subtract} from '../../../api/wire/decimal.ts';
import type {Trade} from '../../../api/wire/records.ts';
import {cardTrading} from '../../feeds/joins.ts';
import type {DraftOf, Intent} from '../../intents/intent.ts';
import {fillsTold} from '../../intents/replace/fills.ts';
import type {State} from '../../model/state.ts';
import {amountWords} from '../../words/amounts.ts';
import {askedWords} from '../../words/orders.ts';
import {begun, field} from '../forms.ts';
import {rulesOf} from '../ticket/fields.ts';
import {fieldNamed} from '../ticket/refused.ts';
import type {Form} from '../ticket/ticket.ts';

/** The price and the size of a working order, to be changed. */
export function replaceForm(state: State, draft: DraftOf<'replace'>): Form {
  return formOf(state, draft, `Move order #${draft.orderId}`);
}

/** What a replacement that was canceled and not placed would place: its price may be old by now. */
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

/** The trades of the order were read: the form says what of it has filled. */
export function withFills(form: Form, orderId: string, trades: readonly Trade[]): Form {
  const {replaces} = form;
  if (replaces?.draft.orderId !== orderId) return form;
  const {sum: filled} = fillsTold(orderId, trades);
  return {...form, replaces: {...replaces, draft: {...replaces.draft, filled}}};
}

/** What of the order has filled, and the order as it stands: `0.3 filled of BUY 1 X at 4,700`. */
export function standsWords(draft: DraftOf<'replace'>): string {
  const {filled} = draft;
  const part = filled === undefined ? 'Its fills are being read:' : `${amountWords(filled)} filled of`;
  return `${part} ${askedWords(draft)}`;
}

/** What goes out of a size that is typed: what has filled is taken off, and '' says that nothing is left. */
export function placedIn({replaces}: Form, size: string): string {
  const filled = replaces?.draft.filled;
  if (filled === undefined || !isDecimal(size)) return size;
  return compare(size, filled) > 0 ? subtract(size, filled) : '';
}

/** Why what is typed is no change that could be made. */
export function changeRefused({draft, goesOn}: NonNullable<Form['replaces']>): string | undefined {
  const {price, size, newPrice, newSize, filled = '0'} = draft;
  if (compare(newSize, filled) <= 0)
    return `${amountWords(filled)} has filled already: of ${amountWords(newSize)} in all nothing would be left to be placed.`;
  const isSame = compare(price, newPrice) === 0 && compare(size, newSize) === 0;
  return goesOn === undefined && isSame ? 'Neither its price nor its size is another.' : undefined;
}
