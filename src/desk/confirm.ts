import {isDrawn} from './questions.ts';
import type {Question, State} from './state.ts';
import type {Key} from './vocabulary.ts';

/**
 * Whether a key truly means "yes". A held key, a burst, a paste, a key meant for the screen before: none may send an
 * order. So the question must have been on the screen, and the keyboard quiet, long enough for a person to have read it.
 */
export const settleMs = 150;

/** After a confirmation, the same key is swallowed until this long without one. */
export const swallowMs = 300;

export type Answer =
  | {readonly is: 'yes' | 'no' | 'nothing'}
  | {readonly is: 'again'; readonly notice: string};

/**
 * What a key says to a question.
 * @param previousKeyAt monotonic ms of the key before it, whatever key that was
 * @param unready why it cannot be answered yet, if so
 */
export function answerOf(question: Question, key: Key, previousKeyAt: number, unready?: string): Answer {
  if (key.ctrl || key.alt) return {is: 'nothing'};
  if (key.name === question.key) return judge(question, key, previousKeyAt, unready);
  if (key.name === 'n' || key.name === 'escape') return {is: 'no'};
  if (isDrawn(question)) return again(wrongLetter(question, key));
  return key.name === 'y' ? again(`Read it again: press ${question.key} to confirm, n to go back`) : nothing;
}

const nothing: Answer = {is: 'nothing'};

function again(notice: string | undefined): Answer {
  return notice === undefined ? nothing : {is: 'again', notice};
}

function judge(question: Question, key: Key, previousKeyAt: number, unready: string | undefined): Answer {
  const no = (why: string): Answer => again(`${why}: press ${question.key} again`);
  if (key.pasted || !key.alone) return no('That came in with other keys');
  if (unready !== undefined) return no(unready);
  if (question.shownAt === undefined) return no('Not yet on the screen');
  if (key.at - question.shownAt < settleMs) return no('Only just on the screen');
  if (key.at - previousKeyAt < settleMs) return no('Too soon after another key');
  return {is: 'yes'};
}

/** Another letter than the one that was drawn is told so; other keys, such as arrows, mean nothing here. */
function wrongLetter({key: letter}: Question, {name}: Key): string | undefined {
  if (!/^\p{L}$/u.test(name)) return undefined;
  return name.toUpperCase() === letter
    ? `Case counts: press Shift and ${letter}, or n to go back`
    : `Not ${name}: press ${letter}, or n to go back`;
}

/** Keeps what the held confirming key repeats from meaning anything else. */
export function afterYes(state: State, key: Key): State {
  return {...state, keys: {...state.keys, swallow: {name: key.name, until: key.at + swallowMs}}};
}

/** The echo of a confirmation means nothing, and prolongs the silence. */
export function swallowed(state: State, key: Key): State | undefined {
  const {name, until} = state.keys.swallow;
  return key.name === name && key.at < until ? afterYes(state, key) : undefined;
}
