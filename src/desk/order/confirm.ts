import {type KeyAction, keyOf} from '../model/keys.ts';
import type {Question, State} from '../model/state.ts';
import type {Key} from '../model/vocabulary.ts';
import type {Step} from '../step.ts';
import {heardBy} from './heard.ts';
import {isDrawn, withNotice} from './questions.ts';

/**
 * Whether a key truly means "yes". A held key, a burst, a paste, a key meant for the screen before: none may
 * send an order. So the question must have been on the screen, and the keyboard quiet, long enough to be read.
 */
const settleMs = 150;

/** After a confirmation, the same key is swallowed until this long without one. */
const swallowMs = 300;

type ConfirmAnswer =
  | {readonly is: 'yes' | 'no' | 'nothing'}
  | {readonly is: 'again'; readonly notice: string};

/** A key that a question hears. */
type Heard = {
  readonly key: Key;
  /** What the key table says that it means there. */
  readonly action: KeyAction | undefined;
  /** Monotonic ms of the key before it, whatever key that was. */
  readonly previousAt: number;
};

/** What becomes of a question. */
type Ways = {
  readonly yes: () => Step;
  readonly no: () => Step;
  /** Why it cannot be answered yet, if so. */
  readonly unready?: string | undefined;
};

/** What a key does to a question that is open. */
export function respond(state: State, question: Question, heard: Heard, ways: Ways): Step {
  const back = keyOf(state.settings.bindings, 'no', 'review');
  const from = state.listening === undefined ? question.shownAt : heardBy(question);
  const answer = answerOf(question, heard, back, ways.unready ?? unheard(heard.key.at, from));
  switch (answer.is) {
    case 'yes':
      return ways.yes();
    case 'no':
      return ways.no();
    case 'again':
      return [withNotice(state, answer.notice), []];
    case 'nothing':
      return [state, []];
    default:
      return answer satisfies never;
  }
}

/** Why a question that is listened to cannot be answered yet: who has not heard it to its end. */
function unheard(at: number, from: number | undefined): string | undefined {
  if (from === undefined || at >= from) return undefined;
  if (from === Number.POSITIVE_INFINITY) return 'Not yet said to its end';
  return `Still being said, for ${Math.ceil((from - at) / 1_000)} s`;
}

function answerOf(
  question: Question,
  heard: Heard,
  back: string,
  unready: string | undefined,
): ConfirmAnswer {
  const {key, action} = heard;
  const isBare = !(key.ctrl || key.alt);
  if (isBare && key.name === question.key) return judge(question, heard, unready);
  if (action === 'no' || action === 'back') return {is: 'no'};
  if (!isBare) return nothing;
  if (isDrawn(question)) return again(wrongLetter(question, key, back));
  return action === 'yes'
    ? again(`It asks anew: press ${question.key} to confirm, ${back} to go back`)
    : nothing;
}

const nothing: ConfirmAnswer = {is: 'nothing'};

function again(notice: string | undefined): ConfirmAnswer {
  return notice === undefined ? nothing : {is: 'again', notice};
}

function judge(question: Question, {key, previousAt}: Heard, unready: string | undefined): ConfirmAnswer {
  const no = (why: string): ConfirmAnswer => again(`${why}: press ${question.key} again`);
  if (key.pasted || !key.alone) return no('That came in with other keys');
  if (unready !== undefined) return no(unready);
  if (question.shownAt === undefined) return no('Not yet on the screen');
  if (key.at - question.shownAt < settleMs) return no('Only just on the screen');
  if (key.at - previousAt < settleMs) return no('Too soon after another key');
  return {is: 'yes'};
}

/** Another letter than the one that was drawn is told so; other keys, such as arrows, mean nothing here. */
function wrongLetter({key: letter}: Question, {name}: Key, back: string): string | undefined {
  if (!/^\p{L}$/u.test(name)) return undefined;
  return name.toUpperCase() === letter
    ? `Case counts: press Shift and ${letter}, or ${back} to go back`
    : `Not ${name}: press ${letter}, or ${back} to go back`;
}

/** Keeps what the held confirming key repeats from meaning anything else. */
export function afterYes(state: State, key: Key): State {
  return {...state, keys: {...state.keys, swallow: {name: key.name, until: key.at + swallowMs}}};
}

/** Whether no key has come since the one that confirmed, its echo aside. */
export function isUntouchedSinceYes({keys}: State): boolean {
  return keys.lastAt === keys.swallow.until - swallowMs;
}

/** The echo of a confirmation means nothing, and prolongs the silence. */
export function swallowed(state: State, key: Key): State | undefined {
  const {name, until} = state.keys.swallow;
  return key.name === name && key.at < until ? afterYes(state, key) : undefined;
}
