import {age, type Moment} from '../../account/model/moment.ts';
import {keyName} from '../../account/model/vocabulary.ts';
import {capital, flat, number} from '../../account/words/text.ts';
import {seconds} from '../../account/words/times.ts';
import {unreplaced} from '../../core/intents/follow.ts';
import {type Draft, kindOf} from '../../core/intents/kinds/kinds.ts';
import {activityId} from '../../core/intents/words.ts';
import {limitWords} from '../../core/limits/decide.ts';
import {type Action, keyOf} from '../keys.ts';
import {basePeriod} from '../model/freshness.ts';
import type {OverlayOf} from '../model/overlay.ts';
import {linesSelected, selected} from '../navigate.ts';
import {tell} from '../notices.ts';
import {openBlocked, toWrite, writesBlocked} from '../order/availability.ts';
import {
  chooseSide,
  completion,
  draftOf,
  fieldsOf,
  filledIn,
  formOf,
  guardrailsOf,
  moveFocus,
  openForm,
  orderForm,
  prefillHere,
  pressedInField,
  replacementForm,
  typed,
} from '../order/forms.ts';
import {leftBy} from '../order/gate.ts';
import {returnedForm} from '../order/refused.ts';
import {reviewForm} from '../order/review.ts';
import type {Form, FormField} from '../order/state.ts';
import {type ActionRow, type Dialog, lineKeys, show} from '../overlay.ts';
import {isUnlistedIn, unlistedNow, unlistedWords} from '../portfolio/unlisted.ts';
import {back, keys, type Sheet, type SheetField, text} from '../sheet.ts';
import type {State} from '../state.ts';
import type {Step} from '../step.ts';
import {type Hint, keyInWords, labelOf} from '../words/keys.ts';

declare module '../model/overlay.ts' {
  interface Overlays {
    readonly form: {readonly form: Form};
  }
}

export const formActions = {
  open: {act: openOpening, blocked: toWrite('open', openBlocked), takesText: () => true},
  place: {
    act: state => show(state, {kind: 'form', form: orderForm(state, prefillHere(state))}),
    blocked: toWrite('place'),
    takesText: () => true,
  },
  fix: {act: openReturned, blocked: whyNoneReturned},
} satisfies Partial<Record<Action, ActionRow>>;

function openOpening(state: State): Step {
  const card = selected(state, 'cards');
  if (card === undefined) return [state, []];
  return show(state, {kind: 'form', form: openForm(state, card)});
}

export function openGiven(state: State, draft: Draft): Step {
  return show(state, {kind: 'form', form: formOf(state, draft)});
}

function openReturned(state: State): Step {
  const form = formReturned(state);
  return form === undefined ? [state, []] : show({...state, refused: undefined}, {kind: 'form', form});
}

/** The write that was refused; without one, the order in place of a canceled one that none has replaced. */
function formReturned(state: State): Form | undefined {
  const refused = state.refused && returnedForm(state, state.refused);
  // The card of an opening may have left the list.
  if (refused !== undefined && draftOf(refused) !== undefined) return refused;
  const left = leftMeant(state);
  return left && replacementForm(state, left);
}

/** The selected row of Activity, or the newest one on another pane. */
function leftMeant(state: State) {
  const [all, lines] = [unreplaced(state.intents), linesSelected(state)];
  return all.findLast(({cancel}) => lines.includes(activityId(cancel))) ?? all.at(-1);
}

function whyNoneReturned(state: State): string | undefined {
  const form = formReturned(state);
  if (form === undefined) return 'Nothing was rejected.';
  return form.replaces === undefined ? undefined : writesBlocked(state, {kind: 'place'});
}

const sideKeys = ['side.buy', 'side.sell', 'side.other'] as const;

export const form = {
  called: 'forms',
  keys: [...lineKeys, 'field.next', 'field.previous', 'row.down', 'row.up', ...sideKeys],
  press(state, overlay, {key, action, now}) {
    const changed = (next: Form): Step =>
      next === overlay.form ? [state, []] : show(state, {kind: 'form', form: next});
    switch (action) {
      case 'back':
        return undefined;
      case 'accept':
        return reviewForm(state, overlay.form, now);
      case 'field.next':
        return completed(state, overlay.form, now) ?? changed(moveFocus(state, overlay.form, 1));
      case 'row.down':
        return changed(moveFocus(state, overlay.form, 1));
      case 'field.previous':
      case 'row.up':
        return changed(moveFocus(state, overlay.form, -1));
      default:
        return changed(chooseSide(state, pressedInField(state, overlay.form, keyName(key)), action));
    }
  },
  line({form}) {
    const {fields, focus} = form;
    const field = fields[focus];
    const kind = fieldsOf(form)[focus];
    if (field === undefined || kind === undefined || kind.is === 'side') return undefined;
    return {field: field.name, text: field.value, isNumber: kind.is === 'number'};
  },
  typed: ({form}, field, value, state) => ({kind: 'form', form: typed(state, form, field, value)}),
  sheet: formSheet,
} satisfies Dialog<'form'>;

