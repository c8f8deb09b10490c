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
    return respond(state, overlay, press, {yes: () => quitting(state, press)});
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

function quitting(state: State, {key, now}: Pick<Press, 'key' | 'now'>): Step {
  return [afterYes(state, key), [...endedByQuitting(state, now.wall), {type: 'quit', code: 0}]];
}

function cancelsFirst({settings: {bindings}}: State): Block {
  const [key, heard] = [labelOf(bindings, 'cancelAll', 'quit'), keyOf(bindings, 'cancelAll', 'quit')];
  const does = 'cancel working orders, then quit';
  const row = [{text: `${key} ${does}`, spoken: `${keyInWords(heard)} to ${does}`}];
  return {is: 'way', row, tone: 'dim'};
}
