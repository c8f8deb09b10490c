import {leftBy} from '../gate/knowledge.ts';
import {waitingAmends} from '../intents/selectors.ts';
import {keyOf} from '../keys.ts';
import {limitWords} from '../limits/words.ts';
import {age, basePeriod} from '../model/freshness.ts';
import type {OverlayOf} from '../model/overlay.ts';
import {isFeedPane, keyName} from '../model/vocabulary.ts';
import {selected} from '../navigate.ts';
import {amendable, amendForm, goOnForm, placedIn, standsWords} from '../order/amend.ts';
import {
  askIn,
  chooseSide,
  draftOf,
  isSideFocused,
  moveFocus,
  openForm,
  orderForm,
  pressedInField,
  rulesOf,
  typed,
} from '../order/forms.ts';
import {reviewForm} from '../order/review-life.ts';
import {prefillIn, refusedHere, takeUp} from '../order/ticket/refused.ts';
import type {Form, FormField} from '../order/ticket/ticket.ts';
import {close, type Dialog, lineKeys, show} from '../overlay.ts';
import {boughtAt, isAmount, notional} from '../resources/figures.ts';
import {type Block, back, keys, type Sheet, type SheetField, text} from '../sheet.ts';
import type {State} from '../state.ts';
import type {Step} from '../step.ts';
import {type Hint, keyInWords, labelOf} from '../words/keys.ts';
import {capital, flat, number} from '../words/text.ts';
import {seconds} from '../words/times.ts';

declare module '../model/overlay.ts' {
  interface Overlays {
    readonly form: {readonly form: Form};
  }
}

function openOpening(state: State): Step {
  const card = selected(state, 'cards');
  if (card === undefined) return [state, []];
  const {refused} = state.tickets;
  return refused?.kind === 'open' && refused.card?.id === card.id
    ? takeUp(state, refused)
    : show(state, {kind: 'form', form: openForm(card, state.feeds.cards.loadedAt, rulesOf(state))});
}

function openOrder(state: State): Step {
  const refused = refusedHere(state);
  if (refused !== undefined) return takeUp(state, refused);
  if (!isFeedPane(state.pane)) return [state, []];
  const form = orderForm(prefillIn(state, state.pane), state.feeds.cards.loadedAt, rulesOf(state));
  return show(state, {kind: 'form', form});
}

function openAmending(state: State): Step {
  const order = selected(state, 'orders');
  const able = order && amendable(state, order);
  if (able === undefined || 'refused' in able) return [state, []];
  const {refused} = state.tickets;
  const [next] =
    refused?.amends?.draft.orderId === able.draft.orderId
      ? takeUp(state, refused)
      : show(state, {kind: 'form', form: amendForm(state, able.draft)});
  return [next, [{type: 'readFills', orderId: able.draft.orderId}]];
}

function openGoingOn(state: State): Step {
  const [oldest] = waitingAmends(state.intents);
  const filled = oldest && goOnForm(state, oldest);
  return filled === undefined ? [state, []] : show(state, {kind: 'form', form: filled});
}

export const form = {
  called: 'forms',
  keys: [...lineKeys, 'field.next', 'field.previous', 'row.down', 'row.up'],
  opens: {open: openOpening, place: openOrder, amend: openAmending, sendNew: openGoingOn},
  press(state, overlay, {key, action, now}) {
    const changed = (next: Form): Step =>
      next === overlay.form ? [state, []] : show(state, {kind: 'form', form: next});
    switch (action) {
      case 'back':
        return [close(state), []];
      case 'accept':
        return reviewForm(state, overlay.form, now);
      case 'field.next':
      case 'row.down':
        return changed(moveFocus(overlay.form, 1));
      case 'field.previous':
      case 'row.up':
        return changed(moveFocus(overlay.form, -1));
      default:
        return changed(chooseSide(pressedInField(overlay.form, keyName(key)), action));
    }
  },
  line({form: {fields, focus}}) {
    const field = fields[focus];
    if (field === undefined || field.name === 'side') return undefined;
    return {field: field.name, text: field.value, isNumber: field.name !== 'symbol'};
  },
  typed: (overlay, field, value) => ({kind: 'form', form: typed(overlay.form, field, value)}),
  sheet: formSheet,
  side: {keys: ['side.buy', 'side.sell', 'side.other'], isFocused: overlay => isSideFocused(overlay.form)},
} satisfies Dialog<'form'>;