/** Completes as a shell does: fills in the common part. The form names the choices, which are spoken here. */
function completed(state: State, form: Form, now: Moment): Step | undefined {
  const {value = ''} = form.fields[form.focus] ?? {};
  const {to} = completion(state, form);
  if (to.length > value.trim().length)
    return show(state, {kind: 'form', form: typed(state, form, 'symbol', to)});
  const words = choicesOf(state, form);
  if (words === '') return undefined;
  return [state.listening === undefined ? state : tell(state, words, 'info', now), []];
}

/** `2 symbols: BTC-27NOV26-65… 000-C, 500-C` */
function choicesOf(state: State, form: Form): string {
  const {value = ''} = form.fields[form.focus] ?? {};
  const {to, among} = completion(state, form);
  if (among.length < 2 || among.includes(value.trim().toUpperCase())) return '';
  const rest = among.slice(0, 6).map(each => each.slice(to.length));
  return `${among.length} symbols: ${to}… ${rest.join(', ')}${among.length > rest.length ? ', …' : ''}`;
}

function formSheet(state: State, {form}: OverlayOf<'form'>): Sheet {
  const {title, cameBack, given, fields, focus, isMarked} = form;
  const stands = given && kindOf(form).form?.stands?.(given);
  const {bindings} = state.settings;
  const limits = limitsOf(state, form);
  const cost = costOf(form, oldAge(form, state));
  const left = leftOf(state, form);
  const choices = choicesOf(state, form);
  const joined = (...parts: readonly string[]) => parts.filter(Boolean).join(', ');
  const next: readonly Hint[] = fields.length > 1 ? [[['field.next'], 'next']] : [];
  const key = (action: 'accept' | 'field.next' | 'back') => keyInWords(keyOf(bindings, action, 'form'));
  return [
    {is: 'title', row: [{text: `${cameBack === undefined ? '' : `${cameBack}: `}${title}`, tone: 'strong'}]},
    ...(stands === undefined ? [] : [text(stands, 'dim', {most: 1})]),
    blank,
    {
      ...{is: 'fields', focus, isMarked},
      fields: fields.map((field, index) => sheetField(field, index === focus)),
      sideKeys: `${labelOf(bindings, 'side.buy', 'form')} / ${labelOf(bindings, 'side.sell', 'form')}`,
    },
    ...(choices === '' ? [] : [text(choices, 'dim', {most: 3, yields: true})]),
    ...unlistedLines(state, form).map(each => text(each, 'warning')),
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

function unlistedLines(state: State, {fields}: Form): readonly string[] {
  const symbol = fields.find(({name}) => name === 'symbol')?.value;
  return symbol === undefined ? [] : unlistedNow(state).filter(isUnlistedIn({symbol})).map(unlistedWords);
}

const blank = text('', undefined, {row: [], on: 'many'});

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

function costOf(form: Form, oldMs: number | undefined): string {
  const filled = filledIn(form);
  const {ask} = filled;
  const old = oldMs === undefined ? '' : ` (${seconds(oldMs)} old)`;
  const seen = ask === undefined ? '' : `Ask ${number(ask)}${old}`;
  return [seen, kindOf(form).form?.estimate(filled)].filter(Boolean).join(', ');
}

function limitsOf(state: State, form: Form): string {
  const {opening, order, underlyings} = limitWords(guardrailsOf(state, form.held));
  const ofWhat = {order: [order, underlyings], 'easy option': [opening]};
  const {adds} = kindOf(form);
  return flat((adds === undefined ? [] : ofWhat[adds.what]).filter(each => each !== '').join(', '));
}

function leftOf(state: State, form: Form): string {
  const draft = form.fields.every(({error}) => error === undefined) ? draftOf(form) : undefined;
  const left = draft && leftBy(state, draft);
  return left === undefined ? '' : flat(left.isBeyond ? left.words : `leaves ${left.words}`);
}
