import {keyName} from '../../account/model/vocabulary.ts';
import {cardTrading} from '../../account/resources/figures.ts';
import {capital, flat, number, signed} from '../../account/words/text.ts';
import {expiry, seconds} from '../../account/words/times.ts';
import {type Decimal, fromIso} from '../../api/wire/records.ts';
import {activityId} from '../../core/events/writes.ts';
import {serviceNow} from '../../core/intents/clock.ts';
import {unreplaced} from '../../core/intents/follow.ts';
import {type Draft, kindOf, orderReplaced} from '../../core/intents/kinds/kinds.ts';
import {limitWords} from '../../core/limits/words.ts';
import {type ActionRow, type Dialog, lineKeys, show} from '../dialog.ts';
import {recordNow} from '../feeds/last-read.ts';
import {cardsRead, contractsSeen, symbolsSeen} from '../feeds/prices.ts';
import {type Hint, keyInWords, labelOf} from '../key-words.ts';
import {type Action, keyOf} from '../keys.ts';
import {linesSelected} from '../navigate.ts';
import {tell} from '../notices.ts';
import {openBlocked, toWrite, writesBlocked} from '../order/availability.ts';
import {
  chooseSide,
  draftOf,
  filledIn,
  followed,
  guardrailsOf,
  moveFocus,
  openForm,
  orderForm,
  prefillHere,
  pressedInField,
  replacementForm,
  returnedForm,
  symbolIn,
  typed,
} from '../order/forms.ts';
import {asReducing, leftBy, whyViewer} from '../order/gate-now.ts';
import type {Form, FormField} from '../order/ordering.ts';
import {askAgeMs} from '../order/prices.ts';
import {reviewForm} from '../order/reviewing.ts';
import {ticketOf} from '../order/tickets/tickets.ts';
import type {OverlayOf} from '../overlay.ts';
import {positionsHeld} from '../portfolio/move.ts';
import {isUnlistedIn, unlistedNow, unlistedOf, unlistedWords} from '../portfolio/unlisted.ts';
import {type Block, back, type Choice, keys, type Sheet, type SheetField, text} from '../sheet.ts';
import type {State, Step} from '../state.ts';

export const formActions = {
  open: {
    act: state => showForm(state, openForm(state)),
    blocked: toWrite('open', openBlocked),
    takesText: () => true,
  },
  place: {
    act: state => showForm(state, orderForm(state, prefillHere(state))),
    blocked: toWrite('place'),
    takesText: () => true,
  },
  fix: {
    act: state => showForm({...state, refused: undefined}, formReturned(state)),
    blocked: whyNoneReturned,
  },
} satisfies Partial<Record<Action, ActionRow>>;

/** None opens without the record that it is about. */
export const showForm = (state: State, form: Form | undefined): Step =>
  form === undefined ? [state, []] : show(state, {kind: 'form', form});

/** The write that was refused; without one, the order in place of a canceled one that none has replaced. */
function formReturned(state: State): Form | undefined {
  const {refused} = state;
  if (refused !== undefined && isListed(state, refused.draft)) return returnedForm(state, refused);
  const left = leftMeant(state);
  return left && replacementForm(state, left);
}

/** The card of an opening, or the order of an amend, may have left the list. */
function isListed(state: State, draft: Draft): boolean {
  const {record, pane} = ticketOf(draft);
  const id = record?.(draft);
  return id === undefined || recordNow(state, pane, id).row !== undefined;
}

/** The selected row of Activity, or the newest one of which the message is not dismissed. */
function leftMeant(state: State) {
  const [all, lines] = [unreplaced(state.intents), linesSelected(state)];
  const isMeant = ({cancel}: (typeof all)[number]) => lines.includes(activityId(cancel));
  return all.findLast(isMeant) ?? all.findLast(({last}) => !last.isAcknowledged);
}

export function whyNoneReturned(state: State): string | undefined {
  const form = formReturned(state);
  if (form === undefined)
    return unreplaced(state.intents).length === 0
      ? 'Nothing was rejected.'
      : `NOT REPLACED: select its row on Activity (${labelOf(state.settings.bindings, 'pane.activity')}).`;
  return form.replaces === undefined ? whyViewer(state) : writesBlocked(state, {kind: 'place'});
}

