import type {State} from '../../model/state.ts';
import type {Step} from '../../step.ts';
import {liftingWord} from '../../stop/record.ts';
import {noStop} from '../../stop/room.ts';
import {close, type Dialog, lineKeys, lineOf, show} from '../overlay.ts';

declare module '../../model/overlay.ts' {
  interface Overlays {
    readonly lift: {readonly text: string; readonly error: string | undefined};
  }
}

/** The word that lifts a stop: it is typed, so that no key pressed by mistake lets risk out again. */
export const lift = {
  called: 'lines',
  keys: lineKeys,
  opens: {lift: state => show(state, {kind: 'lift', text: '', error: undefined})},
  press(state, overlay, {action}) {
    if (action === 'back') return [close(state), []];
    if (action !== 'accept') return [state, []];
    return overlay.text.trim().toLowerCase() === liftingWord
      ? lifted(close(state))
      : show(state, {...overlay, error: `Type ${liftingWord} to lift the stop.`});
  },
  line: lineOf,
  typed: (overlay, _field, text) => ({...overlay, text, error: undefined}),
} satisfies Dialog<'lift'>;

/** What only this dashboard held back is free at once; what the journal holds once that has let it go. */
function lifted(state: State): Step {
  if (state.stop.record !== undefined) return [state, [{type: 'stop', command: {type: 'lift'}}]];
  return [{...state, stop: noStop, intents: {...state.intents, stopped: undefined}}, []];
}