function formSheet(state: State, {form}: OverlayOf<'form'>): Sheet {
  const {title, cameBack, amends, fields, focus, isMarked} = form;
  const {bindings} = state.settings;
  const limits = limitsOf(form);
  const cost = costOf(form, oldAge(form, state));
  const left = leftOf(state, form);
  const joined = (...parts: readonly string[]) => parts.filter(Boolean).join(', ');
  const next: readonly Hint[] = fields.length > 1 ? [[['field.next'], 'next']] : [];
  const key = (action: 'accept' | 'field.next' | 'back') => keyInWords(keyOf(bindings, action, 'form'));
  return [
    {is: 'title', row: [{text: `${cameBack === undefined ? '' : `${cameBack}: `}${title}`, tone: 'strong'}]},
    ...(amends === undefined ? [] : [text(standsWords(amends.draft), 'dim', {most: 1})]),
    blank,
    {
      ...{is: 'fields', focus, isMarked},
      fields: fields.map((field, index) => sheetField(field, index === focus)),
      sideKeys: `${labelOf(bindings, 'side.buy', 'side')} / ${labelOf(bindings, 'side.sell', 'side')}`,
    },
    blank,
    // The reason of a limit has figures that must not be cut.
    {
      ...{is: 'text', row: [{text: joined(limits, left), spoken: limits}], tone: 'dim'},
      ...{most: 4, on: 'many'},
    },
    {
      is: 'text',
      row: [{text: cost, spoken: capital(joined(cost, left))}],
      tone: 'dim',
      most: 1,
      yields: true,
    },
    keys(state, 'form', [[['accept'], 'review'], ...next, back], {
      spoken:
        cameBack !== undefined
          ? ''
          : `${fields.length > 1 ? `${key('field.next')} is the next field, ` : ''}${key('accept')} reviews, ${key('back')} goes back.`,
    }),
  ];
}

const blank: Block = {is: 'text', row: [], on: 'many'};

function sheetField(field: FormField, isFocused: boolean): SheetField {
  const {name, label, value, sends, error, refused, touched} = field;
  return {
    ...{name, label, value},
    sends: error !== undefined || sends === value ? '' : sends,
    error: refused ?? (touched || (isFocused && value !== '') ? error : undefined),
  };
}

function oldAge({cardAt}: Form, state: State): number | undefined {
  const ageMs = cardAt === undefined ? 0 : age(cardAt, state.now);
  return ageMs > 3 * basePeriod(state.settings, true) ? Math.floor(ageMs / 1_000) * 1_000 : undefined;
}

const bought = (amount: string, form: Form) => (isAmount(amount) ? boughtAt(amount, askIn(form)) : undefined);

const worth = (price: string, size: string) =>
  isAmount(price) && isAmount(size) ? notional({price, size}) : undefined;

function costOf(form: Form, oldMs: number | undefined): string {
  const value = (name: FormField['name']) => form.fields.find(each => each.name === name)?.sends ?? '';
  const ask = askIn(form);
  const old = oldMs === undefined ? '' : ` (${seconds(oldMs)} old)`;
  const seen = ask === undefined ? '' : `Ask ${number(ask)}${old}`;
  const size = placedIn(form, value('size'));
  const amount = form.kind === 'open' ? bought(value('amount'), form) : worth(value('price'), size);
  if (amount === undefined) return seen;
  const rest = form.kind === 'amend' ? `places ${number(size)}, ` : '';
  const words = form.kind === 'open' ? `est. qty ${number(amount)}` : `${rest}notional ${number(amount)}`;
  return seen === '' ? words : `${seen}, ${words}`;
}

function limitsOf({kind, rules}: Form): string {
  const {opening, order, underlyings} = limitWords(rules.guardrails);
  const limits = kind === 'open' ? [opening] : [order, underlyings];
  return flat(limits.filter(each => each !== '').join(', '));
}

function leftOf(state: State, form: Form): string {
  const draft = form.fields.every(({error}) => error === undefined) ? draftOf(form) : undefined;
  const left = draft && leftBy(state, draft);
  return left === undefined ? '' : flat(left.isBeyond ? left.words : `leaves ${left.words}`);
}
