import type {Moment} from '../model/moment.ts';
import {end} from './attempts.ts';
import type {Intents} from './intent.ts';
import {handWordsFor, overrideWord} from './selectors.ts';
import {becomeByHand, type IntentStep, intentById} from './transitions.ts';

/** The user looked elsewhere and says how it ended; kept as said. */
export function endByHand(intents: Intents, id: string, word: string, note: string, now: Moment): IntentStep {
  const intent = intentById(intents, id);
  if (intent?.state !== 'UNKNOWN' && intent?.state !== 'CANCELED NOT PLACED') return [intents, []];
  const typed = word.trim().toLowerCase();
  if (typed !== 'done' && typed !== 'nothing') {
    return [intents, [{type: 'tell', text: 'Type done or nothing to end it by hand.', level: 'warning'}]];
  }
  const said = {word: typed, note: note.trim()};
  return end(
    intents,
    becomeByHand(intent, said, `${handWordsFor(intent)[typed]}.${noteWords(said.note)}`, now),
    'warning',
  );
}

function noteWords(note: string): string {
  return note === '' ? '' : ` ${note}`;
}

/** No trace was found, and the user takes the risk that there is one. */
export function overrideNoTrace(intents: Intents, id: string, word: string, now: Moment): IntentStep {
  const intent = intentById(intents, id);
  if (intent?.state !== 'UNKNOWN' || !intent.noTrace) return [intents, []];
  if (word.trim().toLowerCase() !== overrideWord) {
    return [intents, [{type: 'tell', text: `Type ${overrideWord} to give it up.`, level: 'warning'}]];
  }
  const said = {word: overrideWord, note: ''};
  return end(intents, becomeByHand(intent, said, 'It left no trace, and was given up.', now), 'warning');
}
