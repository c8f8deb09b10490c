import {selected, selectedRow} from '../feeds/navigate.ts';
import {waitingReplacements} from '../intents/selectors.ts';
import {isFeedPane, keyName} from '../model/vocabulary.ts';
import {
  chooseSide,
  isSideFocused,
  moveFocus,
  openForm,
  orderForm,
  pressedInField,
  rulesOf,
  typed,
} from '../order/forms.ts';
import {respond} from '../order/questions.ts';
import {goOnForm, replaceable, replaceForm} from '../order/replace.ts';
import {confirm, leaveReview, refreshReview, reviewForm} from '../order/review-life.ts';
import {confirmSeveral, gatherSeveral, meant, type SeveralReview, widened} from '../order/several/review.ts';
import {markedOn} from '../order/several/rows.ts';
import {takeUp} from '../order/ticket/refused.ts';
import type {Form} from '../order/ticket/ticket.ts';
import {close, type Dialog, lineKeys, movedTo, pageOf, questionKeys, scrollKeys, show} from '../overlay.ts';
import type {Review} from '../review.ts';
import type {State} from '../state.ts';
import type {Step} from '../step.ts';

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
  const {refused} = state.tickets;
  if (refused !== undefined && refused.kind !== 'replace') return takeUp(state, refused);
  return isFeedPane(state.pane)
    ? show(state, {
        kind: 'form',
        form: orderForm(state.pane, selectedRow(state), state.feeds.cards.loadedAt, rulesOf(state)),
      })
    : [state, []];
}

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

declare module '../model/overlay.ts' {
  interface Overlays {
    readonly review: {readonly review: Review};
  }
}

export const review = {
  called: 'questions',
  keys: [...questionKeys, 'refresh'],
  press: (state, {review: shown}, press) => {
    if (press.action === 'refresh' && press.key.name !== shown.key)
      return refreshReview(state, shown, press.now);
    return respond(state, shown, press, {
      yes: () => confirm(state, shown, press.key, press.now),
      no: () => [leaveReview(state, shown), []],
      unready: shown.reread.status === 'reading' ? 'Still reading the record again' : undefined,
    });
  },
} satisfies Dialog<'review'>;

declare module '../model/overlay.ts' {
  interface Overlays {
    readonly several: SeveralReview;
  }
}

export const several = {
  called: 'questions',
  keys: [...questionKeys, ...scrollKeys, 'widen', 'refresh'],
  press(state, overlay, press) {
    const {action, now} = press;
    if (action === 'widen') return show(state, {...widened(overlay), kind: 'several'});
    if (action === 'refresh') {
      const ids = overlay.isOfMarked ? markedOn(state, overlay.pane) : undefined;
      return gatherSeveral(close(state), overlay.pane, {ids, isToLeave: overlay.leaving !== undefined}, now);
    }
    const {length} = meant(overlay);
    const to = movedTo(action, overlay.scroll, {length, page: pageOf(state)});
    if (to !== undefined) return show(state, {...overlay, scroll: to});
    return respond(state, overlay, press, {
      yes: () => confirmSeveral(state, overlay, press.key, now),
      no: () => [close(state), []],
    });
  },
} satisfies Dialog<'several'>;
