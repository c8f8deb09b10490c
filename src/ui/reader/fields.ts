import {openIn} from '../../desk/dialogs.ts';
import {keyOf} from '../../desk/model/keys.ts';
import type {State} from '../../desk/model/state.ts';
import {standsWords} from '../../desk/order/replace/form.ts';
import type {Form, FormField} from '../../desk/order/ticket/ticket.ts';
import {sanitize} from '../../term/text/sanitize.ts';
import {number} from '../format.ts';
import {filterHint} from '../lines/filter.ts';
import {formCost, formLimits, formTitle, leftInForm, oldAge, saidOf, sendsOf} from '../lines/form.ts';
import {errorIn, linesIn} from '../Panel.tsx';
import {noPaint} from '../theme.ts';
import {unbounded} from './panes.ts';
import {capital, characterInWords, keyInWords, sentence, toEars} from './spoken/words.ts';

/** What is typed: fields by their label, value and error, and what typing has made of a value. */

/** A form as it opens. */
export function formInWords(state: State, form: Form): string[] {
  return [
    formTitle(form),
    form.replaces === undefined ? '' : standsWords(form.replaces.draft),
    formLimits(form),
    costInWords(state, form),
    ...fieldInWords(form),
  ]
    .map(sentence)
    .filter(each => each !== '');
}

/** `Price, 1k, sends 1,000.`, that typing takes its place, and what is wrong with it. */
export function fieldInWords({fields, focus, isMarked}: Form): string[] {
  const field = fields[focus];
  if (field === undefined) return [];
  const told = [field.label, valueInWords(field), ...(isMarked ? ['selected'] : [])].join(', ');
  return [sentence(told), errorInWords(field)].filter(Boolean);
}

export function valueInWords(field: FormField): string {
  const {value} = field;
  // What is short for a million is no minute.
  const typed = number(value).replace(/(?<=\d)m$/i, ' million');
  const sends = sendsOf(field).replace(/(?<= )\d+(?:\.\d+)?$/, number);
  return [value === '' ? 'empty' : typed, sends].filter(Boolean).join(', ');
}

const errorInWords = (field: FormField) => sentence(saidOf(field, true) ?? '');

/** What it comes to, as typed so far. */
function costInWords(state: State, form: Form): string {
  return capital(sentence([formCost(form, oldAge(state)), leftInForm(state)].filter(Boolean).join(', ')));
}

/** One field gives way to another: the value that was typed is told, then the field that is in focus. */
export function movedInForm(before: Form, after: Form): string[] {
  const left = after.fields[before.focus];
  // What is still marked as a whole was told as it came into focus.
  const isTyped = left !== undefined && !before.isMarked && left.value !== '' && left.name !== 'side';
  if (!isTyped) return fieldInWords(after);
  const value = sentence(`${left.label} ${valueInWords(left)}`);
  return [value, errorInWords(left), ...fieldInWords(after)].filter(each => each !== '');
}

/** What a line of text that changed says: what was not typed all of it, else the letter, where all is told. */
export function typedInWords(before: string, after: string, isAll: boolean): string[] {
  if (before === after) return [];
  const grown = grownBy(before, after);
  if (grown === 1) return isAll ? [characterInWords(typedIn(before, after))] : [];
  if (grown === -1) return [];
  return [after === '' ? 'Empty.' : sentence(number(after))];
}

/**
 * What typing writes where it is typed, as in a shell: Orca and NVDA speak no letter that is not on the screen.
 * One that goes is named there too: Orca takes the row that a line scrolls away for what Backspace deleted.
 */
export function typedInPlace(before: State, after: State): string {
  const [was, is] = [openIn(before)?.line, openIn(after)?.line];
  const isSame = before.overlay.kind === after.overlay.kind && was?.field === is?.field;
  if (was === undefined || is === undefined || !isSame || is.field === 'side') return '';
  const isMarked = before.overlay.kind === 'form' && before.overlay.form.isMarked;
  const old = isMarked ? '' : was.text;
  const grown = grownBy(old, is.text);
  if (grown === -1) return `, ${characterInWords(typedIn(is.text, old))} deleted, `;
  return grown === 1 && after.listening?.verbosity !== 'all' ? sanitize(typedIn(old, is.text)) : '';
}

const grownBy = (before: string, after: string) => [...after].length - [...before].length;

/** The character that the longer of two texts has more than the shorter. */
function typedIn(shorter: string, longer: string): string {
  const [few, many] = [[...shorter], [...longer]];
  return many.find((each, index) => each !== few[index]) ?? '';
}

/** What a dialog with a line to type in says before it is typed in. */
export function asksInWords(state: State): string[] {
  const {overlay} = state;
  switch (overlay.kind) {
    case 'filter':
      return [`Filter, ${overlay.text === '' ? 'empty' : toEars(overlay.text)}.`];
    case 'search':
      return [`Search in the help, ${overlay.text === '' ? 'empty' : toEars(overlay.text)}.`];
    default:
      return linesIn(unbounded(state), {columns: 4_000, rows: 400}, noPaint).map(sentence).filter(Boolean);
  }
}

/** The line in focus with its value and what is wrong with it, whatever dialog it is in. */
export function lineInWords(state: State): string[] {
  const {overlay} = state;
  if (overlay.kind === 'form') return [...fieldInWords(overlay.form), costInWords(state, overlay.form)];
  const line = openIn(state)?.line;
  if (line === undefined) return [];
  const hint = hintInWords(state);
  return [
    `Typed, ${line.text === '' ? 'nothing' : toEars(number(line.text))}.`,
    ...(hint === '' ? [] : [hint]),
  ];
}

/** What is wrong with what was typed, or may be typed next. */
export function hintInWords(state: State): string {
  const {overlay} = state;
  if (overlay.kind === 'filter')
    return sentence(filterHint(unbounded(state), overlay.text, 0, noPaint).replace(/ {2,}/g, ', '));
  return sentence(errorIn(state) ?? '');
}

/** The keys that lead on. */
export function keysOfForm({settings}: State, {fields}: Form): string {
  const key = (action: 'accept' | 'field.next' | 'back') =>
    keyInWords(keyOf(settings.bindings, action, 'form'));
  const next = fields.length > 1 ? `${key('field.next')} is the next field, ` : '';
  return `${next}${key('accept')} reviews, ${key('back')} goes back.`;
}
