import type {KeyAction} from '../model/keys.ts';
import type {State} from '../model/state.ts';
import {isFeedPane, profitMinutes, verbosities} from '../model/vocabulary.ts';
import type {Step} from '../step.ts';
import type {Aloud} from './listening.ts';

/** What is asked to be said by a key; nothing of it changes what the desk does. */

/** What the keys of the transcript mean, wherever nothing is typed. */
export const heardKeys = ['say.again', 'say.where', 'say.spell'] as const satisfies readonly KeyAction[];

/** Whether a key asks to be told something, in whatever dialog is open. */
export function isToBeSaid(action: KeyAction | undefined): action is (typeof heardKeys)[number] {
  return heardKeys.some(each => each === action);
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

/** After another key the same is asked for the first time again. */
export function forgetAsked(before: State, after: State): State {
  const {listening} = after;
  if (listening === undefined || listening.asked.times === 0) return after;
  if (listening.asked.number !== before.listening?.asked.number) return after;
  return {...after, listening: {...listening, asked: {...listening.asked, times: 0}}};
}

/** The record or the dialog that is meant by what is asked. */
function subjectOf({pane, feeds, overlay, activitySelected, book}: State): string {
  const row = isFeedPane(pane) ? feeds[pane].selected : pane === 'book' ? book.selected : activitySelected;
  return [pane, overlay.kind, row, book.list?.selected].join(' ');
}

/** From the least to all, and round. */
export function askForMore(state: State): Step {
  const {listening} = state;
  if (listening === undefined) return [state, []];
  const verbosity = nextOf(verbosities, listening.verbosity) ?? listening.verbosity;
  return askAloud({...state, listening: {...listening, verbosity}}, 'much');
}

/** Rarer and rarer, then not at all. */
export function askForProfit(state: State): Step {
  const {listening} = state;
  if (listening === undefined) return [state, []];
  const profitEvery = nextOf(profitMinutes, listening.profitEvery) ?? 0;
  return askAloud({...state, listening: {...listening, profitEvery}}, 'profit');
}

function nextOf<T>(all: readonly T[], one: T): T | undefined {
  return all[(all.indexOf(one) + 1) % all.length];
}
