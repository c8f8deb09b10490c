import {andThen} from '../chain.ts';
import type {Moment} from '../model/moment.ts';
import {tell} from '../model/notices.ts';
import type {State} from '../model/state.ts';
import type {Guardrails} from '../model/vocabulary.ts';
import {stopBatch} from '../order/batch.ts';
import type {Step} from '../step.ts';
import {entryOf, type PaletteEntry} from './entry.ts';

/**
 * The switch of a session between READ-ONLY and what its profile allows. On it may always be switched; off only
 * where the session itself has switched it on, so that it never goes beyond the profile or the flag.
 */
export const readOnlyEntries: readonly PaletteEntry[] = [
  entryOf('READ-ONLY on: send no writes in this session', switchOn, ({settings}) =>
    settings.guardrails.readOnly ? 'READ-ONLY is on already.' : undefined,
  ),
  entryOf('READ-ONLY off: send writes again', switchOff, whyNotOff),
];

/** What is only about to be asked for is not: a list that is being read for it, and the rest of several. */
function switchOn(before: State, now: Moment): Step {
  const state = withGuardrails({...before, gathering: undefined}, {readOnly: true, isReadOnlyHere: true});
  const text = 'READ-ONLY from now on: nothing more is sent. Sent writes are still tracked to their end.';
  return andThen(stopBatch(state, 'READ-ONLY was switched on', now), next => [
    tell(next, text, 'warning', now),
    [],
  ]);
}

function whyNotOff({settings: {guardrails}, batch}: State): string | undefined {
  if (!guardrails.readOnly) return 'READ-ONLY is off.';
  if (!guardrails.isReadOnlyHere)
    return 'The profile or how optty was started says READ-ONLY: that is not changed from here.';
  return batch === undefined ? undefined : 'Several are under way: they have to end first.';
}

function switchOff(before: State, now: Moment): Step {
  const state = withGuardrails(before, {readOnly: false, isReadOnlyHere: false});
  return [tell(state, 'READ-ONLY is off: writes are sent again, each after its review.', 'warning', now), []];
}

/** Whether READ-ONLY of a session goes on with another profile: until it is switched off. */
export function staysReadOnly(wasOn: boolean, {readOnly, isReadOnlyHere}: Guardrails): boolean {
  return isReadOnlyHere === true || (wasOn && readOnly);
}

/** Those of a profile while READ-ONLY is on in the session; one that says so itself is not switched off. */
export function readOnlyHere(own: Guardrails): Guardrails {
  return own.readOnly ? own : {...own, readOnly: true, isReadOnlyHere: true};
}

function withGuardrails(state: State, changed: Partial<Guardrails>): State {
  const guardrails = {...state.settings.guardrails, ...changed};
  return {...state, settings: {...state.settings, guardrails}};
}
