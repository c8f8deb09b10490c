import {drawChance} from '../chance.ts';
import {keyOf} from '../model/keys.ts';
import type {Msg} from '../model/messages.ts';
import type {Overlay} from '../model/overlay.ts';
import type {Review} from '../model/review.ts';
import type {Question, State} from '../model/state.ts';
import {questionLetters} from '../model/vocabulary.ts';
import {carriedOver, isToldIn, taken, withWords} from './heard.ts';

/**
 * Questions that a key answers: which key that is, and whether the screen has shown what it asks. Every overlay
 * that holds a `Question` gets both from here.
 */
export function questionOf(overlay: Overlay): Question | undefined {
  if (overlay.kind === 'review') return overlay.review;
  return 'shownAt' in overlay ? overlay : undefined;
}

function withQuestion(state: State, change: Partial<Question>): State {
  const {overlay} = state;
  if (overlay.kind === 'review')
    return {...state, overlay: {...overlay, review: {...overlay.review, ...change}}};
  return 'shownAt' in overlay ? {...state, overlay: {...overlay, ...change}} : state;
}

/** Says something under the question that is open. */
export function withNotice(state: State, notice: string): State {
  return withQuestion(state, {notice});
}

/** A question as it begins; its key is drawn when it is put on the screen. */
export function newQuestion(state: State): Question {
  return {number: state.counter + 1, revision: 1, key: '', shownAt: undefined, notice: undefined};
}

/**
 * The rule for the key that confirms. Where the terminal itself is proved to answer for what it shows, that is
 * `y`, or `a` where the question asks twice. Elsewhere no key that a person knows beforehand may count: a
 * letter is drawn, which only who reads the question can press. It is drawn anew when what it answers for has
 * changed, and for nothing else.
 */
export function withKey(before: State, state: State): State {
  const question = questionOf(state.overlay);
  if (question === undefined) return state;
  const asked = questionOf(before.overlay);
  const isAsked = asked?.number === question.number;
  const isKept = isAsked && isSame(stakes(before.overlay), stakes(state.overlay));
  const isFixed = state.isGlassProved && !mustBeDrawn(state.overlay);
  if (isKept && (isFixed || isDrawn(question))) return state;
  // What is asked by another key must be read again.
  const revision = asked !== undefined && isAsked ? asked.revision + 1 : question.revision;
  const anew = {revision, shownAt: undefined, notice: undefined};
  const fixed = keyOf(state.settings.bindings, isGuarded(state.overlay) ? 'insist' : 'yes', 'review');
  if (isFixed) return withQuestion(state, {...anew, key: fixed});
  const [chance, letter] = drawLetter(state);
  const letters = [letter, ...state.letters].slice(0, mostRemembered);
  return withQuestion({...state, chance, letters}, {...anew, key: letter});
}

/** So many letters are not drawn again soon: who still reads an older picture must not answer a newer one. */
const mostRemembered = 6;

/** A letter that is not bound to an action: nobody presses it but for the question. None of the last ones. */
function drawLetter({settings, letters, chance}: State): readonly [number, string] {
  const bound = new Set(settings.bindings.flatMap(each => each.keys));
  const free = questionLetters.filter(each => !bound.has(each));
  const all = free.length > 1 ? free : questionLetters;
  const recent = letters.filter(each => all.some(other => other === each)).slice(0, all.length - 1);
  const among = all.filter(each => !recent.includes(each));
  const [next, draw] = drawChance(chance);
  return [next, among[Math.floor(draw * among.length)] ?? ''];
}

/** Whether its key is a letter that was drawn for it. */
export function isDrawn({key}: Question): boolean {
  return questionLetters.some(each => each === key);
}

/** What a key answers for: the bytes that would be sent, and why it is asked twice. */
function stakes(overlay: Overlay): readonly unknown[] {
  if (overlay.kind === 'review')
    return [overlay.review.guards, ...overlay.review.doubts.map(each => each.kind), ...overlay.review.drafts];
  return 'shownAt' in overlay ? [overlay.text] : [];
}

