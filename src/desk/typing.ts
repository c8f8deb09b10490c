import {typed} from './forms.ts';
import type {State} from './state.ts';
import type {Key} from './vocabulary.ts';

/** The line of text that is being typed, wherever that is. */

export function typedInto(state: State, field: string, value: string): State {
  const {overlay} = state;
  switch (overlay.kind) {
    case 'form':
      return {...state, overlay: {kind: 'form', form: typed(overlay.form, field, value)}};
    case 'filter':
      return {...state, overlay: {...overlay, text: value, index: -1}};
    case 'palette':
      return {...state, overlay: {...overlay, text: value, index: 0}};
    case 'alert':
      return {...state, overlay: {...overlay, text: value}};
    case 'byHand':
      return {...state, overlay: {...overlay, text: value, error: undefined}};
    default:
      return state;
  }
}

/** As in a shell: Ctrl-U takes away the line, Ctrl-W its last word. Undefined for any other key, or where nothing is typed. */
export function erased(state: State, key: Key): State | undefined {
  if (!key.ctrl || key.alt || (key.name !== 'u' && key.name !== 'w')) return undefined;
  const line = lineOf(state);
  if (line === undefined) return undefined;
  const left = key.name === 'u' ? '' : line.text.trimEnd().replace(/(?<!\S)\S+$/, '');
  return left === line.text ? state : typedInto(state, line.field, left);
}

/** The text in focus, and the name of its field; a side is chosen, not typed. */
function lineOf({overlay}: State): {readonly field: string; readonly text: string} | undefined {
  switch (overlay.kind) {
    case 'form': {
      const field = overlay.form.fields[overlay.form.focus];
      return field === undefined || field.name === 'side'
        ? undefined
        : {field: field.name, text: field.value};
    }
    case 'filter':
    case 'palette':
    case 'alert':
    case 'byHand':
      return {field: '', text: overlay.text};
    default:
      return undefined;
  }
}
