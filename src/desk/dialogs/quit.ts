import {andThen} from '../../core/chain.ts';
import {keyOf} from '../keys.ts';
import {afterYes, respond} from '../order/questions.ts';
import {gatherSeveral} from '../order/several/review.ts';
import {close, type Dialog, questionKeys} from '../overlay.ts';
import {type Block, notice, question, text, title} from '../sheet.ts';
import type {State} from '../state.ts';
import {keyInWords, labelOf} from '../words/keys.ts';

declare module '../model/overlay.ts' {
  interface Overlays {
    readonly quit: Question & {
      readonly text: string;
      readonly mayCancel: boolean;
    };
  }
}

export const quit = {
  called: 'questions',
  keys: [...questionKeys, 'cancelAll'],
  press(state, overlay, press) {
    const {action, now, run} = press;
    if (action === 'cancelAll' && overlay.mayCancel)
      return andThen(run(close(state), 'pane.orders'), next => gatherSeveral(next, {pane: 'orders'}, now));
    return respond(state, overlay, press, {
      yes: () => [afterYes(state, press.key), [{type: 'quit', code: 0}]],
    });
  },
  // The text takes what the keys leave, so that they stay visible however long it is.
  sheet: (state, overlay) => [
    title('Quit?'),
    text(overlay.text, 'warning', {yields: true}),
    question(state, overlay, 'quit'),
    ...(overlay.mayCancel ? [cancelsFirst(state)] : []),
    ...notice(overlay),
  ],
} satisfies Dialog<'quit'>;

function cancelsFirst({settings: {bindings}}: State): Block {
  const [key, heard] = [labelOf(bindings, 'cancelAll', 'quit'), keyOf(bindings, 'cancelAll', 'quit')];
  const does = 'cancel all working orders';
  const row = [{text: `${key} ${does}`, spoken: `${keyInWords(heard)} to ${does}`}];
  return {is: 'way', row, tone: 'dim'};
}
