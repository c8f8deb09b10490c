import type {Moment} from '../../account/model/moment.ts';
import {close, type Dialog, type Press} from '../dialog.ts';
import type {KeyAction} from '../keys.ts';
import {openGathered} from '../order/several/gathering.ts';
import type {DialogName, OverlayOf} from '../overlay.ts';
import type {Sheet} from '../sheet.ts';
import type {State, Step} from '../state.ts';
import {alert} from './alert.ts';
import {controls} from './controls.ts';
import {filter} from './filter.ts';
import {form} from './form.ts';
import {halt, lift} from './halt.ts';
import {help, search} from './help.ts';
import {messages} from './messages.ts';
import {palette} from './palette.ts';
import {position} from './position.ts';
import {decline, proposals} from './proposals.ts';
import {quit} from './quit.ts';
import {review} from './review.ts';
import {several} from './several.ts';
import {sort} from './sort.ts';
import {outcomes, resolve} from './unknown.ts';

export const dialogs: {readonly [K in DialogName]: Dialog<K>} = {
  form,
  review,
  several,
  help,
  messages,
  palette,
  filter,
  search,
  sort,
  alert,
  resolve,
  position,
  outcomes,
  controls,
  lift,
  halt,
  proposals,
  decline,
  quit,
};

export const dialogNames = Object.keys(dialogs) as DialogName[];

export const sheetOf = (state: State): Sheet => openIn(state)?.sheet() ?? [];

export type OpenDialog = ReturnType<typeof opened>;

export const dialogOf = ({overlay: {kind}}: State) => (kind === 'none' ? undefined : dialogs[kind]);

export function followOpen(before: State, now: Moment): State {
  const state = openGathered(before, now);
  return openIn(state)?.follow(now) ?? state;
}

export function openIn(state: State): OpenDialog | undefined {
  const {overlay} = state;
  return overlay.kind === 'none' ? undefined : opened(overlay, state);
}

/** Printable keys are text. */
export function isTyping(state: State): boolean {
  return openIn(state)?.line !== undefined;
}

function opened<K extends DialogName>(overlay: OverlayOf<K>, state: State) {
  const dialog = dialogs[overlay.kind];
  return {
    press: (state: State, press: Press) =>
      dialog.press(state, overlay, press) ?? unused(state, overlay, press),
    sheet: () => dialog.sheet(state, overlay, placeWords),
    line: dialog.line?.(overlay),
    follow: (now: Moment) => dialog.follow?.(state, overlay, now),
    typed: (field: string, value: string) => dialog.typed?.(overlay, field, value, state) ?? state.overlay,
  };
}

/** The help's name of a place, by its keys. */
function placeWords(place: DialogName): string {
  const keys: readonly KeyAction[] = dialogs[place].keys;
  if (keys.includes('yes')) return 'questions';
  if (keys.includes('side.buy')) return 'forms';
  return keys.includes('erase.line') && !keys.includes('row.first') ? 'lines' : 'lists';
}

function unused(state: State, {kind}: {readonly kind: string}, {action}: Press): Step {
  const isLeft = action === 'back' || action === 'leave' || action === kind;
  return [isLeft ? close(state) : state, []];
}
