import {openIn} from '../../desk/dialogs.ts';
import type {Listening} from '../../desk/listening/listening.ts';
import type {State} from '../../desk/model/state.ts';
import {headWords} from '../lines/header.ts';
import {lineInWords} from './fields.ts';
import {listInWords} from './lists.ts';
import {bannerInWords, profitInWords} from './news.ts';
import {placeOfAll} from './panes.ts';
import {pastSpeech} from './past.ts';
import {toldQuestion} from './questions.ts';
import {detailsInWords, rowAtAGlance, rowNames} from './rows.ts';
import {sentence, spelled} from './spoken/words.ts';

/** What is said because a key asked for it. */

/**
 * What a key asked to be said; undefined where none did.
 * @param last what was said last
 */
export function answer(before: State, after: State, last: readonly string[]): string[] | undefined {
  const {listening} = after;
  if (listening === undefined || listening.asked.number === before.listening?.asked.number) return undefined;
  return answerTo(after, listening, last);
}

function answerTo(
  state: State,
  {asked, verbosity, profitEvery}: Listening,
  last: readonly string[],
): string[] {
  const {what, times} = asked;
  switch (what) {
    case 'again': {
      const told = toldQuestion(state);
      return told === undefined ? [...last] : [...told.body, told.end];
    }
    case 'where':
      return whereInWords(state);
    case 'spell':
      return [spelling(state, times)];
    case 'row':
      return [rowAtAGlance(state)];
    case 'reading':
      return ['Reading.'];
    case 'details':
      return [detailsInWords(state, times)];
    case 'much':
      return [`Verbosity ${verbosity}.`];
    case 'profit': {
      if (profitEvery === 0) return ['The P L is not said by itself.'];
      const often = profitEvery === 1 ? 'every minute' : `every ${profitEvery} minutes`;
      return [`The P L is said ${often}.`, ...profitInWords(state).map(sentence)];
    }
    case undefined:
      return [];
    default:
      return what satisfies never;
  }
}

/** In a dialog what is asked there; over the panes the environment, what stays until it ends, and the place. */
function whereInWords(state: State): string[] {
  const told = toldQuestion(state);
  if (told !== undefined) return [...told.body.slice(0, 1), told.end];
  const list = listInWords(state);
  const line = openIn(state)?.line === undefined ? [] : lineInWords(state);
  if (list !== undefined)
    return [
      ...line,
      `${list.title}, ${list.index + 1} of ${list.lines.length}.`,
      list.lines[list.index] ?? '',
    ];
  if (state.overlay.kind === 'form') return lineInWords(state);
  if (line.length > 0) return line;
  return [
    ...pastSpeech(undefined, state),
    sentence(headWords(state).join(', ')),
    ...bannerInWords(state).map(sentence),
    ...placeOfAll(state),
  ];
}

/** The letter of a question, or the name of the row; asked once more, its id. */
function spelling(state: State, times: number): string {
  const told = toldQuestion(state);
  if (told !== undefined) return spelled(told.question.key);
  const names = rowNames(state);
  if (names === undefined) return 'No row is selected.';
  return spelled(times % 2 === 0 ? names.id : names.name);
}
