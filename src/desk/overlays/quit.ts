import {unresolved} from '../intents/selectors.ts';
import type {Question, State} from '../model/state.ts';
import {endedByQuitting} from '../order/batch.ts';
import {afterYes, respond} from '../order/confirm.ts';
import {newQuestion} from '../order/questions.ts';
import {waitingIn} from '../order/several/queue.ts';
import type {Step} from '../step.ts';
import {describe} from '../words/intents.ts';
import {close, type Dialog, questionKeys, show} from './overlay.ts';

declare module '../model/overlay.ts' {
  interface Overlays {
    readonly quit: Question & {readonly text: string};
  }
}

/** Quitting asks while something is unresolved, and names it. */
export function openQuit(state: State): Step {
  const open = unresolved(state.intents);
  const left = waitingIn(state);
  if (open.length === 0 && left === 0) return [state, [{type: 'quit', code: 0}]];
  const names = open.map(each => describe(each)).join(' ');
  const unresolvedWords =
    open.length === 0 ? '' : `Not resolved: ${names} The journal keeps it, and the next start looks for it. `;
  const unasked =
    left === 0 ? '' : `${left} of ${state.batch?.items.length} have not been asked for, and would not be. `;
  const question = newQuestion(state);
  return show(
    {...state, counter: question.number},
    {
      ...question,
      kind: 'quit',
      text: `${unresolvedWords}${unasked}Quit all the same?`,
    },
  );
}

export const quit = {
  called: 'questions',
  keys: questionKeys,
  opens: {quit: openQuit},
  press: (state, overlay, press) =>
    respond(state, overlay, press, {
      yes: () => [
        afterYes(state, press.key),
        [...endedByQuitting(state, press.now.wall), {type: 'quit', code: 0}],
      ],
      no: () => [close(state), []],
    }),
} satisfies Dialog<'quit'>;
