import {handWordsFor, inBanner, overrideWord, waysOut} from '../intents/selectors.ts';
import {intentById} from '../intents/transitions.ts';
import type {Moment} from '../model/moment.ts';
import type {OverlayOf} from '../model/overlay.ts';
import {tellIntents} from '../order/batch.ts';
import {close, type Dialog, lineKeys, lineOf, show} from '../overlay.ts';
import type {State} from '../state.ts';
import type {Step} from '../step.ts';

declare module '../model/overlay.ts' {
  interface Overlays {
    readonly byHand: {readonly intentId: string; readonly text: string; readonly error: string | undefined};
  }
}

function openByHand(state: State): Step {
  const [oldest] = inBanner(state.intents);
  const intentId = oldest?.id ?? '';
  return show(state, {kind: 'byHand', intentId, text: '', error: undefined});
}

export const byHand = {
  called: 'lines',
  keys: lineKeys,
  opens: {byHand: openByHand},
  press(state, overlay, {action, now}) {
    if (action === 'back') return [close(state), []];
    return action === 'accept' ? end(state, overlay, now) : [state, []];
  },
  line: lineOf,
  typed: (overlay, _field, text) => ({...overlay, text, error: undefined}),
} satisfies Dialog<'byHand'>;

function end(state: State, overlay: OverlayOf<'byHand'>, now: Moment): Step {
  const [typed = '', ...note] = overlay.text.trim().split(/\s+/);
  const word = typed.toLowerCase();
  const {intentId} = overlay;
  if (word === overrideWord && mayOverride(state, intentId))
    return tellIntents(close(state), {type: 'overrideNoTrace', intentId, word}, now);
  if (!wordsFor(state, intentId).includes(word))
    return show(state, {...overlay, error: wordsWanted(state, intentId)});
  return tellIntents(close(state), {type: 'endByHand', intentId, word, note: note.join(' ')}, now);
}

/** Only an intent that left no trace may be given up without a check elsewhere. */
function mayOverride({intents}: State, intentId: string): boolean {
  const intent = intentById(intents, intentId);
  return intent !== undefined && waysOut(intents, intent).includes('overrideNoTrace');
}

function wordsFor({intents}: State, intentId: string): readonly string[] {
  const intent = intentById(intents, intentId);
  return intent === undefined ? [] : Object.keys(handWordsFor(intent));
}

function wordsWanted(state: State, intentId: string): string {
  const words = [...wordsFor(state, intentId), ...(mayOverride(state, intentId) ? [overrideWord] : [])];
  return `Type ${words.join(' or ')}, and a note if you like.`;
}
