import {openIn} from '../../desk/dialogs.ts';
import {keyOf} from '../../desk/keys.ts';
import {questionOf} from '../../desk/order/questions.ts';
import {standsWords} from '../../desk/order/replace.ts';
import type {Form, FormField} from '../../desk/order/ticket/ticket.ts';
import type {State} from '../../desk/state.ts';
import {keyInWords} from '../../desk/words/keys.ts';
import {number} from '../../desk/words/text.ts';
import {sanitize} from '../../term/text/sanitize.ts';
import {filterHint} from '../lines/filter.ts';
import {formCost, formLimits, formTitle, leftInForm, oldAge, saidOf, sendsOf} from '../lines/form.ts';
import {errorIn, linesIn} from '../Panel.tsx';
import {capital, characterInWords, sentence, toEars} from '../sheet/words.ts';
import {noPaint} from '../theme.ts';
import {listInWords, positionInWords} from './lists.ts';
import {unbounded} from './panes.ts';
import {itemAt} from './questions.ts';

export function dialogSpeech(before: State, after: State): string[] {
  const {overlay} = after;
  if (questionOf(overlay) !== undefined) return besideQuestion(before, after);
  if (overlay.kind === 'form') return formSpeech(before, after, overlay.form);
  if (overlay.kind === 'position') {
    const isSame = before.overlay.kind === 'position' && before.overlay.trades === overlay.trades;
    return isSame ? [] : positionInWords(after, overlay);
  }
  const typed = typedSpeech(before, after);
  return overlay.kind === 'search' ? typed : [...typed, ...listSpeechIn(before, after)];
}

function besideQuestion(before: State, after: State): string[] {
  const {overlay} = after;
  const [was, is] = [questionOf(before.overlay), questionOf(overlay)];
  if (is === undefined) return [];
  const isNew = was?.number !== is.number;
  const isReading = overlay.kind === 'review' && overlay.review.reread.status === 'reading';
  const wasReading =
    !isNew && before.overlay.kind === 'review' && before.overlay.review.reread.status === 'reading';
  const reading =
    isReading && !wasReading
      ? [sentence(isNew ? `${overlay.review.title}: reading the record` : 'Reading it again')]
      : [];
  const notice = is.notice !== undefined && was?.notice !== is.notice ? [sentence(is.notice)] : [];
  const item = isNew || itemAt(before) === itemAt(after) ? undefined : itemAt(after);
  const isTurned = 'text' in overlay && 'text' in before.overlay && overlay.text !== before.overlay.text;
  return [...reading, ...notice, ...(item === undefined || isTurned ? [] : [sentence(item)])];
}

function formSpeech(before: State, after: State, form: Form): string[] {
  const isShort = after.listening?.verbosity === 'short';
  if (before.overlay.kind === 'review') return fieldInWords(form);
  if (before.overlay.kind !== 'form')
    return [
      ...formInWords(after, form),
      ...(isShort || form.cameBack !== undefined ? [] : [keysOfForm(after, form)]),
    ];
  const was = before.overlay.form;
  if (was.focus !== form.focus) return movedInForm(was, form);
  const [old, field] = [was.fields[form.focus], form.fields[form.focus]];
  if (old === undefined || field === undefined || old.value === field.value) return [];
  if (field.name === 'side') return [sentence(valueInWords(field))];
  // The first typed letter replaced the marked value.
  return typedInWords(was.isMarked ? '' : old.value, field.value, after.listening?.verbosity === 'all');
}

function typedSpeech(before: State, after: State): string[] {
  const line = openIn(after)?.line;
  if (line === undefined) return [];
  const isNew = before.overlay.kind !== after.overlay.kind;
  if (isNew)
    return listInWords(after) === undefined || after.overlay.kind === 'search' ? asksInWords(after) : [];
  const old = openIn(before)?.line?.text ?? '';
  if (old !== line.text) return typedInWords(old, line.text, after.listening?.verbosity === 'all');
  const hint = 'error' in after.overlay && after.overlay.error !== undefined ? hintInWords(after) : '';
  return hint === '' ? [] : [hint];
}

function listSpeechIn(before: State, after: State): string[] {
  const list = listInWords(after);
  if (list === undefined) return [];
  const was = before.overlay.kind === after.overlay.kind ? listInWords(before) : undefined;
  const line = list.lines[list.index] ?? '';
  if (was === undefined || was.title !== list.title) {
    const {length} = list.lines;
    if (length === 0) return [sentence(list.title)];
    return [`${list.title}, ${length === 1 ? '1 line' : `${length} lines`}.`, line].filter(
      each => each !== '',
    );
  }
  return was.lines[was.index] === line && was.index === list.index ? [] : [line];
}

function formInWords(state: State, form: Form): string[] {
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

/** `Price, 1k, sends 1,000.` */
function fieldInWords({fields, focus, isMarked}: Form): string[] {
  const field = fields[focus];
  if (field === undefined) return [];
  const told = [field.label, valueInWords(field), ...(isMarked ? ['selected'] : [])].join(', ');
  return [sentence(told), errorInWords(field)].filter(Boolean);
}

function valueInWords(field: FormField): string {
  const {value} = field;
  // Spoken `m` would be minutes.
  const typed = number(value).replace(/(?<=\d)m$/i, ' million');
  const sends = sendsOf(field).replace(/(?<= )\d+(?:\.\d+)?$/, number);
  return [value === '' ? 'empty' : typed, sends].filter(Boolean).join(', ');
}

const errorInWords = (field: FormField) => sentence(saidOf(field, true) ?? '');

function costInWords(state: State, form: Form): string {
  return capital(sentence([formCost(form, oldAge(state)), leftInForm(state)].filter(Boolean).join(', ')));
}

/** Speaks the value left behind, then the field in focus. */
function movedInForm(before: Form, after: Form): string[] {
  const left = after.fields[before.focus];
  const isTyped = left !== undefined && !before.isMarked && left.value !== '' && left.name !== 'side';
  if (!isTyped) return fieldInWords(after);
  const value = sentence(`${left.label} ${valueInWords(left)}`);
  return [value, errorInWords(left), ...fieldInWords(after)].filter(each => each !== '');
}

function typedInWords(before: string, after: string, isAll: boolean): string[] {
  if (before === after) return [];
  const grown = grownBy(before, after);
  if (grown === 1) return isAll ? [characterInWords(typedIn(before, after))] : [];
  if (grown === -1) return [];
  return [after === '' ? 'Empty.' : sentence(number(after))];
}

/**
 * Echoes typing in place, as a shell does: Orca and NVDA speak only letters on the screen. A deleted character
 * is named too, since Orca takes the row that scrolls away for the deleted text.
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

function typedIn(shorter: string, longer: string): string {
  const [few, many] = [[...shorter], [...longer]];
  return many.find((each, index) => each !== few[index]) ?? '';
}

function asksInWords(state: State): string[] {
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

function hintInWords(state: State): string {
  const {overlay} = state;
  if (overlay.kind === 'filter')
    return sentence(filterHint(unbounded(state), overlay.text, 0, noPaint).replace(/ {2,}/g, ', '));
  return sentence(errorIn(state) ?? '');
}

function keysOfForm({settings}: State, {fields}: Form): string {
  const key = (action: 'accept' | 'field.next' | 'back') =>
    keyInWords(keyOf(settings.bindings, action, 'form'));
  const next = fields.length > 1 ? `${key('field.next')} is the next field, ` : '';
  return `${next}${key('accept')} reviews, ${key('back')} goes back.`;
}
