import {unresolved} from '../intents/selectors.ts';
import type {Question, State} from '../model/state.ts';
import {afterYes, respond} from '../order/confirm.ts';
import {newQuestion} from '../order/questions.ts';
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
  if (open.length === 0) return [state, [{type: 'quit', code: 0}]];
  const names = open.map(each => describe(each)).join(' ');
  const {length} = state.batch.waiting;
  const unsent = length === 0 ? '' : ` Of the cancels, ${length} would not be sent.`;
  const question = newQuestion(state);
  return show(
    {...state, counter: question.number},
    {
      ...question,
      kind: 'quit',
      text: `Not resolved: ${names} The journal keeps it, and the next start looks for it.${unsent} Quit all the same?`,
    },
  );
}

export const quit = {
  called: 'questions',
  keys: questionKeys,
  opens: {quit: openQuit},
  press: (state, overlay, press) =>
    respond(state, overlay, press, {
      yes: () => [afterYes(state, press.key), [{type: 'quit', code: 0}]],
      no: () => [close(state), []],
    }),
} satisfies Dialog<'quit'>;
