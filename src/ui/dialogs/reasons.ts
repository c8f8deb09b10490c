import {age} from '../../desk/model/freshness.ts';
import type {Guard, Review, ReviewLine} from '../../desk/model/review.ts';
import type {State} from '../../desk/model/state.ts';
import {asksTwice} from '../../desk/order/questions.ts';
import {isOld, movedPercent, priceOf} from '../../desk/order/review.ts';
import {doubtFigure, doubtWords} from '../../desk/words/doubts.ts';
import {flat, number, signed} from '../format.ts';
import {labelOf} from '../lines/keys.ts';
import type {Fact} from '../panels/facts.ts';
import {absolute, both, ownClock, relative, seconds} from '../times.ts';
import type {Words} from './question.ts';

/** What a review says, to eyes and to ears: its facts, why it asks twice, and what its key does. */

/** How much of something is said. */
export type Manner = {
  readonly room: number;
  readonly isTight: boolean;
  /** To ears a time is told that stands still: what is written anew each second is never heard to its end. */
  readonly isSeen: boolean;
};

/** What the key does, in the words of what it sends. */
export function confirmWords(review: Review): Words {
  const {drafts, again, goesOn} = review;
  const insist = asksTwice(review) ? ' all the same' : '';
  const does = goesOn === undefined ? verbOf(drafts) : 'place the rest';
  return {does: again === undefined ? does : 'send again', insist};
}

function verbOf(drafts: Review['drafts']): string {
  const [draft] = drafts;
  switch (draft?.kind) {
    case 'open':
      return `open ${number(draft.investmentAmount)}`;
    case 'cancel':
      return 'cancel the order';
    case 'replace':
      return 'move the order';
    default:
      return draft?.kind ?? 'send';
  }
}

/** What may be a slip of the fingers, each with its figure. */
export function doubtWordsOf({doubts}: Review, {isTight}: Manner): string[] {
  if (!isTight || doubts.length === 0) return doubts.map(each => `${doubtWords(each)}.`);
  return [doubts.map(doubtFigure).join(' · ')];
}

/** Why it asks twice, a text each. */
export function guardWords(state: State, review: Review, said: Manner, isAgeSaid: boolean): string[] {
  return review.guards.flatMap(guard => {
    switch (guard.kind) {
      case 'moved':
        return movedWords(review, guard, said);
      case 'changed':
        return said.isTight ? `CHANGED: ${guard.what}` : `${guard.what} is another than it was: look again.`;
      case 'stale':
        return isAgeSaid ? [] : staleWords(state, review, said);
      default:
        return guard satisfies never;
    }
  });
}

/** Both prices that are compared, and since when: the second is the one that the review shows. */
function movedWords(review: Review, {to, again}: Extract<Guard, {kind: 'moved'}>, {isTight}: Manner): string {
  const [from = to, price = to] = [review.priceSeen, priceOf(review)];
  const percent = `${signed(movedPercent(from, price))} %`;
  const prices = `${number(from)} to ${number(price)}`;
  if (isTight) return `MOVED ${percent}: ${prices}`;
  const since = review.form === undefined ? 'the review opened' : 'you opened the form';
  return `The price moved${again ? ' on' : ''}. Since ${since}: ${prices}, ${percent}`;
}

function staleWords(state: State, review: Review, said: Manner): string {
  const {dataAt = state.now} = review;
  const key = labelOf(state.settings.bindings, 'refresh', 'review');
  if (!isOld(state, review, state.now)) return said.isTight ? 'THE DATA WAS OLD' : 'The data was old before.';
  const how = said.isSeen
    ? `${seconds(age(dataAt, state.now))} old`
    : `old, of ${ownClock(state, dataAt.wall)}`;
  return said.isTight ? `THE DATA IS ${how}` : `The data is ${how}: ${key} reads it again.`;
}

export function dataWords(state: State, {dataAt = state.now}: Review, {isSeen}: Manner): string {
  return isSeen ? `${seconds(age(dataAt, state.now))} old` : `of ${ownClock(state, dataAt.wall)}`;
}

export function failureWords({reread}: Review): string {
  return reread.status === 'failed' ? `The record could not be read again: ${flat(reread.reason)}` : '';
}

/** The lines as they are drawn, each with what it said at first where that was something else. */
export function reviewFacts({now}: State, {lines, opened}: Review, {isTight, isSeen}: Manner): Fact[] {
  const old = new Map(opened.map(each => [each.label, each]));
  const time = (at: number) => (isTight ? relative(at, now.wall) : both(at, now.wall));
  const text = ({value, at}: ReviewLine) => (at === undefined ? value : isSeen ? time(at) : absolute(at));
  return lines.map(line => {
    const before = old.get(line.label);
    const isOther = before !== undefined && before.value !== line.value;
    return {...line, value: text(line), was: isOther ? text(before) : undefined};
  });
}
