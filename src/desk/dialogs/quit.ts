import {keyOf} from '../keys.ts';
import {endedByQuitting} from '../order/batch.ts';
import {afterYes, respond} from '../order/questions.ts';
import {gatherSeveral} from '../order/several/review.ts';
import {close, type Dialog, type Press, questionKeys} from '../overlay.ts';
import {type Block, notice, question, text, title} from '../sheet.ts';
import type {State} from '../state.ts';
import {andThen, type Step} from '../step.ts';
import {keyInWords, labelOf} from '../words/keys.ts';

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
  press(state, overlay, press) {
    const {action, now, run} = press;
    // The cancels are reviewed and confirmed there.
    if (action === 'cancelAll' && overlay.mayCancel)
      return andThen(run(close(state), 'pane.orders'), next =>
        gatherSeveral(next, 'orders', {isToLeave: true}, now),
      );
    if (action === 'halt' && overlay.mayHandOn)
      return quitting({...state, halt: {...state.halt, isHandedOn: true}}, press);
    return respond(state, overlay, press, {yes: () => quitting(state, press)});
  },
  // The text takes what the keys leave, so that they stay visible however long it is.
  sheet: (state, overlay) => [
    title('Quit?'),
    text(overlay.text, 'warning', {yields: true}),
    question(state, overlay, 'quit'),
    ...(overlay.mayHandOn ? [way(state, 'halt', 'quit, and continue the halt in the background')] : []),
    ...(overlay.mayCancel ? [way(state, 'cancelAll', 'cancel working orders, then quit')] : []),
    ...notice(overlay),
  ],
} satisfies Dialog<'quit'>;

function quitting(state: State, {key, now}: Pick<Press, 'key' | 'now'>): Step {
  return [afterYes(state, key), [...endedByQuitting(state, now.wall), {type: 'quit', code: 0}]];
}

function way({settings: {bindings}}: State, action: 'halt' | 'cancelAll', does: string): Block {
  const key = {text: labelOf(bindings, action, 'quit'), spoken: keyInWords(keyOf(bindings, action, 'quit'))};
  return {is: 'way', row: [key, {text: ` ${does}`, spoken: ` to ${does}`}], tone: 'dim'};
}
