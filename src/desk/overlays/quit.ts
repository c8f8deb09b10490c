import {andThen} from '../chain.ts';
import type {Question} from '../model/state.ts';
import {endedByQuitting} from '../order/batch.ts';
import {afterYes, respond} from '../order/confirm.ts';
import {openQuit} from '../order/leave.ts';
import {gatherSeveral} from '../order/several/gather.ts';
import {close, type Dialog, questionKeys} from './overlay.ts';

declare module '../model/overlay.ts' {
  interface Overlays {
    readonly quit: Question & {
      readonly text: string;
      /** Canceling all open orders first is offered. */
      readonly mayCancel: boolean;
    };
  }
}

/** Quitting asks while something would be left behind, and names it. */
export const quit = {
  called: 'questions',
  keys: [...questionKeys, 'cancelAll'],
  opens: {quit: openQuit},
  press(state, overlay, press) {
    const {key, action, now, run} = press;
    // What is to be canceled is reviewed, and confirmed there.
    if (action === 'cancelAll' && overlay.mayCancel)
      return andThen(run(close(state), 'pane.orders'), next =>
        gatherSeveral(next, 'orders', {isToLeave: true}, now),
      );
    return respond(state, overlay, press, {
      yes: () => [afterYes(state, key), [...endedByQuitting(state, now.wall), {type: 'quit', code: 0}]],
      no: () => [close(state), []],
    });
  },
} satisfies Dialog<'quit'>;