const sideKeys = ['side.buy', 'side.sell', 'side.other'] as const;

export const form = {
  keys: [...lineKeys, 'field.next', 'field.previous', 'row.down', 'row.up', ...sideKeys],
  press(state, overlay, {key, action, now}) {
    const changed = (next: Form): Step =>
      next === overlay.form ? [state, []] : show(state, {kind: 'form', form: next});
    const {among, at, isTyped} = symbolCompletions(state, overlay);
    const chosen = among[at];
    const symbol = chosen ?? (isTyped ? among[0] : undefined);
    const pick = (to: number) => show(state, {...overlay, pick: among[Math.min(to, among.length - 1)]});
    const take = (of: string) => changed(moveFocus(state, typed(state, overlay.form, 'symbol', of), 1));
    const isTaking = action === 'accept' || action === 'field.next';
    if (isTaking && overlay.pick !== undefined && chosen === undefined) {
      const told = `${flat(overlay.pick)} is no longer listed: choose again.`;
      return [tell({...state, overlay: {...overlay, pick: undefined}}, told, 'warning', now), []];
    }
    switch (action) {
      case 'back':
        return undefined;
      case 'accept':
        return chosen === undefined ? reviewForm(state, overlay.form, now) : take(chosen);
      case 'field.next':
        return symbol !== undefined ? take(symbol) : changed(moveFocus(state, overlay.form, 1));
      case 'row.down':
        return among.length > 0 ? pick(at + 1) : changed(moveFocus(state, overlay.form, 1));
      case 'row.up':
        return chosen !== undefined ? pick(at - 1) : changed(moveFocus(state, overlay.form, -1));
      case 'field.previous':
        return changed(moveFocus(state, overlay.form, -1));
      default:
        return changed(chooseSide(state, pressedInField(state, overlay.form, keyName(key)), action));
    }
  },
  line({form}) {
    const field = form.fields[form.focus];
    if (field === undefined || field.is === 'side') return undefined;
    return {field: field.name, text: field.value, isNumber: field.is !== 'text'};
  },
  follow(state, overlay) {
    const form = followed(overlay.form, state);
    return form === overlay.form ? state : {...state, overlay: {...overlay, form}};
  },
  typed: ({form}, field, value, state) => ({kind: 'form', form: typed(state, form, field, value)}),
  sheet: formSheet,
} satisfies Dialog<'form'>;

/** The symbols that fit what is typed in the field, held ones first; none if it is one of them. */
function symbolCompletions(state: State, {form, pick}: OverlayOf<'form'>) {
  const {name, value = ''} = form.fields[form.focus] ?? {};
  const all = name === 'symbol' ? symbolsSeen(state) : [];
  if (all.length === 0 || all.includes(value.trim()))
    return {among: [], held: new Map<string, Decimal>(), at: -1, isTyped: false};
  const words = value.trim().toUpperCase().split(/\s+/).filter(Boolean);
  const fitting = all.filter(each => words.every(word => each.toUpperCase().includes(word))).sort();
  const held = new Map(positionsHeld(state).flatMap(({symbol, net}) => (symbol ? [[symbol, net]] : [])));
  const among = [...fitting.filter(each => held.has(each)), ...fitting.filter(each => !held.has(each))];
  return {among, held, at: pick === undefined ? -1 : among.indexOf(pick), isTyped: words.length > 0};
}

function choicesOf(state: State, overlay: OverlayOf<'form'>): readonly Block[] {
  const {among, held, at} = symbolCompletions(state, overlay);
  if (among.length === 0) return [];
  const [cards, contracts, now] = [cardsRead(state), contractsSeen(state), serviceNow(state)];
  const items = among.map((symbol): Choice => {
    const {currentAskPrice: ask, expiryDate} = cardTrading(cards, symbol) ?? {};
    const expires = fromIso(expiryDate) ?? contracts.get(symbol)?.expiryDate;
    const net = held.get(symbol);
    const facts = [
      net && `held ${signed(net)}`,
      ask && `ask ${number(ask)}`,
      expires && expiry(expires, now),
    ].filter(Boolean);
    return {
      key: '',
      text: symbol,
      sign: ' ',
      more: facts.join(' · '),
      spoken: [[symbol, ...facts].join(', ')],
    };
  });
  return [{is: 'choices', title: 'Symbols', items, at}];
}

