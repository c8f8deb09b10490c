import {selected, selectedRow} from '../feeds/navigate.ts';
import {waitingReplacements} from '../intents/selectors.ts';
import type {State} from '../model/state.ts';
import {isFeedPane, keyName} from '../model/vocabulary.ts';
import {
  chooseSide,
  isSideFocused,
  moveFocus,
  openForm,
  orderForm,
  pressedInField,
  typed,
} from '../order/forms.ts';
import {goOnForm, replaceForm} from '../order/replace/form.ts';
import {replaceable} from '../order/replace/order.ts';
import {reviewForm} from '../order/review-life.ts';
import {rulesOf} from '../order/ticket/fields.ts';
import {takeUp} from '../order/ticket/refused.ts';
import type {Form} from '../order/ticket/ticket.ts';
import type {Step} from '../step.ts';
import {close, type Dialog, lineKeys, show} from './overlay.ts';

declare module '../model/overlay.ts' {
  interface Overlays {
    readonly form: {readonly form: Form};
  }
}

/** From the card that is selected, to an Easy Option. */
function openOpening(state: State): Step {
  const card = selected(state, 'cards');
  if (card === undefined) return [state, []];
  const {refused} = state.tickets;
  return refused?.kind === 'open' && refused.card?.id === card.id
    ? takeUp(state, refused)
    : show(state, {kind: 'form', form: openForm(card, state.feeds.cards.loadedAt, rulesOf(state))});
}

/** What was refused comes first; else from the row that is selected, to a limit order. */
function openOrder(state: State): Step {
  const {refused} = state.tickets;
  if (refused !== undefined && refused.kind !== 'replace') return takeUp(state, refused);
  return isFeedPane(state.pane)
    ? show(state, {
        kind: 'form',
        form: orderForm(state.pane, selectedRow(state), state.feeds.cards.loadedAt, rulesOf(state)),
      })
    : [state, []];
}

/** From the order that is selected, to another price or size of it; what has filled is read at once anew. */
function openReplacing(state: State): Step {
  const order = selected(state, 'orders');
  const able = order && replaceable(state, order);
  if (able === undefined || 'refused' in able) return [state, []];
  const {refused} = state.tickets;
  const [next] =
    refused?.replaces?.draft.orderId === able.draft.orderId
      ? takeUp(state, refused)
      : show(state, {kind: 'form', form: replaceForm(state, able.draft)});
  return [next, [{type: 'readFills', orderId: able.draft.orderId}]];
}

/** From the oldest replacement that waits, to what it is to place by now. */
function openGoingOn(state: State): Step {
  const [oldest] = waitingReplacements(state.intents);
  const filled = oldest && goOnForm(state, oldest);
  return filled === undefined ? [state, []] : show(state, {kind: 'form', form: filled});
}

export const form = {
  called: 'forms',
  keys: [...lineKeys, 'field.next', 'field.previous', 'row.down', 'row.up'],
  opens: {open: openOpening, place: openOrder, replace: openReplacing, goOn: openGoingOn},
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
  side: {
    keys: ['side.buy', 'side.sell', 'side.other'],
    isFocused: overlay => isSideFocused(overlay.form),
  },
} satisfies Dialog<'form'>;
