import type {Moment} from '../account/model/moment.ts';
import type {Key} from '../account/model/vocabulary.ts';
import type {Action, KeyAction} from './keys.ts';
import type {Question} from './order/ordering.ts';
import type {DialogName, Overlay, OverlayOf, Scrolled} from './overlay.ts';
import type {ListInView} from './screen.ts';
import type {AskSheet, Sheet} from './sheet.ts';
import type {State, Step} from './state.ts';

/**
 * Keys, words and sheet of a dialog, in one file that `desk/dialogs/index.ts` lists. Its state is in
 * `overlay.ts`, the key that opens it in `keys.ts` and `actions.ts`.
 */
export type Dialog<K extends DialogName> = {
  /** Its keys, besides back and halt, which every dialog has. */
  readonly keys: readonly KeyAction[];
  /** Its long lines cover the table at any width. */
  readonly isWide?: true;
  /** Its rows are above the table, and the panel keeps the details. */
  readonly rowsAbove?: number;
  /** Said where the screen is too small to show it. */
  readonly unseen?: string;
  /** It follows each poll and the time. */
  readonly follow?: (state: State, overlay: OverlayOf<K>, now: Moment) => State;
  /** Undefined: it has no use for the key. Then Back, Leave and the key that opens a list close it. */
  readonly press: (state: State, overlay: OverlayOf<K>, press: Press) => Step | undefined;
  /** @param called the help's name of a place */
  readonly sheet: (
    state: State,
    overlay: OverlayOf<K>,
    called: (place: DialogName) => string,
  ) => OverlayOf<K> extends Question ? AskSheet : Sheet;
  /** The focused line; undefined if no text is being typed. With a line, printable keys are text. */
  readonly line?: (overlay: OverlayOf<K>) => TypedLine | undefined;
  readonly typed?: (overlay: OverlayOf<K>, field: string, value: string, state: State) => Overlay;
};

export type Check = (state: State) => string | undefined;

/** The action of a key, and the reason that it cannot act now, other than the pane. */
export type ActionRow = {
  readonly act: (state: State, now: Moment) => Step;
  readonly blocked?: Check;
  /** The text that follows its key is ignored if it is refused. */
  readonly takesText?: (state: State) => boolean;
};

export type Press = {
  readonly key: Key;
  readonly action: KeyAction | undefined;
  /** Time of the previous key, whichever it was, in monotonic ms. */
  readonly previousAt: number;
  readonly now: Moment;
  readonly run: (state: State, action: Action) => Step;
};

export type TypedLine = {readonly field: string; readonly text: string; readonly isNumber: boolean};

export const questionKeys = ['no', 'yes'] as const;
export const lineKeys = ['accept', 'erase.line', 'erase.word'] as const;
export const listKeys = [
  'row.down',
  'row.up',
  'row.first',
  'row.last',
  'row.pageDown',
  'row.pageUp',
] as const;
export const scrollKeys = [...listKeys, 'list.pageDown'] as const;

export function show(state: State, overlay: Overlay): Step {
  return [{...state, overlay}, []];
}

export function close(state: State): State {
  return {...state, overlay: {kind: 'none'}};
}

export function lineOf({text}: {readonly text: string}): TypedLine {
  return {field: '', text, isNumber: false};
}

/** The parts of a dialog with one line to type, which Enter takes. */
export function lineDialog<O extends Overlay & {readonly text: string}>(
  take: (state: State, overlay: O, now: Moment) => Step,
) {
  return {
    keys: lineKeys,
    line: lineOf,
    typed: (overlay: O, _field: string, text: string) => ({...overlay, text, error: undefined}),
    press: (state: State, overlay: O, {action, now}: Press) =>
      action === 'accept' ? take(state, overlay, now) : undefined,
  } as const;
}

/** The row of a list that a moving key leads to. */
export function movedTo(
  state: State,
  action: KeyAction | undefined,
  index: number,
  length: number,
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
      return to(index + state.list.page);
    case 'row.pageUp':
      return to(index - state.list.page);
    default:
      return undefined;
  }
}

/** The selected row of a list of so many, by a moving key. */
export function moved(
  state: State,
  overlay: Extract<Overlay, {readonly at: number}>,
  action: KeyAction | undefined,
  length: number,
): Step | undefined {
  const at = movedTo(state, action, overlay.at, length);
  return at === undefined ? undefined : show(state, {...overlay, at});
}

/** In a list without a selected row. */
export function scroll(state: State, overlay: Extract<Overlay, Scrolled>, {action}: Press): Step | undefined {
  const top = movedTo(state, action, overlay.top, state.list.most + 1);
  return top === undefined ? undefined : show(state, {...overlay, top});
}

/** The parts of a dialog that only scrolls. */
export const listDialog = {keys: [...scrollKeys, 'leave'], press: scroll} as const;

/** A list that became shorter, or a larger screen, leaves nothing scrolled past the end. */
export function takeList(state: State, list: ListInView): State {
  const {overlay, detailsScroll} = state;
  if ('at' in overlay) return {...state, list, overlay: {...overlay, at: Math.min(overlay.at, list.most)}};
  if ('top' in overlay) return {...state, list, overlay: {...overlay, top: Math.min(overlay.top, list.most)}};
  if (overlay.kind !== 'none') return {...state, list};
  return {...state, list, detailsScroll: Math.min(detailsScroll, list.most)};
}
