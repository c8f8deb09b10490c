import {inBanner, overrideWord, resolveWordsFor, waysOut} from '../intents/selectors.ts';
import {intentById} from '../intents/transitions.ts';
import {describe} from '../intents/words.ts';
import type {Moment} from '../model/moment.ts';
import type {OverlayOf} from '../model/overlay.ts';
import {tellIntents} from '../order/batch.ts';
import {close, type Dialog, lineDialog, show} from '../overlay.ts';
import {back, keys, type Sheet, text, title} from '../sheet.ts';
import type {State} from '../state.ts';
import type {Step} from '../step.ts';

declare module '../model/overlay.ts' {
  interface Overlays {
    readonly resolve: {readonly intentId: string; readonly text: string; readonly error: string | undefined};
  }
}

function openResolve(state: State): Step {
  const [oldest] = inBanner(state.intents);
  const intentId = oldest?.id ?? '';
  return show(state, {kind: 'resolve', intentId, text: '', error: undefined});
}

export const resolve = {
  ...lineDialog,
  opens: {resolve: openResolve},
  press(state, overlay, {action, now}) {
    if (action === 'back') return [close(state), []];
    return action === 'accept' ? end(state, overlay, now) : [state, []];
  },
  typed: (overlay, _field, text) => ({...overlay, text, error: undefined}),
  sheet(state, {intentId, text: typed, error = ''}) {
    return [
      ...about(state, intentId),
      {is: 'field', name: 'word', prompt: '›', value: typed, error},
      keys(state, 'resolve', [back, [['accept'], 'ends it']]),
    ];
  },
} satisfies Dialog<'resolve'>;

function about(state: State, intentId: string): Sheet {
  const intent = intentById(state.intents, intentId);
  if (intent === undefined) return [];
  const meanings = Object.entries(resolveWordsFor(intent)).map(([word, meaning]) => `${word}: ${meaning}`);
  const override = mayOverride(state, intentId)
    ? [`${overrideWord}: accept the risk that it was executed`]
    : [];
  const asked = `Type ${wordsFor(state, intentId).join(' or ')}, and an optional note:`;
  const candidates = intent.state === 'UNKNOWN' ? intent.candidates : [];
  return [
    title('Resolve: how did it end?'),
    // On a low screen the word to type comes before the description.
    text(asked, 'plain', {on: 'few'}),
    text(describe(intent), 'warning'),
    ...candidates.map(each =>
      text(`#${each.recordId} ${each.words}${each.isTaken ? ' (matched to another request)' : ''}`),
    ),
    ...[...meanings, ...override, asked].map(each => text(each, 'plain', {on: 'many'})),
  ];
}

function end(state: State, overlay: OverlayOf<'resolve'>, now: Moment): Step {
  const [typed = '', ...note] = overlay.text.trim().split(/\s+/);
  const word = typed.toLowerCase();
  const {intentId} = overlay;
  if (word === overrideWord && mayOverride(state, intentId))
    return tellIntents(close(state), {type: 'overrideNoTrace', intentId, word}, now);
  if (!wordsFor(state, intentId).includes(word))
    return show(state, {
      ...overlay,
      error: `Type ${wordsFor(state, intentId).join(' or ')}, and an optional note.`,
    });
  return tellIntents(close(state), {type: 'resolve', intentId, word, note: note.join(' ')}, now);
}

/** Only an intent that left no trace may be given up without a check elsewhere. */
function mayOverride({intents}: State, intentId: string): boolean {
  const intent = intentById(intents, intentId);
  return intent !== undefined && waysOut(intents, intent).includes('overrideNoTrace');
}

function wordsFor(state: State, intentId: string): readonly string[] {
  const intent = intentById(state.intents, intentId);
  const words = intent === undefined ? [] : Object.keys(resolveWordsFor(intent));
  return mayOverride(state, intentId) ? [...words, overrideWord] : words;
}
