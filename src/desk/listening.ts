import {isFeedPane} from '../account/model/vocabulary.ts';
import type {KeyAction} from './keys.ts';
import {ownPanes} from './own-panes.ts';
import type {Aloud} from './screen.ts';
import type {State} from './state.ts';
import type {Step} from './step.ts';

export const sayKeys = ['say.again', 'say.where'] as const satisfies readonly KeyAction[];

export function isToBeSaid(action: KeyAction | undefined): action is (typeof sayKeys)[number] {
  return sayKeys.some(each => each === action);
}

export function askAloud(state: State, what: Aloud): Step {
  const {listening} = state;
  if (listening === undefined) return [state, []];
  const {asked} = listening;
  const about = subjectOf(state);
  const isSame = asked.what === what && asked.about === about;
  const next = {number: asked.number + 1, what, about, times: isSame ? asked.times + 1 : 1};
  return [{...state, listening: {...listening, asked: next}}, []];
}

export function forgetAsked(before: State, after: State): State {
  const {listening} = after;
  if (listening === undefined || listening.asked.times === 0) return after;
  if (listening.asked.number !== before.listening?.asked.number) return after;
  return {...after, listening: {...listening, asked: {...listening.asked, times: 0}}};
}

const subjectOf = (state: State): string => [state.pane, state.overlay.kind, selectedIn(state)].join(' ');

/** What is selected on the pane in view, by a name that stays. */
export function selectedIn(state: State): string | undefined {
  const {pane, feeds} = state;
  return isFeedPane(pane) ? feeds[pane].selected : ownPanes[pane].selected(state);
}
