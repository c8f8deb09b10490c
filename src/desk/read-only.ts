import type {Moment} from '../account/model/moment.ts';
import type {Guardrails} from '../account/model/vocabulary.ts';
import {whyViewing} from '../core/gate/gate.ts';
import type {ActionRow} from './dialog.ts';
import {labelOf} from './key-words.ts';
import type {Action} from './keys.ts';
import {tell} from './notices.ts';
import type {State, Step} from './state.ts';

/** READ-ONLY of the session. */
export const readOnlyActions = {
  'readOnly.on': {
    act: switchOn,
    blocked: ({settings}) => (settings.guardrails.readOnly ? 'READ-ONLY is on already.' : undefined),
  },
  'readOnly.off': {act: switchOff, blocked: whyNotOff},
} satisfies Partial<Record<Action, ActionRow>>;

function whyNotOff({settings: {guardrails}}: State): string | undefined {
  if (!guardrails.readOnly) return 'READ-ONLY is off.';
  return guardrails.isReadOnlyHere
    ? undefined
    : 'READ-ONLY is set by the profile or the command line and cannot be changed here.';
}

/** A list that is being read for a review is dropped. */
function switchOn(before: State, now: Moment): Step {
  const state = withGuardrails({...before, gathering: undefined}, {readOnly: true, isReadOnlyHere: true});
  const text = 'READ-ONLY: no more writes. The next holder of the controls settles sent ones.';
  return [tell(state, text, 'warning', now), [{type: 'freeControls', at: now.wall}]];
}

function switchOff(before: State, now: Moment): Step {
  const state = withGuardrails(before, {readOnly: false, isReadOnlyHere: false});
  const {controls} = state;
  const text =
    controls?.is === 'held'
      ? `READ-ONLY is off. ${whyViewing(controls, labelOf(state.settings.bindings, 'takeOver'))}`
      : 'READ-ONLY is off: writes are sent again after their review.';
  return [tell(state, text, 'warning', now), [{type: 'takeControls', at: now.wall, isForced: false}]];
}

function withGuardrails(state: State, changed: Partial<Guardrails>): State {
  const guardrails = {...state.settings.guardrails, ...changed};
  return {...state, settings: {...state.settings, guardrails}};
}
