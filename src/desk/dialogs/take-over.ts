import type {HeldIntent} from '../intents/intent.ts';
import {draftWords} from '../intents/words.ts';
import {heldInView} from '../order/availability.ts';
import {tellIntents} from '../order/batch.ts';
import {afterYes, newQuestion, respond} from '../order/questions.ts';
import {close, type Dialog, questionKeys, show} from '../overlay.ts';
import {notice, question, text, title} from '../sheet.ts';
import type {State} from '../state.ts';
import type {Step} from '../step.ts';
import {absolute} from '../words/times.ts';

declare module '../model/overlay.ts' {
  interface Overlays {
    readonly takeOver: Question & {readonly held: HeldIntent; readonly text: string};
  }
}

/** Asks first: only the user can know if the other dashboard still runs. */
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
    }),
  sheet: (state, overlay) => [
    title('Take it over?'),
    question(state, overlay, 'take it over'),
    ...notice(overlay),
    text(`${overlay.held.holder} holds it, since ${absolute(overlay.held.intent.changedAt)}.`),
    text('optty cannot see whether it still runs: if it does, it may still send.', 'warning'),
    text(overlay.text),
    text('After the takeover this dashboard rechecks it.'),
  ],
} satisfies Dialog<'takeOver'>;
