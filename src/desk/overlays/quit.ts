import {andThen} from '../chain.ts';
import type {Question, State} from '../model/state.ts';
import {endedByQuitting} from '../order/batch.ts';
import {afterYes, respond} from '../order/confirm.ts';
import {openQuit} from '../order/leave.ts';
import {gatherSeveral} from '../order/several/gather.ts';
import type {Step} from '../step.ts';
import {close, type Dialog, type Press, questionKeys} from './overlay.ts';

declare module '../model/overlay.ts' {
  interface Overlays {
    readonly quit: Question & {
      readonly text: string;
      /** Canceling all open orders first is offered. */
      readonly mayCancel: boolean;
      /** A stop is under way, and may go on without a terminal. */
      readonly mayHandOn: boolean;
    };
  }
}

/** Quitting asks while something would be left behind, and names it. */
export const quit = {
  called: 'questions',
  keys: [...questionKeys, 'cancelAll'],
  opens: {quit: openQuit},
  press(state, overlay, press) {
    const {action, now, run} = press;
    // What is to be canceled is reviewed, and confirmed there.
    if (action === 'cancelAll' && overlay.mayCancel)
      return andThen(run(close(state), 'pane.orders'), next =>
        gatherSeveral(next, 'orders', {isToLeave: true}, now),
      );
    if (action === 'stop' && overlay.mayHandOn)
      return quitting({...state, stop: {...state.stop, isHandedOn: true}}, press);
    return respond(state, overlay, press, {
      yes: () => quitting(state, press),
      no: () => [close(state), []],
    });
  },
} satisfies Dialog<'quit'>;

function quitting(state: State, {key, now}: Pick<Press, 'key' | 'now'>): Step {
  return [afterYes(state, key), [...endedByQuitting(state, now.wall), {type: 'quit', code: 0}]];
}
