import {respond} from '../order/questions.ts';
import {
  close,
  type Dialog,
  lineKeys,
  lineOf,
  movedTo,
  pageOf,
  questionKeys,
  scrollKeys,
  show,
} from '../overlay.ts';
import type {State} from '../state.ts';
import type {Step} from '../step.ts';
import {confirmStop, namedIn, pressStop, type StopReview, turnedRound} from '../stop/flag.ts';
import {liftingWord} from '../stop/record.ts';
import {noStop} from '../stop/room.ts';

declare module '../model/overlay.ts' {
  interface Overlays {
    readonly stop: StopReview;
    readonly lift: {readonly text: string; readonly error: string | undefined};
  }
}

export const stop = {
  called: 'questions',
  keys: [...questionKeys, ...scrollKeys, 'alsoClose', 'refresh'],
  press(state, overlay, press) {
    const {action, now} = press;
    if (action === 'alsoClose') return show(state, {...turnedRound(overlay), kind: 'stop'});
    if (action === 'refresh') return pressStop(close(state), now);
    const to = movedTo(action, overlay.scroll, {length: namedIn(overlay).length, page: pageOf(state)});
    if (to !== undefined) return show(state, {...overlay, scroll: to});
    return respond(state, overlay, press, {
      yes: () => confirmStop(state, overlay, press.key, now),
      no: () => [close(state), []],
    });
  },
} satisfies Dialog<'stop'>;

/** The word is typed, so that no accidental key lifts the stop. */
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

/** A stop held only here is lifted at once; one in the journal when the journal has dropped it. */
function lifted(state: State): Step {
  if (state.stop.record !== undefined) return [state, [{type: 'liftStop'}]];
  return [{...state, stop: noStop, intents: {...state.intents, stopped: undefined}}, []];
}
