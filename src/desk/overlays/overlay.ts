import type {Action, KeyAction} from '../model/keys.ts';
import type {Moment} from '../model/moment.ts';
import type {DialogName, Overlay, OverlayOf} from '../model/overlay.ts';
import type {State} from '../model/state.ts';
import type {Key} from '../model/vocabulary.ts';
import type {Step} from '../step.ts';

/**
 * What a dialog is to the desk: all of it stands in a file of its own, with what it holds while it is open, and
 * `desk/dialogs.ts` names it. `ui/dialogs` has a file of the same name that draws it.
 */
export type Dialog<K extends DialogName> = {
  /** What the help calls it and those like it. */
  readonly called: 'forms' | 'questions' | 'lists' | 'lines';
  /** The rows of the key table that act in it, beside the way back and the stop, which every dialog has. */
  readonly keys: readonly KeyAction[];
  /** What opens it over the panes, by the action that does. */
  readonly opens?: Readonly<Partial<Record<Action, (state: State) => Step>>>;
  readonly press: (state: State, overlay: OverlayOf<K>, press: Press) => Step;
  /** The line in focus; undefined where nothing is typed just now. With it, a key that prints is text. */
  readonly line?: (overlay: OverlayOf<K>) => TypedLine | undefined;
  readonly typed?: (overlay: OverlayOf<K>, field: string, value: string) => Overlay;
  /** What its focus makes of keys before they mean what they do in the rest of it. */
  readonly side?: {
    readonly keys: readonly KeyAction[];
    readonly isFocused: (overlay: OverlayOf<K>) => boolean;
  };
};

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

/** A line of text that is being typed, and the name of its field. A number holds none but its own signs. */
export type TypedLine = {readonly field: string; readonly text: string; readonly isNumber: boolean};

/** What each dialog of a sort hears. */
export const questionKeys = ['no', 'yes', 'insist'] as const;
export const lineKeys = ['accept', 'erase.line', 'erase.word'] as const;
export const listKeys = [
  'row.down',
  'row.up',
  'row.first',
  'row.last',
  'row.pageDown',
  'row.pageUp',
] as const;
/** Where nothing is typed. */
export const scrollKeys = [...listKeys, 'list.pageDown'] as const;

/** A list of which the panel alone knows how many lines it makes. */
export type Scrolled = {
  readonly scroll: number;
  /** How far it scrolls, as the panel told it last. */
  readonly most: number;
};

export const unscrolled: Scrolled = {scroll: 0, most: Number.MAX_SAFE_INTEGER};

export function show(state: State, overlay: Overlay): Step {
  return [{...state, overlay}, []];
}

/** Takes whatever is over the panes away. */
export function close(state: State): State {
  return {...state, overlay: {kind: 'none'}};
}

/** What a dialog with a single line of text has in common with the others. */
export function lineOf({text}: {readonly text: string}): TypedLine {
  return {field: '', text, isNumber: false};
}

/**
 * Where a key leads in a list, by what it means: the new index, or undefined for a key that does not move.
 * @param page rows that a screen has
 */
export function movedTo(
  action: KeyAction | undefined,
  index: number,
  {length, page}: {readonly length: number; readonly page: number},
): number | undefined {
  const to = (wanted: number) => Math.max(0, Math.min(wanted, length - 1));
  switch (action) {
    case 'row.down':
    case 'field.next':
      return to(index + 1);
    case 'row.up':
    case 'field.previous':
      return to(index - 1);
    case 'row.first':
      return to(0);
    case 'row.last':
      return to(length - 1);
    case 'row.pageDown':
    case 'list.pageDown':
      return to(index + page);
    case 'row.pageUp':
      return to(index - page);
    default:
      return undefined;
  }
}

/** Goes through a list of lines by a key that moves; any other does nothing. */
export function scrollBy(
  state: State,
  overlay: Extract<Overlay, Scrolled>,
  action: KeyAction | undefined,
): Step {
  const scroll = movedTo(action, overlay.scroll, {length: overlay.most + 1, page: pageOf(state)});
  return scroll === undefined ? [state, []] : show(state, {...overlay, scroll});
}

/** The panel tells how far its list scrolls: nobody stays beyond that. */
export function takeMost(state: State, most: number): State {
  const {overlay} = state;
  if (!('most' in overlay) || overlay.most === most) return state;
  return {...state, overlay: {...overlay, most, scroll: Math.min(overlay.scroll, most)}};
}

/** Rows of a list on a screen of that height, by which a page key moves. */
export function pageOf({viewport}: {readonly viewport: {readonly rows: number}}): number {
  return Math.max(1, viewport.rows - 4);
}
