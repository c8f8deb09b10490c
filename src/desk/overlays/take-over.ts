import type {HeldIntent} from '../intents/intent.ts';
import type {Question, State} from '../model/state.ts';
import {heldInView} from '../order/availability.ts';
import {tellIntents} from '../order/batch.ts';
import {afterYes, respond} from '../order/confirm.ts';
import {newQuestion} from '../order/questions.ts';
import type {Step} from '../step.ts';
import {draftWords} from '../words/intents.ts';
import {close, type Dialog, questionKeys, show} from './overlay.ts';

declare module '../model/overlay.ts' {
  interface Overlays {
    readonly takeOver: Question & {readonly held: HeldIntent; readonly text: string};
  }
}

/** Taking over asks: whether the other dashboard still runs is for the person to know. */
function openTakeOver(state: State): Step {
  const held = heldInView(state);
  if (held === undefined) return [state, []];
  const {intent} = held;
  const question = newQuestion(state);
  const text = `${draftWords(intent.draft)}: ${intent.state}. ${intent.reason}`;
  return show({...state, counter: question.number}, {...question, kind: 'takeOver', held, text});
}

export const takeOver = {
  called: 'questions',
  keys: questionKeys,
  opens: {takeOver: openTakeOver},
  press: (state, {held, ...question}, press) =>
    respond(state, question, press, {
      yes: () =>
        tellIntents(
          close(afterYes(state, press.key)),
          {type: 'takeOver', intentId: held.intent.id},
          press.now,
        ),
      no: () => [close(state), []],
    }),
} satisfies Dialog<'takeOver'>;
