import {endedByQuitting} from '../order/batch.ts';
import {openQuit} from '../order/leave.ts';
import {afterYes, respond} from '../order/questions.ts';
import {gatherSeveral} from '../order/several/review.ts';
import {close, type Dialog, type Press, questionKeys} from '../overlay.ts';
import type {Question, State} from '../state.ts';
import {andThen, type Step} from '../step.ts';

declare module '../model/overlay.ts' {
  interface Overlays {
    readonly quit: Question & {
      readonly text: string;
      readonly mayCancel: boolean;
      readonly mayHandOn: boolean;
    };
  }
}

export const quit = {
  called: 'questions',
  keys: [...questionKeys, 'cancelAll'],
  opens: {quit: openQuit},
  press(state, overlay, press) {
    const {action, now, run} = press;
    // The cancels are reviewed and confirmed there.
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