function formSheet(state: State, overlay: OverlayOf<'form'>): Sheet {
  const {form} = overlay;
  const {title, cameBack, given, proposed, fields, focus, isMarked} = form;
  const stands = given && ticketOf(form).form?.stands?.(given, unlistedOf(state, orderReplaced(given)));
  const {bindings} = state.settings;
  const limits = limitsOf(state, form);
  const cost = costOf(state, form);
  const left = leftOf(state, form);
  const joined = (...parts: readonly string[]) => parts.filter(Boolean).join(', ');
  const next: readonly Hint[] = fields.length > 1 ? [[['field.next'], 'next']] : [];
  const key = (action: 'accept' | 'field.next' | 'back') => keyInWords(keyOf(bindings, action, 'form'));
  return [
    {is: 'title', row: [{text: `${cameBack === undefined ? '' : `${cameBack}: `}${title}`, tone: 'strong'}]},
    ...(stands === undefined ? [] : [text(stands, 'dim', {most: 1})]),
    ...(proposed === undefined ? [] : [text(`Price ${proposed}`, 'dim', {most: 2})]),
    blank,
    {
      ...{is: 'fields', focus, isMarked},
      fields: fields.map((field, index) => sheetField(field, index === focus)),
      sideKeys: `${labelOf(bindings, 'side.buy', 'form')} / ${labelOf(bindings, 'side.sell', 'form')}`,
    },
    ...choicesOf(state, overlay),
    ...unlistedLines(state, form).map(each => text(each, 'warning')),
    blank,
    // The reason of a limit has figures that must not be cut.
    {
      ...{is: 'text', row: [{text: joined(limits, left), spoken: limits}], tone: 'dim'},
      ...{most: 4, drawn: 'many'},
    },
    {
      is: 'remark',
      row: cost === '' ? [] : [{text: cost, spoken: capital(joined(cost, left))}],
      tone: 'dim',
      most: 1,
    },
    keys(state, 'form', [[['accept'], 'review'], ...next, back], {
      spoken:
        cameBack !== undefined
          ? ''
          : `${fields.length > 1 ? `${key('field.next')} is the next field, ` : ''}${key('accept')} reviews, ${key('back')} goes back.`,
    }),
  ];
}

function unlistedLines(state: State, form: Form): readonly string[] {
  const symbol = symbolIn(form);
  return symbol === undefined ? [] : unlistedNow(state).filter(isUnlistedIn({symbol})).map(unlistedWords);
}

const blank = text('', undefined, {row: [], drawn: 'many'});

function sheetField(field: FormField, isFocused: boolean): SheetField {
  const {name, label, is, value, sends, error, refused, touched} = field;
  return {
    ...{name, label, is, value},
    sends: error !== undefined || sends === value ? '' : sends,
    error: refused ?? (touched || (isFocused && value !== '') ? error : undefined),
  };
}

function costOf(state: State, form: Form): string {
  const ask = form.card?.currentAskPrice;
  const oldMs = askAgeMs(state, form.cardAt);
  const old = oldMs === undefined ? '' : ` (${seconds(oldMs)} old)`;
  const isKnown = symbolsSeen(state).includes(symbolIn(form) ?? '');
  const seen = ask === undefined ? '' : `Ask ${number(ask)}${old}`;
  const none = ask === undefined && isKnown ? 'no ask known' : '';
  return [seen, ticketOf(form).form?.estimate(filledIn(form)), none].filter(Boolean).join(', ');
}

function limitsOf(state: State, form: Form): string {
  const {opening, order, underlyings} = limitWords(guardrailsOf(state, form.held));
  const ofWhat = {order: [order, underlyings], 'easy option': [opening], nothing: []};
  return flat(ofWhat[kindOf(form).makes].filter(each => each !== '').join(', '));
}

function leftOf(state: State, form: Form): string {
  const draft = form.fields.every(({error}) => error === undefined) ? draftOf(form) : undefined;
  const left = draft && leftBy(state, asReducing(state, draft));
  return left === undefined ? '' : flat(left.isBeyond ? left.words : `leaves ${left.words}`);
}
