import {keyOf} from '../../desk/model/keys.ts';
import type {State} from '../../desk/model/state.ts';
import {questionOf} from '../../desk/order/questions.ts';
import {headWords} from '../lines/header.ts';
import {answer} from './answer.ts';
import {newsInWords} from './news.ts';
import {paneInWords} from './panes.ts';
import {pastSpeech} from './past.ts';
import {toldQuestion} from './questions.ts';
import {keyInWords, sentence, wordsIn} from './spoken/words.ts';
import {selectedIn, viewSpeech} from './view.ts';

/**
 * What is said as one state of the desk follows another: only what is another by now, each once, in sentences.
 * It is a function of the states and of what was said before; nothing is said by a clock.
 */
export type HeardSoFar = {
  /** The state that was spoken of last; undefined before the first word. */
  readonly state: State | undefined;
  /** The state up to which news are told: while a question is open they wait. */
  readonly told: State | undefined;
  /** What was told of the question that is open. */
  readonly question: ToldBefore | undefined;
  /** The last that was said, to be said once more. */
  readonly last: readonly string[];
};

/** A question as far as it was told. */
type ToldBefore = {
  readonly number: number;
  readonly revision: number;
  readonly key: string;
  readonly body: readonly string[];
};

export type Speech = {
  readonly heard: HeardSoFar;
  readonly lines: readonly string[];
  /** The question that these lines told to its end, for the desk to know. */
  readonly told: SaidQuestion | undefined;
};

export type SaidQuestion = {
  readonly question: number;
  readonly revision: number;
  readonly key: string;
  readonly words: number;
};

export const nothingHeard: HeardSoFar = {state: undefined, told: undefined, question: undefined, last: []};

/** What a state that has come to be makes to be said. */
export function speak(heard: HeardSoFar, after: State): Speech {
  const {state: before} = heard;
  if (before === undefined) {
    const lines = greeting(after);
    return {heard: {state: after, told: after, question: undefined, last: lines}, lines, told: undefined};
  }
  const question = questionSpeech(heard.question, after);
  const isHeld = questionOf(after.overlay) !== undefined;
  const news = isHeld || heard.told === undefined ? [] : newsInWords(heard.told, after);
  const asked = answer(before, after, heard.last);
  const view = asked ?? (isToldByNews(before, after, news) ? [] : viewSpeech(before, after));
  const lines = [...pastSpeech(before.past, after), ...view, ...question.lines, ...news];
  const last = lines.length === 0 || asked !== undefined ? heard.last : lines;
  return {
    heard: {state: after, told: isHeld ? heard.told : after, question: question.told, last},
    lines,
    told: question.said,
  };
}

/** What came of a dialog says that it is gone, and what became of a record how its row stands now. */
function isToldByNews(before: State, after: State, news: readonly string[]): boolean {
  const isSamePlace = before.pane === after.pane && selectedIn(before) === selectedIn(after);
  const isConfirmed = before.keys.swallow !== after.keys.swallow;
  return isSamePlace && after.overlay.kind === 'none' && (news.length > 0 || isConfirmed);
}

function greeting(state: State): string[] {
  const help = keyInWords(keyOf(state.settings.bindings, 'help'));
  return [
    ...pastSpeech(undefined, state),
    sentence(`optty, ${headWords(state).join(', ')}`),
    `Help by ${help}.`,
    ...paneInWords(state),
  ];
}

type QuestionSpeech = {
  readonly lines: readonly string[];
  readonly told: ToldBefore | undefined;
  readonly said: SaidQuestion | undefined;
};

/**
 * A question whole, once; then only what has made it ask by another key, and that key. What moves without being
 * asked about is not told: nobody would hear the end of it.
 */
function questionSpeech(before: ToldBefore | undefined, after: State): QuestionSpeech {
  const question = questionOf(after.overlay);
  if (question === undefined) return {lines: [], told: undefined, said: undefined};
  const {number: of, revision, key} = question;
  const known = before?.number === of ? before : undefined;
  if (known?.revision === revision) return {lines: [], told: known, said: undefined};
  const told = toldQuestion(after);
  if (told === undefined) return {lines: [], told: known, said: undefined};
  const isCarried = question.said?.revision === revision;
  const fresh = known === undefined ? told.body : told.body.filter(each => !known.body.includes(each));
  const isAsked = known === undefined || fresh.length > 0 || known.key !== key;
  const lines = isCarried || !isAsked ? [] : [...fresh, told.end];
  const words = lines.reduce((sum, each) => sum + wordsIn(each), 0);
  return {
    lines,
    told: {number: of, revision, key, body: told.body},
    said: isCarried ? undefined : {question: of, revision, key, words},
  };
}
