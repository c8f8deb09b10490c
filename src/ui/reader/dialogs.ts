import {openIn} from '../../desk/dialogs.ts';
import type {State} from '../../desk/model/state.ts';
import {questionOf} from '../../desk/order/questions.ts';
import type {Form} from '../../desk/order/ticket/ticket.ts';
import {
  asksInWords,
  fieldInWords,
  formInWords,
  hintInWords,
  keysOfForm,
  movedInForm,
  typedInWords,
  valueInWords,
} from './fields.ts';
import {listInWords, positionInWords} from './lists.ts';
import {itemAt} from './questions.ts';
import {sentence} from './spoken/words.ts';

/** What is said of a dialog as it opens, and as something in it changes. */
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

/** Of a question what is no part of it: that it is being read, what a key was told, the item that is read. */
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
  // What was marked as a whole has given way to the first letter that was typed.
  return typedInWords(was.isMarked ? '' : old.value, field.value, after.listening?.verbosity === 'all');
}

/** A line to type in: as it opens, and what typing did. */
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

/** A list as it opens, and the line that a key has led to. */
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
