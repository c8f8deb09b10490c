import type {Action, KeyAction} from '../model/keys.ts';
import type {Moment} from '../model/moment.ts';
import type {Overlay, State} from '../model/state.ts';
import type {Key} from '../model/vocabulary.ts';
import type {Step} from '../step.ts';

/** A dialog by its kind. */
export type OverlayOf<K extends Overlay['kind']> = Extract<Overlay, {readonly kind: K}>;

/** A key as a dialog hears it. */
export type Press = {
  readonly key: Key;
  /** What the key table says that it means in this dialog. */
  readonly action: KeyAction | undefined;
  /** Monotonic ms of the key before it, whatever key that was. */
  readonly previousAt: number;
  readonly now: Moment;
  /** Carries out what may be done over the panes. */
  readonly run: (state: State, action: Action) => Step;
};

/** A line of text that is being typed, and the name of its field. */
export type TypedLine = {readonly field: string; readonly text: string};

/** What a dialog does: with a key, and with the text typed in it where there is a line for that. */
export type Dialog<O extends Overlay> = {
  readonly press: (state: State, overlay: O, press: Press) => Step;
  /** The line in focus; undefined where nothing is typed just now. */
  readonly line?: (overlay: O) => TypedLine | undefined;
  readonly typed?: (overlay: O, field: string, value: string) => Overlay;
  /** What the focus of the dialog makes of its keys, where that is not always the same. */
  readonly place?: (overlay: O) => 'side' | undefined;
};

export function show(state: State, overlay: Overlay): Step {
  return [{...state, overlay}, []];
}

/** Takes whatever is over the panes away. */
export function close(state: State): State {
  return {...state, overlay: {kind: 'none'}};
}

/** What a dialog with a single line of text has in common with the others. */
export function lineOf({text}: {readonly text: string}): TypedLine {
  return {field: '', text};
}
