import {isFeedPane} from '../account/model/vocabulary.ts';
import type {KeyAction} from './keys.ts';
import {ownPanes} from './own-panes.ts';
import type {Aloud} from './screen.ts';
import type {State, Step} from './state.ts';

export const sayKeys = ['say.again', 'say.where'] as const satisfies readonly KeyAction[];

export function askAloud(state: State, what: Aloud): Step {
  const {listening} = state;
  if (listening === undefined) return [state, []];
  const {number, times} = listening;
  const about = [state.pane, state.overlay.kind, selectedIn(state)].join(' ');
  const isSame = listening.what === what && listening.about === about;
  return [{...state, listening: {number: number + 1, what, about, times: isSame ? times + 1 : 1}}, []];
}

export function forgetAsked(before: State, after: State): State {
  const {listening} = after;
  if (listening === undefined || listening.times === 0) return after;
  return listening.number === before.listening?.number
    ? {...after, listening: {...listening, times: 0}}
    : after;
}

/** The selection of the pane in view, by a name that stays. */
export function selectedIn(state: State): string | undefined {
  const {pane, feeds} = state;
  return isFeedPane(pane) ? feeds[pane].selected : ownPanes[pane].selected(state);
}
