import {add, subtract, toFixed} from '../../api/wire/decimal.ts';
import type {Decimal, Trade} from '../../api/wire/records.ts';
import type {Intent} from '../intents/intent.ts';
import {type AmendDraft, fillsTold, isAmend} from '../intents/kinds/amend.ts';
import {cardTrading} from '../resources/joins.ts';
import type {State} from '../state.ts';
import {askedWords} from '../words/records.ts';
import {amountWords} from '../words/text.ts';
import {begun, rulesOf} from './forms.ts';
import {fieldNamed} from './refused.ts';
import type {Form, Ticks} from './state.ts';

export function amendForm(state: State, draft: AmendDraft): Form {
  return formOf(state, draft, `Amend order #${draft.orderId}`);
}

/** One tick is that of the profile, else the step of the price's last digit. */
export function nudgedPrice({settings}: State, {price}: AmendDraft, ticks: Ticks): Decimal {
  const digits = decimalPlaces(price);
  const {tick = digits === 0 ? '1' : `0.${'1'.padStart(digits, '0')}`} = settings;
  const moved = ticks > 0 ? add(price, tick) : subtract(price, tick);
  // The zeros at its end stay: without them the next tick would be larger.
  return toFixed(moved, Math.max(digits, decimalPlaces(tick)));
}

const decimalPlaces = (decimal: Decimal) => decimal.split('.')[1]?.length ?? 0;

export function goOnForm(state: State, intent: Intent): Form | undefined {
  const {draft, reason, amending} = intent;
  if (!isAmend(draft)) return undefined;
  // Going on has a question of its own about missing trades.
  const known = {...draft, filled: amending?.filled ?? draft.filled, way: undefined};
  const form = formOf(state, known, `Send the new order for #${draft.orderId} (canceled)`);
  const at = fieldNamed(form, reason) ?? 'price';
  const fields = form.fields.map(each => (each.name === at ? {...each, refused: reason} : each));
  return {...form, fields, amends: {draft: known, goesOn: intent.id}};
}

function formOf(state: State, draft: AmendDraft, title: string): Form {
  const {cards} = state.feeds;
  const card = cardTrading(cards.rows, draft.symbol);
  return begun(
    'amend',
    {price: draft.newPrice, size: draft.newSize},
    {
      ...{title, card, cardAt: card && cards.loadedAt, contract: undefined, rules: rulesOf(state, draft)},
      amends: {draft, goesOn: undefined},
    },
  );
}

export function withFills(form: Form, orderId: string, trades: readonly Trade[]): Form {
  const {amends} = form;
  if (amends?.draft.orderId !== orderId) return form;
  const {sum: filled} = fillsTold(orderId, trades);
  return {...form, amends: {...amends, draft: {...amends.draft, filled}}};
}

/** `0.3 filled of BUY 1 X at 4,700` */
export function standsWords(draft: AmendDraft): string {
  const {filled} = draft;
  const part = filled === undefined ? 'Reading fills:' : `${amountWords(filled)} filled of`;
  return `${part} ${askedWords(draft)}`;
}