function isSame(before: readonly unknown[], after: readonly unknown[]): boolean {
  return before.length === after.length && before.every((each, index) => each === after[index]);
}

/** More may come of it than is asked for: no key that is known beforehand says yes to that. */
function mustBeDrawn(overlay: Overlay): boolean {
  return overlay.kind === 'review' && overlay.review.doubts.some(each => each.kind === 'overfill');
}

/** Something about it is asked, beside whether it is meant. */
export function asksTwice({guards, doubts}: Review): boolean {
  return guards.length > 0 || doubts.length > 0;
}

function isGuarded(overlay: Overlay): boolean {
  if (overlay.kind === 'several') return overlay.isOld;
  return overlay.kind === 'review' && asksTwice(overlay.review);
}

/** What the terminal, or the voice, has made of the question that is open. */
export function takeProof(
  state: State,
  msg: Extract<Msg, {type: 'questionShown' | 'questionSaid' | 'questionUnproved'}>,
): State {
  switch (msg.type) {
    case 'questionShown':
      return takeShown(state, msg);
    case 'questionSaid':
      return takeSaid(state, msg);
    case 'questionUnproved':
      return takeUnproved(state, msg);
    default:
      return msg satisfies never;
  }
}

function takeShown(state: State, msg: Extract<Msg, {type: 'questionShown'}>): State {
  const question = questionOf(state.overlay);
  if (!isThis(question, msg) || question.shownAt !== undefined) return state;
  // A fixed key counts for what was answered alone: both the picture and the first answers may be held back.
  // And of what is spoken nothing else tells that it has left.
  const isByAnswer = !isDrawn(question) || state.listening !== undefined;
  if (!msg.isAnswered && isByAnswer) return unproved(state, 'it has not answered yet');
  // That the terminal did not tell is over; what a key was told meanwhile stays.
  const notice = question.notice?.startsWith(untold) ? undefined : question.notice;
  const said = question.said && taken(question.said, msg.at);
  return withQuestion(state, {shownAt: msg.at, isUnproved: false, notice, said});
}

/** It was told in words, with the key that it has now: the terminal is asked whether it has taken them. */
function takeSaid(state: State, msg: Extract<Msg, {type: 'questionSaid'}>): State {
  const question = questionOf(state.overlay);
  if (state.listening === undefined || !isThis(question, msg) || question.key !== msg.key) return state;
  if (isToldIn(question)) return state;
  return withQuestion(state, {said: withWords(question.said, msg.revision, msg.words)});
}

/** Whether the terminal can be asked for proof of a question: where that is listened to, once it was told. */
export function isProvable({listening}: State, question: Question): boolean {
  return listening === undefined || isToldIn(question);
}

/** Nobody knows what the terminal shows: no key counts, and with the next tick it is asked once more. */
function takeUnproved(state: State, msg: Extract<Msg, {type: 'questionUnproved'}>): State {
  return isThis(questionOf(state.overlay), msg) ? unproved(state, msg.reason) : state;
}

const untold = 'The terminal does not tell what it shows';

function unproved(state: State, reason: string): State {
  return withQuestion(state, {isUnproved: true, notice: `${untold}: ${reason}`});
}

function isThis(
  question: Question | undefined,
  msg: {readonly question: number; readonly revision: number},
): question is Question {
  return question?.number === msg.question && question.revision === msg.revision;
}

export function proveAnew(state: State): State {
  const question = questionOf(state.overlay);
  if (question?.isUnproved !== true) return state;
  const said = carriedOver(question.said, question);
  return withQuestion(state, {isUnproved: false, revision: question.revision + 1, said});
}

/** On another screen it is drawn anew, so it must be seen anew. */
export function shownNoMore(state: State): State {
  const question = questionOf(state.overlay);
  if (question === undefined) return state;
  const said = carriedOver(question.said, question);
  return withQuestion(state, {revision: question.revision + 1, shownAt: undefined, said});
}
